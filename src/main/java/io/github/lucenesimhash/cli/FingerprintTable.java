package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.join.DistinctFingerprints;
import java.util.Arrays;
import java.util.OptionalLong;
import org.apache.lucene.util.ArrayUtil;

/**
 * Fingerprints and lengths of documents by number. Entries are those that have a fingerprint, in
 * the order of their documents. Takes 12 bytes a document and 4 an entry.
 */
final class FingerprintTable {

  /**
   * What is kept of a text.
   *
   * @param length in characters
   */
  record Row(OptionalLong fingerprint, int length) {}

  private long[] fingerprints = new long[64];
  private int[] documents = new int[64];
  private int[] lengths = new int[64];
  private int entryCount;
  private int documentCount;

  /** Adds the next document. */
  void add(Row row) {
    if (row.fingerprint().isPresent()) {
      fingerprints = ArrayUtil.grow(fingerprints, entryCount + 1);
      documents = ArrayUtil.grow(documents, entryCount + 1);
      fingerprints[entryCount] = row.fingerprint().getAsLong();
      documents[entryCount++] = documentCount;
    }
    lengths = ArrayUtil.grow(lengths, documentCount + 1);
    lengths[documentCount++] = row.length();
  }

  int documentCount() {
    return documentCount;
  }

  int entryCount() {
    return entryCount;
  }

  /** The document of an entry. */
  int document(int entry) {
    return documents[entry];
  }

  /** Characters in the text of an entry. */
  int length(int entry) {
    return lengths[documents[entry]];
  }

  /** The fingerprints of all entries, by entry. */
  DistinctFingerprints distinct() {
    return DistinctFingerprints.of(Arrays.copyOf(fingerprints, entryCount));
  }
}
