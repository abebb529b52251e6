package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.SplittableRandom;

/**
 * Makes documents that have only a fingerprint, which depends on the number of the document. One
 * document in ten is a near-duplicate of an earlier document.
 *
 * @param maxDistance the maximum distance from the earlier document in bits
 */
record SweptDocuments(int maxDistance) {

  /** Returns the lines of a {@code _bulk} request. */
  String bulk(int from, int to) {
    StringBuilder bulk = new StringBuilder();
    for (int i = from; i < to; i++) {
      bulk.append("{\"index\": {}}\n{\"near\": \"");
      bulk.append(Fingerprint.of(fingerprint(i))).append("\"}\n");
    }
    return bulk.toString();
  }

  /**
   * Returns the fingerprint of a document, which is near an earlier one if the number ends with 9.
   */
  private long fingerprint(int i) {
    SplittableRandom random = new SplittableRandom(i);
    if (i % 10 < 9) {
      return random.nextLong();
    }
    long near = new SplittableRandom(random.nextInt(i / 10 + 1) * 10L).nextLong();
    for (int flips = random.nextInt(maxDistance + 1); flips > 0; flips--) {
      near ^= 1L << random.nextInt(Fingerprint.LANE_BITS);
    }
    return near;
  }
}
