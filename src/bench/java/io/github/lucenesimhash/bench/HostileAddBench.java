package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.HostileTexts;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how long {@code add} takes for a short document while other threads add slow texts to
 * the same writer. The fingerprint of each slow text is near that of an earlier slow text, so that
 * the two texts are compared. In turns, the same short documents are added to another writer, which
 * shows the delays that the machine and the garbage collector cause.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args=hostile-add
 * </pre>
 */
@Command(name = "hostile-add", description = "Measures adds while other threads add slow texts.")
final class HostileAddBench implements Callable<Integer> {

  @Option(
      names = "--bytes",
      defaultValue = "1000000",
      description = "Size of a slow text in UTF-8.")
  private int bytes;

  @Option(
      names = "--threads",
      defaultValue = "1",
      description = "Number of threads that add slow texts.")
  private int threads;

  @Option(names = "--seconds", defaultValue = "60")
  private int seconds;

  @Option(names = "--pause", defaultValue = "1", description = "Milliseconds between two adds.")
  private int pause;

  private final SplittableRandom random = new SplittableRandom(42);
  private final List<String> texts = new ArrayList<>();
  private final AtomicInteger ids = new AtomicInteger();
  private volatile boolean isOver;

  private static NearDuplicateWriter writer(IndexWriter index) throws IOException {
    return NearDuplicateWriter.builder(index)
        .comparison(Comparison.STANDARD)
        .texts(TextVerifier.standard(), "text")
        .build();
  }

  /**
   * Returns a configuration in which a refresh does not wait for merges. By default, a refresh
   * waits up to half a second.
   */
  private static IndexWriterConfig config() {
    return new IndexWriterConfig().setMaxFullFlushMergeWaitMillis(0);
  }

  private Document document(long fingerprint, String text) {
    Document document = new Document();
    document.add(new StringField("id", "" + ids.incrementAndGet(), Store.YES));
    document.add(new SimHashField("near", fingerprint));
    document.add(new StoredField("text", text));
    return document;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    HostileTexts.pieces().values().forEach(piece -> texts.add(HostileTexts.text(piece, bytes)));
    try (Directory shared = new ByteBuffersDirectory();
        Directory own = new ByteBuffersDirectory();
        IndexWriter sharedIndex = new IndexWriter(shared, config());
        IndexWriter ownIndex = new IndexWriter(own, config());
        NearDuplicateWriter beside = writer(sharedIndex);
        NearDuplicateWriter alone = writer(ownIndex)) {
      AtomicInteger compared = new AtomicInteger();
      List<Thread> others = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        others.add(Thread.ofPlatform().start(() -> addSlow(beside, compared)));
      }
      measure(beside, alone, 2); // warm-up
      compared.set(0);
      long pauses = collectorMillis();
      List<long[]> nanos = measure(beside, alone, seconds);
      System.out.printf(
          Locale.ROOT,
          "%,d slow texts of %,d bytes meanwhile, %,d ms of garbage collection%n%n",
          compared.get(),
          bytes,
          collectorMillis() - pauses);
      System.out.println(
          "| add, ms | adds | p50 | p99 | p99.9 | longest |\n|---|---|---|---|---|---|");
      row("to their writer", nanos.get(0));
      row("to a writer of its own", nanos.get(1));
      isOver = true;
      for (Thread other : others) {
        other.join();
      }
    }
    return 0;
  }

  /** Adds slow texts that all have the same fingerprint, although consecutive texts are unlike. */
  private void addSlow(NearDuplicateWriter writer, AtomicInteger compared) {
    try {
      for (int i = 0; !isOver; i++) {
        String text = texts.get(i % texts.size());
        Action action = writer.add(document(0, text)).action();
        compared.addAndGet(action == Action.REFUSED ? 0 : 1);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<long[]> measure(NearDuplicateWriter beside, NearDuplicateWriter alone, int time)
      throws IOException {
    List<long[]> nanos = List.of(new long[1_000_000], new long[1_000_000]);
    int count = 0;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(time);
    for (; System.nanoTime() < end && count < nanos.get(0).length; count++) {
      String text = "A short text, number " + ids.incrementAndGet() + ", that is like no other one";
      long fingerprint = random.nextLong();
      nanos.get(0)[count] = nanosOf(beside, document(fingerprint, text));
      nanos.get(1)[count] = nanosOf(alone, document(fingerprint, text));
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pause));
    }
    int adds = count;
    return nanos.stream().map(each -> Arrays.copyOf(each, adds)).toList();
  }

  private static long nanosOf(NearDuplicateWriter writer, Document document) throws IOException {
    long start = System.nanoTime();
    writer.add(document);
    return System.nanoTime() - start;
  }

  private static long collectorMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  private static void row(String name, long[] nanos) {
    Arrays.sort(nanos);
    System.out.printf(Locale.ROOT, "| %s | %,d", name, nanos.length);
    for (double share : new double[] {.5, .99, .999, 1}) {
      int at = Math.clamp((int) Math.ceil(share * nanos.length) - 1, 0, nanos.length - 1);
      System.out.printf(Locale.ROOT, " | %.2f", nanos[at] * 1e-6);
    }
    System.out.println(" |");
  }
}
