package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorerSupplier;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;

/** Every document with a {@link ResemblanceField} of at most so many features. */
final class FewFeaturesQuery extends FieldQuery {

  private final int mostFeatures;

  FewFeaturesQuery(String field, int mostFeatures) {
    super(field);
    this.mostFeatures = mostFeatures;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new ConstantScoreWeight(this, boost) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        BinaryDocValues values = ResemblanceFormat.values(context.reader(), field);
        return values == null
            ? null
            : ConstantScoreScorerSupplier.fromIterator(
                TwoPhaseIterator.asDocIdSetIterator(few(values)),
                score(),
                scoreMode,
                context.reader().maxDoc());
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return true;
      }
    };
  }

  private TwoPhaseIterator few(BinaryDocValues values) {
    return new TwoPhaseIterator((DocIdSetIterator) values) {
      @Override
      public boolean matches() throws IOException {
        return ShortFeatures.size(values.binaryValue()) <= mostFeatures;
      }

      @Override
      public float matchCost() {
        return 2;
      }
    };
  }

  @Override
  List<Object> wanted() {
    return List.of(mostFeatures);
  }

  @Override
  String describe() {
    return "[at most " + mostFeatures + " features]";
  }
}
