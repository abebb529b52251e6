package io.github.lucenesimhash.opensearch.field;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.IndexSearcher;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.search.query.QueryPhase.TimeExceededException;

/** Checks whether the time of a search is over or the search was cancelled. */
public final class SearchTime {

  private SearchTime() {}

  static boolean isOver(IndexSearcher searcher, String field) {
    return of(searcher, field).shouldExit();
  }

  /** Returns the searcher's timeout. OpenSearch 3.6 sets none, but has the reader refuse terms. */
  static QueryTimeout of(IndexSearcher searcher, String field) {
    QueryTimeout known = searcher.getTimeout();
    return known != null ? known : () -> refusesTerms(searcher, field);
  }

  /**
   * Throws an exception if the time of a search is over or the search was cancelled. Slow work on a
   * document calls this method first.
   *
   * @return false if the segment does not have the field, so that the time was not checked
   */
  public static boolean check(LeafReaderContext leaf, String field) throws IOException {
    Terms terms = leaf.reader().terms(field);
    return terms != null && terms.iterator() != null;
  }

  private static boolean refusesTerms(IndexSearcher searcher, String field) {
    try {
      for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
        if (check(leaf, field)) {
          return false;
        }
      }
      return false;
    } catch (TimeExceededException | TaskCancelledException e) {
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
