package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.dedup.PlainDedup.Kept;
import io.github.lucenesimhash.dedup.PlainDedup.Policy;
import io.github.lucenesimhash.dedup.RandomCalls.Drawn;
import io.github.lucenesimhash.dedup.TestInterrupts.StallingMerges;
import io.github.lucenesimhash.testing.Rounds;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.store.MockDirectoryWrapper;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.ThreadInterruptedException;

/**
 * Adds, updates, deletes, commits, refreshes, rollbacks and failing documents in random order, with
 * texts verified or not, in an index that may be full of copies. The long run, 10 million calls:
 *
 * <pre>mvn test -Dtest='TestRandomCalls*' -Dtests.multiplier=500 -Dtest.seconds=7200</pre>
 */
public class TestRandomCalls extends LuceneTestCase {

  private static final int ROUND = 1000;

  private static int rounds() {
    return Rounds.of(4, 10);
  }

  /** Every outcome and the index equal those of a map and a loop. */
  public void testOneThread() throws Exception {
    for (int round = 0; round < rounds(); round++) {
      long seed = random().nextLong();
      try (Directory directory = RandomCalls.directory()) {
        new OneThread(new Random(seed), directory).run();
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed + ", round " + round, e);
      }
    }
  }

  /** A call that throws was made completely or not at all, whatever fails or interrupts it. */
  public void testOneThreadWithFailures() throws Exception {
    int met = 0;
    int rounds = Rounds.of(2, 10);
    for (int round = 0; round < rounds; round++) {
      long seed = random().nextLong();
      Random random = new Random(seed);
      try (MockDirectoryWrapper directory =
          new MockDirectoryWrapper(random(), RandomCalls.directory())) {
        directory.setThrottling(MockDirectoryWrapper.Throttling.NEVER);
        Failures failures = new Failures(new Random(random.nextLong()), directory);
        new OneThread(random, directory, failures).run();
        met += failures.met;
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed + ", round " + round, e);
      }
    }
    assertTrue(met + " failures", met > 10 * rounds);
  }

  /** Makes verifiers and refreshes fail now and then, and interrupts the thread. */
  private static final class Failures {

    private final Random random;
    private boolean areOn;
    private int met;

    Failures(Random random, MockDirectoryWrapper directory) {
      this.random = random;
      MockDirectoryWrapper.Failure failure =
          new MockDirectoryWrapper.Failure() {
            @Override
            public void eval(MockDirectoryWrapper dir) throws IOException {
              if (areOn
                  && random.nextInt(4) == 0
                  && callStackContains(SearcherManager.class, "refreshIfNeeded")
                  && callStackContains(MockDirectoryWrapper.class, "openInput")
                  && !callStackContainsAnyOf("flush", "merge")) {
                mayFail("refresh fails");
              }
            }
          };
      failure.setDoFail();
      directory.failOn(failure);
    }

    private void mayFail(String message) throws IOException {
      if (areOn && random.nextInt(10) == 0) {
        throw new IOException(message);
      }
    }

    void begin() {
      areOn = true;
      mayInterrupt();
    }

    /** Interrupts the thread now and then, so that the merges that follow may meet it. */
    void mayInterrupt() {
      if (areOn && random.nextInt(10) == 0) {
        Thread.currentThread().interrupt();
      }
    }

    void end() {
      areOn = false;
      Thread.interrupted();
    }

    static boolean isOne(Throwable e) {
      String message = "" + e.getMessage();
      return e instanceof ThreadInterruptedException
          || message.contains("refresh fails")
          || message.contains("verifier fails")
          || message.equals(RandomCalls.FAILS)
          || (e.getCause() != null && isOne(e.getCause()));
    }
  }

  private static final class OneThread {

    private final Random random;
    private final RandomCalls calls;
    private final PlainDedup plain;
    private final Directory directory;
    private Map<BytesRef, Kept> committed = Map.of();
    private IndexWriter indexWriter;
    private NearDuplicateWriter writer;

    /** The documents that are looked up and not added yet. */
    private final Queue<Ahead> ahead = new ArrayDeque<>();

    private record Ahead(Queue<Drawn> documents, Offers offers) {}

    private final Failures failures; // or null

    OneThread(Random random, Directory directory) {
      this(random, directory, null);
    }

    OneThread(Random random, Directory directory, Failures failures) {
      this.random = random;
      this.directory = directory;
      this.failures = failures;
      calls = new RandomCalls(random);
      plain = calls.plain();
      if (failures != null) {
        calls.beforeText = () -> failures.mayFail("verifier fails");
        calls.inDocument = failures::mayInterrupt;
        calls.configure = OneThread::mergeOften;
      }
    }

    private static void mergeOften(IndexWriterConfig config) {
      LogDocMergePolicy merges = new LogDocMergePolicy();
      merges.setMergeFactor(2);
      config.setMergePolicy(merges);
      config.setMergeScheduler(new StallingMerges());
      config.setMaxBufferedDocs(5);
    }

    /**
     * Returns null if the call failed. The index then shows whether the change was made. If so, the
     * model makes the change, too, given the content of the index.
     */
    private <T> T made(IOSupplier<T> call, Consumer<Map<BytesRef, Kept>> change)
        throws IOException {
      if (failures == null) {
        return call.get();
      }
      failures.begin();
      try {
        return call.get();
      } catch (IOException | RuntimeException e) {
        failures.end();
        failures.met++;
        if (!Failures.isOne(e)) {
          throw e;
        }
        if (!indexWriter.isOpen()) { // it failed for good
          rollBack();
          return null;
        }
        try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
          Map<BytesRef, Kept> content = calls.content(reader);
          if (!content.equals(plain.content)) {
            change.accept(content);
          }
          assertEquals("after " + e, plain.content, content);
        }
        return null;
      } finally {
        failures.end();
      }
    }

    void run() throws IOException {
      calls.addCopies(directory);
      plain.content.putAll(calls.copies);
      committed = new HashMap<>(plain.content);
      open();
      try {
        for (int i = 0; i < ROUND; i++) {
          call();
        }
        check();
      } finally {
        writer.close();
        indexWriter.rollback();
      }
    }

    private void open() throws IOException {
      indexWriter = calls.open(directory);
      writer = calls.writer(indexWriter);
    }

    private void call() throws IOException {
      int kind = random.nextInt(1000);
      if (kind < 300 && !ahead.isEmpty()) {
        Ahead first = ahead.element();
        add(first.documents.remove(), first.offers::addNext);
        if (first.documents.isEmpty()) {
          assertFalse(first.offers.hasNext());
          ahead.remove(first); // unless a failure for good has cleared them
        }
      } else if (kind < 320) {
        offer();
      } else if (kind < 890) {
        Drawn drawn = calls.draw(random);
        add(drawn, () -> writer.add(calls.document(drawn)));
      } else if (kind < 990) {
        BytesRef id = calls.anyId(random);
        if (made(() -> writer.delete(id), content -> plain.delete(id)) != null) {
          plain.delete(id);
        }
      } else if (kind < 993 && calls.scope.window() >= 0) {
        long before = calls.scope.origin(random).date() / 2;
        Instant time = Instant.ofEpochMilli(before);
        if (made(() -> writer.expire(time), content -> plain.expire(before)) != null) {
          plain.expire(before);
          assertEquals(0, writer.pendingChanges());
        }
      } else if (kind < 996) {
        Boolean isDone =
            made(
                () -> {
                  writer.refresh();
                  return true;
                },
                content -> {});
        assertTrue(failures != null || isDone != null);
        assertTrue(isDone == null || writer.pendingChanges() == 0);
      } else if (kind < 999) {
        indexWriter.commit();
        committed = new HashMap<>(plain.content);
      } else {
        rollBack();
      }
    }

    private void rollBack() throws IOException {
      writer.close();
      indexWriter.rollback();
      ahead.clear();
      plain.content.clear();
      plain.content.putAll(committed);
      open();
      check();
    }

    private void offer() throws IOException {
      Queue<Drawn> documents = new ArrayDeque<>();
      List<Document> fields = new ArrayList<>();
      for (int i = 1 + random.nextInt(30); i > 0; i--) {
        Drawn drawn = calls.draw(random);
        documents.add(drawn);
        fields.add(calls.document(drawn));
      }
      Offers offers = made(() -> writer.offer(fields), content -> {});
      if (offers != null) {
        ahead.add(new Ahead(documents, offers));
      }
    }

    private void add(Drawn drawn, IOSupplier<Outcome> call) throws IOException {
      BytesRef id = drawn.id();
      List<Neighbour> neighbours = plain.neighbours(id, drawn.offered());
      Action action = plain.action(id, drawn.offered(), neighbours);
      Outcome outcome;
      try {
        outcome = made(call, content -> make(action, drawn, neighbours, content));
      } catch (IOException e) {
        assertEquals(RandomCalls.FAILS, e.getMessage());
        assertTrue(drawn.fails() && action != Action.SKIPPED && action != Action.REFUSED);
        return;
      }
      if (outcome == null) {
        return;
      }
      assertEquals(id, outcome.idBytes());
      assertEquals(action, outcome.action());
      assertNeighbours(neighbours, outcome);
      assertHeldBack(id, drawn.offered(), outcome);
      if (action == Action.ADDED) {
        calls.begin(id, drawn.offered());
      }
      boolean isListed = action == Action.MARKED;
      List<Neighbour> changed = isListed ? outcome.neighbours() : neighbours;
      assertEquals(plain.make(action, id, drawn.offered(), changed), outcome.sequenceNumber() >= 0);
    }

    /** Makes a change that was made although the call failed. */
    private void make(
        Action action, Drawn drawn, List<Neighbour> near, Map<BytesRef, Kept> content) {
      if (action == Action.ADDED) {
        calls.begin(drawn.id(), drawn.offered());
      }
      plain.make(action, drawn.id(), drawn.offered(), near);
      if (action == Action.MARKED) { // any of several equally near neighbours may be the first
        plain.content.put(drawn.id(), content.get(drawn.id()));
      }
    }

    private void assertNeighbours(List<Neighbour> expected, Outcome outcome) {
      boolean replaces = calls.policy == Policy.NEWEST || calls.policy == Policy.BETTER;
      int most = Math.max(calls.maxNeighbours, replaces ? calls.maxReplaced : 0);
      List<Neighbour> found = PlainDedup.bare(outcome);
      if (expected.size() <= most) {
        assertEquals(expected, found);
      } else {
        assertEquals(most, found.size());
        assertEquals("each once", most, new HashSet<>(found).size());
        assertTrue(expected.containsAll(found));
        for (int i = 0; i < most; i++) {
          assertEquals(expected.get(i).distance(), found.get(i).distance());
        }
      }
      TotalHits total = outcome.totalNeighbours();
      assertTrue(total.value() >= found.size() && total.value() <= expected.size());
      assertTrue(
          total.relation() != TotalHits.Relation.EQUAL_TO || total.value() == expected.size());
    }

    /** Checks the held back documents, exactly if all texts were compared. */
    private void assertHeldBack(BytesRef id, Kept offered, Outcome outcome) {
      boolean areAll =
          !calls.verifies || outcome.totalNeighbours().relation() == TotalHits.Relation.EQUAL_TO;
      assertTrue(outcome.heldBack() <= plain.heldBackAtMost(offered));
      assertTrue(!areAll || outcome.heldBack() >= plain.heldBack(id, offered));
    }

    private void check() throws IOException {
      try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
        assertEquals(plain.content, calls.content(reader));
      }
    }
  }
}
