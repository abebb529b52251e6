package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
 * each document of the segment. A reader without a core cache key puts them together each time.
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
      return read(reader, field);
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
    byte[] seen =
        new byte[reader.maxDoc()]; // a bit for each block, above it one for more than once
    BytesRef other =
        BlockTermStream.forEach(
            Terms.getTerms(reader, field),
            (block, value, doc) -> {
              int bit = 1 << block;
              seen[doc] |= (byte) ((seen[doc] & bit) == 0 ? bit : bit << Blocks.BLOCKS);
              fingerprints[doc] |= (long) value << (block * Blocks.BLOCK_BITS);
            });
    if (other != null) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "field '%s' has term %s, expected the block terms of a SimHashField or a"
                  + " SimHashAnalyzer",
              field,
              other));
    }
    return new TermFingerprints(fingerprints, known(field, seen, reader.getLiveDocs()));
  }

  /** Of a document that failed while it was indexed some terms may be there; it is deleted. */
  private static FixedBitSet known(String field, byte[] seen, Bits live) {
    FixedBitSet known = new FixedBitSet(seen.length);
    for (int doc = 0; doc < seen.length; doc++) {
      if (seen[doc] == ALL_BLOCKS) {
        known.set(doc);
      } else if (seen[doc] != 0 && (live == null || live.get(doc))) {
        throw new IllegalStateException(
            String.format(
                Locale.ROOT,
                "document %d of a segment has not exactly four block terms in field '%s',"
                    + " expected those of one text: add one value of the field to a document",
                doc,
                field));
      }
    }
    return known;
  }

  NumericDocValues values() {
    return new NumericDocValues() {
      private int doc = -1;

      @Override
      public long longValue() {
        return fingerprints[doc];
      }

      @Override
      public boolean advanceExact(int target) {
        doc = target;
        return known.get(target);
      }

      @Override
      public int docID() {
        return doc;
      }

      @Override
      public int nextDoc() {
        return advance(doc + 1);
      }

      @Override
      public int advance(int target) {
        doc = target < known.length() ? known.nextSetBit(target) : NO_MORE_DOCS;
        return doc;
      }

      @Override
      public long cost() {
        return known.length();
      }
    };
  }
}
