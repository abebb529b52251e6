package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.Objects;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/** Every document whose fingerprint is within a distance of a given one. */
final class HammingDistanceQuery extends Query {

  /** How a segment is searched. */
  enum Road {
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
  final String schemeId;
  final Road road;

  /** Null if it is no member of a group. */
  final QueryGroup.Place place;

  /**
   * @param schemeId the scheme that made the fingerprint, or null if that is not known
   */
  HammingDistanceQuery(
      String field, long fingerprint, int maxDistance, String schemeId, Road road) {
    this(field, fingerprint, maxDistance, schemeId, road, null);
  }

  /**
   * @param place in a group of the same field, distance and scheme, or null
   */
  HammingDistanceQuery(
      String field,
      long fingerprint,
      int maxDistance,
      String schemeId,
      Road road,
      QueryGroup.Place place) {
    this.field = Objects.requireNonNull(field, "field");
    checkMaxDistance(field, maxDistance);
    this.fingerprint = fingerprint;
    this.maxDistance = maxDistance;
    this.schemeId = schemeId;
    this.road = road;
    this.place = place;
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
    if (FieldNames.isIn(searcher.getIndexReader(), field)) {
      return this;
    }
    if (place == null) {
      FieldNames.check(searcher.getIndexReader(), field);
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
    return sameClassAs(other) && equalsTo((HammingDistanceQuery) other);
  }

  private boolean equalsTo(HammingDistanceQuery that) {
    return field.equals(that.field)
        && fingerprint == that.fingerprint
        && maxDistance == that.maxDistance
        && Objects.equals(schemeId, that.schemeId)
        && road == that.road;
  }

  @Override
  public int hashCode() {
    return 31 * classHash() + Objects.hash(field, fingerprint, maxDistance, schemeId, road);
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
