package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Lookup.Hits;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.util.BytesRef;

/**
 * Collects what the guard does not hold back, and counts the rest.
 *
 * @param field of words
 * @param isHeldBack of the words of a document
 */
record GuardedHits<C extends Collector>(
    CollectorManager<C, TopDocs> all, String field, Predicate<BytesRef> isHeldBack)
    implements CollectorManager<GuardedHits.Guarded<C>, Hits> {

  @Override
  public Guarded<C> newCollector() throws IOException {
    return new Guarded<>(all.newCollector(), this);
  }

  @Override
  public Hits reduce(Collection<Guarded<C>> collectors) throws IOException {
    List<C> passed = collectors.stream().map(Guarded::passed).toList();
    return new Hits(
        all.reduce(passed), collectors.stream().mapToInt(guarded -> guarded.heldBack).sum());
  }

  static final class Guarded<C extends Collector> extends FilterCollector {

    private final C passed;
    private final GuardedHits<C> guard;
    private int heldBack;

    private Guarded(C passed, GuardedHits<C> guard) {
      super(passed);
      this.passed = passed;
      this.guard = guard;
    }

    private C passed() {
      return passed;
    }

    @Override
    public LeafCollector getLeafCollector(LeafReaderContext leaf) throws IOException {
      BinaryDocValues words = DocValues.getBinary(leaf.reader(), guard.field);
      return new FilterLeafCollector(super.getLeafCollector(leaf)) {
        @Override
        public void collect(int doc) throws IOException {
          if (words.advanceExact(doc) && guard.isHeldBack.test(words.binaryValue())) {
            heldBack++;
          } else {
            in.collect(doc);
          }
        }
      };
    }
  }
}
