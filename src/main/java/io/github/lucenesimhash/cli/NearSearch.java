package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;

/**
 * A search of an index for what is near a fingerprint.
 *
 * @param maxDistance in bits
 * @param id of the document that has the fingerprint, which is not found; null for none
 */
record NearSearch(
    StoredIndex index, IndexSearcher searcher, long fingerprint, int maxDistance, String id) {

  /**
   * {@return the documents within the distance, nearest first}
   *
   * @param limit at least 1
   */
  TopDocs withinDistance(int limit) throws IOException {
    index.requireScheme(index.near(), index.settings().schemeId());
    BooleanQuery.Builder query = new BooleanQuery.Builder().add(distance(), Occur.FILTER);
    return searcher.search(
        withoutItself(query),
        new TopFieldCollectorManager(
            new Sort(SimHashField.newDistanceSort(index.near(), fingerprint)),
            inIndex(limit),
            null,
            Integer.MAX_VALUE));
  }

  /** {@return the other documents that a query finds, of highest score first} */
  TopDocs beyondDistance(Query words, int limit) throws IOException {
    BooleanQuery.Builder query =
        new BooleanQuery.Builder()
            .add(words, Occur.MUST)
            .add(new FieldExistsQuery(index.near()), Occur.FILTER)
            .add(distance(), Occur.MUST_NOT);
    return searcher.search(
        withoutItself(query), new TopScoreDocCollectorManager(inIndex(limit), Integer.MAX_VALUE));
  }

  private Query distance() {
    return SimHashField.newDistanceQuery(index.near(), fingerprint, maxDistance);
  }

  private Query withoutItself(BooleanQuery.Builder query) {
    if (id != null) {
      query.add(new TermQuery(index.id(id)), Occur.MUST_NOT);
    }
    return query.build();
  }

  private int inIndex(int limit) {
    return Math.min(limit, Math.max(1, index.reader().maxDoc()));
  }

  /** {@return how near a document that was found is} */
  Near near(int doc, Float resemblance) throws IOException {
    long other = SimHashField.fingerprint(index.reader(), index.near(), doc).getAsLong();
    return new Near(index.id(doc), Fingerprint.distance(fingerprint, other), resemblance);
  }
}
