package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TopDocs;

/** The n nearest documents; rewrites to what they are in the searcher's reader. */
final class NearestQuery extends Query {

  private final String field;
  private final long fingerprint;
  private final int n;
  private final Query filter;
  private final String schemeId;

  /**
   * @param filter or null
   * @param schemeId the scheme that made the fingerprint, or null if that is not known
   */
  NearestQuery(String field, long fingerprint, int n, Query filter, String schemeId) {
    this.field = Objects.requireNonNull(field, "field");
    NearestSearch.checkCount(field, n);
    this.fingerprint = fingerprint;
    this.n = n;
    this.filter = filter;
    this.schemeId = schemeId;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    TopDocs nearest =
        new NearestSearch(searcher, field, fingerprint, n, filter, schemeId, NearestSearch.WORTH)
            .search();
    return nearest.scoreDocs.length == 0
        ? new MatchNoDocsQuery("no document is near in field '" + field + "'")
        : KnownHitsQuery.of(searcher.getIndexReader(), nearest.scoreDocs);
  }

  @Override
  public void visit(QueryVisitor visitor) {
    if (visitor.acceptField(field)) {
      visitor.visitLeaf(this);
    }
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && equalsTo((NearestQuery) other);
  }

  private boolean equalsTo(NearestQuery that) {
    return field.equals(that.field)
        && fingerprint == that.fingerprint
        && n == that.n
        && Objects.equals(filter, that.filter)
        && Objects.equals(schemeId, that.schemeId);
  }

  @Override
  public int hashCode() {
    return 31 * classHash() + Objects.hash(field, fingerprint, n, filter, schemeId);
  }

  /** As {@code near:nearest(10 to 00ff00ff00ff00ff)}, with the filter behind if there is one. */
  @Override
  public String toString(String defaultField) {
    return (field.equals(defaultField) ? "" : field + ":")
        + "nearest("
        + n
        + " to "
        + Fingerprint.toHex(fingerprint)
        + (filter == null ? "" : " of " + filter)
        + ")";
  }
}
