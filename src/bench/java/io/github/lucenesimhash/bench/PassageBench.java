package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.passage.PassageField;
import io.github.lucenesimhash.passage.PassageQuery;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.shingle.ShingleAnalyzerWrapper;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.QueryBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures copied passages: what the field costs in addition to an indexed and stored body, and the
 * time of a query of 200 words. Compares the field with phrases of the body and with shingles of
 * five words.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="passages --documents 1M"
 * </pre>
 */
@Command(name = "passages", description = "Compares copied passages with phrases and shingles.")
public final class PassageBench implements Callable<Integer> {

  private static final int QUERIES = 2000;
  private static final int QUERY_WORDS = 200;
  private static final int AT_LEAST = 25;
  private static final int WARM_UP = 200;

  @Option(
      names = "--documents",
      defaultValue = "100k",
      description = "Number of documents, such as 100k or 1M.")
  private String documents;

  @Option(
      names = "--designs",
      split = ",",
      defaultValue = "body,passages,shingles",
      description = "What to index in addition to the body.")
  private List<String> designs;

  @Option(
      names = "--at-most-in",
      defaultValue = "100",
      description = "Maximum number of documents of a passage.")
  private int atMostIn;

  @Option(
      names = "--buffer",
      defaultValue = "" + IndexWriterConfig.DEFAULT_RAM_BUFFER_SIZE_MB,
      description = "RAM buffer of each index writer in megabytes.")
  private double bufferMegabytes;

  @Option(names = "--seconds", defaultValue = "20", description = "Time to query each design.")
  private double seconds;

  @Override
  public Integer call() throws IOException {
    Path folder = Files.createTempDirectory("passage-bench");
    try {
      List<Built> built = new ArrayList<>();
      for (String design : designs) {
        built.add(new Built(design, new MMapDirectory(folder.resolve(design)), bufferMegabytes));
      }
      List<String> queries = index(built);
      for (Built each : built) {
        search(each.directory, each.design, queries);
        each.directory.close();
      }
    } finally {
      IOUtils.rm(folder);
    }
    return 0;
  }

  private static final class Built {

    private final String design;
    private final Directory directory;
    private final IndexWriter writer;
    private long nanos;

    Built(String design, Directory directory, double bufferMegabytes) throws IOException {
      this.design = design;
      this.directory = directory;
      Analyzer standard = new StandardAnalyzer();
      Map<String, Analyzer> shingles = Map.of("shingles", shingles());
      writer =
          new IndexWriter(
              directory,
              new IndexWriterConfig(new PerFieldAnalyzerWrapper(standard, shingles))
                  .setRAMBufferSizeMB(bufferMegabytes)
                  .setUseCompoundFile(false)
                  .setMergePolicy(new LogDocMergePolicy())
                  .setMergeScheduler(new SerialMergeScheduler()));
    }

    void add(String text) throws IOException {
      long start = cpu();
      Document document = new Document();
      document.add(new TextField("body", text, Store.YES));
      if (design.equals("passages")) {
        document.add(new PassageField("passages", text, Store.NO));
      } else if (design.equals("shingles")) {
        document.add(new TextField("shingles", text, Store.NO));
      }
      writer.addDocument(document);
      nanos += cpu() - start;
    }

    void finish() throws IOException {
      long start = cpu();
      writer.forceMerge(1);
      writer.close();
      nanos += cpu() - start;
    }
  }

  private static Analyzer shingles() {
    return new ShingleAnalyzerWrapper(new StandardAnalyzer(), 5, 5, " ", false, false, "_");
  }

  /** Measures all designs in turns, so that other work of the machine affects them equally. */
  private List<String> index(List<Built> built) throws IOException {
    int count = Figures.count(documents);
    PassageText texts = new PassageText(42);
    SplittableRandom random = new SplittableRandom(43);
    List<String> queries = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      List<String> words = texts.next();
      String text = PassageText.text(words);
      bytes += text.length(); // ASCII
      if (random.nextInt(count / QUERIES + 1) == 0) {
        int from = random.nextInt(words.size() - QUERY_WORDS);
        queries.add(PassageText.text(words.subList(from, from + QUERY_WORDS)));
      }
      for (int turn = 0; turn < built.size(); turn++) {
        built.get((i + turn) % built.size()).add(text);
      }
    }
    for (Built each : built) {
      each.finish();
      long size = 0;
      for (String file : each.directory.listAll()) {
        size += each.directory.fileLength(file);
      }
      System.out.printf(
          Locale.ROOT,
          "%s: %s documents, %.1f CPU seconds, %.2f of the first, %.1f MB of index for %.1f MB%n",
          each.design,
          documents,
          each.nanos * 1e-9,
          (double) each.nanos / built.getFirst().nanos,
          size * 1e-6,
          bytes * 1e-6);
    }
    return queries;
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void search(Directory directory, String design, List<String> queries) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      double[] millis = new double[queries.size()];
      long hits = 0;
      int done = 0;
      for (int i = 0; i < WARM_UP; i++) {
        searcher.search(query(design, queries.get(i % queries.size())), 10);
      }
      long end = System.nanoTime() + (long) (seconds * 1e9);
      while (done < millis.length && (done < 50 || System.nanoTime() < end)) {
        long start = System.nanoTime();
        hits += searcher.search(query(design, queries.get(done)), 10).scoreDocs.length;
        millis[done++] = (System.nanoTime() - start) * 1e-6;
      }
      Arrays.sort(millis, 0, done);
      System.out.printf(
          Locale.ROOT,
          "%s: query of %d words, p50 %.2f ms, p99 %.2f ms, %d queries, %.1f of 10 hits%n",
          design,
          QUERY_WORDS,
          millis[done / 2],
          millis[(int) (done * .99)],
          done,
          (double) hits / done);
    }
  }

  private Query query(String design, String text) {
    if (design.equals("passages")) {
      return PassageField.newCopiedPassageQuery("passages", text, AT_LEAST)
          .from(PassageQuery.Texts.stored("body"))
          .atMostIn(atMostIn);
    }
    QueryBuilder builder = new QueryBuilder(new StandardAnalyzer());
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (String sentence : text.split("\\. ", -1)) {
      any.add(
          design.equals("body")
              ? builder.createPhraseQuery("body", sentence)
              : new QueryBuilder(shingles()).createPhraseQuery("shingles", sentence),
          Occur.SHOULD);
    }
    return any.build();
  }
}
