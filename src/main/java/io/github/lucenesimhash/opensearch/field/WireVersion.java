package io.github.lucenesimhash.opensearch.field;

import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/**
 * The version number at the beginning of each message between nodes. A node whose plugin has
 * another version rejects the message with an error that names both versions.
 */
public final class WireVersion {

  private static final int CURRENT = 1;

  private WireVersion() {}

  public static void write(StreamOutput out) throws IOException {
    out.writeVInt(CURRENT);
  }

  /**
   * Reads the version at the beginning of a message, and rejects a message of another version.
   *
   * @param message the kind of the message, with an article, for the error
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
