package io.github.lucenesimhash.search;

import java.util.Arrays;
import org.apache.lucene.util.BytesRef;

/**
 * The features of a short text as the index has them.
 *
 * <pre>
 * Hash       24 bits of each feature's hash. Resemblance is that of these sets.
 * Doc value  the hashes, 3 bytes each, little-endian, ascending, distinct.
 * Term       one for each hash, of 4 bytes: the hash, big-endian; a class of the set's size. So the terms of one hash
 *            are neighbours in the dictionary, those of similar sizes in a row.
 * Class      the size with CLASS_BITS significant bits: 1 to 7, 8 and 9, 10 and 11, ... 14 and 15, 16 to 19, ...
 * </pre>
 */
final class ShortFeatures {

  private static final int HASH_BITS = 24;
  private static final int HASH_BYTES = HASH_BITS / Byte.SIZE;
  static final int TERM_BYTES = HASH_BYTES + 1;
  private static final int MAX_HASH = (1 << HASH_BITS) - 1;
  private static final int CLASS_BITS = 3;

  final int[] hashes; // ascending, distinct

  private ShortFeatures(int[] hashes) {
    this.hashes = hashes;
  }

  static ShortFeatures of(long[] features) {
    return new ShortFeatures(
        Arrays.stream(features).mapToInt(ShortFeatures::fold).sorted().distinct().toArray());
  }

  /** Every bit of a hash counts: not all are random where an application makes them. */
  private static int fold(long hash) {
    return (int) (hash ^ (hash >>> HASH_BITS) ^ (hash >>> (2 * HASH_BITS))) & MAX_HASH;
  }

  static ShortFeatures ofDocValue(BytesRef value) {
    int[] hashes = new int[size(value)];
    Arrays.setAll(hashes, i -> hash(value.bytes, value.offset + i * HASH_BYTES));
    return new ShortFeatures(hashes);
  }

  BytesRef docValue() {
    byte[] bytes = new byte[hashes.length * HASH_BYTES];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (hashes[i / HASH_BYTES] >>> (i % HASH_BYTES * Byte.SIZE));
    }
    return new BytesRef(bytes);
  }

  static int size(BytesRef docValue) {
    return docValue.length / HASH_BYTES;
  }

  private static int hash(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8 | (bytes[at + 2] & 0xFF) << 16;
  }

  /** How many features are in both; if fewer than needed, some number that is lower too. */
  int shared(BytesRef docValue, int needed) {
    int size = size(docValue);
    int spareOwn = hashes.length - needed;
    int spareOther = size - needed;
    int shared = 0;
    int i = 0;
    int j = 0;
    while (i < hashes.length && j < size && i - shared <= spareOwn && j - shared <= spareOther) {
      int x = hashes[i];
      int y = hash(docValue.bytes, docValue.offset + j * HASH_BYTES);
      shared += x == y ? 1 : 0;
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

  static void writeTerm(int hash, int sizeClass, byte[] term) {
    term[0] = (byte) (hash >>> 16);
    term[1] = (byte) (hash >>> 8);
    term[2] = (byte) hash;
    term[HASH_BYTES] = (byte) sizeClass;
  }

  static int hashOfTerm(BytesRef term) {
    byte[] bytes = term.bytes;
    int at = term.offset;
    return (bytes[at] & 0xFF) << 16 | (bytes[at + 1] & 0xFF) << 8 | (bytes[at + 2] & 0xFF);
  }

  static int sizeClassOfTerm(BytesRef term) {
    return term.bytes[term.offset + HASH_BYTES];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShortFeatures that && Arrays.equals(hashes, that.hashes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hashes);
  }
}
