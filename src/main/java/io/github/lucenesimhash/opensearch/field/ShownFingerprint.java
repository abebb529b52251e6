package io.github.lucenesimhash.opensearch.field;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * A document's fingerprint as the format {@link SimHashFieldType#STAMPED} shows it: the id of the
 * scheme, the distance and the fingerprint, separated by colons.
 *
 * @param schemeId the id of the field's scheme
 * @param maxDistance the distance within which fingerprints are near, according to the mapping of
 *     the document's index
 * @param fingerprint the fingerprint of the document, or null if it has none
 */
public record ShownFingerprint(String schemeId, int maxDistance, Fingerprint fingerprint)
    implements Writeable {

  public static final ShownFingerprint NONE = new ShownFingerprint("", 0, null);

  public ShownFingerprint(StreamInput in) throws IOException {
    this(in.readString(), in.readVInt(), parsed(in.readString()));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(schemeId);
    out.writeVInt(maxDistance);
    out.writeString(fingerprint == null ? "" : fingerprint.toString());
  }

  private static Fingerprint parsed(String fingerprint) {
    return fingerprint.isEmpty() ? null : Fingerprint.parse("0x" + fingerprint);
  }

  /** Parses a result of {@link #toString}; returns null for a string without three parts. */
  public static ShownFingerprint parse(String shown) {
    String[] parts = shown.split(":", -1);
    return parts.length != 3
        ? null
        : new ShownFingerprint(parts[0], Integer.parseInt(parts[1]), parsed(parts[2]));
  }

  @Override
  public String toString() {
    return String.join(
        ":",
        schemeId,
        Integer.toString(maxDistance),
        fingerprint == null ? "" : fingerprint.toString());
  }
}
