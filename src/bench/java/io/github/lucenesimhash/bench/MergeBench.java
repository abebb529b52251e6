package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Measures the time and the heap of merging ten segments of random fingerprints into one, in the
 * default codec and in SimHashCodec, each in its own JVM. To measure the heap, a thread collects
 * garbage all the time, which makes the merge slower.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="merge 20000000 heap"
 * </pre>
 */
@Command(name = "merge", description = "Measures the time or the heap of a merge.")
public final class MergeBench implements Callable<Integer> {

  private static final int SEGMENTS = 10;
  private static final double MEGABYTE = 1 << 20;

  @Parameters(index = "0", paramLabel = "DOCUMENTS")
  private int documents;

  @Parameters(index = "1", paramLabel = "WHAT", description = "heap or time.")
  private String what;

  /** Runs a merge in its own JVM. Arguments: heap|time CODEC FOLDER. */
  public static void main(String[] args) throws IOException, InterruptedException {
    merge(Path.of(args[2]), codec(args[1]), args[0].equals("heap"));
  }

  @Override
  public Integer call() throws IOException {
    for (String codec : new String[] {BenchIndex.DEFAULT, BenchIndex.SIMHASH}) {
      Path folder = Files.createTempDirectory("simhash-merge-bench");
      try {
        write(folder, documents, codec(codec));
        ChildJvm.run(MergeBench.class.getName(), what, codec, folder)
            .forEach(line -> System.out.println(codec + ": " + line));
      } finally {
        IOUtils.rm(folder);
      }
    }
    return 0;
  }

  private static Codec codec(String name) {
    return name.equals(BenchIndex.SIMHASH) ? new SimHashCodec("near") : Codec.getDefault();
  }

  private static void write(Path folder, int documents, Codec codec) throws IOException {
    SplittableRandom random = new SplittableRandom(42);
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(codec)
            .setRAMBufferSizeMB(2000) // so that a flush makes one segment
            .setMergePolicy(NoMergePolicy.INSTANCE);
    try (Directory directory = new MMapDirectory(folder);
        IndexWriter writer = new IndexWriter(directory, config)) {
      SimHashField field = new SimHashField("near", 0);
      for (int segment = 0; segment < SEGMENTS; segment++) {
        for (int i = 0; i < documents / SEGMENTS; i++) {
          field.setLongValue(random.nextLong());
          writer.addDocument(List.of(field));
        }
        writer.flush();
      }
    }
  }

  private static void merge(Path folder, Codec codec, boolean heap)
      throws IOException, InterruptedException {
    LogDocMergePolicy policy = new LogDocMergePolicy();
    policy.setNoCFSRatio(0);
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(codec)
            .setMergePolicy(policy)
            .setMergeScheduler(new SerialMergeScheduler());
    HeapWatch watch = new HeapWatch();
    try (Directory directory = new MMapDirectory(folder);
        IndexWriter writer = new IndexWriter(directory, config)) {
      watch.setDaemon(true);
      if (heap) {
        watch.start();
      }
      long start = System.nanoTime();
      writer.forceMerge(1);
      double seconds = (System.nanoTime() - start) * 1e-9;
      System.out.printf(
          Locale.ROOT, "%.1f s, live heap at most %.1f MB%n", seconds, watch.most / MEGABYTE);
    }
  }

  /** Collects garbage ten times a second. */
  private static final class HeapWatch extends Thread {

    volatile long most;

    @Override
    public void run() {
      try {
        while (true) {
          System.gc();
          Runtime runtime = Runtime.getRuntime();
          most = Math.max(most, runtime.totalMemory() - runtime.freeMemory());
          Thread.sleep(100);
        }
      } catch (InterruptedException e) {
        interrupt();
      }
    }
  }
}
