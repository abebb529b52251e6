package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.search.WordsField;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.lucene.util.BytesRef;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** All pairs of titles that resemble each other; first of a sample, by brute force too. */
@Command(name = "short-join", description = "All pairs of short texts by resemblance.")
public final class ShortJoinBench implements Callable<Integer> {

  @Option(names = "--titles", split = ",", defaultValue = "1M")
  private List<String> titles;

  @Option(names = "--minimums", split = ",", defaultValue = "0.55,0.8")
  private double[] minimums;

  @Option(names = "--sample", defaultValue = "20k")
  private String sample;

  @Option(names = "--write", description = "Write the titles to a .tsv file, and do nothing else.")
  private Path file;

  /** As a corpus holds them: an array each. */
  private static final class Words extends AbstractList<Signature> {
    private final List<byte[]> values = new ArrayList<>();

    Words(int count) throws IOException {
      FingerprintScheme scheme = FingerprintScheme.standard();
      Titles made = new Titles(7);
      for (int i = 0; i < count; i++) {
        BytesRef words = scheme.read(made.next()).words();
        values.add(words == null ? null : words.bytes);
      }
    }

    @Override
    public Signature get(int i) {
      byte[] words = values.get(i);
      return new Signature(Optional.empty(), words == null ? null : new BytesRef(words));
    }

    @Override
    public int size() {
      return values.size();
    }
  }

  @Override
  public Integer call() throws IOException {
    if (file != null) {
      write();
      return 0;
    }
    for (double minimum : minimums) {
      duel(new Words(Figures.count(sample)), minimum);
    }
    System.out.println("| titles | resemblance | pairs | s | heap MB |\n|---|---|---|---|---|");
    for (String count : titles) {
      Words words = new Words(Figures.count(count));
      for (double minimum : minimums) {
        long start = System.nanoTime();
        long[] pairs = new long[1];
        join(minimum).pairs(words, (a, b, distance) -> pairs[0]++);
        System.out.printf(
            Locale.ROOT,
            "| %,d | %.2f | %,d | %.1f | %,d |%n",
            words.size(),
            minimum,
            pairs[0],
            (System.nanoTime() - start) * 1e-9,
            Runtime.getRuntime().totalMemory() >> 20);
      }
    }
    return 0;
  }

  private void write() throws IOException {
    Titles made = new Titles(7);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < Figures.count(titles.getFirst()); i++) {
        out.write(i + "\t" + made.next() + "\n");
      }
    }
  }

  private static SimilarityJoin join(double minimum) {
    return SimilarityJoin.of(Comparison.within(0).words(minimum));
  }

  private static void duel(Words words, double minimum) throws IOException {
    long[] found = new long[2];
    join(minimum).pairs(words, (a, b, distance) -> count(found, a, b));
    long[] expected = new long[2];
    for (int a = 0; a < words.size(); a++) {
      for (int b = a + 1; b < words.size(); b++) {
        if (WordsField.similarity(words.get(a).words(), words.get(b).words()) >= minimum) {
          count(expected, a, b);
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%,d titles, %.2f: %,d pairs, by brute force %,d, %s%n",
        words.size(),
        minimum,
        found[0],
        expected[0],
        found[1] == expected[1] && found[0] == expected[0] ? "the same" : "DIFFERENT");
  }

  /** Their number, and a sum that tells them from others. */
  private static void count(long[] pairs, int a, int b) {
    pairs[0]++;
    pairs[1] += ((((long) a << Integer.SIZE) | b) * 0x9E3779B97F4A7C15L) >>> 7;
  }
}
