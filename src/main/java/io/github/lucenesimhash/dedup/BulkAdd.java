package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.lucene.document.Document;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.NamedThreadFactory;
import org.apache.lucene.util.ThreadInterruptedException;

/** Many documents through one writer, by several threads; the first failure ends all. */
final class BulkAdd<T> {

  private final NearDuplicateWriter writer;
  private final Iterator<T> items;
  private final Function<? super T, Document> toDocument;
  private final Consumer<? super Outcome> outcomes;
  private volatile boolean failed;

  BulkAdd(
      NearDuplicateWriter writer,
      Iterator<T> items,
      Function<? super T, Document> toDocument,
      Consumer<? super Outcome> outcomes) {
    this.writer = writer;
    this.items = items;
    this.toDocument = toDocument;
    this.outcomes = outcomes;
  }

  void run(int threads) throws IOException {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    try (ExecutorService executor =
        Executors.newFixedThreadPool(threads, new NamedThreadFactory("near-duplicate-writer"))) {
      List<Future<?>> runs = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        runs.add(executor.submit(this::addUntilDone));
      }
      Throwable failure = null;
      for (Future<?> run : runs) {
        try {
          run.get();
        } catch (ExecutionException e) {
          failure = IOUtils.useOrSuppress(failure, e.getCause());
        } catch (InterruptedException e) {
          failed = true;
          throw new ThreadInterruptedException(e);
        }
      }
      if (failure != null) {
        throw IOUtils.rethrowAlways(failure);
      }
    }
  }

  private Void addUntilDone() throws IOException {
    boolean done = false;
    try {
      for (T item; !failed && (item = next()) != null; ) {
        Outcome outcome = writer.add(toDocument.apply(item));
        synchronized (outcomes) {
          outcomes.accept(outcome);
        }
      }
      done = true;
    } finally {
      failed |= !done;
    }
    return null;
  }

  private T next() {
    synchronized (items) {
      return items.hasNext() ? items.next() : null;
    }
  }
}
