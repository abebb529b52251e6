package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.Tokens;
import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Holds the numbers, symbols and words of a text that a {@link Guard} compares. */
final class GuardedWords {

  /** The maximum number of words of the shorter of two texts whose numbers are compared. */
  static final int MOST_BESIDE_NUMBERS = 512;

  /** The maximum number of words of a text whose words or symbols are compared. */
  static final int MOST = 128;

  /** The maximum number of words of the shorter of two compared texts; not applied to negations. */
  static final int MOST_OF_SHORT = MOST / 2;

  private static final long[] EMPTY = {};

  private static final long[] NEGATIONS = sorted(codesOf("not never 不 没 未 勿"));

  /** The words for which contractions such as can't stand. */
  private static final Map<Long, long[]> SPELLED_OUT = spelledOut();

  private static final long[] CONTRACTIONS =
      SPELLED_OUT.keySet().stream().mapToLong(Long::longValue).sorted().toArray();

  /** The words that may belong to a negation if they are directly before or after it. */
  private static final long[] HELPERS = sorted(codesOf("do does did 有"));

  /** The two words that together make a question, as in 有没有 and 有无. */
  private static final long[] WHETHER = codesOf("有没");

  /** The code that stands for the word before the first word and after the last. */
  private static final long END = 1;

  /** The words of a text that no guard compares, and that is kept apart from no other text. */
  static final GuardedWords NONE =
      new GuardedWords(Guard.NONE, 0, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY);

  private final Guard guard;
  private final int size; // number of words of the text
  private final long[] numbers;
  private final long[] symbols; // empty unless they are compared
  private final long[] negated; // pairs of words with only a negation (and a helper) between them
  private final long[] guarded; // the words of the text that the guard names
  private final long[] words; // all words, or empty if they are not compared

  private GuardedWords(
      Guard guard,
      int size,
      long[] numbers,
      long[] symbols,
      long[] negated,
      long[] guarded,
      long[] words) {
    this.guard = guard;
    this.size = size;
    this.numbers = numbers;
    this.symbols = symbols;
    this.negated = negated;
    this.guarded = guarded;
    this.words = words;
  }

  /** Returns a thread-safe function that extracts the words of a text that a guard compares. */
  static Function<Tokens, GuardedWords> of(Guard guard) {
    if (guard.equals(Guard.NONE)) {
      return tokens -> NONE;
    }
    Set<Long> guarded = new HashSet<>();
    guard.words().forEach(word -> Arrays.stream(codes(word)).forEach(guarded::add));
    boolean comparesWords = guard.replaced() || guard.negations();
    return tokens -> {
      Tokens text = tokens.standard();
      boolean isShort = text.size() <= MOST;
      long[] its = isShort && (comparesWords || !guarded.isEmpty()) ? text.codes() : EMPTY;
      long[] words = guard.negations() ? spelledOut(its) : its;
      return new GuardedWords(
          guard,
          text.size(),
          guard.numbers() ? text.numbers() : EMPTY,
          guard.numbers() && isShort ? text.symbols() : EMPTY,
          guard.negations() ? negated(words) : EMPTY,
          Arrays.stream(its).filter(guarded::contains).toArray(),
          comparesWords ? words : EMPTY);
    };
  }

  private static long[] codesOf(String words) {
    return FingerprintScheme.standard().tokens(words, false).codes();
  }

  private static long[] sorted(long... codes) {
    Arrays.sort(codes);
    return codes;
  }

  private static Map<Long, long[]> spelledOut() {
    Map<String, String> words =
        new HashMap<>(
            Map.of(
                "can't", "can not",
                "cannot", "can not",
                "won't", "will not",
                "shan't", "shall not",
                "i'm", "i am",
                "cant", "can not",
                "无", "没有",
                "非", "不"));
    String others = "do does did is are was were has have had would could should must need";
    for (String word : others.split(" ", -1)) {
      words.put(word + "n't", word + " not");
      words.put(word + "nt", word + " not");
    }
    for (String word : "he she it that there here what who where".split(" ", -1)) {
      words.put(word + "'s", word + " is");
    }
    for (String word : "you we they".split(" ", -1)) {
      words.put(word + "'re", word + " are");
    }
    for (String word : "i you he she it we they that there".split(" ", -1)) {
      words.put(word + "'ll", word + " will");
      words.put(word + "'ve", word + " have");
      words.put(word + "'d", word + " would");
    }
    Map<Long, long[]> codes = new HashMap<>();
    words.forEach(
        (word, spelledOut) -> {
          codes.put(codesOf(word)[0], codesOf(spelledOut));
          codes.put(codesOf(word.replace('\'', '’'))[0], codesOf(spelledOut));
        });
    return codes;
  }

  private static long[] spelledOut(long... words) {
    for (long word : words) {
      if (isOneOf(CONTRACTIONS, word)) {
        return Arrays.stream(words)
            .flatMap(each -> LongStream.of(SPELLED_OUT.getOrDefault(each, new long[] {each})))
            .toArray();
      }
    }
    return words;
  }

