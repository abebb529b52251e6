package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Signature;
import java.io.IOException;
import java.util.OptionalLong;
import org.apache.lucene.util.BytesRef;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.search.SearchHit;

/**
 * What a document is compared by, as the format {@link SimHashFieldType#STAMPED} shows it: the
 * scheme, the fingerprint, the words, the comparison, with colons between them.
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
    Long fingerprint = in.readOptionalLong();
    BytesRef words = in.readBytesRef();
    return new Signature(
        fingerprint == null ? OptionalLong.empty() : OptionalLong.of(fingerprint),
        words.length == 0 ? null : words);
  }

  /** The form in which signatures are sent, as parts of messages. */
  public static void write(Signature signature, StreamOutput out) throws IOException {
    out.writeOptionalLong(
        signature.fingerprint().isPresent() ? signature.fingerprint().getAsLong() : null);
    out.writeBytesRef(signature.words()); // none is of length 0
  }

  /** What {@link #toString} made; null if it was made of something else. */
  static ShownSignature parse(String shown) {
    String[] parts = shown.split(":", 4);
    return parts.length != 4
        ? null
        : new ShownSignature(
            parts[0],
            Comparison.parse(parts[3]),
            new Signature(
                parts[1].isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(Fingerprint.parseHex(parts[1])),
                parts[2].isEmpty()
                    ? null
                    : new BytesRef(java.util.HexFormat.of().parseHex(parts[2]))));
  }

  /** Of a hit that shows the field, stamped or as a fingerprint alone. */
  public static Signature of(SearchHit hit, String field) {
    String shown = hit.field(field).getValue();
    return SimHashFieldType.isFingerprint(shown)
        ? Signature.of(Fingerprint.parseHex(shown))
        : parse(shown).signature;
  }

  @Override
  public String toString() {
    OptionalLong bits = signature.fingerprint();
    BytesRef words = signature.words();
    return String.join(
        ":",
        schemeId,
        bits.isPresent() ? Fingerprint.toHex(bits.getAsLong()) : "",
        words == null
            ? ""
            : java.util.HexFormat.of()
                .formatHex(words.bytes, words.offset, words.offset + words.length),
        comparison.toString());
  }
}
