package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.util.BytesRef;

/**
 * What a text is compared by: its fingerprint, and its words where it has few. Each is there or
 * not. A scheme makes both in one pass over the text.
 *
 * <pre>{@code
 * Signature signature = scheme.read(text);
 * scheme.field("near").fields(signature).forEach(document::add);
 * }</pre>
 *
 * <p>Immutable.
 *
 * @param fingerprint empty if the text has no feature
 * @param words as the doc value of a {@link WordsField} has them, not to be changed; null if the
 *     text has none, or more than {@value WordsField#MAX_FEATURES}
 */
public record Signature(Optional<Fingerprint> fingerprint, BytesRef words) {

  private static final long WORDS_BYTES = 80; // about: their object, signature and place

  /** Of what is compared with nothing. */
  public static final Signature NONE = new Signature(Optional.empty(), null);

  /**
   * {@return a signature of a fingerprint alone}
   *
   * @param fingerprint not null
   */
  public static Signature of(Fingerprint fingerprint) {
    return new Signature(Optional.of(fingerprint), null);
  }

  /**
   * {@return a signature of a fingerprint alone, if there is one}
   *
   * @param fingerprint or empty
   */
  public static Signature of(Optional<Fingerprint> fingerprint) {
    return new Signature(fingerprint, null);
  }

  /**
   * {@return what {@link #toBytes} made}
   *
   * @param bytes not to be changed any more
   * @throws IllegalArgumentException if they are of something else
   */
  public static Signature of(BytesRef bytes) {
    int size = bytes.length == 0 ? -1 : bytes.bytes[bytes.offset];
    int own = 1 + size * Long.BYTES;
    if (bytes.length < own || (size != 0 && !Fingerprint.isSize(size))) {
      throw new IllegalArgumentException(
          bytes.length + " bytes hold no signature, expected what toBytes made");
    }
    BytesRef words = new BytesRef(bytes.bytes, bytes.offset + own, bytes.length - own);
    return new Signature(
        size == 0
            ? Optional.empty()
            : Optional.of(Fingerprint.of(bytes.bytes, bytes.offset + 1, own - 1)),
        words.length == 0 ? null : words);
  }

  /**
   * {@return the one form in which it is sent and shown}
   *
   * <pre>
   * 1 byte    how many words of 64 bits the fingerprint has; 0 for none
   * 8 bytes   for each of these
   * the rest  the words, as a doc value has them, if there are any
   * </pre>
   */
  public byte[] toBytes() {
    byte[] bits = fingerprint.map(Fingerprint::toBytes).orElse(new byte[0]);
    int length = words == null ? 0 : words.length;
    ByteBuffer bytes = ByteBuffer.allocate(1 + bits.length + length);
    bytes.put((byte) (bits.length / Long.BYTES));
    bytes.put(bits);
    if (words != null) {
      bytes.put(words.bytes, words.offset, length);
    }
    return bytes.array();
  }

  /** {@return the {@linkplain #toBytes bytes} in hex digits} */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(toBytes());
  }

  /** {@return hex digits of the fingerprint, and of a hash of the words behind a dot} */
  public String digest() {
    String bits = fingerprint.map(Fingerprint::toString).orElse("");
    return words == null
        ? bits
        : bits
            + '.'
            + HexFormat.of()
                .toHexDigits(FeatureHash.ofBytes(words.bytes, words.offset, words.length));
  }

  /** {@return about the bytes of heap that the words take} */
  public long wordsBytes() {
    return words == null ? 0 : WORDS_BYTES + words.length;
  }

  /**
   * {@return the hash of a word as {@link #of(Optional, long[])} takes it}
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
   * {@return bits in which the fingerprints differ; all bits of a word if one has none}
   *
   * @param other made by the same scheme
   */
  public int distance(Signature other) {
    return fingerprint.isPresent() && other.fingerprint.isPresent()
        ? fingerprint.get().distance(other.fingerprint.get())
        : Fingerprint.WORD_BITS;
  }

  /**
   * {@return a signature with the words of a text}
   *
   * @param fingerprint or empty
   * @param words {@linkplain #word hashes} of all words of the text in its order, any number; not
   *     kept
   */
  public static Signature of(Optional<Fingerprint> fingerprint, long[] words) {
    boolean isKept = words.length > 0 && words.length <= WordsField.MAX_FEATURES;
    return new Signature(fingerprint, isKept ? ShortFeatures.of(words).docValue() : null);
  }

  /**
   * {@return the fields that a document has of it: a {@link SimHashField}, and a {@link WordsField}
   * of the words under the name with {@value ShortTexts#WORDS} behind it}
   *
   * @param name of the fingerprint's field
   * @param schemeId that made the fingerprint; null if it is not known
   * @param wordsType of the words' field; not asked for without words
   */
  public List<Field> fields(String name, String schemeId, FieldType wordsType) {
    List<Field> fields = new ArrayList<>(2);
    fingerprint.ifPresent(
        bits -> {
          FieldType type = SimHashField.fieldType(schemeId, bits.bits());
          fields.add(new SimHashField(name, bits, type));
        });
    if (words != null) {
      fields.add(new WordsField(name + ShortTexts.WORDS, words, wordsType));
    }
    return fields;
  }
}
