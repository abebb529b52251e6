package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.junit.Assert;

/** Computes the hits of distance queries by brute force, as ids of documents. */
final class Answers {

  private static final String ID = "id.value";

  private Answers() {}

  static Document document(int id) {
    Document document = new Document();
    document.add(new NumericDocValuesField(ID, id));
    return document;
  }

  static int id(LeafReader reader, int doc) throws IOException {
    NumericDocValues ids = reader.getNumericDocValues(ID);
    Assert.assertTrue(ids.advanceExact(doc));
    return (int) ids.longValue();
  }

  static Set<Integer> ids(IndexSearcher searcher, Query query) throws IOException {
    Set<Integer> found = new TreeSet<>();
    List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
    int limit = Math.max(1, searcher.getIndexReader().maxDoc());
    for (ScoreDoc hit : searcher.search(query, limit).scoreDocs) {
      LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(hit.doc, leaves));
      found.add(id(leaf.reader(), hit.doc - leaf.docBase));
    }
    return found;
  }

  /** Returns the distances by id. */
  static Map<Integer, Integer> of(IndexSearcher searcher, Query query) throws IOException {
    Map<Integer, Integer> found = new HashMap<>();
    int limit = Math.max(1, searcher.getIndexReader().maxDoc());
    for (ScoreDoc hit : searcher.search(query, limit).scoreDocs) {
      var leaves = searcher.getIndexReader().leaves();
      var leaf = leaves.get(ReaderUtil.subIndex(hit.doc, leaves));
      int id = id(leaf.reader(), hit.doc - leaf.docBase);
      int bits = SimHashField.bits(searcher.getIndexReader(), "near").stream().findAny().orElse(64);
      Integer before = found.put(id, Math.round((1 - hit.score) * bits));
      Assert.assertNull("document " + id + " twice", before);
    }
    return found;
  }

  /** Asserts that every strategy gives the answer of the brute force. */
  static void assertRight(
      IndexSearcher searcher, BruteForce oracle, String field, long fingerprint, int maxDistance)
      throws IOException {
    Map<Integer, Integer> expected = oracle.within(fingerprint, maxDistance);
    for (HammingDistanceQuery.Strategy strategy : HammingDistanceQuery.Strategy.values()) {
      Query query =
          new HammingDistanceQuery(field, Fingerprint.of(fingerprint), maxDistance, strategy);
      Assert.assertEquals(query + " by " + strategy, expected, of(searcher, query));
    }
  }
}
