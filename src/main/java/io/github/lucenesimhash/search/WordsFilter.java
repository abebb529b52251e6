package io.github.lucenesimhash.search;

import java.io.IOException;
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
 * Every document without a {@link WordsField}, and those with one that passes a test. It looks at
 * the documents that it is led to: a filter of queries that have few hits.
 */
abstract class WordsFilter extends FieldQuery {

  WordsFilter(String field) {
    super(field);
  }

  /** Whether a document with these features is found. */
  abstract boolean passes(ShortFeatures features);

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new ConstantScoreWeight(this, boost) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        int maxDoc = context.reader().maxDoc();
        DocIdSetIterator all = DocIdSetIterator.all(maxDoc);
        BinaryDocValues values = WordsFormat.values(context.reader(), field);
        DocIdSetIterator found =
            values == null ? all : TwoPhaseIterator.asDocIdSetIterator(passing(all, values));
        return ConstantScoreScorerSupplier.fromIterator(found, score(), scoreMode, maxDoc);
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return DocValues.isCacheable(context, field);
      }
    };
  }

  private TwoPhaseIterator passing(DocIdSetIterator all, BinaryDocValues values) {
    return new TwoPhaseIterator(all) {
      @Override
      public boolean matches() throws IOException {
        return !values.advanceExact(approximation.docID())
            || passes(ShortFeatures.ofIndex(values.binaryValue(), field));
      }

      @Override
      public float matchCost() {
        return 2;
      }
    };
  }
}
