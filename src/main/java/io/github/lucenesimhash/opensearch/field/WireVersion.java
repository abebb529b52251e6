package io.github.lucenesimhash.opensearch.field;

import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/**
 * The number that each message between nodes begins with: nodes whose plugins speak otherwise
 * refuse it by name, and do not misread it.
 */
public final class WireVersion {

  private static final int CURRENT = 1;

  private WireVersion() {}

  public static void write(StreamOutput out) throws IOException {
    out.writeVInt(CURRENT);
  }

  /**
   * Begins to read a message; one of another version is refused.
   *
   * @param message what it is, with its article, for the refusal
   */
  public static void read(StreamInput in, String message) throws IOException {
    int version = in.readVInt();
    if (version != CURRENT) {
      throw new IOException(
          message
              + " of the plugin [simhash] has version "
              + version
              + ", this node knows "
              + CURRENT
              + ": both need the same plugin");
    }
  }
}
