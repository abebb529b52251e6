package io.github.lucenesimhash.dedup;

import static java.lang.Integer.parseInt;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.Rounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.NamedThreadFactory;

/**
 * Adds documents with eight threads, with refreshes and commits at random, and compares every pair
 * at the end. The long run, 50 times 200,000 documents:
 *
 * <pre>
 * mvn test -Dtest=TestGuarantee -Dtests.method='testKeepFirst*' -Dtests.multiplier=50 -Dtest.seconds=7200 -Dtests.iters=50
 * </pre>
 */
public class TestGuarantee extends LuceneTestCase {

  private static final int THREADS = 8;

  private ExecutorService background;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    background = Executors.newCachedThreadPool(new NamedThreadFactory("guarantee"));
  }

  @Override
  public void tearDown() throws Exception {
    TestUtil.shutdownExecutorService(background);
    super.tearDown();
  }

  public void testKeepFirst() throws Exception {
    keepFirst(false);
  }

  /** The guarantee holds for tenants, late dates, and dates at either end of another's window. */
  public void testKeepFirstInWindowsAndTenants() throws Exception {
    keepFirst(true);
  }

  private void keepFirst(boolean isScoped) throws Exception {
    boolean large = RANDOM_MULTIPLIER >= 50;
    OfferStream offers =
        new OfferStream(
            large ? 200_000 : atLeast(Rounds.isLong() ? 4000 : 1500), random(), isScoped);
    List<Outcome> outcomes = new ArrayList<>();
    try (Directory directory =
            large ? FSDirectory.open(createTempDir()) : Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, large ? plainConfig() : config())) {
      NearDuplicateWriter writer =
          offers
              .in(NearDuplicateWriter.builder(indexWriter))
              .maxPendingBytes(TestUtil.nextInt(random(), 20_000, 100_000) * (large ? 20L : 1L))
              .build();
      try (writer) {
        addAll(offers, indexWriter, writer, outcomes);
      }
      indexWriter.commit();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        Map<String, Long> content = IndexContent.of(reader);
        offers.assertNoneNear(content);
        assertNothingLost(offers, outcomes, content);
      }
    }
  }

  /** If documents may be replaced, no two remaining documents are near each other. */
  public void testReplacing() throws Exception {
    DuplicatePolicy policy =
        random().nextBoolean()
            ? DuplicatePolicy.keepNewest()
            : DuplicatePolicy.keepBetter(
                document -> document.getField("quality").numericValue().doubleValue());
    OfferStream offers = new OfferStream(atLeast(2000), random(), random().nextBoolean());
    List<Outcome> outcomes = new ArrayList<>();
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, config())) {
      try (NearDuplicateWriter writer = writer(indexWriter, policy, offers)) {
        addAll(offers, indexWriter, writer, outcomes);
      }
      indexWriter.commit();
      Set<String> expected = new HashSet<>();
      outcomes.stream().filter(Outcome::isIndexed).forEach(outcome -> expected.add(outcome.id()));
      outcomes.stream()
          .filter(outcome -> outcome.action() == Action.REPLACED)
          .flatMap(outcome -> outcome.neighbours().stream())
          .forEach(neighbour -> assertTrue("replaced once", expected.remove(neighbour.id())));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        Map<String, Long> content = IndexContent.of(reader);
        offers.assertNoneNear(content);
        assertEquals(expected, content.keySet());
      }
    }
  }

  /** A deleted document is not compared any more; each thread uses its own neighbourhood. */
  public void testDeleting() throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, config());
        NearDuplicateWriter writer =
            writer(indexWriter, DuplicatePolicy.keepFirst(), new OfferStream(0, random()))) {
      AtomicBoolean done = new AtomicBoolean();
      Future<?> refreshes =
          background.submit(
              () -> {
                while (!done.get()) {
                  writer.refresh();
                }
                return null;
              });
      List<Future<?>> runs = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int rounds = atLeast(100);
        Random random = new Random(random().nextLong());
        String id = thread + "/";
        runs.add(background.submit(() -> addAndDelete(writer, id, rounds, random)));
      }
      try {
        for (Future<?> run : runs) {
          run.get();
        }
      } finally {
        done.set(true);
      }
      refreshes.get();
    }
  }

  private static Void addAndDelete(
      NearDuplicateWriter writer, String prefix, int rounds, Random random) throws IOException {
    long fingerprint = random.nextLong();
    for (int i = 0; i < rounds; i++) {
      fingerprint ^= 1L << random.nextInt(Long.SIZE);
      Document document = OfferStream.document(prefix + i, fingerprint);
      assertEquals(prefix + i, Action.ADDED, writer.add(document).action());
      Document copy = OfferStream.document(prefix + "copy", fingerprint);
      assertEquals(prefix + i, Action.SKIPPED, writer.add(copy).action());
      writer.delete(prefix + i);
    }
    return null;
  }

  /** Returns a user's configuration; with the test framework's, long runs would take hours. */
  private static IndexWriterConfig plainConfig() {
    return new IndexWriterConfig().setCodec(new SimHashCodec("near"));
  }

  private static IndexWriterConfig config() {
    IndexWriterConfig config = newIndexWriterConfig();
    return random().nextBoolean() ? config.setCodec(new SimHashCodec("near")) : config;
  }

  private static NearDuplicateWriter writer(
      IndexWriter indexWriter, DuplicatePolicy policy, OfferStream offers) throws Exception {
    return offers
        .in(NearDuplicateWriter.builder(indexWriter))
        .policy(policy)
        .maxPendingBytes(TestUtil.nextInt(random(), 20_000, 1_000_000))
        .build();
  }

  private void addAll(
      OfferStream offers,
      IndexWriter indexWriter,
      NearDuplicateWriter writer,
      List<Outcome> outcomes)
      throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    Random random = new Random(random().nextLong());
    Future<?> disturbance =
        background.submit(
            () -> {
              while (!done.get()) {
                switch (random.nextInt(4)) {
                  case 0 -> indexWriter.commit();
                  case 1 -> writer.admission.searchers.maybeRefresh();
                  default -> writer.refresh();
                }
                Thread.sleep(random.nextInt(20 + offers.fingerprints.length / 1000));
              }
              return null;
            });
    try {
      Adding.all(
          writer,
          IntStream.range(0, offers.fingerprints.length).boxed().toList(),
          offers::document,
          THREADS,
          outcomes::add);
    } finally {
      done.set(true);
    }
    disturbance.get();
  }

  private static void assertNothingLost(
      OfferStream offers, List<Outcome> outcomes, Map<String, Long> content) {
    assertEquals(offers.fingerprints.length, outcomes.size());
    Set<String> indexed = new HashSet<>();
    for (Outcome outcome : outcomes) {
      long fingerprint = offers.fingerprints[parseInt(outcome.id())];
      if (outcome.isIndexed()) {
        assertTrue(indexed.add(outcome.id()));
        assertEquals(fingerprint, (long) content.get(outcome.id()));
        assertEquals(List.of(), outcome.neighbours());
      } else {
        assertEquals(Action.SKIPPED, outcome.action());
        assertFalse(outcome.neighbours().isEmpty());
        for (Neighbour neighbour : outcome.neighbours()) {
          long other = content.get(neighbour.id());
          assertEquals(Fingerprint.distance(fingerprint, other), neighbour.distance());
          int id = parseInt(outcome.id());
          assertTrue(offers.isNear(id, parseInt(neighbour.id())));
        }
      }
    }
    assertEquals(indexed, content.keySet());
  }
}
