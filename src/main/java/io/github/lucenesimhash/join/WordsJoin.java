package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
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
 * A join of fingerprints of several words: one of each word alone, whose pairs are compared by all.
 *
 * <pre>
 * Bound   sum over the words of (limit + 1) = maxDistance + 1.
 * Proof   If two fingerprints differed in at least limit + 1 bits of every word, they would differ in at least
 *         maxDistance + 1 bits. So a pair within maxDistance is within the limit of some word; it is reported by the
 *         first such word only.
 * Choice  Limits are shared out evenly, among all words or without those that most fingerprints agree in: the cheapest by
 *         estimated cost.
 * Cost    the joins of the words (JoinPlan), and a comparison for each pair that they find.
 * </pre>
 */
final class WordsJoin {

  private static final double PAIR_NANOS = 10;

  private static final int SAMPLE = 1000;

  /** Words in which more pairs are so near are the first to be left out. */
  private static final int EVEN_LIMIT = 8;

  /**
   * The join of a word.
   *
   * @param left the number of each fingerprint is a document
   * @param differing of the pairs of a sample those whose words differ in so many bits
   */
  private record Word(
      int number,
      DistinctFingerprints left,
      DistinctFingerprints right,
      List<Integer> differing,
      Cost cost) {

    /** The share of all pairs that are within a limit. */
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

  WordsJoin(
      DistinctFingerprints left, DistinctFingerprints right, boolean self, SimilarityJoin join) {
    this.left = left;
    this.right = right;
    this.self = self;
    this.join = join;
    List<Word> words = new ArrayList<>();
    for (int i = 0; i < left.words(); i++) {
      DistinctFingerprints a = left.ofWord(i);
      DistinctFingerprints b = self ? a : right.ofWord(i);
      words.add(new Word(i, a, b, differing(i), new Cost(a, b, self)));
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

  /** Counts the bits in which a word differs in pairs of fingerprints spread over all. */
  private List<Integer> differing(int word) {
    int[] counts = new int[Fingerprint.WORD_BITS + 1];
    int rows = Math.min(SAMPLE, left.size());
    int columns = Math.min(SAMPLE, right.size());
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
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      List<Part> earlier = parts.subList(0, i);
      double before = (double) i / parts.size();
      PairConsumer test =
          (a, b, distance) -> {
            int all = left.distance(a, right, b);
            if (all <= join.maxDistance && earlier.stream().noneMatch(each -> admits(each, a, b))) {
              consumer.accept(a, b, all);
            }
          };
      PairConsumer inOrder =
          self ? (a, b, d) -> test.accept(Math.min(a, b), Math.max(a, b), d) : test;
      DistinctFingerprints ones = part.word.left;
      if (self) {
        ones.forEachCopy(test);
      }
      Work found =
          BlockJoin.run(
              ones,
              part.word.right,
              self,
              join.distance(part.limit),
              (a, b) -> mayBeNear(part.word, a, b),
              ones.documents(part.word.right, inOrder),
              done -> progress.accept(before + done / parts.size()));
      comparisons += found.comparisons();
      bytes = Math.max(bytes, found.bytes());
      plans.add("word " + part.word.number + " within " + part.limit + ": " + found.plan());
    }
    return new Work(comparisons, bytes, String.join("; ", plans));
  }

  /** By the numbers of two values of a word; what several fingerprints have is not looked at. */
  private boolean mayBeNear(Word word, int a, int b) {
    if (word.left.copies(a) > 1 || word.right.copies(b) > 1) {
      return true;
    }
    int one = word.left.document(a, 0);
    return left.distance(one, right, word.right.document(b, 0)) <= join.maxDistance;
  }

  private boolean admits(Part part, int a, int b) {
    int word = part.word.number;
    return Fingerprint.distance(left.word(a, word), right.word(b, word)) <= part.limit;
  }
}
