package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.dedup.PlainDedup.Kept;
import io.github.lucenesimhash.dedup.PlainDedup.Policy;
import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.Rounds;
import io.github.lucenesimhash.verify.Comparison;
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
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NamedThreadFactory;

/**
 * Stories of random streams are those of a map and a loop, whatever happens to the index. The long
 * run, 1,000 streams:
 *
 * <pre>mvn test -Dtest=TestStories -Dtests.multiplier=10 -Dtest.seconds=7200</pre>
 */
public class TestStories extends LuceneTestCase {

  private static final int MAX_DISTANCE = 5;
  private static final int STREAMS = Rounds.of(40, 100);
  private static final int DOCUMENTS = 60;
  private static final int THREADS = 4;

  /** Late arrivals, updates, deletions, expiry, restarts. */
  public void testStreams() throws Exception {
    for (int i = 0; i < STREAMS; i++) {
      long seed = random().nextLong();
      try (Directory directory = new ByteBuffersDirectory()) {
        new Stream(new Random(seed), directory).run();
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed + ", stream " + i, e);
      }
    }
  }

  private static IndexWriter open(Directory directory) throws IOException {
    return new IndexWriter(
        directory,
        new IndexWriterConfig()
            .setCodec(new SimHashCodec())
            .setMergeScheduler(new SerialMergeScheduler()));
  }

  private static Document document(BytesRef id, Kept offered, PlainScope scope) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    if (offered.fingerprint() != null) {
      document.add(new SimHashField("near", offered.fingerprint()));
    }
    scope.addTo(document, offered.origin());
    return document;
  }

  private static NearDuplicateWriter writer(IndexWriter indexWriter, PlainScope scope)
      throws IOException {
    return scope
        .in(NearDuplicateWriter.builder(indexWriter))
        .policy(DuplicatePolicy.mark("story"))
        .comparison(Comparison.within(MAX_DISTANCE))
        .maxNeighbours(2)
        .build();
  }

  /** What stories are near. */
  private record Centres(List<Long> fingerprints) {

    /** Of which some are so near each other that a document is near both. */
    static Centres draw(Random random) {
      long[] centres = random.longs(2 + random.nextInt(4)).toArray();
      centres[1] = RandomFingerprints.flip(random, centres[0], MAX_DISTANCE + 1);
      return new Centres(Arrays.stream(centres).boxed().toList());
    }

    /** Near one by its fingerprint, or without any. */
    Kept offered(Origin origin, Random random) {
      long centre = fingerprints.get(random.nextInt(fingerprints.size()));
      Long near = RandomFingerprints.flip(random, centre, random.nextInt(MAX_DISTANCE + 2));
      return Kept.offered(random.nextInt(30) == 0 ? null : near, origin);
    }
  }

  private static Map<BytesRef, Kept> content(DirectoryReader reader, PlainScope scope)
      throws IOException {
    Map<BytesRef, Kept> content = new HashMap<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues fingerprints = leaf.reader().getNumericDocValues("near");
      NumericDocValues stories = leaf.reader().getNumericDocValues("story.story");
      NumericDocValues distances = leaf.reader().getNumericDocValues("story.distance");
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (leaf.reader().getLiveDocs() == null || leaf.reader().getLiveDocs().get(doc)) {
          boolean has = fingerprints != null && fingerprints.advanceExact(doc);
          boolean isFoundBy = stories != null && stories.advanceExact(doc);
          Kept kept =
              new Kept(
                  has ? (Long) fingerprints.longValue() : null,
                  scope.read(leaf.reader(), doc),
                  leaf.reader().storedFields().document(doc).get("story"),
                  distances != null && distances.advanceExact(doc),
                  isFoundBy ? (Long) stories.longValue() : null);
          assertNull(content.put(IdField.id(leaf.reader(), "id", doc), kept));
        }
      }
    }
    return content;
  }

  private static final class Stream {

    private final Random random;
    private final Directory directory;
    private final PlainScope scope;
    private final PlainDedup plain;
    private final Centres centres;
    private IndexWriter indexWriter;
    private NearDuplicateWriter writer;

    Stream(Random random, Directory directory) throws IOException {
      this.random = random;
      this.directory = directory;
      scope = new PlainScope(random.nextInt(200), random.nextInt(3), random.nextInt(3), 0);
      plain = new PlainDedup(Policy.MARK, 1, scope, PlainComparison.within(MAX_DISTANCE));
      centres = Centres.draw(random);
    }

    void run() throws IOException {
      open();
      for (int now = 0; now < DOCUMENTS; now++) {
        boolean isUpdate = random.nextInt(10) == 0;
        BytesRef id = new BytesRef("" + (isUpdate ? random.nextInt(now + 1) : now));
        Origin any = scope.origin(random);
        boolean isLate = random.nextInt(3) == 0;
        Origin origin = isLate ? any : new Origin(now * (1 + scope.window() / 10), any.tenant());
        Kept offered = centres.offered(origin, random);
        List<Neighbour> neighbours = plain.neighbours(id, offered);
        Action action = plain.action(offered.fingerprint(), neighbours);
        Outcome outcome = writer.add(document(id, offered, scope));
        assertEquals(action, outcome.action());
        assertEquals(neighbours.size(), outcome.totalNeighbours().value());
        assertEquals(neighbours.subList(0, Math.min(2, neighbours.size())), outcome.neighbours());
        assertEquals("no text is read", 0, outcome.heldBack());
        plain.make(action, id, offered, neighbours);
        disturb(now);
      }
      close();
      check();
    }

    private void disturb(int now) throws IOException {
      switch (random.nextInt(12)) {
        case 0 -> writer.refresh();
        case 1 -> {
          close();
          check();
          open();
        }
        case 2 -> {
          long before = now * (1 + scope.window() / 10) - scope.window();
          writer.expire(Instant.ofEpochMilli(before));
          plain.expire(before);
        }
        case 3 -> {
          BytesRef id = new BytesRef("" + random.nextInt(now + 1));
          writer.delete(id);
          plain.delete(id);
        }
        default -> {}
      }
    }

    private void open() throws IOException {
      indexWriter = TestStories.open(directory);
      writer = writer(indexWriter, scope);
    }

    private void close() throws IOException {
      writer.close();
      indexWriter.close();
    }

    private void check() throws IOException {
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(plain.content, content(reader, scope));
      }
    }
  }

  private record Change(long sequenceNumber, BytesRef id, Kept offered) {}

  /** With threads the stories are those of the order in which the index writer counts. */
  public void testThreads() throws Exception {
    ExecutorService executor =
        Executors.newFixedThreadPool(THREADS, new NamedThreadFactory("stories"));
    try {
      for (int i = 0; i < 20 * RANDOM_MULTIPLIER; i++) {
        threads(executor);
      }
    } finally {
      executor.shutdownNow();
      assertTrue(executor.awaitTermination(10, TimeUnit.MINUTES));
    }
  }

  private static void threads(ExecutorService executor) throws Exception {
    PlainScope scope = new PlainScope(random().nextInt(200), random().nextInt(3), 0, 0);
    Centres centres = Centres.draw(random());
    ConcurrentLinkedQueue<Change> changes = new ConcurrentLinkedQueue<>();
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter indexWriter = open(directory);
        NearDuplicateWriter writer = writer(indexWriter, scope)) {
      List<Future<?>> runs = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        Random random = new Random(random().nextLong());
        String name = thread + "/";
        runs.add(
            executor.submit(
                () -> {
                  for (int i = 0; i < 100; i++) {
                    BytesRef id = new BytesRef(name + i);
                    Kept offered = centres.offered(scope.origin(random), random);
                    Document document = document(id, offered, scope);
                    changes.add(new Change(writer.add(document).sequenceNumber(), id, offered));
                    if (random.nextInt(30) == 0) {
                      writer.refresh();
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> run : runs) {
        run.get(10, TimeUnit.MINUTES);
      }
      PlainComparison near = PlainComparison.within(MAX_DISTANCE);
      PlainDedup plain = new PlainDedup(Policy.MARK, 1, scope, near);
      List<Change> inOrder = new ArrayList<>(changes);
      inOrder.sort(Comparator.comparingLong(Change::sequenceNumber));
      for (Change change : inOrder) {
        List<Neighbour> found = plain.neighbours(change.id, change.offered);
        Action action = plain.action(change.offered.fingerprint(), found);
        plain.make(action, change.id, change.offered, found);
      }
      try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
        assertEquals(plain.content, content(reader, scope));
      }
    }
  }
}
