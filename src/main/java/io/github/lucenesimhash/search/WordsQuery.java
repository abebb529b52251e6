package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Jaccard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
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

/** Every document of at least some similarity to a text's features. */
final class WordsQuery extends FieldQuery {

  private final ShortFeatures features;
  final int[] numberedKeys;
  final double minSimilarity;
  private final CommonSubsequence common; // null if no document can have so many features

  /** Of texts that can be similar to the query; no size does if the least is above the greatest. */
  final int minSize;

  final int maxSize;
  private final int[] minShared; // by the size of the other text
  private final boolean isNamed; // by a user, who may misspell the field

  WordsQuery(String field, ShortFeatures features, double minSimilarity) {
    this(field, features, minSimilarity, WordsField.MAX_FEATURES, true);
  }

  /** Of the documents that have no more features than so many; there may be none with features. */
  WordsQuery(String field, ShortFeatures features, double minSimilarity, int mostFeatures) {
    this(field, features, minSimilarity, mostFeatures, false);
  }

  private WordsQuery(
      String field,
      ShortFeatures features,
      double minSimilarity,
      int mostFeatures,
      boolean isNamed) {
    super(field);
    this.isNamed = isNamed;
    this.features = features;
    this.minSimilarity = minSimilarity;
    numberedKeys = features.numberedKeys();
    common = features.size() <= WordsField.MAX_FEATURES ? new CommonSubsequence(features) : null;
    check(field, minSimilarity);
    minShared = new int[WordsField.MAX_FEATURES + 1];
    int min = minShared.length;
    int max = 0;
    for (int size = 1; size <= mostFeatures; size++) {
      minShared[size] = Jaccard.minShared(features.size(), size, minSimilarity);
      if (minShared[size] <= Math.min(features.size(), size)) {
        min = Math.min(min, size);
        max = size;
      }
    }
    minSize = min;
    maxSize = max;
  }

  static void check(String field, double minSimilarity) {
    if (!(minSimilarity > 0 && minSimilarity <= 1)) {
      String problem = "minSimilarity for field '" + field + "' is " + minSimilarity;
      throw new IllegalArgumentException(problem + ", expected more than 0 and at most 1");
    }
  }

  /** The features that a text of this size must share with the query. */
  int minShared(int size) {
    return minShared[size];
  }

  /** The similarity of a document; 0 if it is below the minimum. */
  double similarity(BytesRef docValue) throws CorruptIndexException {
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
      isField |= WordsFormat.isIn(leaf.reader(), field);
    }
    if (isNamed) {
      WordsFormat.checkName(searcher.getIndexReader(), field);
    }
    return !isField
        ? new MatchNoDocsQuery("no document has field '" + field + "'")
        : minSize > maxSize
            ? new MatchNoDocsQuery("no document has so many features, or so few")
            : this;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new WordsWeight(this, boost);
  }

  @Override
  List<Object> wanted() {
    return List.of(features, minSimilarity, maxSize, isNamed);
  }

  /** As {@code [9 features]~0.7}. */
  @Override
  String describe() {
    return "[" + features.size() + " features]~" + minSimilarity;
  }

  private static final class WordsWeight extends Weight {

    private final WordsQuery query;
    private final float boost;
    private volatile WordsPlan.Rarest rarest; // of a large segment, by any thread

    WordsWeight(WordsQuery query, float boost) {
      super(query);
      this.query = query;
      this.boost = boost;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
      if (!WordsFormat.isIn(context.reader(), query.field)) {
        return null;
      }
      BinaryDocValues values = DocValues.getBinary(context.reader(), query.field);
      return new ScorerSupplier() {

        private WordsPlan plan;

        private WordsPlan plan() throws IOException {
          if (plan == null) {
            plan = WordsWeight.this.plan(context.reader());
          }
          return plan;
        }

        @Override
        public Scorer get(long leadCost) throws IOException {
          return plan().hasLists() && plan().cost() <= leadCost
              ? WordsScorer.ofHits(plan(), values, boost)
              : WordsScorer.ofDocValues(values, query, boost);
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

    private WordsPlan plan(LeafReader reader) throws IOException {
      WordsPlan.Rarest known = rarest;
      WordsPlan plan = new WordsPlan(reader, query, WordsPlan.MAX_POSTINGS, known);
      WordsPlan.Rarest its = plan.rarest();
      if (its != null && (known == null || its.maxDoc() > known.maxDoc())) {
        rarest = its;
      }
      return plan;
    }

    @Override
    public Explanation explain(LeafReaderContext context, int doc) throws IOException {
      BinaryDocValues values = WordsFormat.values(context.reader(), query.field);
      if (values == null || !values.advanceExact(doc)) {
        return Explanation.noMatch("document has no features in field '" + query.field + "'");
      }
      ShortFeatures value = ShortFeatures.ofIndex(values.binaryValue(), query.field);
      int own = query.features.size();
      int size = value.size();
      int shared = query.shared(value, 0);
      double similarity = Jaccard.of(shared, own, size);
      Explanation detail =
          Explanation.match(
              (float) similarity,
              "similarity, computed as shared / (own + document's - shared) from:",
              Explanation.match(shared, "shared, features in both in the same order"),
              Explanation.match(own, "own, features of the query"),
              Explanation.match(size, "document's, features of the document"));
      if (similarity >= query.minSimilarity && size > query.maxSize) {
        return Explanation.noMatch("document has more than " + query.maxSize + " features", detail);
      }
      if (similarity < query.minSimilarity) {
        return Explanation.noMatch(
            "similarity is below the minimum of " + query.minSimilarity, detail);
      }
      return Explanation.match(
          WordsScorer.score(similarity, boost),
          query + ", computed as boost * similarity from:",
          detail,
          Explanation.match(boost, "boost"));
    }

    @Override
    public boolean isCacheable(LeafReaderContext context) {
      return DocValues.isCacheable(context, query.field);
    }
  }
}
