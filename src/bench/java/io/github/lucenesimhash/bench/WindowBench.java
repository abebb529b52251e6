package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures what window and tenant cost a look-up. The same documents are looked up in the same
 * index by a writer with window and tenant and by a writer without them, in turns. Every third
 * document is near a document of the index that has the same tenant and day.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="window --documents 1M"
 * </pre>
 */
@Command(name = "window", description = "Measures what window and tenant cost a look-up.")
public final class WindowBench implements Callable<Integer> {

  private static final long SEED = 42;
  private static final int DAYS = 28;
  private static final long DAY = Duration.ofDays(1).toMillis();

  @Option(names = "--documents", defaultValue = "1M", converter = Counts.class)
  private int documents;

  @Option(
      names = "--lookups",
      defaultValue = "2000",
      description = "Number of look-ups in each round.")
  private int lookups;

  @Option(names = "--distances", split = ",", defaultValue = "3,10")
  private List<Integer> distances;

  @Option(names = "--groups", split = ",", defaultValue = "1,2000")
  private List<Integer> groups;

  @Option(names = "--warm-up", defaultValue = "3", description = "Number of warm-up rounds.")
  private int warmUp;

  @Option(names = "--rounds", defaultValue = "9")
  private int rounds;

  /** Parses a number such as 100k or 10M. */
  static final class Counts implements picocli.CommandLine.ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return Figures.count(text);
    }
  }

  /** The tenants of the documents. */
  private enum Tenants {
    UNIFORM("100 tenants alike") {
      @Override
      int draw(SplittableRandom random) {
        return random.nextInt(100);
      }
    },
    ONE_LARGE("100 tenants, one with 90 %") {
      @Override
      int draw(SplittableRandom random) {
        return random.nextInt(10) > 0 ? 0 : 1 + random.nextInt(99);
      }
    },
    MANY("100,000 tenants") {
      @Override
      int draw(SplittableRandom random) {
        return random.nextInt(100_000);
      }
    };

    private final String text;

    Tenants(String text) {
      this.text = text;
    }

    abstract int draw(SplittableRandom random);
  }

  @Override
  public Integer call() throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%,d documents of %d days in one segment, a window of 14 days; medians of %d rounds of %,d"
            + " look-ups%n%n",
        documents,
        DAYS,
        rounds,
        lookups);
    System.out.println(
        "| tenants | within k | looked up together | us without | us with | times |");
    System.out.println("|---|---|---|---|---|---|");
    for (Tenants tenants : Tenants.values()) {
      Path work = Files.createTempDirectory("simhash-window-bench");
      try (Directory directory = new MMapDirectory(work);
          IndexWriter indexWriter =
              new IndexWriter(directory, new IndexWriterConfig().setCodec(new SimHashCodec()))) {
        measure(tenants, indexWriter);
      } finally {
        IOUtils.rm(work);
      }
    }
    return 0;
  }

  private static Document document(String id, long fingerprint, long date, int tenant) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    document.add(new SimHashField("near", fingerprint));
    document.add(new LongField("published", date, Store.NO));
    document.add(new KeywordField("tenant", "tenant " + tenant, Store.NO));
    return document;
  }

  private void measure(Tenants tenants, IndexWriter indexWriter) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    List<Document> looked = new ArrayList<>();
    for (int i = 0; i < documents; i++) {
      long fingerprint = random.nextLong();
      long date = (long) i * DAYS * DAY / documents;
      int tenant = tenants.draw(random);
      indexWriter.addDocument(document("" + i, fingerprint, date, tenant));
      if (i % (documents / lookups) == 0 && looked.size() < lookups) {
        boolean near = looked.size() % 3 == 0;
        long offered = near ? fingerprint ^ 1L << random.nextInt(64) : random.nextLong();
        looked.add(document("offered " + i, offered, date, tenant));
      }
    }
    indexWriter.forceMerge(1);
    for (int distance : distances) {
      NearDuplicateWriter.Builder without =
          NearDuplicateWriter.builder(indexWriter).comparison(Comparison.within(distance));
      NearDuplicateWriter.Builder with =
          NearDuplicateWriter.builder(indexWriter)
              .comparison(Comparison.within(distance))
              .window("published", Duration.ofDays(14))
              .tenant("tenant");
      for (int group : groups) {
        double[] alone = new double[rounds];
        double[] filtered = new double[rounds];
        double[] times = new double[rounds];
        for (int round = -warmUp; round < rounds; round++) {
          double first = micros(round % 2 == 0 ? without : with, looked, group);
          double second = micros(round % 2 == 0 ? with : without, looked, group);
          if (round >= 0) {
            alone[round] = round % 2 == 0 ? first : second;
            filtered[round] = round % 2 == 0 ? second : first;
            times[round] = filtered[round] / alone[round];
          }
        }
        System.out.printf(
            Locale.ROOT,
            "| %s | %d | %,d | %.1f | %.1f | %.2f |%n",
            tenants.text,
            distance,
            group,
            Figures.median(alone),
            Figures.median(filtered),
            Figures.median(times));
      }
    }
  }

  /**
   * Returns the microseconds of a look-up. Closes the near-duplicate writer, because an index
   * writer can have only one.
   */
  private static double micros(
      NearDuplicateWriter.Builder builder, List<Document> looked, int group) throws IOException {
    try (NearDuplicateWriter writer = builder.build()) {
      long nanos = System.nanoTime();
      for (int from = 0; from < looked.size(); from += group) {
        writer.offer(looked.subList(from, Math.min(from + group, looked.size())));
      }
      return (System.nanoTime() - nanos) * 1e-3 / looked.size();
    }
  }
}
