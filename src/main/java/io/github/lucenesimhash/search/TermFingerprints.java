package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Terms;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/**
 * The fingerprints of a field that an analyzer wrote, put together from its block terms by the
 * first search of a segment and kept as long as the segment's core is open: 8 bytes and a bit for
 * each document of the segment. A reader without a core cache key, and that wraps none that has
 * one, puts them together each time.
 */
final class TermFingerprints {

  private static final int ALL_BLOCKS = (1 << Blocks.BLOCKS) - 1;

  private static final Map<IndexReader.CacheKey, Map<String, TermFingerprints>> CACHE =
      new ConcurrentHashMap<>();

  private final long[] fingerprints;
  private final FixedBitSet known;

  private TermFingerprints(long[] fingerprints, FixedBitSet known) {
    this.fingerprints = fingerprints;
    this.known = known;
  }

  static TermFingerprints of(LeafReader reader, String field) throws IOException {
    IndexReader.CacheHelper core = reader.getCoreCacheHelper();
    if (core == null) {
      // its own terms: those that a highlighter's reader shows may be of another field
      LeafReader segment = FilterLeafReader.unwrap(reader);
      return segment.equals(reader) ? read(reader, field) : of(segment, field);
    }
    Map<String, TermFingerprints> fields = new HashMap<>();
    Map<String, TermFingerprints> cached = CACHE.putIfAbsent(core.getKey(), fields);
    if (cached == null) {
      core.addClosedListener(CACHE::remove);
      cached = fields;
    }
    synchronized (cached) {
      if (!cached.containsKey(field)) {
        cached.put(field, read(reader, field));
      }
      return cached.get(field);
    }
  }

  private static TermFingerprints read(LeafReader reader, String field) throws IOException {
    long[] fingerprints = new long[reader.maxDoc()];
    byte[] seen = new byte[reader.maxDoc()];
    BytesRef other = read(Terms.getTerms(reader, field), fingerprints, seen);
    if (other != null) {
      String problem = "field '" + field + "' has term " + other;
      throw new IllegalStateException(
          problem + ", expected the block terms of a SimHashField or a SimHashAnalyzer");
    }
    return new TermFingerprints(fingerprints, known(field, seen, reader.getLiveDocs()));
  }

  /** Of a segment that is being written; null if a document has other terms, too. */
  static TermFingerprints ofWhole(Terms terms, int maxDoc) throws IOException {
    long[] fingerprints = new long[maxDoc];
    byte[] seen = new byte[maxDoc];
    if (read(terms, fingerprints, seen) != null) {
      return null;
    }
    FixedBitSet known = new FixedBitSet(maxDoc);
    for (int doc = 0; doc < maxDoc; doc++) {
      if (seen[doc] == ALL_BLOCKS) {
        known.set(doc);
      } else if (seen[doc] != 0) {
        return null;
      }
    }
    return new TermFingerprints(fingerprints, known);
  }

  /** Returns the first term that is no block term, or null. A document has a bit a block. */
  private static BytesRef read(Terms terms, long[] fingerprints, byte[] seen) throws IOException {
    return BlockTermStream.forEach(
        terms,
        (block, value, doc) -> {
          int bit = 1 << block;
          seen[doc] |= (byte) ((seen[doc] & bit) == 0 ? bit : bit << Blocks.BLOCKS); // if twice
          fingerprints[doc] |= (long) value << (block * Blocks.BLOCK_BITS);
        });
  }

  /** Of a document that failed while it was indexed some terms may be there; it is deleted. */
  private static FixedBitSet known(String field, byte[] seen, Bits live) {
    FixedBitSet known = new FixedBitSet(seen.length);
    for (int doc = 0; doc < seen.length; doc++) {
      if (seen[doc] == ALL_BLOCKS) {
        known.set(doc);
      } else if (seen[doc] != 0 && (live == null || live.get(doc))) {
        String problem = "document " + doc + " of a segment has not exactly four block terms";
        String expected = "those of one text: add one value of the field to a document";
        throw new IllegalStateException(
            problem + " in field '" + field + "', expected " + expected);
      }
    }
    return known;
  }

  NumericDocValues values() {
    return new HeapFingerprints(fingerprints, known, fingerprints.length);
  }
}
