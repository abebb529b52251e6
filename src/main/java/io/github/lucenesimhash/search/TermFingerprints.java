package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.io.UncheckedIOException;
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
    Map<String, TermFingerprints> fields = new ConcurrentHashMap<>();
    Map<String, TermFingerprints> cached = CACHE.putIfAbsent(core.getKey(), fields);
    if (cached == null) {
      core.addClosedListener(CACHE::remove);
      cached = fields;
    }
    try {
      return cached.computeIfAbsent(field, name -> readUnchecked(reader, name));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static TermFingerprints readUnchecked(LeafReader reader, String field) {
    try {
      return read(reader, field);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TermFingerprints read(LeafReader reader, String field) throws IOException {
    long[] fingerprints = new long[reader.maxDoc()];
    byte[] seen = new byte[reader.maxDoc()]; // a bit for each block
    FixedBitSet repeated = new FixedBitSet(reader.maxDoc());
    BytesRef other =
        BlockTermStream.forEach(
            Terms.getTerms(reader, field),
            (block, value, doc) -> {
              if ((seen[doc] & 1 << block) != 0) {
                repeated.set(doc);
              }
              seen[doc] |= (byte) (1 << block);
              fingerprints[doc] |= (long) value << (block * Blocks.BLOCK_BITS);
            });
    if (other != null) {
      throw new IllegalStateException(
          "field '"
              + field
              + "' has term "
              + other
              + ", expected the block terms of a SimHashField or a SimHashAnalyzer");
    }
    return new TermFingerprints(fingerprints, known(field, seen, repeated, reader.getLiveDocs()));
  }

  /** Of a document that failed while it was indexed some terms may be there; it is deleted. */
  private static FixedBitSet known(String field, byte[] seen, FixedBitSet repeated, Bits live) {
    FixedBitSet known = new FixedBitSet(seen.length);
    for (int doc = 0; doc < seen.length; doc++) {
      if (seen[doc] == ALL_BLOCKS && !repeated.get(doc)) {
        known.set(doc);
      } else if (seen[doc] != 0 && (live == null || live.get(doc))) {
        throw new IllegalStateException(
            "document "
                + doc
                + " of a segment has not exactly four block terms in field '"
                + field
                + "', expected those of one text: add one value of the field to a document");
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
