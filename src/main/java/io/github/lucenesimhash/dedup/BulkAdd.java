package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DocumentReader.Offer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.NamedThreadFactory;
import org.apache.lucene.util.ThreadInterruptedException;

/** Many documents through one writer, by several threads; the first failure ends all. */
final class BulkAdd<T> {

  private static final int FIRST_GROUP = 512;
  private static final int MAX_GROUP = 2048;
  private static final long GROUP_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long MAX_GROUP_CHARACTERS = 4 << 20; // a group is held in memory

  private final Admission admission;
  private final Iterator<T> items;
  private final Function<? super T, ? extends Iterable<? extends IndexableField>> toDocument;
  private final Consumer<? super Outcome> outcomes;

  private boolean isAtEnd; // guarded by the iterator
  private volatile Throwable failure; // the first, with those that came after it, or null

  BulkAdd(
      Admission admission,
      Iterator<T> items,
      Function<? super T, ? extends Iterable<? extends IndexableField>> toDocument,
      Consumer<? super Outcome> outcomes) {
    this.admission = admission;
    this.items = items;
    this.toDocument = toDocument;
    this.outcomes = outcomes;
  }

  void run(int threads) throws IOException {
    Settings.check(threads >= 1, "threads is " + threads, "1 or more");
    try (ExecutorService executor =
        Executors.newFixedThreadPool(threads, new NamedThreadFactory("near-duplicate-writer"))) {
      for (int i = 0; i < threads; i++) {
        executor.execute(this::addUntilDone);
      }
      executor.shutdown();
      for (boolean isEnded = false; !isEnded; ) {
        try {
          isEnded = executor.awaitTermination(1, TimeUnit.HOURS);
        } catch (InterruptedException e) { // again: close() would interrupt the threads
          fail(new ThreadInterruptedException(e)); // they end by it
        }
      }
    }
    if (failure != null) {
      throw IOUtils.rethrowAlways(failure);
    }
  }

  private synchronized void fail(Throwable e) {
    if (!e.equals(failure)) {
      failure = IOUtils.useOrSuppress(failure, e);
    }
  }

  private void addUntilDone() {
    try {
      for (int most = FIRST_GROUP; addGroup(most); most = MAX_GROUP) {}
    } catch (Throwable e) {
      fail(e);
    }
  }

  /** Returns false after the last one. What was made before something throws is added before. */
  private boolean addGroup(int most) throws IOException {
    List<Offer> offers = new ArrayList<>();
    boolean made = makeGroup(most, offers);
    Offers group = new Offers(admission, offers);
    while (group.hasNext()) {
      if (made && failure != null) {
        return false;
      }
      Outcome outcome = group.addNext();
      synchronized (outcomes) {
        outcomes.accept(outcome);
      }
    }
    return made && !offers.isEmpty();
  }

  /** Returns false if it ended with a failure. */
  private boolean makeGroup(int most, List<Offer> offers) {
    long end = System.nanoTime() + GROUP_NANOS;
    long characters = 0;
    T item;
    try {
      while ((item = next()) != null) {
        Offer offer = admission.reader.read(toDocument.apply(item));
        offers.add(offer);
        for (IndexableField field : offer.document()) {
          CharSequence text = field.getCharSequenceValue();
          characters += text == null ? 0 : text.length();
        }
        if (offers.size() >= most
            || characters >= MAX_GROUP_CHARACTERS
            || System.nanoTime() >= end) {
          break;
        }
      }
      return true;
    } catch (Throwable e) {
      fail(e);
      return false;
    }
  }

  private T next() {
    synchronized (items) {
      if (isAtEnd || failure != null) {
        return null;
      }
      isAtEnd = true; // also if the iterator throws
      T item = items.hasNext() ? Objects.requireNonNull(items.next(), "an item") : null;
      isAtEnd = item == null;
      return item;
    }
  }
}
