package io.github.lucenesimhash.bench;

import java.io.IOException;
import java.util.Collection;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;

/** Counts the hits that pass a check. Each hit is checked by itself. */
final class HitCount extends SimpleCollector {

  /** Checks the hits of one segment. */
  @FunctionalInterface
  interface Check {
    boolean accept(int doc) throws IOException;
  }

  /** Creates the check of a segment. */
  @FunctionalInterface
  interface LeafCheck {
    Check of(LeafReaderContext context) throws IOException;
  }

  private final LeafCheck checks;
  private Check check;
  private long hits;

  private HitCount(LeafCheck checks) {
    this.checks = checks;
  }

  static CollectorManager<HitCount, Long> manager(LeafCheck checks) {
    return new CollectorManager<>() {
      @Override
      public HitCount newCollector() {
        return new HitCount(checks);
      }

      @Override
      public Long reduce(Collection<HitCount> collectors) {
        return collectors.stream().mapToLong(collector -> collector.hits).sum();
      }
    };
  }

  @Override
  protected void doSetNextReader(LeafReaderContext context) throws IOException {
    check = checks.of(context);
  }

  @Override
  public void collect(int doc) throws IOException {
    if (check.accept(doc)) {
      hits++;
    }
  }

  @Override
  public ScoreMode scoreMode() {
    return ScoreMode.COMPLETE_NO_SCORES;
  }
}
