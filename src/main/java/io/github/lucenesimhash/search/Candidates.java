package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.ArrayUtil;

/**
 * Documents of a segment that the entries of its tables do not exclude. They are sorted, each is
 * taken once, and its doc value decides.
 */
final class Candidates {

  private static final int[] NONE = {};

  private int[] docs = NONE;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  /**
   * Adds the documents of entries that differ from the query's in at most {@code limit} bits. They
   * are counted first, in a loop without branches, and visited one by one only where the count is
   * not 0.
   *
   * @param mask the bits of an entry that belong to the fingerprint
   */
  void addWithin(long[] entries, int from, int to, long query, long mask, int limit) {
    if (isWithin(entries, from, to, query, mask, limit)) {
      for (int i = from; i < to; i++) {
        if (Long.bitCount((entries[i] ^ query) & mask) <= limit) {
          docs = ArrayUtil.grow(docs, size + 1);
          docs[size++] = (int) (entries[i] & ~mask);
        }
      }
    }
  }

  /** Whether an entry differs from the query's in at most {@code limit} bits. */
  static boolean isWithin(long[] entries, int from, int to, long query, long mask, int limit) {
    int count = 0;
    for (int i = from; i < to; i++) {
      count += (Long.bitCount((entries[i] ^ query) & mask) - limit - 1) >>> 31;
    }
    return count > 0;
  }

  /**
   * Adds the hits among them, and has none afterwards.
   *
   * @param tables where they are from
   */
  void verify(LeafReader reader, HammingDistanceQuery query, IndexInput tables, Hits hits)
      throws IOException {
    if (size == 0) {
      return;
    }
    Arrays.sort(docs, 0, size);
    if (docs[size - 1] >= reader.maxDoc()) {
      throw new CorruptIndexException(
          "document " + docs[size - 1] + " of " + reader.maxDoc(), tables);
    }
    int distinct = 1;
    for (int i = 1; i < size; i++) {
      if (docs[i] != docs[i - 1]) {
        docs[distinct++] = docs[i];
      }
    }
    NumericDocValues values = reader.getNumericDocValues(query.field);
    long[] fingerprints = new long[distinct];
    values.longValues(distinct, docs, fingerprints, 0);
    for (int i = 0; i < distinct; i++) {
      int distance = Fingerprint.distance(fingerprints[i], query.fingerprint);
      if (distance <= query.maxDistance) {
        hits.add(docs[i], distance);
      }
    }
    size = 0;
  }
}
