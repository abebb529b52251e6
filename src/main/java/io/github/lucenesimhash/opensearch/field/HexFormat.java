package io.github.lucenesimhash.opensearch.field;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.time.ZoneId;
import java.util.function.LongSupplier;
import org.apache.lucene.util.BytesRef;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.search.DocValueFormat;

/**
 * Shows fingerprints as hex digits, or as {@link ShownFingerprint}.
 *
 * @param maxDistance the distance that a {@link ShownFingerprint} shows, or null for hex digits
 */
record HexFormat(Integer maxDistance) implements DocValueFormat {

  static final HexFormat DIGITS = new HexFormat(null);

  /** Returns the format of hex digits; rejects a request that names a format or a time zone. */
  static HexFormat of(String field, String format, ZoneId timeZone) {
    if (format != null || timeZone != null) {
      throw BadRequest.of(
          "format [{}] and time zone [{}] of field [{}], expected none, or format [stamped]",
          format,
          timeZone,
          field);
    }
    return DIGITS;
  }

  static HexFormat read(StreamInput in) throws IOException {
    WireVersion.read(in, "a docvalue format");
    return new HexFormat(in.readOptionalVInt());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out);
    out.writeOptionalVInt(maxDistance);
  }

  @Override
  public String getWriteableName() {
    return SimHashFieldType.NAME;
  }

  boolean isStamped() {
    return maxDistance != null;
  }

  @Override
  public Object format(long value) {
    return Fingerprint.of(value).toString();
  }

  /** Shows a fingerprint in an aggregation. */
  @Override
  public Object format(BytesRef value) {
    int end = value.offset + value.length;
    return java.util.HexFormat.of().formatHex(value.bytes, value.offset, end);
  }

  @Override
  public long parseLong(String value, boolean roundUp, LongSupplier now) {
    Fingerprint parsed = Fingerprint.parse(value);
    if (parsed.lanes() > 1) {
      throw BadRequest.of("fingerprint [{}] has {} bits, expected 64", value, parsed.bits());
    }
    return parsed.lane(0);
  }

  @Override
  public BytesRef parseBytesRef(String value) {
    return new BytesRef(java.util.HexFormat.of().parseHex(value));
  }
}
