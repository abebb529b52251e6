package io.github.lucenesimhash.dedup;

import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;

/**
 * A document that an offered one is a near-duplicate of.
 *
 * @param idBytes its id as the index holds it; not to be changed
 * @param distance of the two fingerprints in bits, 0 to 64
 */
public record Neighbour(BytesRef idBytes, int distance) {

  /** The id as a string; in hexadecimal if its bytes are no UTF-8. */
  public String id() {
    return Term.toString(idBytes);
  }

  @Override
  public String toString() {
    return "Neighbour[id=" + id() + ", distance=" + distance + "]";
  }
}
