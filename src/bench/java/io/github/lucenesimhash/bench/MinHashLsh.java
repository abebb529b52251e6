package io.github.lucenesimhash.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A plain MinHash-LSH, as text-dedup and datasketch implement it: Broder, On the resemblance and
 * containment of documents, 1997; Leskovec, Rajaraman and Ullman, Mining of Massive Datasets,
 * chapter 3. A shingle is five words. A word is a run of letters and digits or a Han character.
 * Texts that share a band are in one group, of which the first is kept; the texts are not compared.
 */
final class MinHashLsh {

  private static final int SHINGLE = 5;

  // The bands that datasketch chooses for .8 and 128 permutations; 11 of these are in no band.
  private static final int BANDS = 9;
  private static final int ROWS = 13;

  private static final long PRIME = 0x9E3779B97F4A7C15L;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long[] FACTORS =
      new Random(1).longs(BANDS * ROWS).map(factor -> factor | 1).toArray();
  private static final long[] SUMMANDS = new Random(2).longs(BANDS * ROWS).toArray();

  private MinHashLsh() {}

  /**
   * Groups the texts of a file of JSON lines. Arguments: the file, and the file to which the line
   * of each duplicate and of the first of its group are written.
   */
  public static void main(String[] args) throws IOException {
    long[][] bands;
    try (Stream<String> lines = Files.lines(Path.of(args[0]))) {
      bands =
          lines.parallel().map(line -> bands(minHashes(words(text(line))))).toArray(long[][]::new);
    }
    int[] parents = new int[bands.length];
    Arrays.setAll(parents, i -> i);
    for (int band = 0; band < BANDS; band++) {
      join(bands, band, parents);
    }
    int count = 0;
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(args[1])))) {
      for (int i = 0; i < parents.length; i++) {
        int first = root(parents, i);
        if (first != i) {
          out.println(first + "\t" + i);
          count++;
        }
      }
    }
    System.out.printf(Locale.ROOT, "%,d documents, %,d duplicates%n", bands.length, count);
  }

  private static String text(String line) {
    try {
      return JSON.readTree(line).get("text").textValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a hash of each word, and zeros if the words are too few for a shingle. */
  private static long[] words(String text) {
    long[] words = new long[text.length() + SHINGLE];
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isHan = Character.isIdeographic(c);
      if (words[count] != 0 && (isHan || !Character.isLetterOrDigit(c))) {
        count++;
      }
      if (Character.isLetterOrDigit(c)) {
        words[count] = (words[count] + Character.toLowerCase(c)) * PRIME;
        count += isHan ? 1 : 0;
      }
    }
    count += words[count] == 0 ? 0 : 1;
    return Arrays.copyOf(words, Math.max(count, SHINGLE));
  }

  private static long[] minHashes(long[] words) {
    long[] least = new long[BANDS * ROWS];
    Arrays.fill(least, Long.MAX_VALUE);
    for (int i = 0; i + SHINGLE <= words.length; i++) {
      long shingle = 0;
      for (int j = i; j < i + SHINGLE; j++) {
        shingle = (shingle ^ words[j]) * PRIME;
        shingle ^= shingle >>> 32;
      }
      for (int p = 0; p < least.length; p++) {
        least[p] = Math.min(least[p], shingle * FACTORS[p] + SUMMANDS[p]);
      }
    }
    return least;
  }

  /** Returns a hash of each band. */
  private static long[] bands(long[] minHashes) {
    long[] bands = new long[BANDS];
    for (int i = 0; i < minHashes.length; i++) {
      bands[i / ROWS] = (bands[i / ROWS] + minHashes[i]) * PRIME;
    }
    return bands;
  }

  /** Puts texts that have an equal band into one group, with a hash table. */
  private static void join(long[][] bands, int band, int[] parents) {
    int bits = 33 - Integer.numberOfLeadingZeros(bands.length);
    int[] firsts = new int[1 << bits];
    Arrays.fill(firsts, -1);
    for (int i = 0; i < bands.length; i++) {
      long hash = bands[i][band];
      int slot = (int) (hash >>> (64 - bits));
      while (firsts[slot] >= 0 && bands[firsts[slot]][band] != hash) {
        slot = (slot + 1) & (firsts.length - 1);
      }
      if (firsts[slot] < 0) {
        firsts[slot] = i;
      } else {
        int a = root(parents, firsts[slot]);
        int b = root(parents, i);
        parents[Math.max(a, b)] = Math.min(a, b);
      }
    }
  }

  private static int root(int[] parents, int i) {
    int root = i;
    while (parents[root] != root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  }
}
