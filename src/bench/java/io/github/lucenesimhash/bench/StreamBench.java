package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures a stream of documents of many tenants, of which only a window stays in the index. One
 * document in five is a near-duplicate of an earlier document of its tenant, which is at most one
 * and a half windows old. One in fifty is late by up to a day. Documents older than the window
 * expire four times a day.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="stream --per-day 1M" -Dbench.heap=2g
 * mvn -q test-compile exec:exec@bench -Dbench.args="stream --per-day 20k"
 * </pre>
 */
@Command(
    name = "stream",
    description = "Measures a stream of documents of which only a window stays.")
public final class StreamBench implements Callable<Integer> {

  private static final long SEED = 42;
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final int WORDS = 50_000;
  private static final int EXPIRIES = 4; // expiries in a day

  @Option(names = "--per-day", defaultValue = "20k", converter = WindowBench.Counts.class)
  private int perDay;

  @Option(names = "--days", defaultValue = "17", description = "Length of the stream in days.")
  private int days;

  @Option(names = "--window", defaultValue = "14", description = "Length of the window in days.")
  private int window;

  @Option(
      names = "--tenants",
      defaultValue = "100",
      description = "Number of tenants, whose sizes follow Zipf's law.")
  private int tenants;

  @Option(names = "--words", defaultValue = "80", description = "Number of words in a text.")
  private int textWords;

  @Option(
      names = "--together",
      defaultValue = "1",
      description = "Number of documents that are looked up together.")
  private int together;

  @Option(names = "--distance", defaultValue = "10")
  private int distance;

  private final String[] words = new String[WORDS];
  private final FingerprintScheme scheme = FingerprintScheme.standard();
  private double[] zipf;

  /** The results of one day. */
  private static final class Day {

    private static final int BUCKETS = 1 << 20;
    private static final double NANOS = 100; // width of a bucket

    private final int[] adds = new int[BUCKETS];
    private int size;
    private int skipped;

    void count(long nanos, int documents) {
      double each = nanos / NANOS / documents;
      adds[(int) Math.min(each, BUCKETS - 1)] += documents;
      size += documents;
    }

    double micros(double share) {
      long left = (long) (share * size);
      int bucket = 0;
      while (bucket < BUCKETS - 1 && (left -= adds[bucket]) >= 0) {
        bucket++;
      }
      return (bucket + 0.5) * NANOS * 1e-3;
    }
  }

