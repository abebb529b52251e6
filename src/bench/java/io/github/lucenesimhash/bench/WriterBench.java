package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures what near-duplicate detection costs at ingest. One thread adds articles of 2,000
 * characters, all different, to an index that has fingerprints in one segment, with and without
 * detection. All ways take turns. Each run follows a run that indexes only the body, and is
 * reported as a multiple of the time of that run. The first rounds do not count.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="writer --articles 20000 --ways .*shared.analysis.*"
 * </pre>
 */
@Command(name = "writer", description = "Measures the cost of near-duplicate detection at ingest.")
public final class WriterBench implements Callable<Integer> {

  private static final long SEED = 42;
  private static final int GROUP = 2048; // articles that are looked up together

  @Option(names = "--language", defaultValue = "english", description = "english or chinese.")
  private String language;

  @Option(
      names = "--articles",
      defaultValue = "8000",
      description = "Number of articles to add in each round.")
  private int articles;

  @Option(
      names = "--documents",
      defaultValue = "1000000",
      description = "Number of documents in the index before.")
  private int documents;

  @Option(names = "--distances", split = ",", defaultValue = "3,7,10")
  private List<Integer> distances;

  @Option(names = "--codec", defaultValue = "simhash", description = "simhash or default.")
  private String codec;

  @Option(names = "--warm-up", defaultValue = "2", description = "Number of warm-up rounds.")
  private int warmUp;

  @Option(names = "--rounds", defaultValue = "5")
  private int rounds;

  @Option(
      names = "--ways",
      defaultValue = ".*",
      description = "Regular expression for the names of the ways to measure.")
  private String only;

  /** A way to add the articles to an index. */
  private interface Way {
    void addAll(IndexWriter writer, List<String> texts) throws IOException;
  }

  private Analyzer analyzer;

  @Override
  public Integer call() throws IOException {
    boolean chinese = language.equals("chinese");
    analyzer = chinese ? new SmartChineseAnalyzer() : new StandardAnalyzer();
    FingerprintScheme standard = FingerprintScheme.standard();
    FingerprintScheme words =
        FingerprintScheme.of("bench", analyzer, "body").with("shingle=3 sketch=minhash");
    List<String> texts = chinese ? Articles.chinese(articles) : Articles.english(articles);
    Map<String, Way> ways = new LinkedHashMap<>();
    ways.put("body alone", this::bodyAlone);
    ways.put("body alone, updateDocument", this::bodyAloneByUpdate);
    ways.put("standard scheme", (w, t) -> addAll(w, t, standard));
    ways.put("body's words", (w, t) -> addAll(w, t, words));
    for (int k : distances) {
      ways.put("standard scheme, lookup within " + k, (w, t) -> dedup(w, t, k, standard));
      ways.put(
          "standard scheme, one call for each article, lookup within " + k,
          (w, t) -> dedupOneByOne(w, t, k, standard));
    }
    ways.keySet().removeIf(name -> !name.matches(only));
    Path work = Files.createTempDirectory("simhash-writer-bench");
    try {
      measure(ways, texts, work);
    } finally {
      IOUtils.rm(work);
    }
    return 0;
  }

