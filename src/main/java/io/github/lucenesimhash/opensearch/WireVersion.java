package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/**
 * The number that each message between nodes begins with, since the nodes of a cluster may have
 * different plugins while they are upgraded. Each kind of message counts its own, from 1.
 *
 * <p>A message that gets a new part gets a new version, and is sent with it only if the new part is
 * used: what an older node can understand, it is told in words that it knows. What it cannot, it
 * refuses by name.
 */
public final class WireVersion {

  private WireVersion() {}

  /** Begins a message with the lowest version that can say it. */
  public static void write(StreamOutput out, int lowest) throws IOException {
    out.writeVInt(lowest);
  }

  /**
   * The version of a message; one that is newer than this node is refused.
   *
   * @param message what it is, with its article, for the refusal
   */
  public static int read(StreamInput in, String message, int newest) throws IOException {
    int version = in.readVInt();
    if (version < 1 || version > newest) {
      throw new IOException(
          message
              + " of the plugin [simhash] has version "
              + version
              + ", this node knows up to "
              + newest
              + ": it needs the plugin of the node that sent it");
    }
    return version;
  }
}
