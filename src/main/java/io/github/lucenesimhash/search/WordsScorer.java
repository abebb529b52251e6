package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;

/** Scores the hits of a similarity query: boost * similarity. */
final class WordsScorer extends Scorer {

  private final TwoPhaseIterator candidates;
  private final DocIdSetIterator hits;
  private final Check check;
  private final float boost;

  private WordsScorer(Check check, float boost) {
    this.candidates = check;
    this.hits = TwoPhaseIterator.asDocIdSetIterator(check);
    this.check = check;
    this.boost = boost;
  }

  /** Checks every document that its lists of features do not rule out. */
  static WordsScorer ofHits(WordsPlan plan, BinaryDocValues values, float boost) {
    return new WordsScorer(new Check(plan.new Candidates(), values, plan.query()), boost);
  }

  /** Checks every document that it is led to. */
  static WordsScorer ofDocValues(BinaryDocValues values, WordsQuery query, float boost) {
    return new WordsScorer(new Check(values, values, query), boost);
  }

  static float score(double similarity, float boost) {
    return (float) (boost * similarity);
  }

  private static final class Check extends TwoPhaseIterator {

    private final BinaryDocValues values;
    private final WordsQuery query;
    private double similarity;

    Check(DocIdSetIterator candidates, BinaryDocValues values, WordsQuery query) {
      super(candidates);
      this.values = values;
      this.query = query;
    }

    @Override
    public boolean matches() throws IOException {
      int doc = approximation.docID();
      boolean exists = values.docID() == doc || values.advanceExact(doc);
      similarity = exists ? query.similarity(values.binaryValue()) : 0;
      return similarity > 0;
    }

    @Override
    public float matchCost() {
      return 2f * query.numberedKeys.length;
    }
  }

  @Override
  public TwoPhaseIterator twoPhaseIterator() {
    return candidates;
  }

  @Override
  public DocIdSetIterator iterator() {
    return hits;
  }

  @Override
  public int docID() {
    return hits.docID();
  }

  @Override
  public float score() {
    return score(check.similarity, boost);
  }

  @Override
  public float getMaxScore(int upTo) {
    return boost;
  }
}
