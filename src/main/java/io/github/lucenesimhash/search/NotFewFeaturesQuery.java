package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorerSupplier;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;

/**
 * Every document without a {@link ResemblanceField}, or with more than so many features. It looks
 * at the documents that it is led to: a filter of queries that have few hits.
 */
final class NotFewFeaturesQuery extends FieldQuery {

  private final int few;

  NotFewFeaturesQuery(String field, int few) {
    super(field);
    this.few = few;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new ConstantScoreWeight(this, boost) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        int maxDoc = context.reader().maxDoc();
        DocIdSetIterator all = DocIdSetIterator.all(maxDoc);
        BinaryDocValues values = ResemblanceFormat.values(context.reader(), field);
        DocIdSetIterator found =
            values == null ? all : TwoPhaseIterator.asDocIdSetIterator(notFew(all, values));
        return ConstantScoreScorerSupplier.fromIterator(found, score(), scoreMode, maxDoc);
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return DocValues.isCacheable(context, field);
      }
    };
  }

  private TwoPhaseIterator notFew(DocIdSetIterator all, BinaryDocValues values) {
    return new TwoPhaseIterator(all) {
      @Override
      public boolean matches() throws IOException {
        return !values.advanceExact(approximation.docID())
            || ShortFeatures.ofIndex(values.binaryValue(), field).size() > few;
      }

      @Override
      public float matchCost() {
        return 2;
      }
    };
  }

  @Override
  List<Object> wanted() {
    return List.of(few);
  }

  @Override
  String describe() {
    return "[none, or more than " + few + " features]";
  }
}
