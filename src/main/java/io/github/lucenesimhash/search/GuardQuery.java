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
import org.apache.lucene.util.BytesRef;

/** All documents that a {@link Guard} does not keep apart from a text. A filter of others' hits. */
final class GuardQuery extends FieldQuery {

  private final Guard guard;
  private final BytesRef words;

  /**
   * @param field a {@link ResemblanceField}
   * @param words of the text, which has some
   */
  GuardQuery(String field, Guard guard, BytesRef words) {
    super(field);
    this.guard = guard;
    this.words = BytesRef.deepCopyOf(words);
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
            values == null ? all : TwoPhaseIterator.asDocIdSetIterator(notHeldBack(all, values));
        return ConstantScoreScorerSupplier.fromIterator(found, score(), scoreMode, maxDoc);
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return DocValues.isCacheable(context, field);
      }
    };
  }

  private TwoPhaseIterator notHeldBack(DocIdSetIterator all, BinaryDocValues values) {
    return new TwoPhaseIterator(all) {
      @Override
      public boolean matches() throws IOException {
        return !values.advanceExact(approximation.docID())
            || !guard.holdsBack(words, values.binaryValue());
      }

      @Override
      public float matchCost() {
        return ShortFeatures.size(words);
      }
    };
  }

  @Override
  List<Object> wanted() {
    return List.of(guard, words);
  }

  @Override
  String describe() {
    return "[not held back by the guard " + guard + "]";
  }
}
