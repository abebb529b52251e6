package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.simhash.SimHash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;

/** All hits of a distance query. */
final class HitCollector implements CollectorManager<HitCollector.Gatherer, List<Hit>> {

  /** Those of some segments. */
  static final class Gatherer extends SimpleCollector {

    private final List<Hit> hits = new ArrayList<>();
    private Scorable scorer;
    private int docBase;

    @Override
    protected void doSetNextReader(LeafReaderContext context) {
      docBase = context.docBase;
    }

    @Override
    public void setScorer(Scorable scorer) {
      this.scorer = scorer;
    }

    @Override
    public void collect(int doc) throws IOException {
      // the score is 1 - distance/64, a float without error
      hits.add(new Hit(docBase + doc, Math.round((1 - scorer.score()) * SimHash.BITS)));
    }

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE;
    }
  }

  @Override
  public Gatherer newCollector() {
    return new Gatherer();
  }

  @Override
  public List<Hit> reduce(Collection<Gatherer> gatherers) {
    List<Hit> all = new ArrayList<>();
    gatherers.forEach(gatherer -> all.addAll(gatherer.hits));
    return all;
  }
}
