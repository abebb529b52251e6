package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.util.Bits;

/** Scores each hit of a distance query with boost * (1 - distance / bits). */
abstract class DistanceScorer extends Scorer {

  static final BulkScorer NOTHING =
      new BulkScorer() {
        @Override
        public int score(LeafCollector collector, Bits acceptDocs, int min, int max) {
          return DocIdSetIterator.NO_MORE_DOCS;
        }

        @Override
        public long cost() {
          return 0;
        }
      };

  private final DocIdSetIterator documents;
  private final int bits; // the number of bits of a fingerprint
  private final float boost;
  int limit; // the distance beyond which documents may be left out

  private DistanceScorer(DocIdSetIterator documents, int maxDistance, int bits, float boost) {
    this.documents = documents;
    this.bits = bits;
    limit = maxDistance;
    this.boost = boost;
  }

  static DistanceScorer ofHits(Hits.Iterator hits, int bits, float boost) {
    return new DistanceScorer(hits, bits, bits, boost) {
      @Override
      public void setMinCompetitiveScore(float minScore) {
        super.setMinCompetitiveScore(minScore);
        hits.limit(limit);
      }

      @Override
      int distance() {
        return hits.distance();
      }
    };
  }

  /** Returns a scorer that checks the doc value of every document on which it is positioned. */
  static DistanceScorer ofDocValues(
      FingerprintValues values, HammingDistanceQuery query, float boost) {
    return new DistanceScorer(values, query.maxDistance, query.fingerprint.bits(), boost) {

      private int distance;

      private final TwoPhaseIterator twoPhase =
          new TwoPhaseIterator(values) {
            @Override
            public boolean matches() throws IOException {
              distance = values.distance(query.fingerprint);
              return distance <= limit;
            }

            @Override
            public float matchCost() {
              return 5; // a doc-values read, xor, popcount, compare
            }
          };

      @Override
      public TwoPhaseIterator twoPhaseIterator() {
        return twoPhase;
      }

      @Override
      public DocIdSetIterator iterator() {
        return TwoPhaseIterator.asDocIdSetIterator(twoPhase);
      }

      @Override
      int distance() {
        return distance;
      }
    };
  }

  @Override
  public DocIdSetIterator iterator() {
    return documents;
  }

  @Override
  public int docID() {
    return documents.docID();
  }

  static float score(int distance, int bits, float boost) {
    return boost * (1 - (float) distance / bits);
  }

  /** Returns the distance of a hit from its score without a boost. */
  static int distance(float score, int bits) {
    return Math.round((1 - score) * bits);
  }

  abstract int distance();

  @Override
  public void setMinCompetitiveScore(float minScore) {
    while (limit >= 0 && score(limit, bits, boost) < minScore) {
      limit--;
    }
  }

  @Override
  public float score() {
    return score(distance(), bits, boost);
  }

  @Override
  public float getMaxScore(int upTo) {
    return boost;
  }
}
