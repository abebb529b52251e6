package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DoubleValues;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LongValues;
import org.apache.lucene.search.LongValuesSource;

/** Returns, for each document, the distance between its fingerprint and a given one. */
final class DistanceValuesSource extends LongValuesSource {

  private final String field;
  private final Fingerprint fingerprint;
  private final String schemeId;

  /**
   * @param schemeId the id of the scheme that made the fingerprint, or null if unknown
   */
  DistanceValuesSource(String field, Fingerprint fingerprint, String schemeId) {
    this.field = Objects.requireNonNull(field, "field");
    this.fingerprint = fingerprint;
    this.schemeId = schemeId;
  }

  @Override
  public LongValues getValues(LeafReaderContext context, DoubleValues scores) throws IOException {
    boolean isOther = schemeId != null && SchemeStamp.isOther(context.reader(), field, schemeId);
    FingerprintValues values = FingerprintValues.of(context.reader(), field);
    return new LongValues() {
      @Override
      public long longValue() throws IOException {
        return values.distance(fingerprint);
      }

      @Override
      public boolean advanceExact(int doc) throws IOException {
        return !isOther && values.advanceExact(doc) && values.lanes() == fingerprint.lanes();
      }
    };
  }

  @Override
  public boolean needsScores() {
    return false;
  }

  @Override
  public boolean isCacheable(LeafReaderContext context) {
    return DocValues.isCacheable(context, field);
  }

  @Override
  public LongValuesSource rewrite(IndexSearcher searcher) throws IOException {
    if (schemeId != null && !(searcher.getIndexReader() instanceof LeafReader)) {
      SchemeStamp.check(searcher.getIndexReader(), field, schemeId);
    }
    return this;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DistanceValuesSource that
        && field.equals(that.field)
        && fingerprint.equals(that.fingerprint)
        && Objects.equals(schemeId, that.schemeId);
  }

  @Override
  public int hashCode() {
    return Objects.hash(field, fingerprint, schemeId);
  }

  @Override
  public String toString() {
    return "distance(" + field + ", " + fingerprint + ")";
  }
}
