package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/** Every document whose fingerprint is within a distance of a given one. */
final class HammingDistanceQuery extends Query {

  /** What decides how a segment is searched. */
  enum Strategy {
    /** Whatever is expected to be fastest in the segment, beside the query's other clauses. */
    CHEAPEST,
    /** By block terms, always. */
    BLOCKS,
    /** By reading doc values, always. */
    DOC_VALUES
  }

  final String field;
  final long fingerprint;
  final int maxDistance;
  final Strategy strategy;

  /** Null if it is not of a batch. */
  final DistanceBatch.Member member;

  HammingDistanceQuery(String field, long fingerprint, int maxDistance, Strategy strategy) {
    this(field, fingerprint, maxDistance, strategy, null);
  }

  /**
   * @param member of a batch of the same field and distance, or null
   */
  HammingDistanceQuery(
      String field,
      long fingerprint,
      int maxDistance,
      Strategy strategy,
      DistanceBatch.Member member) {
    this.field = Objects.requireNonNull(field, "field");
    checkMaxDistance(field, maxDistance);
    this.fingerprint = fingerprint;
    this.maxDistance = maxDistance;
    this.strategy = strategy;
    this.member = member;
  }

  static void checkMaxDistance(String field, int maxDistance) {
    if (maxDistance < 0 || maxDistance > Fingerprint.BITS) {
      throw new IllegalArgumentException(
          "maxDistance for field '"
              + field
              + "' is "
              + maxDistance
              + ", expected 0 to "
              + Fingerprint.BITS);
    }
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new HammingDistanceWeight(this, boost, searcher);
  }

  @Override
  public Query rewrite(IndexSearcher searcher) {
    if (FingerprintValues.isName(searcher.getIndexReader(), field)) {
      return this;
    }
    if (member == null) {
      FingerprintValues.checkName(searcher.getIndexReader(), field);
    }
    return new MatchNoDocsQuery("no document has field '" + field + "'");
  }

  @Override
  public void visit(QueryVisitor visitor) {
    if (visitor.acceptField(field)) {
      visitor.visitLeaf(this);
    }
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && state().equals(((HammingDistanceQuery) other).state());
  }

  @Override
  public int hashCode() {
    return 31 * classHash() + state().hashCode();
  }

  private List<Object> state() {
    return List.of(field, fingerprint, maxDistance, strategy);
  }

  /** As {@code near:00ff00ff00ff00ff~10}. */
  @Override
  public String toString(String defaultField) {
    return (field.equals(defaultField) ? "" : field + ":")
        + Fingerprint.toHex(fingerprint)
        + "~"
        + maxDistance;
  }
}
