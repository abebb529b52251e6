package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.util.ArrayUtil;

/**
 * Holds the words of a text in order, as {@link FeatureHash} codes, without stop words. Features,
 * fingerprint, counts and numbers are made from these words. Symbols need another scan of the text,
 * and standard words of a text under another scheme a second analysis.
 *
 * @lucene.internal
 */
public final class Tokens {

  /** The code of a pad, a word that stands before the first word or after the last. */
  private static final long PAD = 0x9E3779B97F4A7C15L;

  private final FingerprintScheme scheme; // null for the words of passages
  private final CharSequence text; // null for the words of passages
  private final int pads; // number of pads before the codes, and after them in padded()
  private long[] codes = new long[256];
  private int[] from; // null, like the next field, if offsets were not requested
  private int[] to;
  private int size;
  private final Numbers numbers; // null if not requested, or if the words are not standard

  /** The weights of the words; empty unless the scheme has a table of weights. */
  double[] weights = {};

  /** The words themselves; empty unless the scheme hashes their letters. */
  final List<String> words = new ArrayList<>();

  private Tokens(FingerprintScheme scheme, CharSequence text, Numbers numbers, boolean hasOffsets) {
    this.scheme = scheme;
    this.numbers = numbers;
    this.text = text;
    pads = scheme != null && scheme.features.padded ? scheme.features.shingleSize - 1 : 0;
    Arrays.fill(codes, 0, pads, PAD);
    from = hasOffsets ? new int[codes.length] : null;
    to = hasOffsets ? new int[codes.length] : null;
  }

  /** Returns the tokens of a text, without offsets and numbers. */
  static Tokens of(FingerprintScheme scheme, CharSequence text, Words words) throws IOException {
    return of(scheme, text, words, false, null);
  }

  /** Returns the tokens of a text, with numbers and, if requested, with offsets. */
  static Tokens of(FingerprintScheme scheme, CharSequence text, Words words, boolean hasOffsets)
      throws IOException {
    boolean isStandard =
        scheme.features.stopWords.isEmpty()
            && words instanceof WordScanner scanner
            && !scanner.isByCharacter();
    return of(scheme, text, words, hasOffsets, isStandard ? new Numbers() : null);
  }

  private static Tokens of(
      FingerprintScheme scheme, CharSequence text, Words words, boolean hasOffsets, Numbers numbers)
      throws IOException {
    FeatureExtraction features = scheme.features;
    boolean hasStopWords = !features.stopWords.isEmpty();
    Tokens tokens = new Tokens(scheme, text, numbers, hasOffsets);
    boolean usesTable = features.weighting.usesTable();
    boolean usesWords = !features.hash.isOfCodes();
    while (words.next()) {
      if (hasStopWords
          && features.stopWords.contains(words.text(), words.start(), words.length())) {
        continue;
      }
      if (usesTable) {
        tokens.weights = ArrayUtil.grow(tokens.weights, tokens.size + 1);
        tokens.weights[tokens.size] =
            features.weighting.wordWeight(words.text(), words.start(), words.length());
      }
      if (usesWords) {
        tokens.words.add(new String(words.text(), words.start(), words.length()));
      }
      if (numbers != null) {
        numbers.add(words);
      }
      tokens.add(words, words.code());
    }
    return tokens;
  }