  @Override
  public Integer call() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < WORDS; i++) {
      words[i] = Long.toString(random.nextLong(1L << 10, 1L << 35), 36);
    }
    zipf = new double[tenants];
    double sum = 0;
    for (int i = 0; i < tenants; i++) {
      zipf[i] = sum += 1.0 / (i + 1);
    }
    Path work = Files.createTempDirectory("simhash-stream-bench");
    IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer());
    config.setCodec(new SimHashCodec());
    try (Directory directory = new MMapDirectory(work);
        IndexWriter indexWriter = new IndexWriter(directory, config)) {
      run(directory, indexWriter);
    } finally {
      IOUtils.rm(work);
    }
    return 0;
  }

  private void run(Directory directory, IndexWriter indexWriter) throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%,d documents a day, %d tenants by Zipf's law, texts of %d words, a window of %d days,"
            + " within %d bits, %d looked up together%n%n",
        perDay,
        tenants,
        textWords,
        window,
        distance,
        together);
    System.out.println(
        "| day | documents/s | add: p50 us | p99 us | skipped | in the index | with deleted"
            + " | segments | MB |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    try (NearDuplicateWriter writer =
        NearDuplicateWriter.builder(indexWriter)
            .comparison(Comparison.within(distance))
            .window("published", Duration.ofDays(window))
            .tenant("tenant")
            .maxPendingBytes(16 << 20)
            .build()) {
      for (int day = 0; day < days; day++) {
        Day counts = new Day();
        long start = System.nanoTime();
        for (int part = 0; part < EXPIRIES; part++) {
          add(writer, day, part, counts);
          long now = day * DAY + (part + 1) * DAY / EXPIRIES;
          writer.expire(Instant.ofEpochMilli(now - window * DAY));
          indexWriter.commit();
        }
        double seconds = (System.nanoTime() - start) * 1e-9;
        int segments;
        try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
          segments = reader.leaves().size();
        }
        System.out.printf(
            Locale.ROOT,
            "| %d | %,.0f | %.1f | %.1f | %,d | %,d | %,d | %d | %,.1f |%n",
            day + 1,
            perDay / seconds,
            counts.micros(.5),
            counts.micros(.99),
            counts.skipped,
            indexWriter.getDocStats().numDocs,
            indexWriter.getDocStats().maxDoc,
            segments,
            megabytes(directory));
      }
    }
    double after = megabytes(directory);
    indexWriter.forceMerge(1); // after each day
    indexWriter.commit();
    indexWriter.deleteUnusedFiles();
    double alone = megabytes(directory);
    long heap =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .mapToLong(pool -> pool.getPeakUsage().getUsed())
            .sum();
    System.out.printf(
        Locale.ROOT,
        "%nIndex after the last expiry %,.1f MB, the same documents without deleted ones %,.1f MB:"
            + " %.2f times. Peak of the heap, garbage included: %,d MB. JDK %s%n",
        after,
        alone,
        after / alone,
        heap >> 20,
        Runtime.version());
  }

  private static double megabytes(Directory directory) throws IOException {
    long bytes = 0;
    for (String file : directory.listAll()) {
      bytes += directory.fileLength(file);
    }
    return bytes / 1e6;
  }

  private void add(NearDuplicateWriter writer, int day, int part, Day counts) throws IOException {
    int from = (int) ((long) perDay * part / EXPIRIES);
    int to = (int) ((long) perDay * (part + 1) / EXPIRIES);
    List<Document> documents = new ArrayList<>();
    for (int i = from; i < to; i++) {
      documents.add(document(day * perDay + i));
      if (documents.size() == together || i == to - 1) {
        long nanos = System.nanoTime();
        writer.offer(documents).add(outcome -> counts.skipped += outcome.isIndexed() ? 0 : 1);
        counts.count(System.nanoTime() - nanos, documents.size());
        documents = new ArrayList<>();
      }
    }
  }

  private Document document(int i) {
    SplittableRandom random = random(i);
    int copied = copied(i, random);
    int original = i;
    for (int next = copied; next != original; next = copied(next, random(next))) {
      original = next;
    }
    int tenant = tenant(random(~original));
    String text = text(original, i);
    boolean isLate = random.nextInt(50) == 0;
    long date = i * DAY / perDay - (isLate ? random.nextLong(DAY) : 0);
    Document document = new Document();
    document.add(new StringField("id", "" + i, Store.YES));
    document.add(new LongField("published", date, Store.NO));
    document.add(new KeywordField("tenant", "tenant " + tenant, Store.NO));
    document.add(new TextField("text", text, Store.YES));
    scheme.field("near").of(text).ifPresent(document::add);
    return document;
  }

  private static SplittableRandom random(int i) {
    return new SplittableRandom(new SplittableRandom(SEED ^ i).nextLong());
  }

  /** Returns the original of a copy, or the document itself if it is no copy. */
  private int copied(int i, SplittableRandom random) {
    int oldest = Math.max(0, i - window * perDay * 3 / 2);
    return random.nextInt(5) > 0 || i == oldest ? i : random.nextInt(oldest, i);
  }

  private int tenant(SplittableRandom random) {
    double at = random.nextDouble() * zipf[tenants - 1];
    return (int) IntStream.range(0, tenants).filter(t -> zipf[t] < at).count();
  }

  /** Returns the words of a document. A copy differs in one word. */
  private String text(int original, int copy) {
    SplittableRandom random = random(original ^ 0x55555555);
    int changed = copy == original ? -1 : random(copy).nextInt(textWords);
    return IntStream.range(0, textWords)
        .mapToObj(
            w -> {
              String word = words[random.nextInt(WORDS)];
              return w == changed ? words[Math.floorMod(copy, WORDS)] : word;
            })
        .collect(Collectors.joining(" "));
  }
}
