package io.github.lucenesimhash.search;

import java.util.Arrays;
import org.apache.lucene.util.BytesRef;

/**
 * The features of a short text as the index has them.
 *
 * <pre>
 * Key        24 bits of a feature's hash; a set has one feature of a key, that of the smallest rest.
 * Rest       24 bits more, of the features of a small set: there a single one that is taken for another decides.
 * Shared     are features of equal keys; if both sets are small, of equal rests too.
 * Doc value  the size, one byte; the keys, ascending; the rests of a small set; 3 bytes each, little-endian.
 * Term       one for each key, of 4 bytes: the key, big-endian; a class of the set's size. So the terms of one key
 *            are neighbours in the dictionary, those of similar sizes in a row.
 * Class      the size with CLASS_BITS significant bits: 1 to 7, 8 and 9, 10 and 11, ... 14 and 15, 16 to 19, ...
 * </pre>
 */
final class ShortFeatures {

  private static final int KEY_BITS = 24;
  private static final int KEY_BYTES = KEY_BITS / Byte.SIZE;
  private static final int MAX_KEY = (1 << KEY_BITS) - 1;
  static final int TERM_BYTES = KEY_BYTES + 1;
  private static final int CLASS_BITS = 3;

  /** The most features of a small set. */
  private static final int SMALL = 6;

  final int[] keys; // ascending, distinct
  private final int[] rests; // of the same features; none if the set is not small

  private ShortFeatures(int[] keys, int[] rests) {
    this.keys = keys;
    this.rests = rests;
  }

  static ShortFeatures of(long[] features) {
    long[] sorted = Arrays.stream(features).map(ShortFeatures::fold).sorted().toArray();
    int[] keys = new int[sorted.length];
    int[] rests = new int[sorted.length];
    int size = 0;
    for (long feature : sorted) {
      int key = (int) (feature >>> KEY_BITS);
      if (size == 0 || key != keys[size - 1]) {
        keys[size] = key;
        rests[size++] = (int) feature & MAX_KEY;
      }
    }
    return new ShortFeatures(
        Arrays.copyOf(keys, size), Arrays.copyOf(rests, size <= SMALL ? size : 0));
  }

  /** Key and rest. Every bit of a hash is in the key: not all are random where others make them. */
  private static long fold(long hash) {
    long rest = (hash >>> KEY_BITS ^ hash >>> (2 * KEY_BITS)) & MAX_KEY;
    return ((hash ^ rest) & MAX_KEY) << KEY_BITS | rest;
  }

  /** Refuses what no field made: it may come from elsewhere than an index. */
  static ShortFeatures ofDocValue(BytesRef value) {
    int size = value.length == 0 ? 0 : size(value);
    if (size == 0 || value.length != 1 + (size <= SMALL ? 2 * size : size) * KEY_BYTES) {
      throw new IllegalArgumentException(
          "doc value " + value + " is no set of features, expected that of a ResemblanceField");
    }
    int[] keys = new int[size];
    int[] rests = new int[isSmall(value) ? keys.length : 0];
    Arrays.setAll(keys, i -> number(value, i));
    Arrays.setAll(rests, i -> number(value, keys.length + i));
    return new ShortFeatures(keys, rests);
  }

  /** Of a set that a document can have. */
  BytesRef docValue() {
    byte[] bytes = new byte[1 + (keys.length + rests.length) * KEY_BYTES];
    bytes[0] = (byte) keys.length;
    for (int i = 1; i < bytes.length; i++) {
      int number = (i - 1) / KEY_BYTES;
      int bits = number < keys.length ? keys[number] : rests[number - keys.length];
      bytes[i] = (byte) (bits >>> ((i - 1) % KEY_BYTES * Byte.SIZE));
    }
    return new BytesRef(bytes);
  }

  int size() {
    return keys.length;
  }

  static int size(BytesRef docValue) {
    return Byte.toUnsignedInt(docValue.bytes[docValue.offset]);
  }

  private static boolean isSmall(BytesRef docValue) {
    return size(docValue) <= SMALL;
  }

  /** A key, or behind the keys a rest. */
  private static int number(BytesRef docValue, int i) {
    byte[] bytes = docValue.bytes;
    int at = docValue.offset + 1 + i * KEY_BYTES;
    return (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8 | (bytes[at + 2] & 0xFF) << 16;
  }

  /** How many features are in both; if fewer than needed, some number that is lower too. */
  int shared(BytesRef docValue, int needed) {
    int size = size(docValue);
    boolean areSmall = rests.length > 0 && isSmall(docValue);
    int spareOwn = keys.length - needed;
    int spareOther = size - needed;
    int shared = 0;
    int i = 0;
    int j = 0;
    while (i < keys.length && j < size && i - shared <= spareOwn && j - shared <= spareOther) {
      int x = keys[i];
      int y = number(docValue, j);
      shared += x == y && (!areSmall || rests[i] == number(docValue, size + j)) ? 1 : 0;
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
    }
    return shared;
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
        && sizeClassOfTerm(term) <= sizeClass(ResemblanceField.MAX_FEATURES);
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
    return other instanceof ShortFeatures that
        && Arrays.equals(keys, that.keys)
        && Arrays.equals(rests, that.rests);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(keys) + Arrays.hashCode(rests);
  }
}