  /**
   * Returns the words by which passages are compared: the letters, digits and marks of the words of
   * the standard scheme. Words that are joined by a hyphen are one word, even across a line end. A
   * full stop between two letters on each side separates two words, as in {@code end.He}.
   *
   * @param text a text of any length
   * @param hasOffsets whether to record the offsets of the words
   * @return the words
   */
  public static Tokens ofPassages(CharSequence text, boolean hasOffsets) {
    Objects.requireNonNull(text, "text is null, expected a text, which may be empty");
    try {
      return joined(WordScanner.ofPassages(NormalText.of(text, hasOffsets)), hasOffsets);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Tokens joined(Words words, boolean hasOffsets) throws IOException {
    Tokens tokens = new Tokens(null, null, null, hasOffsets);
    int end = -1; // end of the last word; -1 if the next word cannot be joined to it
    while (words.next()) {
      boolean isPart =
          end > 0
              && isHyphen(words.text()[end])
              && words.start() == behindLineEnd(words.text(), end + 1)
              && !words.isSingle();
      end =
          words.start() + words.length() < words.text().length && !words.isSingle()
              ? words.start() + words.length()
              : -1;
      if (isPart) {
        int last = tokens.size - 1;
        tokens.codes[last] = lettersCode(words, tokens.codes[last]); // passages have no pads
        if (hasOffsets) {
          tokens.to[last] = words.to();
        }
      } else {
        tokens.add(words, lettersCode(words, FeatureHash.START));
      }
    }
    return tokens;
  }

  private static boolean isHyphen(char c) {
    return c == '-' || c == '\u2010';
  }

  /** Returns the index after a line end, or the index itself if no line end follows. */
  private static int behindLineEnd(char[] text, int index) {
    int i = index + 1 < text.length && text[index] == '\r' ? index + 1 : index;
    return i < text.length && text[i] == '\n' ? i + 1 : index;
  }

  /** Returns a code extended by the letters, digits and marks of a word. */
  private static long lettersCode(Words words, long before) {
    if (before == FeatureHash.START && words.isPlain()) {
      return words.code();
    }
    char[] text = words.text();
    int end = words.start() + words.length();
    long code = before;
    for (int i = words.start(); i < end; i++) {
      if (counts(text[i])) {
        code = FeatureHash.next(code, text[i]);
      }
    }
    return code == FeatureHash.START ? words.code() : code; // the word is a symbol
  }

  private static boolean counts(char c) {
    return c < 0x80
        ? (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z')
        : Character.isSurrogate(c) || (Character.isLetterOrDigit(c) && c != '\u02BC') || isMark(c);
  }

  private static boolean isMark(char c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  private void add(Words word, long code) {
    if (pads + size == codes.length) {
      codes = Arrays.copyOf(codes, 2 * codes.length);
      from = from == null ? null : Arrays.copyOf(from, codes.length);
      to = to == null ? null : Arrays.copyOf(to, codes.length);
    }
    if (from != null) {
      from[size] = word.from();
      to[size] = word.to();
    }
    codes[pads + size++] = code;
  }

  /** {@return the features of the text under the scheme} */
  public Features features() {
    return scheme.isOfText() ? Features.ofText(scheme, text) : Features.of(scheme, this);
  }

  /**
   * {@return the words of the text under the standard scheme; this object if it has these words}
   */
  public Tokens standard() {
    return numbers == null ? FingerprintScheme.standard().tokens(text, from != null) : this;
  }

  /**
   * {@return the codes of the numbers among the {@link #standard} words, in order; not for the
   * words of passages, which have no text}
   */
  public long[] numbers() {
    return standard().numbers.codes();
  }

  /**
   * Returns the codes of the numbers and symbols of the text, in order. Symbols are signs that
   * change the meaning, number words, words such as C#, and single letters except a and i.
   *
   * @return the codes
   */
  public long[] symbols() {
    return Numbers.symbols(text);
  }

  /** {@return the number of words} */
  public int size() {
    return size;
  }

  /** {@return the codes of all words} */
  public long[] codes() {
    return ArrayUtil.copyOfSubArray(codes, pads, pads + size);
  }

  /**
   * {@return the code of a word}
   *
   * @param word the index of the word
   */
  public long code(int word) {
    return codes[pads + word];
  }

  /**
   * Returns the codes of all words with the pads of the scheme around them, at the start of an
   * array that may be longer. Do not modify it.
   */
  long[] padded() {
    codes = ArrayUtil.grow(codes, pads + size + pads);
    Arrays.fill(codes, pads + size, pads + size + pads, PAD);
    return codes;
  }

  int pads() {
    return pads;
  }

  /**
   * {@return the offset of the start of a word in the text; offsets must have been requested}
   *
   * @param word the index of the word
   */
  public int from(int word) {
    return from[word];
  }

  /**
   * {@return the offset after the end of a word in the text; offsets must have been requested}
   *
   * @param word the index of the word
   */
  public int to(int word) {
    return to[word];
  }
}
