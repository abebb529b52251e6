package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Matches;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** Documents of one reader that were found before, with their distances. */
final class KnownHitsQuery extends Query {

  private final Hits hits = new Hits(); // of the whole reader
  private final int bits; // of a fingerprint
  private final Object readerId;

  /** Of hits with the scores of a distance query without boost, in any order. */
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
    boolean isOwn = readerId.equals(reader.getContext().id());
    if (!isOwn && !(reader instanceof LeafReader)) {
      throw ofAnother(reader);
    }
    return new KnownHitsWeight(boost, isOwn);
  }

  private IllegalStateException ofAnother(IndexReader reader) {
    return new IllegalStateException(this + " holds documents of another reader than " + reader);
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

    private final float boost;

    /** Else it is a segment's, or one that a highlighter made, which asks for matches alone. */
    private final boolean isOwn;

    KnownHitsWeight(float boost, boolean isOwn) {
      super(KnownHitsQuery.this);
      this.boost = boost;
      this.isOwn = isOwn;
    }

    @Override
    public Matches matches(LeafReaderContext context, int doc) throws IOException {
      return isOwn ? super.matches(context, doc) : null;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext context) {
      if (!isOwn) {
        throw ofAnother(context.reader());
      }
      int end = hits.indexOf(context.docBase + context.reader().maxDoc());
      Hits own = new Hits();
      for (int i = hits.indexOf(context.docBase); i < end; i++) {
        own.add(hits.doc(i) - context.docBase, hits.distance(i));
      }
      return own.size() == 0
          ? null
          : new DefaultScorerSupplier(
              DistanceScorer.ofHits(new Hits.Later(() -> own, own.size()), bits, boost));
    }

    @Override
    public Explanation explain(LeafReaderContext context, int doc) {
      int i = hits.indexOf(context.docBase + doc);
      String documents = "among the " + hits.size() + " documents";
      return i == hits.size() || hits.doc(i) != context.docBase + doc
          ? Explanation.noMatch("not " + documents)
          : Explanation.match(
              DistanceScorer.score(hits.distance(i), bits, boost),
              documents + ", computed as boost * (1 - distance / " + bits + ") from:",
              Explanation.match(hits.distance(i), "distance in bits, 0 to " + bits),
              Explanation.match(boost, "boost"));
    }

    @Override
    public boolean isCacheable(LeafReaderContext context) {
      return true;
    }
  }
}