  private void measure(Map<String, Way> ways, List<String> texts, Path work) throws IOException {
    Path start = work.resolve("start");
    try (Directory directory = new MMapDirectory(start);
        IndexWriter writer = new IndexWriter(directory, config())) {
      SplittableRandom random = new SplittableRandom(SEED);
      for (int i = 0; i < documents; i++) {
        Document document = document("before-" + i);
        document.add(new SimHashField("near", random.nextLong()));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    Map<String, double[]> micros = new LinkedHashMap<>();
    Map<String, double[]> times = new LinkedHashMap<>();
    for (int round = -warmUp; round < rounds; round++) {
      for (Map.Entry<String, Way> way : ways.entrySet()) {
        double alone = microsEach(this::bodyAlone, texts, start, work.resolve("round"));
        double each = microsEach(way.getValue(), texts, start, work.resolve("round"));
        if (round >= 0) {
          micros.computeIfAbsent(way.getKey(), name -> new double[rounds])[round] = each;
          times.computeIfAbsent(way.getKey(), name -> new double[rounds])[round] = each / alone;
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%,d articles of %,d characters, %s, %,d documents before, %s codec; JDK %s%n%n",
        texts.size(),
        Articles.CHARACTERS,
        language,
        documents,
        codec,
        Runtime.version());
    System.out.println("| | us an article | times the body alone |");
    System.out.println("|---|---|---|");
    micros.forEach(
        (name, all) ->
            System.out.printf(
                Locale.ROOT,
                "| %s | %.1f | %.2f |%n",
                name,
                Figures.median(all),
                Figures.median(times.get(name))));
  }

  private double microsEach(Way way, List<String> texts, Path start, Path path) throws IOException {
    Files.createDirectory(path);
    List<Path> files = new ArrayList<>();
    try (var all = Files.newDirectoryStream(start)) {
      all.forEach(files::add);
    }
    for (Path file : files) {
      Files.createLink(path.resolve(file.getFileName()), file);
    }
    try {
      long nanos = System.nanoTime();
      try (Directory directory = new MMapDirectory(path);
          IndexWriter writer = new IndexWriter(directory, config())) {
        way.addAll(writer, texts);
      }
      return (System.nanoTime() - nanos) * 1e-3 / texts.size();
    } finally {
      IOUtils.rm(path);
    }
  }

  private IndexWriterConfig config() {
    return new IndexWriterConfig(analyzer)
        .setCodec(codec.equals("simhash") ? new SimHashCodec("near") : Codec.getDefault());
  }

  private static Document document(String id) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    return document;
  }

  private void bodyAlone(IndexWriter writer, List<String> texts) throws IOException {
    for (int i = 0; i < texts.size(); i++) {
      Document document = document("" + i);
      document.add(new TextField("body", texts.get(i), Store.NO));
      writer.addDocument(document);
    }
  }

  private void bodyAloneByUpdate(IndexWriter writer, List<String> texts) throws IOException {
    for (int i = 0; i < texts.size(); i++) {
      Document document = document("" + i);
      document.add(new TextField("body", texts.get(i), Store.NO));
      writer.updateDocument(new Term("id", "" + i), document);
    }
  }

  private static Document document(int i, String text, FingerprintScheme scheme) {
    Document document = document("" + i);
    document.add(new TextField("body", text, Store.NO));
    scheme.field("near").of(text).ifPresent(document::add);
    return document;
  }

  private static void addAll(IndexWriter writer, List<String> texts, FingerprintScheme scheme)
      throws IOException {
    for (int i = 0; i < texts.size(); i++) {
      writer.addDocument(document(i, texts.get(i), scheme));
    }
  }

  private static void dedup(
      IndexWriter indexWriter, List<String> texts, int distance, FingerprintScheme scheme)
      throws IOException {
    AtomicInteger skipped = new AtomicInteger();
    try (NearDuplicateWriter writer =
        NearDuplicateWriter.builder(indexWriter).comparison(Comparison.within(distance)).build()) {
      for (int from = 0; from < texts.size(); from += GROUP) {
        List<Document> group =
            IntStream.range(from, Math.min(from + GROUP, texts.size()))
                .mapToObj(i -> document(i, texts.get(i), scheme))
                .toList();
        writer.offer(group).add(outcome -> skipped.addAndGet(outcome.isIndexed() ? 0 : 1));
      }
    }
    checkFew(skipped.get(), texts);
  }

  private static void dedupOneByOne(
      IndexWriter indexWriter, List<String> texts, int distance, FingerprintScheme scheme)
      throws IOException {
    int skipped = 0;
    try (NearDuplicateWriter writer =
        NearDuplicateWriter.builder(indexWriter).comparison(Comparison.within(distance)).build()) {
      for (int i = 0; i < texts.size(); i++) {
        skipped += writer.add(document(i, texts.get(i), scheme)).isIndexed() ? 0 : 1;
      }
    }
    checkFew(skipped, texts);
  }

  private static void checkFew(int skipped, List<String> texts) {
    if (skipped > texts.size() / 10) {
      throw new IllegalStateException(skipped + " articles skipped, expected few");
    }
  }
}
