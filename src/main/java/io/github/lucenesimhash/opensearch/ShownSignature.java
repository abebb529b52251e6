package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Signature;
import java.io.IOException;
import java.util.HexFormat;
import java.util.OptionalLong;
import org.apache.lucene.util.BytesRef;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.search.SearchHit;

/**
 * What a document is compared by, as the format {@link SimHashFieldType#STAMPED} shows it: the
 * scheme, what the mapping says of short texts, the fingerprint, the words, with colons between
 * them.
 *
 * @param schemeId of the field
 * @param shortTexts as in {@link SimHashFieldType}
 * @param signature of the document
 */
public record ShownSignature(String schemeId, Double shortTexts, Signature signature)
    implements Writeable {

  static final ShownSignature NONE = new ShownSignature("", null, Signature.NONE);

  ShownSignature(StreamInput in) throws IOException {
    this(in.readString(), in.readOptionalDouble(), read(in));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(schemeId);
    out.writeOptionalDouble(shortTexts);
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
    String[] parts = shown.split(":", -1);
    return parts.length != 4
        ? null
        : new ShownSignature(
            parts[0],
            parts[1].isEmpty() ? null : Double.valueOf(parts[1]),
            new Signature(
                parts[2].isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(Fingerprint.parseHex(parts[2])),
                parts[3].isEmpty() ? null : new BytesRef(HexFormat.of().parseHex(parts[3]))));
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
        shortTexts == null ? "" : shortTexts.toString(),
        bits.isPresent() ? Fingerprint.toHex(bits.getAsLong()) : "",
        words == null
            ? ""
            : HexFormat.of().formatHex(words.bytes, words.offset, words.offset + words.length));
  }
}
