package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.Arrays;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** Documents of one reader that were found before, with their distances. */
final class KnownHitsQuery extends Query {

  /** Of the whole reader, in ascending order. */
  private final int[] docs;

  private final byte[] distances;
  private final Object readerId;

  private KnownHitsQuery(int[] docs, byte[] distances, Object readerId) {
    this.docs = docs;
    this.distances = distances;
    this.readerId = readerId;
  }

  /**
   * @param hits with the scores of a distance query without boost, in any order
   */
  static KnownHitsQuery of(IndexReader reader, ScoreDoc... hits) {
    ScoreDoc[] sorted = hits.clone();
    Arrays.sort(sorted, (a, b) -> Integer.compare(a.doc, b.doc));
    int[] docs = new int[sorted.length];
    byte[] distances = new byte[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      docs[i] = sorted[i].doc;
      distances[i] = (byte) DistanceScorer.distance(sorted[i].score);
    }
    return new KnownHitsQuery(docs, distances, reader.getContext().id());
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    if (!readerId.equals(searcher.getIndexReader().getContext().id())) {
      throw new IllegalStateException(
          this + " holds documents of another reader than " + searcher.getIndexReader());
    }
    return new KnownHitsWeight(boost);
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && equalsTo((KnownHitsQuery) other);
  }

  private boolean equalsTo(KnownHitsQuery that) {
    return readerId.equals(that.readerId)
        && Arrays.equals(docs, that.docs)
        && Arrays.equals(distances, that.distances);
  }

  @Override
  public int hashCode() {
    int hash = 31 * classHash() + System.identityHashCode(readerId);
    return 31 * (31 * hash + Arrays.hashCode(docs)) + Arrays.hashCode(distances);
  }

  @Override
  public String toString(String defaultField) {
    return "known(" + docs.length + " documents from " + docs[0] + ")";
  }

  private final class KnownHitsWeight extends Weight {

    private final float boost;

    KnownHitsWeight(float boost) {
      super(KnownHitsQuery.this);
      this.boost = boost;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext context) {
      Hits hits = new Hits();
      int end = context.docBase + context.reader().maxDoc();
      for (int i = first(context.docBase); i < docs.length && docs[i] < end; i++) {
        hits.add(docs[i] - context.docBase, distances[i]);
      }
      return hits.size() == 0
          ? null
          : new DefaultScorerSupplier(DistanceScorer.ofHits(hits, boost));
    }

    private int first(int doc) {
      int found = Arrays.binarySearch(docs, doc);
      return found < 0 ? -1 - found : found;
    }

    @Override
    public int count(LeafReaderContext context) {
      return context.reader().hasDeletions()
          ? -1
          : first(context.docBase + context.reader().maxDoc()) - first(context.docBase);
    }

    @Override
    public Explanation explain(LeafReaderContext context, int doc) {
      int i = Arrays.binarySearch(docs, context.docBase + doc);
      return i < 0
          ? Explanation.noMatch("not among the " + docs.length + " documents")
          : Explanation.match(
              DistanceScorer.score(distances[i], boost),
              "among the "
                  + docs.length
                  + " documents, computed as boost * (1 - distance / 64) from:",
              Explanation.match(distances[i], "distance in bits, 0 to " + Fingerprint.BITS),
              Explanation.match(boost, "boost"));
    }

    @Override
    public boolean isCacheable(LeafReaderContext context) {
      return true;
    }
  }
}
