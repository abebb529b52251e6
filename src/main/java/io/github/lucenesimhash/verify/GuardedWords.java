package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.Tokens;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;

/** The words of a short text, as a {@link Guard} compares them with those of another text. */
final class GuardedWords {

  /** The most words of a text that is compared. */
  static final int MOST = 128;

  /** The most words of one of two texts that are compared. */
  static final int MOST_OF_SHORT = MOST / 2;

  /** Stands for a text that no guard compares. It is never kept apart from another text. */
  static final GuardedWords NONE = new GuardedWords(false, new long[0], new long[0]);

  private final boolean replaced;
  private final long[] codes; // of all words in their order
  private final long[] guarded; // those of them that must be the same in the other text

  private GuardedWords(boolean replaced, long[] codes, long[] guarded) {
    this.replaced = replaced;
    this.codes = codes;
    this.guarded = guarded;
  }

  /** Returns a function that takes from a text the words that a guard compares. Thread-safe. */
  static Function<Tokens, GuardedWords> of(Guard guard, FingerprintScheme scheme) {
    if (guard.equals(Guard.NONE)) {
      return tokens -> NONE;
    }
    Set<Long> words = new HashSet<>();
    for (String word : guard.words()) {
      long[] codes = codes(scheme.tokens(word, false));
      if (codes.length == 0) {
        throw new IllegalArgumentException(
            "guarded word '" + word + "' has no letter or digit, expected 1 to " + MOST + " words");
      }
      Arrays.stream(codes).forEach(words::add);
    }
    return tokens -> {
      long[] codes = codes(tokens);
      LongStream guarded =
          Arrays.stream(codes)
              .filter(code -> (guard.numbers() && code < 0) || words.contains(code));
      return new GuardedWords(guard.replaced(), codes, guarded.toArray());
    };
  }

  /** The codes of a text's words, whose highest bit tells a number; none if there are too many. */
  private static long[] codes(Tokens tokens) {
    Tokens words = tokens.asWords();
    long[] codes = new long[words.size() <= MOST ? words.size() : 0];
    for (int i = 0; i < codes.length; i++) {
      long code = words.code(i);
      codes[i] = words.isNumber(i) ? code | Long.MIN_VALUE : code & Long.MAX_VALUE;
    }
    return codes;
  }

  /** Whether the guard keeps two texts apart. */
  boolean areApart(GuardedWords other) {
    int fewest = Math.min(codes.length, other.codes.length);
    return fewest > 0
        && fewest <= MOST_OF_SHORT
        && (!Arrays.equals(guarded, other.guarded) || (replaced && isReplaced(other)));
  }

  /** Whether each text has a word that the other has not in its place. */
  private boolean isReplaced(GuardedWords other) {
    boolean isFewer = codes.length <= other.codes.length;
    long[] few = isFewer ? codes : other.codes;
    long[] many = isFewer ? other.codes : codes;
    int found = 0;
    for (int i = 0; i < many.length && found < few.length; i++) {
      found += many[i] == few[found] ? 1 : 0;
    }
    return found < few.length;
  }

  long bytes() {
    return (long) Long.BYTES * (codes.length + guarded.length);
  }
}
