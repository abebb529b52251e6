package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Signature;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.lucene.util.BytesRef;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.search.SearchHit;

/**
 * What a document is compared by, as the format {@link SimHashFieldType#STAMPED} shows it: the
 * scheme, the signature, the comparison, with colons between them.
 *
 * @param schemeId of the field
 * @param comparison what the request that asks compares in its field
 * @param signature of the document
 */
public record ShownSignature(String schemeId, Comparison comparison, Signature signature)
    implements Writeable {

  static final ShownSignature NONE = new ShownSignature("", Comparison.within(0), Signature.NONE);

  ShownSignature(StreamInput in) throws IOException {
    this(in.readString(), Comparison.parse(in.readString()), read(in));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(schemeId);
    out.writeString(comparison.toString());
    write(signature, out);
  }

  /** What {@link #write} wrote. */
  public static Signature read(StreamInput in) throws IOException {
    return Signature.of(in.readBytesRef());
  }

  /** The form in which signatures are sent, as parts of messages. */
  public static void write(Signature signature, StreamOutput out) throws IOException {
    out.writeBytesRef(new BytesRef(signature.toBytes()));
  }

  /** What {@link #toString} made; null if it was made of something else. */
  static ShownSignature parse(String shown) {
    String[] parts = shown.split(":", 3);
    return parts.length != 3
        ? null
        : new ShownSignature(
            parts[0],
            Comparison.parse(parts[2]),
            Signature.of(new BytesRef(HexFormat.of().parseHex(parts[1]))));
  }

  /** Of a hit that shows the field, stamped or as a fingerprint alone. */
  public static Signature of(SearchHit hit, String field) {
    String shown = hit.field(field).getValue();
    return shown.indexOf(':') < 0 ? Signature.of(Fingerprint.parse(shown)) : parse(shown).signature;
  }

  @Override
  public String toString() {
    return String.join(":", schemeId, signature.toString(), comparison.toString());
  }
}
