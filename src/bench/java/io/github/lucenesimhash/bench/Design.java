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

/** An algorithm that counts the documents within a distance, or finds the nearest ones. */
@FunctionalInterface
interface Design {

  /** Returns the number of documents within the distance, or a hash of the nearest documents. */
  long answer(long fingerprint, int parameter) throws IOException;

  /**
   * Returns the usual design: a query for any of four terms, and a check of the doc value. The
   * design finds all documents within 3 bits.
   */
  static Design naive(IndexSearcher searcher) {
    return (fingerprint, maxDistance) -> {
      BooleanQuery.Builder anyBlock = new BooleanQuery.Builder();
      for (int block = 0; block < Blocks.IN_LANE; block++) {
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

  /** Returns a design that reads the doc value of every document. */
  static Design slow(IndexSearcher searcher) {
    return (fingerprint, maxDistance) ->
        search(
            searcher,
            SimHashField.newSlowDistanceQuery("near", Fingerprint.of(fingerprint), maxDistance));
  }

  /** Returns the design that uses the queries of SimHashField. */
  static Design distanceQuery(IndexSearcher searcher) {
    return (fingerprint, maxDistance) ->
        search(
            searcher,
            SimHashField.newDistanceQuery("near", Fingerprint.of(fingerprint), maxDistance));
  }

  /** Returns a brute-force scan of an array of all fingerprints. */
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
