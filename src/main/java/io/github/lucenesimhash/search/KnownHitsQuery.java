package io.github.lucenesimhash.search;

import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/**
 * Matches given documents of one reader, with given distances. In a search of a single segment the
 * query matches nothing, because the document numbers count from the start of the whole reader. A
 * search of another composite reader throws an IllegalStateException.
 */
final class KnownHitsQuery extends Query {

  private final Hits hits = new Hits(); // numbered as in the whole reader
  private final int bits; // the number of bits of a fingerprint
  private final Object readerId;

  /**
   * Creates a query for the given hits, in any order, which have the scores of a distance query
   * without a boost.
   */
  KnownHitsQuery(IndexReader reader, int bits, ScoreDoc... found) {
    for (ScoreDoc hit : found) {
      hits.add(hit.doc, DistanceScorer.distance(hit.score, bits));
    }
    hits.sort();
    this.bits = bits;
    readerId = reader.getContext().id();
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    IndexReader reader = searcher.getIndexReader();
    if (readerId.equals(reader.getContext().id())) {
      return new KnownHitsWeight(hits, boost);
    }
    if (reader instanceof LeafReader) {
      return new KnownHitsWeight(new Hits(), boost);
    }
    throw new IllegalStateException(this + " holds documents of another reader than " + reader);
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other)
        && bits == ((KnownHitsQuery) other).bits
        && readerId.equals(((KnownHitsQuery) other).readerId)
        && hits.equals(((KnownHitsQuery) other).hits);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * classHash() + System.identityHashCode(readerId)) + hits.hashCode();
  }

  @Override
  public String toString(String defaultField) {
    return "known(" + hits.size() + " documents from " + hits.doc(0) + ")";
  }

  private final class KnownHitsWeight extends Weight {

    private final Hits known;
    private final float boost;

    KnownHitsWeight(Hits known, float boost) {
      super(KnownHitsQuery.this);
      this.known = known;
      this.boost = boost;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext context) {
      int end = known.indexOf(context.docBase + context.reader().maxDoc());
      Hits own = new Hits();
      for (int i = known.indexOf(context.docBase); i < end; i++) {
        own.add(known.doc(i) - context.docBase, known.distance(i));
      }
      return own.size() == 0
          ? null
          : new DefaultScorerSupplier(
              DistanceScorer.ofHits(new Hits.Later(() -> own, own.size()), bits, boost));
    }

    @Override
    public Explanation explain(LeafReaderContext context, int doc) {
      int i = known.indexOf(context.docBase + doc);
      String documents = "among the " + known.size() + " documents";
      return i == known.size() || known.doc(i) != context.docBase + doc
          ? Explanation.noMatch("not " + documents)
          : Explanation.match(
              DistanceScorer.score(known.distance(i), bits, boost),
              documents + ", computed as boost * (1 - distance / " + bits + ") from:",
              Explanation.match(known.distance(i), "distance in bits, 0 to " + bits),
              Explanation.match(boost, "boost"));
    }

    /** Returns false, because the hits of a segment depend on its position in the reader. */
    @Override
    public boolean isCacheable(LeafReaderContext context) {
      return false;
    }
  }
}
