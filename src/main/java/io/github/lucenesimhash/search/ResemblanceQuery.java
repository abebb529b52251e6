package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Jaccard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BytesRef;

/** Every document of at least some resemblance to a text's features. */
final class ResemblanceQuery extends FieldQuery {

  private final ShortFeatures features;
  final int[] numberedKeys;
  final double minResemblance;
  private final CommonSubsequence common; // null if no document can have so many features

  /** Of texts that can resemble the query; no size does if the least is above the greatest. */
  final int minSize;

  final int maxSize;
  private final int[] minShared; // by the size of the other text
  private final boolean isNamed; // by a user, who may misspell the field

  ResemblanceQuery(String field, ShortFeatures features, double minResemblance) {
    this(field, features, minResemblance, ResemblanceField.MAX_FEATURES, true);
  }

  /** Of the documents that have no more features than so many; there may be none with features. */
  ResemblanceQuery(String field, ShortFeatures features, double minResemblance, int mostFeatures) {
    this(field, features, minResemblance, mostFeatures, false);
  }

  private ResemblanceQuery(
      String field,
      ShortFeatures features,
      double minResemblance,
      int mostFeatures,
      boolean isNamed) {
    super(field);
    this.isNamed = isNamed;
    this.features = features;
    this.minResemblance = minResemblance;
    numberedKeys = features.numberedKeys();
    common =
        features.size() <= ResemblanceField.MAX_FEATURES ? new CommonSubsequence(features) : null;
    check(field, minResemblance);
    minShared = new int[ResemblanceField.MAX_FEATURES + 1];
    int min = minShared.length;
    int max = 0;
    for (int size = 1; size <= mostFeatures; size++) {
      minShared[size] = Jaccard.minShared(features.size(), size, minResemblance);
      if (minShared[size] <= Math.min(features.size(), size)) {
        min = Math.min(min, size);
        max = size;
      }
    }
    minSize = min;
    maxSize = max;
  }

  static void check(String field, double minResemblance) {
    if (!(minResemblance > 0 && minResemblance <= 1)) {
      String problem = "minResemblance for field '" + field + "' is " + minResemblance;
      throw new IllegalArgumentException(problem + ", expected more than 0 and at most 1");
    }
  }

  /** The features that a text of this size must share with the query. */
  int minShared(int size) {
    return minShared[size];
  }

  /** The resemblance of a document; 0 if it is below the minimum. */
  double resemblance(BytesRef docValue) throws CorruptIndexException {
    ShortFeatures other = ShortFeatures.ofIndex(docValue, field);
    int size = other.size();
    if (size < minSize || size > maxSize) {
      return 0;
    }
    int shared = shared(other, minShared[size]);
    return shared < minShared[size] ? 0 : Jaccard.of(shared, features.size(), size);
  }

  private int shared(ShortFeatures other, int needed) {
    return common == null
        ? new CommonSubsequence(other).length(features, needed)
        : common.length(other, needed);
  }

  @Override
  public Query rewrite(IndexSearcher searcher) {
    boolean isField = false;
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      isField |= ResemblanceFormat.isIn(leaf.reader(), field);
    }
    if (isNamed) {
      ResemblanceFormat.checkName(searcher.getIndexReader(), field);
    }
    return !isField
        ? new MatchNoDocsQuery("no document has field '" + field + "'")
        : minSize > maxSize
            ? new MatchNoDocsQuery("no document has so many features, or so few")
            : this;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new ResemblanceWeight(this, boost);
  }

  @Override
  List<Object> wanted() {
    return List.of(features, minResemblance, maxSize, isNamed);
  }

  /** As {@code [9 features]~0.7}. */
  @Override
  String describe() {
    return "[" + features.size() + " features]~" + minResemblance;
  }

  private static final class ResemblanceWeight extends Weight {

    private final ResemblanceQuery query;
    private final float boost;

    ResemblanceWeight(ResemblanceQuery query, float boost) {
      super(query);
      this.query = query;
      this.boost = boost;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
      if (!ResemblanceFormat.isIn(context.reader(), query.field)) {
        return null;
      }
      BinaryDocValues values = DocValues.getBinary(context.reader(), query.field);
      return new ScorerSupplier() {

        private ResemblancePlan plan;

        private ResemblancePlan plan() throws IOException {
          if (plan == null) {
            plan = new ResemblancePlan(context.reader(), query, ResemblancePlan.MAX_POSTINGS);
          }
          return plan;
        }

        @Override
        public Scorer get(long leadCost) throws IOException {
          return plan().hasLists() && plan().cost() <= leadCost
              ? ResemblanceScorer.ofHits(plan(), values, boost)
              : ResemblanceScorer.ofDocValues(values, query, boost);
        }

        @Override
        public long cost() {
          try {
            return plan().cost();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };
    }

    @Override
    public Explanation explain(LeafReaderContext context, int doc) throws IOException {
      BinaryDocValues values = ResemblanceFormat.values(context.reader(), query.field);
      if (values == null || !values.advanceExact(doc)) {
        return Explanation.noMatch("document has no features in field '" + query.field + "'");
      }
      ShortFeatures value = ShortFeatures.ofIndex(values.binaryValue(), query.field);
      int own = query.features.size();
      int size = value.size();
      int shared = query.shared(value, 0);
      double resemblance = Jaccard.of(shared, own, size);
      Explanation detail =
          Explanation.match(
              (float) resemblance,
              "resemblance, computed as shared / (own + document's - shared) from:",
              Explanation.match(shared, "shared, features in both in the same order"),
              Explanation.match(own, "own, features of the query"),
              Explanation.match(size, "document's, features of the document"));
      if (resemblance >= query.minResemblance && size > query.maxSize) {
        return Explanation.noMatch("document has more than " + query.maxSize + " features", detail);
      }
      if (resemblance < query.minResemblance) {
        return Explanation.noMatch(
            "resemblance is below the minimum of " + query.minResemblance, detail);
      }
      return Explanation.match(
          ResemblanceScorer.score(resemblance, boost),
          query + ", computed as boost * resemblance from:",
          detail,
          Explanation.match(boost, "boost"));
    }

    @Override
    public boolean isCacheable(LeafReaderContext context) {
      return DocValues.isCacheable(context, query.field);
    }
  }
}
