package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.SplittableRandom;

/**
 * Documents of fingerprints alone, each a function of its number: one in ten is a near-duplicate of
 * an earlier one.
 *
 * @param maxDistance in bits, from the earlier one
 */
record SweptDocuments(int maxDistance) {

  /** Lines of a {@code _bulk} request. */
  String bulk(int from, int to) {
    StringBuilder bulk = new StringBuilder();
    for (int i = from; i < to; i++) {
      bulk.append("{\"index\": {}}\n{\"near\": \"");
      bulk.append(Fingerprint.of(fingerprint(i))).append("\"}\n");
    }
    return bulk.toString();
  }

  /** Documents of a number that ends in 9 are near an earlier one that does not. */
  private long fingerprint(int i) {
    SplittableRandom random = new SplittableRandom(i);
    if (i % 10 < 9) {
      return random.nextLong();
    }
    long near = new SplittableRandom(random.nextInt(i / 10 + 1) * 10L).nextLong();
    for (int flips = random.nextInt(maxDistance + 1); flips > 0; flips--) {
      near ^= 1L << random.nextInt(Fingerprint.WORD_BITS);
    }
    return near;
  }
}
