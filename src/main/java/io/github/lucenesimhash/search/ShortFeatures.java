package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.util.BytesRef;

/**
 * The features of a short text as the index has them, in the order of the text.
 *
 * <pre>
 * Key        24 bits of a feature's hash; the highest one is set for numbers, where a scheme tells them.
 * Rest       24 bits more, of the features of a small text: there a single one that is taken for another decides.
 * Equal      are features of equal keys; if both texts are small, of equal rests too.
 * Doc value  a byte, the size less 1; the keys; the rests of a small text; 3 bytes each, little-endian.
 * Number     of a key: the first that a text has of it is 0. So texts that share s features in order share as many keys
 *            with their numbers, which are a set but where two have the same bits: A. Broder's labelled shingles, 1997.
 * Term       one for each feature, of 4 bytes: its key and number in 24 bits, big-endian; a class of the text's size.
 *            The terms of one key are neighbours in the dictionary, those of similar sizes in a row.
 * Class      the size with CLASS_BITS significant bits: 1 to 7, 8 and 9, 10 and 11, ... 14 and 15, 16 to 19, ...
 * </pre>
 */
final class ShortFeatures {

  private static final int KEY_BITS = 24;
  private static final int KEY_BYTES = KEY_BITS / Byte.SIZE;
  private static final int MAX_KEY = (1 << KEY_BITS) - 1;
  static final int TERM_BYTES = KEY_BYTES + 1;
  private static final int CLASS_BITS = 3;
  private static final int NUMBER = 1 << (KEY_BITS - 1);

  /** The most features of a small text. */
  private static final int SMALL = 6;

  private final byte[] bytes; // as a doc value has them
  private final int offset;
  private final int size;

  private ShortFeatures(byte[] bytes, int offset, int size) {
    this.bytes = bytes;
    this.offset = offset;
    this.size = size;
  }

  /** Of any number of features. */
  static ShortFeatures of(long[] features) {
    int size = features.length;
    byte[] bytes = new byte[bytes(size)];
    bytes[0] = (byte) (size - 1);
    for (int i = 0; i < size; i++) {
      long hash = features[i];
      int rest = (int) (hash >>> KEY_BITS ^ hash >>> (2 * KEY_BITS));
      int key = ((int) hash ^ rest) & ~NUMBER; // all bits: those that differ may be few
      write(key | ((int) (hash >>> (Long.SIZE - KEY_BITS)) & NUMBER), i, bytes);
      if (size <= SMALL) {
        write(rest, size + i, bytes);
      }
    }
    return new ShortFeatures(bytes, 0, size);
  }

  private static int bytes(int size) {
    return 1 + (size <= SMALL ? 2 * size : size) * KEY_BYTES;
  }

  private static void write(int bits, int i, byte[] bytes) {
    int at = 1 + i * KEY_BYTES;
    bytes[at] = (byte) bits;
    bytes[at + 1] = (byte) (bits >>> 8);
    bytes[at + 2] = (byte) (bits >>> 16);
  }

  /** A view of the bytes. Refuses what no field made: it may come from elsewhere than an index. */
  static ShortFeatures ofDocValue(BytesRef value) {
    if (value.length < 1
        || size(value) > WordsField.MAX_FEATURES
        || value.length != bytes(size(value))) {
      throw new IllegalArgumentException(
          "doc value of "
              + value.length
              + " bytes holds no features, expected those of a WordsField");
    }
    return new ShortFeatures(value.bytes, value.offset, size(value));
  }

  /** The same of what a segment holds. */
  static ShortFeatures ofIndex(BytesRef value, String field) throws CorruptIndexException {
    try {
      return ofDocValue(value);
    } catch (IllegalArgumentException e) {
      throw new CorruptIndexException(e.getMessage(), "field '" + field + "'", e);
    }
  }

  /** Of a text that a document can have. */
  BytesRef docValue() {
    return new BytesRef(bytes, offset, bytes(size));
  }

  int size() {
    return size;
  }

  static int size(BytesRef docValue) {
    return (docValue.bytes[docValue.offset] & 0xFF) + 1;
  }

  static boolean isKey(int key) {
    return (key & MAX_KEY) == key;
  }

  static boolean isNumber(int key) {
    return (key & NUMBER) != 0;
  }

  boolean isSmall() {
    return size <= SMALL;
  }

  int key(int i) {
    int at = offset + 1 + i * KEY_BYTES;
    return (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8 | (bytes[at + 2] & 0xFF) << 16;
  }

  private int rest(int i) {
    return key(size + i);
  }

  /** A bit for each place where a small text has a feature of another small one. */
  long places(ShortFeatures other, int i) {
    long places = 0;
    for (int j = 0; j < size; j++) {
      places |= key(j) == other.key(i) && rest(j) == other.rest(i) ? 1L << j : 0;
    }
    return places;
  }

  /** The keys with their numbers, ascending. */
  int[] numberedKeys() {
    int[] numbered = new int[size];
    Arrays.setAll(numbered, this::key);
    Arrays.sort(numbered);
    int key = -1;
    int number = 0;
    for (int i = 0; i < size; i++) {
      number = numbered[i] == key ? number + 1 : 0;
      key = numbered[i];
      numbered[i] = number == 0 ? key : (int) FeatureHash.combine(key, number) & MAX_KEY;
    }
    Arrays.sort(numbered);
    return numbered;
  }

  static int sizeClass(int size) {
    int shift = Math.max(0, Integer.SIZE - CLASS_BITS - Integer.numberOfLeadingZeros(size));
    return (shift << (CLASS_BITS - 1)) + (size >>> shift);
  }

  /** The smallest size in a class. */
  static int minSize(int sizeClass) {
    int shift = Math.max(0, (sizeClass >>> (CLASS_BITS - 1)) - 1);
    return (sizeClass - (shift << (CLASS_BITS - 1))) << shift;
  }

  static void writeTerm(int key, int sizeClass, byte[] term) {
    term[0] = (byte) (key >>> 16);
    term[1] = (byte) (key >>> 8);
    term[2] = (byte) key;
    term[KEY_BYTES] = (byte) sizeClass;
  }

  static boolean isTerm(BytesRef term) {
    return term.length == TERM_BYTES
        && sizeClassOfTerm(term) > 0
        && sizeClassOfTerm(term) <= sizeClass(WordsField.MAX_FEATURES);
  }

  static int keyOfTerm(BytesRef term) {
    byte[] bytes = term.bytes;
    int at = term.offset;
    return (bytes[at] & 0xFF) << 16 | (bytes[at + 1] & 0xFF) << 8 | (bytes[at + 2] & 0xFF);
  }

  static int sizeClassOfTerm(BytesRef term) {
    return term.bytes[term.offset + KEY_BYTES];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShortFeatures that && docValue().equals(that.docValue());
  }

  @Override
  public int hashCode() {
    return docValue().hashCode();
  }
}
