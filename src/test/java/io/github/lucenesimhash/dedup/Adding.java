package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.lucene.document.Document;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.NamedThreadFactory;

/**
 * Adds documents with several threads. Each looks up some documents at a time, then adds them. The
 * first failure ends all threads.
 */
final class Adding<T> {

  private static final int MOST_TOGETHER = 500;

  private final NearDuplicateWriter writer;
  private final Iterator<T> items;
  private final Function<T, Document> toDocument;
  private final Consumer<Outcome> outcomes; // one thread at a time
  private Throwable failure;

  private Adding(
      NearDuplicateWriter writer,
      Iterator<T> items,
      Function<T, Document> toDocument,
      Consumer<Outcome> outcomes) {
    this.writer = writer;
    this.items = items;
    this.toDocument = toDocument;
    this.outcomes = outcomes;
  }

  static <T> void all(
      NearDuplicateWriter writer,
      Iterable<T> items,
      Function<T, Document> toDocument,
      int threads,
      Consumer<Outcome> outcomes)
      throws IOException {
    Adding<T> adding = new Adding<>(writer, items.iterator(), toDocument, outcomes);
    try (ExecutorService executor =
        Executors.newFixedThreadPool(threads, new NamedThreadFactory("adding"))) {
      List<Future<?>> runs = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        runs.add(executor.submit(adding::run));
      }
      for (Future<?> run : runs) {
        run.get();
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    if (adding.failure != null) {
      throw IOUtils.rethrowAlways(adding.failure);
    }
  }

  private synchronized void fail(Throwable e) {
    failure = IOUtils.useOrSuppress(failure, e);
  }

  private synchronized List<T> next(int most) {
    List<T> next = new ArrayList<>();
    while (failure == null && next.size() < most && items.hasNext()) {
      next.add(items.next());
    }
    return next;
  }

  private void run() {
    try {
      int most = 1;
      for (List<T> some = next(most); !some.isEmpty(); some = next(most)) {
        Offers offers = writer.offer(some.stream().map(toDocument).toList());
        while (offers.hasNext()) {
          Outcome outcome = offers.addNext();
          synchronized (outcomes) {
            outcomes.accept(outcome);
          }
        }
        most = most == MOST_TOGETHER ? 1 : Math.min(2 * most, MOST_TOGETHER);
      }
    } catch (Throwable e) {
      fail(e);
    }
  }
}
