package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.Arrays;

/**
 * Collects fingerprints of one width to make {@link DistinctFingerprints}.
 *
 * @lucene.internal
 */
public final class CollectedFingerprints {

  private final int[] documents;
  private FingerprintArray fingerprints;
  private int count;

  /**
   * Creates an empty collection.
   *
   * @param documents the maximum number of documents
   */
  public CollectedFingerprints(int documents) {
    this.documents = new int[documents];
  }

  /**
   * Adds a fingerprint.
   *
   * @param document the number of the document
   * @param fingerprint the fingerprint of the document, as wide as the first one
   * @throws IllegalArgumentException if the width differs
   */
  public void add(int document, Fingerprint fingerprint) {
    int lanes = fingerprint.lanes();
    if (count == 0) {
      long[] values = new long[Math.multiplyExact(lanes, documents.length)];
      fingerprints = new FingerprintArray(lanes, values);
    }
    if (lanes != fingerprints.lanes()) {
      throw new IllegalArgumentException(
          "document "
              + document
              + " has a fingerprint of "
              + fingerprint.bits()
              + " bits, expected "
              + fingerprints.lanes() * Fingerprint.LANE_BITS
              + " like the first");
    }
    fingerprints.set(count, fingerprint);
    documents[count++] = document;
  }

  /**
   * {@return the collected fingerprints; no other may be added after this call}
   *
   * @param schemeId the id of the scheme that made the fingerprints, or null if unknown
   */
  public DistinctFingerprints distinct(String schemeId) {
    int lanes = count == 0 ? 1 : fingerprints.lanes();
    long[] all = count == 0 ? new long[0] : fingerprints.values();
    boolean areAll = count == documents.length;
    return new DistinctFingerprints(
        new FingerprintArray(lanes, areAll ? all : Arrays.copyOf(all, count * lanes)),
        areAll ? documents : Arrays.copyOf(documents, count),
        schemeId);
  }
}
