package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.ConstantScoreScorerSupplier;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BytesRef;

/**
 * Every document without a {@link WordsField}, and those with one that passes a test. It looks at
 * the documents that it is led to: a filter of queries that have few hits.
 */
abstract class WordsFilter extends FieldQuery {

  WordsFilter(String field) {
    super(field);
  }

  /** Whether any document with features may be found. */
  boolean mayPass() {
    return true;
  }

  /** Whether a document with these features is found. */
  abstract boolean passes(ShortFeatures features);

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new ConstantScoreWeight(this, boost) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        int maxDoc = context.reader().maxDoc();
        if (!mayPass() && haveAll(context.reader())) {
          return null;
        }
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

  /** Whether every document has the field, as far as its terms tell. */
  private boolean haveAll(LeafReader reader) throws IOException {
    Terms terms = WordsFormat.isIn(reader, field) ? reader.terms(field) : null;
    BytesRef first = terms == null ? null : terms.getMin();
    return first != null && ShortFeatures.isTerm(first) && terms.getDocCount() == reader.maxDoc();
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