  private static boolean isOneOf(long[] codes, long word) {
    return Arrays.binarySearch(codes, word) >= 0;
  }

  /**
   * Returns the pairs of words that have only a negation and at most one helper between them, as
   * {@link #pair}.
   */
  private static long[] negated(long... words) {
    LongStream.Builder pairs = LongStream.builder();
    for (int i = 0; i < words.length; i++) {
      boolean isWhether =
          i > 0
              && i + 1 < words.length
              && words[i - 1] == WHETHER[0]
              && words[i] == WHETHER[1]
              && words[i + 1] == WHETHER[0];
      if (isOneOf(NEGATIONS, words[i]) && !isWhether) {
        int left = i - 1;
        int right = i + 1;
        pairs.add(pair(words, left, right));
        if (left >= 0 && isOneOf(HELPERS, words[left])) {
          pairs.add(pair(words, left - 1, right));
        }
        if (right < words.length && isOneOf(HELPERS, words[right])) {
          pairs.add(pair(words, left, right + 1));
        }
      }
    }
    return pairs.build().toArray();
  }

  private static long pair(long[] words, int left, int right) {
    long last = right < words.length ? words[right] : END;
    return FeatureHash.joined(left < 0 ? END : words[left], last);
  }

  /** Returns the codes of a word of the guard: one code, or one for each Han character. */
  private static long[] codes(String word) {
    String before = "a ";
    Tokens tokens = FingerprintScheme.standard().tokens(before + word, true);
    int end = before.length();
    for (int i = 1; i < tokens.size() && tokens.from(i) == end; i++) {
      end = tokens.to(i);
    }
    if (end < before.length() + word.length()) {
      throw new IllegalArgumentException(
          "guarded word '"
              + word
              + "' can never be a word of a text, expected letters and digits alone");
    }
    return Arrays.copyOfRange(tokens.codes(), 1, tokens.size());
  }

  /** Returns true if the guard keeps two texts apart. */
  boolean areApart(GuardedWords other) {
    int fewest = Math.min(size, other.size);
    boolean compares = fewest <= MOST_OF_SHORT && Math.max(size, other.size) <= MOST;
    return (fewest <= MOST_BESIDE_NUMBERS && areOther(numbers, other.numbers))
        || (compares && areOther(symbols, other.symbols))
        || (compares && fewest > 0 && !Arrays.equals(guarded, other.guarded))
        || areNegated(other)
        || other.areNegated(this)
        || (guard.replaced() && compares && isReplaced(words, other.words));
  }

  /**
   * Returns true if two words have a negation between them in this text only, and are adjacent in
   * the other.
   */
  private boolean areNegated(GuardedWords other) {
    for (long pair : negated) {
      boolean isThere = Arrays.stream(other.negated).anyMatch(its -> its == pair);
      for (int i = 0; !isThere && other.words.length > 0 && i <= other.words.length; i++) {
        if (pair(other.words, i - 1, i) == pair) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean areOther(long[] some, long[] others) {
    return !isIn(some, others) && !isIn(others, some);
  }

  private static boolean isIn(long[] few, long[] many) {
    int found = 0;
    for (int i = 0; i < many.length && found < few.length; i++) {
      found += many[i] == few[found] ? 1 : 0;
    }
    return found == few.length;
  }

  /**
   * Returns true if a word of one text replaces a word of the other: every longest common
   * subsequence has two neighbours that are separated by other words in both texts. This method
   * checks that any common subsequence without such a place is shorter.
   */
  private static boolean isReplaced(long[] a, long[] b) {
    int never = Integer.MIN_VALUE / 2;
    int[] longest = new int[b.length + 1];
    int[] same = new int[b.length + 1]; // lengths without such a place that end with a common word
    int[] onlyA = new int[b.length + 1]; // lengths that end with words of only a
    int[] onlyB = new int[b.length + 1];
    for (int i = 0; i <= a.length; i++) {
      int diagonal = 0; // the greatest of the lengths without the last words of both texts
      int diagonalLongest = 0;
      for (int j = 0; j <= b.length; j++) {
        int above = Math.max(same[j], Math.max(onlyA[j], onlyB[j]));
        int aboveLongest = longest[j];
        boolean isSame = i > 0 && j > 0 && a[i - 1] == b[j - 1];
        onlyA[j] = i == 0 ? never : Math.max(same[j], onlyA[j]);
        onlyB[j] = j == 0 ? never : Math.max(same[j - 1], onlyB[j - 1]);
        same[j] = isSame ? diagonal + 1 : i + j == 0 ? 0 : never;
        longest[j] =
            isSame ? diagonalLongest + 1 : Math.max(aboveLongest, j == 0 ? 0 : longest[j - 1]);
        diagonal = above;
        diagonalLongest = aboveLongest;
      }
    }
    int end = b.length;
    return Math.max(same[end], Math.max(onlyA[end], onlyB[end])) < longest[end];
  }

  long bytes() {
    return (long) Long.BYTES
        * (numbers.length + symbols.length + negated.length + guarded.length + words.length);
  }
}
