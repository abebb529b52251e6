package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Lookup.Hits;
import io.github.lucenesimhash.search.HeldBack;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.TopDocs;

/** Collects what the guard does not hold back, and counts the rest. */
record GuardedHits<C extends Collector>(CollectorManager<C, TopDocs> all, HeldBack heldBack)
    implements CollectorManager<GuardedHits.Guarded<C>, Hits> {

  @Override
  public Guarded<C> newCollector() throws IOException {
    return new Guarded<>(all.newCollector(), heldBack);
  }

  @Override
  public Hits reduce(Collection<Guarded<C>> collectors) throws IOException {
    List<C> passed = collectors.stream().map(Guarded::passed).toList();
    return new Hits(
        all.reduce(passed), collectors.stream().mapToInt(guarded -> guarded.heldBack).sum());
  }

  static final class Guarded<C extends Collector> extends FilterCollector {

    private final C passed;
    private final HeldBack guard;
    private int heldBack;

    private Guarded(C passed, HeldBack guard) {
      super(passed);
      this.passed = passed;
      this.guard = guard;
    }

    private C passed() {
      return passed;
    }

    @Override
    public LeafCollector getLeafCollector(LeafReaderContext leaf) throws IOException {
      HeldBack.InSegment isHeldBack = guard.in(leaf.reader());
      return new FilterLeafCollector(super.getLeafCollector(leaf)) {
        @Override
        public void collect(int doc) throws IOException {
          if (isHeldBack.test(doc)) {
            heldBack++;
          } else {
            in.collect(doc);
          }
        }
      };
    }
  }
}
