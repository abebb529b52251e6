package io.github.lucenesimhash.cli;

import java.util.List;

/**
 * A group of near-duplicates by the ids of its documents.
 *
 * @param diameter the largest distance between two of them, in bits
 * @param members nearest first, ties in keep order; at least one
 */
record Cluster(String kept, int diameter, List<Member> members) {

  /**
   * A document that is not kept.
   *
   * @param distance from the kept document, in bits
   * @param resemblance of the two texts, 0 to 1; NaN if not known
   */
  record Member(String id, int distance, double resemblance) {}
}
