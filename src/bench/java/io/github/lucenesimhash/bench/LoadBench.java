package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Measures how one thread adds ready fingerprints to an index in several ways, from the first
 * fingerprint to the commit. The ways take turns. Segments are not merged.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="load 4000000 3"
 * </pre>
 */
@Command(
    name = "load",
    description = "Measures several ways to add ready fingerprints to an index.")
public final class LoadBench implements Callable<Integer> {

  private static final int COLUMNAR_BATCH = 10_000;

  @Parameters(index = "0", paramLabel = "DOCUMENTS", defaultValue = "4000000")
  private int documents;

  @Parameters(
      index = "1",
      paramLabel = "ROUNDS",
      defaultValue = "3",
      description = "Number of rounds, after one for warm-up.")
  private int rounds;

  private long[] fingerprints;

  /** Adds all fingerprints. */
  private interface Way {
    void load(IndexWriter writer) throws IOException;
  }

  @Override
  public Integer call() throws IOException {
    fingerprints = new SplittableRandom(42).longs(documents).toArray();
    Map<String, Way> ways = new LinkedHashMap<>();
    ways.put("a doc value alone, addDocument", this::docValues);
    ways.put("SimHashField, addDocument", writer -> documents(writer, false));
    ways.put("SimHashField and id, addDocument", writer -> documents(writer, true));
    ways.put("the same terms and doc value, addBatch", this::columns);
    ways.put("SimHashField and id, SimHashCodec", writer -> documents(writer, true));
    Map<String, double[]> nanos = new LinkedHashMap<>();
    ways.keySet().forEach(name -> nanos.put(name, new double[rounds]));
    for (int round = -1; round < rounds; round++) {
      for (Map.Entry<String, Way> way : ways.entrySet()) {
        double each = nanosEach(way.getValue(), way.getKey().endsWith("SimHashCodec"));
        if (round >= 0) {
          nanos.get(way.getKey())[round] = each;
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%,d fingerprints, one thread; JDK %s%n%n",
        fingerprints.length,
        Runtime.version());
    System.out.println("| | ns a document | million documents a second |");
    System.out.println("|---|---|---|");
    nanos.forEach(
        (name, all) -> {
          double median = Figures.median(all);
          System.out.printf(Locale.ROOT, "| %s | %.0f | %.2f |%n", name, median, 1e3 / median);
        });
    return 0;
  }

  private double nanosEach(Way way, boolean fast) throws IOException {
    Path folder = Files.createTempDirectory("simhash-load-bench");
    try {
      long start = System.nanoTime();
      IndexWriterConfig config =
          new IndexWriterConfig()
              .setCodec(fast ? new SimHashCodec("near") : Codec.getDefault())
              .setRAMBufferSizeMB(256)
              .setMergePolicy(NoMergePolicy.INSTANCE)
              .setMergeScheduler(new SerialMergeScheduler());
      try (Directory directory = new MMapDirectory(folder);
          IndexWriter writer = new IndexWriter(directory, config)) {
        way.load(writer);
        writer.commit();
        if (writer.getDocStats().numDocs != fingerprints.length) {
          throw new IllegalStateException(
              writer.getDocStats().numDocs + " documents, expected " + fingerprints.length);
        }
      }
      return (double) (System.nanoTime() - start) / fingerprints.length;
    } finally {
      IOUtils.rm(folder);
    }
  }

  private void docValues(IndexWriter writer) throws IOException {
    NumericDocValuesField field = new NumericDocValuesField("near", 0);
    Document document = new Document();
    document.add(field);
    for (long fingerprint : fingerprints) {
      field.setLongValue(fingerprint);
      writer.addDocument(document);
    }
  }

  private void documents(IndexWriter writer, boolean ids) throws IOException {
    SimHashField field = new SimHashField("near", 0);
    StringField id = new StringField("id", "", Store.YES);
    Document document = new Document();
    document.add(field);
    if (ids) {
      document.add(id);
    }
    for (int i = 0; i < fingerprints.length; i++) {
      field.setLongValue(fingerprints[i]);
      id.setStringValue("doc-" + i);
      writer.addDocument(document);
    }
  }

  private void columns(IndexWriter writer) throws IOException {
    for (int i = 0; i < fingerprints.length; i += COLUMNAR_BATCH) {
      int size = Math.min(COLUMNAR_BATCH, fingerprints.length - i);
      writer.addBatch(new ColumnarFingerprints(fingerprints, i, size));
    }
  }
}
