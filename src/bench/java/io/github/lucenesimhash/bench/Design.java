package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;

/** A way to count the documents within a distance, or to find the nearest. */
@FunctionalInterface
interface Design {

  /** Returns how many documents are within the distance, or a hash of the nearest. */
  long answer(long fingerprint, int parameter) throws IOException;

  /** What people write today: any of four terms, then a check of the doc value. k = 3 at most. */
  static Design naive(IndexSearcher searcher) {
    return (fingerprint, maxDistance) -> {
      BooleanQuery.Builder anyBlock = new BooleanQuery.Builder();
      for (int block = 0; block < Blocks.IN_WORD; block++) {
        byte[] term = new byte[Blocks.TERM_BYTES];
        int value = Blocks.block(fingerprint, block);
        Blocks.writeTerm(block, value, term);
        anyBlock.add(new TermQuery(new Term("near", new BytesRef(term))), Occur.SHOULD);
      }
      return searcher.search(
          new ConstantScoreQuery(anyBlock.build()),
          HitCount.manager(
              context -> {
                NumericDocValues values = context.reader().getNumericDocValues("near");
                return doc ->
                    values.advanceExact(doc)
                        && Long.bitCount(values.longValue() ^ fingerprint) <= maxDistance;
              }));
    };
  }

  /** Reads every doc value. */
  static Design slow(IndexSearcher searcher) {
    return (fingerprint, maxDistance) ->
        search(
            searcher,
            SimHashField.newSlowDistanceQuery("near", Fingerprint.of(fingerprint), maxDistance));
  }

  /** Ours. */
  static Design distanceQuery(IndexSearcher searcher) {
    return (fingerprint, maxDistance) ->
        search(
            searcher,
            SimHashField.newDistanceQuery("near", Fingerprint.of(fingerprint), maxDistance));
  }

  /** The honest brute force: all fingerprints in one array. */
  static Design heapScan(long[] fingerprints) {
    return (fingerprint, maxDistance) -> {
      int hits = 0;
      for (int i = 0; i < fingerprints.length; i++) {
        hits += (Long.bitCount(fingerprints[i] ^ fingerprint) - maxDistance - 1) >>> 31;
      }
      return hits;
    };
  }

  private static long search(IndexSearcher searcher, Query query) throws IOException {
    return searcher.search(query, HitCount.manager(context -> doc -> true));
  }
}
