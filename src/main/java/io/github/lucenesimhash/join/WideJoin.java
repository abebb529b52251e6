package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.BlockJoin.Others;
import io.github.lucenesimhash.join.JoinPlan.Cost;
import io.github.lucenesimhash.join.JoinPlan.Work;
import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleConsumer;

/**
 * Joins fingerprints of several words. Joins each word by itself, and compares all words of the
 * pairs found.
 *
 * <pre>
 * Bound   sum over the words of (limit + 1) = maxDistance + 1.
 * Proof   If two fingerprints differed in at least limit + 1 bits of every word, they would differ in at least
 *         maxDistance + 1 bits. So a pair within maxDistance is within the limit of some word. Only the first such word
 *         reports it.
 * Choice  The distance is divided evenly among the words, or among fewer of them, without those in which most fingerprints
 *         agree, whichever has the lowest estimated cost.
 * Cost    The joins of the words (JoinPlan), and one comparison for each pair that they find.
 * </pre>
 */
final class WideJoin {

  private static final double PAIR_NANOS = 10;

  private static final int SAMPLE = 1000;
  private static final int PART = 50; // at most one of this many fingerprints is in the sample

  /**
   * Words are left out by how many pairs of the sample are within this distance in the word, the
   * most first.
   */
  private static final int EVEN_LIMIT = 8;

  /**
   * Holds a word and the cost of its join.
   *
   * @param differing the number of pairs of a sample that differ in 0, 1, and so on bits of the
   *     word
   */
  private record Word(int number, List<Integer> differing, Cost cost) {

    /** Returns the share of the sample that is within a limit. */
    double share(int limit) {
      double all = Math.max(1, differing.stream().mapToInt(pairs -> pairs).sum());
      return differing.stream().limit(limit + 1L).mapToInt(pairs -> pairs).sum() / all;
    }
  }

  private record Part(Word word, int limit) {}

  private final DistinctFingerprints left;
  private final DistinctFingerprints right;
  private final boolean self;
  private final SimilarityJoin join;
  private final List<Part> parts;

  WideJoin(
      DistinctFingerprints left, DistinctFingerprints right, boolean self, SimilarityJoin join) {
    this.left = left;
    this.right = right;
    this.self = self;
    this.join = join;
    List<Word> words = new ArrayList<>();
    for (int i = 0; i < left.words(); i++) {
      words.add(new Word(i, differing(i), new Cost(left, right, self, i)));
    }
    words.sort(Comparator.comparingDouble(word -> word.share(EVEN_LIMIT)));
    double least = Double.POSITIVE_INFINITY;
    List<Part> best = List.of();
    for (int count = words.size(); count > 0; count--) {
      List<Part> some = parts(words.subList(0, count));
      double nanos = some.stream().mapToDouble(this::nanos).sum();
      if (nanos < least) {
        least = nanos;
        best = some;
      }
    }
    parts = best;
  }

  /** Counts the differing bits of a word in a sample of pairs. */
  private List<Integer> differing(int word) {
    int[] counts = new int[Fingerprint.WORD_BITS + 1];
    int rows = Math.min(SAMPLE, Math.ceilDiv(left.size(), PART));
    int columns = Math.min(SAMPLE, Math.ceilDiv(right.size(), PART));
    for (int i = 0; i < rows; i++) {
      long row = left.word(FingerprintSort.bound(left.size(), i, rows), word);
      for (int j = self ? i + 1 : 0; j < columns; j++) {
        long column = right.word(FingerprintSort.bound(right.size(), j, columns), word);
        counts[Fingerprint.distance(row, column)]++;
      }
    }
    return Arrays.stream(counts).boxed().toList();
  }

  private List<Part> parts(List<Word> words) {
    int sum = Math.min(join.maxDistance, left.words() * Fingerprint.WORD_BITS) + 1;
    List<Part> some = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      int limit = (sum + i) / words.size() - 1;
      if (limit >= 0) {
        some.add(new Part(words.get(i), limit));
      }
    }
    some.sort(Comparator.comparingInt(part -> part.word.number));
    return Collections.unmodifiableList(some);
  }

  private double nanos(Part part) {
    int limit = Math.min(part.limit, Fingerprint.WORD_BITS);
    double pairs = (self ? 0.5 : 1) * left.size() * right.size();
    return PAIR_NANOS * pairs * part.word.share(limit)
        + JoinPlan.cheapest(limit, part.word.cost).nanos();
  }

  Work run(PairConsumer consumer, DoubleConsumer progress) throws IOException {
    long comparisons = 0;
    long bytes = 0;
    List<String> plans = new ArrayList<>();
    double nanos = parts.stream().mapToDouble(this::nanos).sum();
    double done = 0;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      List<Part> earlier = parts.subList(0, i);
      double before = done;
      double share = nanos(part) / nanos;
      PairConsumer test =
          (a, b, distance) -> {
            int all = left.distance(a, right, b);
            if (all <= join.maxDistance && earlier.stream().noneMatch(each -> admits(each, a, b))) {
              consumer.accept(a, b, all);
            }
          };
      PairConsumer inOrder =
          self ? (a, b, d) -> test.accept(Math.min(a, b), Math.max(a, b), d) : test;
      int word = part.word.number;
      DistinctFingerprints ones = left.ofWord(word);
      DistinctFingerprints columns = self ? ones : right.ofWord(word);
      if (self) {
        ones.forEachCopy(test);
      }
      Work found =
          BlockJoin.run(
              ones,
              columns,
              self,
              join.distance(part.limit),
              new Others(
                  n -> other(left, word, ones, n),
                  n -> other(right, word, columns, n),
                  join.maxDistance),
              ones.documents(columns, inOrder),
              ofPart -> progress.accept(Math.min(1, before + share * ofPart)));
      done += share;
      comparisons += found.comparisons();
      bytes = Math.max(bytes, found.bytes());
      plans.add("word " + word + " within " + part.limit + ": " + found.plan());
    }
    return new Work(comparisons, bytes, String.join("; ", plans));
  }

  /**
   * Returns the next word of the fingerprint whose word has a value, if only one fingerprint has
   * this value.
   */
  private static long other(DistinctFingerprints all, int word, DistinctFingerprints ones, int i) {
    return all.word(ones.document(i, 0), (word + 1) % all.words()) << 1
        | (ones.copies(i) > 1 ? 1 : 0);
  }

  private boolean admits(Part part, int a, int b) {
    int word = part.word.number;
    return Fingerprint.distance(left.word(a, word), right.word(b, word)) <= part.limit;
  }
}
