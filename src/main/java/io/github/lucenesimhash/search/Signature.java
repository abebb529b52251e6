package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.util.BytesRef;

/**
 * What a text is compared by: its fingerprint, and its words where it has few. Each is there or
 * not. A scheme makes both in one pass over the text.
 *
 * <pre>{@code
 * Signature signature = scheme.read(text);
 * scheme.fields("near", signature).forEach(document::add);
 * }</pre>
 *
 * <p>Immutable.
 *
 * @param fingerprint 64 bits; empty if the text has no feature
 * @param words as the doc value of a {@link WordsField} has them, not to be changed; null if the
 *     text has none, or more than {@value WordsField#MAX_FEATURES}
 */
public record Signature(OptionalLong fingerprint, BytesRef words) {

  /** Of what is compared with nothing. */
  public static final Signature NONE = new Signature(OptionalLong.empty(), null);

  /**
   * {@return a signature of a fingerprint alone}
   *
   * @param fingerprint 64 bits
   */
  public static Signature of(long fingerprint) {
    return new Signature(OptionalLong.of(fingerprint), null);
  }

  /**
   * {@return the hash of a word as {@link #of(OptionalLong, long[])} takes it}
   *
   * @param hash of the word
   * @param isNumber whether a {@link Guard} of numbers guards it
   */
  public static long word(long hash, boolean isNumber) {
    return isNumber ? hash | Long.MIN_VALUE : hash & Long.MAX_VALUE;
  }

  /** {@return the fingerprint alone} */
  public Signature withoutWords() {
    return new Signature(fingerprint, null);
  }

  /** {@return true if nothing can be near it} */
  public boolean isEmpty() {
    return fingerprint.isEmpty() && words == null;
  }

  /**
   * {@return bits in which the fingerprints differ; 64 if one has none}
   *
   * @param other made by the same scheme
   */
  public int distance(Signature other) {
    return fingerprint.isPresent() && other.fingerprint.isPresent()
        ? Fingerprint.distance(fingerprint.getAsLong(), other.fingerprint.getAsLong())
        : Fingerprint.BITS;
  }

  /**
   * {@return a signature with the words of a text}
   *
   * @param fingerprint 64 bits, or empty
   * @param words {@linkplain #word hashes} of all words of the text in its order, any number; not
   *     kept
   */
  public static Signature of(OptionalLong fingerprint, long[] words) {
    boolean isKept = words.length > 0 && words.length <= WordsField.MAX_FEATURES;
    return new Signature(fingerprint, isKept ? ShortFeatures.of(words).docValue() : null);
  }

  /**
   * {@return the fields that a document has of it: a {@link SimHashField}, and a {@link WordsField}
   * of the words under the name with {@value ShortTexts#WORDS} behind it}
   *
   * @param name of the fingerprint's field
   * @param type of the fingerprint's field
   * @param wordsType of the words' field; not asked for without words
   */
  public List<Field> fields(String name, FieldType type, FieldType wordsType) {
    List<Field> fields = new ArrayList<>(2);
    if (fingerprint.isPresent()) {
      fields.add(new SimHashField(name, fingerprint.getAsLong(), type));
    }
    if (words != null) {
      fields.add(new WordsField(name + ShortTexts.WORDS, words, wordsType));
    }
    return fields;
  }
}
