package recipe;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.SimilarityJoin;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.lucene.util.IOUtils;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Compares the groups of the recipe with those of the library, on random fingerprints. */
final class Main {

  private Main() {}

  /**
   * Runs the comparison.
   *
   * @param args the documents, maxDistance, bits, routed and tasks
   */
  public static void main(String[] args) throws IOException {
    int documents = Integer.parseInt(args[0]);
    int maxDistance = Integer.parseInt(args[1]);
    int bits = Integer.parseInt(args[2]);
    NearDuplicates recipe =
        new NearDuplicates(
            maxDistance, bits, Integer.parseInt(args[3]), Integer.parseInt(args[4]));
    Path folder = Files.createTempDirectory("spark");
    Path lines = folder.resolve("fingerprints.tsv");
    List<Optional<Fingerprint>> fingerprints = random(documents, bits / Long.SIZE);
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(lines))) {
      for (int i = 0; i < documents; i++) {
        String shown = fingerprints.get(i).map(Fingerprint::toString).orElse("-".repeat(16));
        out.println("id-" + i + "\t" + shown);
      }
    }
    Duration start = cpu();
    List<String> expected = library(fingerprints, maxDistance);
    Duration library = cpu().minus(start);
    SparkConf conf =
        new SparkConf()
            .setAppName("near-duplicates")
            .setMaster("local-cluster[2,1,3072]")
            .set("spark.executor.memory", "3g")
            .set("spark.executorEnv.JAVA_HOME", System.getProperty("java.home"))
            .set("spark.executor.extraClassPath", Path.of("target/classes").toAbsolutePath() + "")
            .set("spark.executor.extraJavaOptions", "--add-modules jdk.incubator.vector")
            .set("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
            .set("spark.ui.enabled", "false");
    long begin = System.nanoTime();
    start = cpu();
    Duration spark;
    try (JavaSparkContext context = new JavaSparkContext(conf)) {
      context.setLogLevel("ERROR");
      recipe.run(context, lines.toString(), folder.resolve("groups").toString());
      spark = cpu().minus(start);
    }
    List<String> found = new ArrayList<>();
    try (Stream<Path> parts = Files.list(folder.resolve("groups"))) {
      for (Path part : parts.filter(file -> (file.getFileName() + "").startsWith("part-")).toList()) {
        found.addAll(Files.readAllLines(part));
      }
    }
    Collections.sort(found);
    IOUtils.rm(folder);
    System.out.printf(
        Locale.ROOT,
        "%,d fingerprints of %d bits within %d: %,d near-duplicates, %s the library's;"
            + " CPU s %.1f, the library %.1f; %.1f s%n",
        documents,
        bits,
        maxDistance,
        found.size(),
        found.equals(expected) ? "equal to" : "NOT",
        spark.toMillis() / 1e3,
        library.toMillis() / 1e3,
        (System.nanoTime() - begin) / 1e9);
    if (!found.equals(expected) || found.isEmpty()) {
      System.exit(1);
    }
  }

  /** Makes fingerprints: a tenth are near or equal to an earlier one, a thousandth are missing. */
  private static List<Optional<Fingerprint>> random(int documents, int words) {
    SplittableRandom random = new SplittableRandom(36);
    List<Optional<Fingerprint>> fingerprints = new ArrayList<>();
    for (int i = 0; i < documents; i++) {
      long[] value = random.longs(words).toArray();
      if (i > 0 && random.nextInt(10) == 0) {
        value = fingerprints.get(random.nextInt(i)).map(Fingerprint::toArray).orElse(value);
        for (int flips = random.nextInt(8); flips > 0; flips--) {
          value[random.nextInt(words)] ^= 1L << random.nextInt(Long.SIZE);
        }
      }
      fingerprints.add(
          random.nextInt(1000) == 0 ? Optional.empty() : Optional.of(Fingerprint.of(value)));
    }
    return fingerprints;
  }

  private static List<String> library(List<Optional<Fingerprint>> fingerprints, int maxDistance)
      throws IOException {
    Groups groups =
        Grouping.stars(SimilarityJoin.within(maxDistance)).of(DistinctFingerprints.of(fingerprints));
    List<String> lines = new ArrayList<>();
    for (Groups.Group group : groups) {
      for (int i = 0; i < group.size() - 1; i++) {
        lines.add("id-" + group.kept() + "\tid-" + group.member(i) + "\t" + group.distance(i));
      }
    }
    Collections.sort(lines);
    return lines;
  }

  /** Returns the CPU time of this process and of the processes that it started. */
  private static Duration cpu() {
    ProcessHandle self = ProcessHandle.current();
    return Stream.concat(Stream.of(self), self.descendants())
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
