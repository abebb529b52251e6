package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.search.DocValueFormat;

/** Shows a fingerprint as 16 hex digits, behind its scheme's id and a colon if there is one. */
final class FingerprintFormat implements DocValueFormat {

  static final String NAME = "simhash";

  /** Without a scheme. */
  static final FingerprintFormat HEX = new FingerprintFormat("");

  private final String schemeId;

  FingerprintFormat(String schemeId) {
    this.schemeId = schemeId;
  }

  FingerprintFormat(StreamInput in) throws IOException {
    this(in.readString());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(schemeId);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public Object format(long value) {
    return (schemeId.isEmpty() ? "" : schemeId + ':') + Fingerprint.toHex(value);
  }

  @Override
  public Object format(double value) {
    return format((long) value);
  }

  @Override
  public long parseLong(String value, boolean roundUp, LongSupplier now) {
    return Fingerprint.parseHex(value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FingerprintFormat that && schemeId.equals(that.schemeId);
  }

  @Override
  public int hashCode() {
    return Objects.hash(NAME, schemeId);
  }
}
