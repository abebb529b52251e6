package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.dedup.PlainDedup.Kept;
import io.github.lucenesimhash.dedup.RandomCalls.Drawn;
import io.github.lucenesimhash.testing.Rounds;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NamedThreadFactory;

/**
 * Makes the calls of {@link TestRandomCalls} with several threads. The long run, 20,000 calls by
 * four and by sixteen threads:
 *
 * <pre>mvn test -Dtest=TestRandomCallsOfThreads -Dtests.multiplier=2 -Dtest.seconds=7200</pre>
 */
public class TestRandomCallsOfThreads extends LuceneTestCase {

  private static final int ROUND = 1000;

  private static int rounds() {
    return Rounds.of(4, 10);
  }

  /** A change and its result; nothing is drawn for a change that made documents expire. */
  private record Change(
      long sequenceNumber, Drawn drawn, long before, Action action, List<Neighbour> near) {}

  /**
   * Every change was right in the order of sequence numbers. The index has all changes, or all
   * changes up to the last commit.
   */
  public void testFourThreads() throws Exception {
    testThreads(4);
  }

  public void testSixteenThreads() throws Exception {
    testThreads(16);
  }

  private void testThreads(int count) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(count, new NamedThreadFactory("calls"));
    try {
      for (int round = 0; round < rounds(); round++) {
        long seed = random().nextLong();
        try {
          threads(new Random(seed), executor, count);
        } catch (Throwable e) {
          throw new AssertionError("seed " + seed + ", round " + round, e);
        }
      }
    } finally {
      executor.shutdownNow();
      assertTrue(executor.awaitTermination(10, TimeUnit.MINUTES));
    }
  }

  private static void threads(Random random, ExecutorService executor, int count) throws Exception {
    RandomCalls calls = new RandomCalls(random);
    ConcurrentLinkedQueue<Change> changes = new ConcurrentLinkedQueue<>();
    AtomicLong committed = new AtomicLong(-1);
    boolean rollsBack = random.nextBoolean();
    try (Directory directory = RandomCalls.directory()) {
      calls.addCopies(directory);
      IndexWriter indexWriter = calls.open(directory);
      try (NearDuplicateWriter writer = calls.writer(indexWriter)) {
        List<Future<?>> runs = new ArrayList<>();
        for (int thread = 0; thread < count; thread++) {
          Random its = new Random(random.nextLong());
          runs.add(
              executor.submit(
                  () -> {
                    for (int i = 0; i < ROUND / count; i++) {
                      call(its, calls, indexWriter, writer, changes, committed);
                    }
                    return null;
                  }));
        }
        for (Future<?> run : runs) {
          run.get(10, TimeUnit.MINUTES);
        }
        if (!rollsBack) {
          try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
            assertEquals(replay(calls, changes, Long.MAX_VALUE), compared(calls.content(reader)));
          }
        }
      } finally {
        indexWriter.rollback();
      }
      if (rollsBack && committed.get() >= 0) {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          assertEquals(replay(calls, changes, committed.get()), compared(calls.content(reader)));
        }
      }
    }
  }

  private static void call(
      Random random,
      RandomCalls calls,
      IndexWriter indexWriter,
      NearDuplicateWriter writer,
      ConcurrentLinkedQueue<Change> changes,
      AtomicLong committed)
      throws IOException {
    int kind = random.nextInt(1000);
    if (kind < 890) {
      List<Drawn> all = new ArrayList<>();
      for (int i = random.nextInt(10) == 0 ? 10 : 1; i > 0; i--) {
        all.add(calls.draw(random));
      }
      Offers offers = writer.offer(all.stream().map(calls::document).toList());
      for (Drawn drawn : all) {
        try {
          Outcome outcome = offers.addNext();
          assertEquals(drawn.id(), outcome.idBytes());
          note(outcome, drawn, calls, changes);
        } catch (IOException e) {
          assertEquals(RandomCalls.FAILS, e.getMessage());
        }
      }
    } else if (kind < 990) {
      BytesRef deleted = calls.anyId(random);
      long sequenceNumber = writer.delete(deleted);
      Drawn drawn = new Drawn(deleted, null, false);
      changes.add(new Change(sequenceNumber, drawn, 0, Action.SKIPPED, List.of()));
    } else if (kind < 993 && calls.scope.window() >= 0) {
      long before = calls.scope.origin(random).date() / 2;
      long sequenceNumber = writer.expire(Instant.ofEpochMilli(before));
      changes.add(new Change(sequenceNumber, null, before, Action.SKIPPED, List.of()));
    } else if (kind < 996) {
      writer.refresh();
    } else {
      committed.accumulateAndGet(indexWriter.commit(), Math::max);
    }
  }

  private static void note(
      Outcome outcome, Drawn drawn, RandomCalls calls, ConcurrentLinkedQueue<Change> changes) {
    List<Neighbour> near = PlainDedup.bare(outcome);
    assertEquals(
        "each once", near.size(), near.stream().map(Neighbour::idBytes).distinct().count());
    assertTrue(near.stream().allMatch(other -> other.distance() <= calls.maxDistance));
    boolean isAlone = outcome.action() == Action.ADDED;
    assertTrue(isAlone ? near.isEmpty() : !near.isEmpty() || outcome.action() == Action.REFUSED);
    if (outcome.action() == Action.ADDED) {
      calls.begin(drawn.id(), drawn.offered());
    }
    if (outcome.sequenceNumber() >= 0) {
      changes.add(new Change(outcome.sequenceNumber(), drawn, 0, outcome.action(), near));
    }
  }

  private static Map<BytesRef, List<Object>> replay(
      RandomCalls calls, Iterable<Change> changes, long end) {
    PlainDedup plain = calls.plain();
    plain.content.putAll(calls.copies);
    List<Change> inOrder = new ArrayList<>();
    changes.forEach(inOrder::add);
    inOrder.sort(Comparator.comparingLong(Change::sequenceNumber));
    for (Change change : inOrder) {
      if (change.sequenceNumber > end) {
        break;
      }
      Drawn drawn = change.drawn;
      if (drawn == null) {
        plain.expire(change.before);
      } else if (change.action == Action.SKIPPED) {
        plain.delete(drawn.id());
      } else {
        boolean isMarked = change.action == Action.MARKED; // by a document that may be gone
        if (!isMarked) {
          List<Neighbour> expected = plain.neighbours(drawn.id(), drawn.offered());
          assertEquals(expected, change.near);
          Action expectedAction = plain.action(drawn.id(), drawn.offered(), expected);
          assertEquals(expectedAction, change.action);
          plain.make(change.action, drawn.id(), drawn.offered(), expected);
        } else {
          assertFalse(plain.isOfAnotherTenant(drawn.id(), drawn.offered()));
          plain.content.put(drawn.id(), drawn.offered());
        }
      }
    }
    return compared(plain.content);
  }

  /** Returns the parts of documents that do not depend on how the documents were marked. */
  private static Map<BytesRef, List<Object>> compared(Map<BytesRef, Kept> content) {
    Map<BytesRef, List<Object>> compared = new HashMap<>();
    content.forEach((id, kept) -> compared.put(id, compared(kept)));
    return compared;
  }

  private static List<Object> compared(Kept kept) {
    return Arrays.asList(kept.fingerprint(), kept.origin());
  }
}
