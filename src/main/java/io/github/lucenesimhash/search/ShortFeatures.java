package io.github.lucenesimhash.search;

import java.util.Arrays;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;
import org.apache.lucene.util.SmallFloat;

/**
 * The features of a short text as the index has them.
 *
 * <pre>
 * Hash       32 bits of each feature's hash. Resemblance is that of these sets.
 * Doc value  the hashes, 4 bytes each, little-endian, ascending, distinct.
 * Term       one for each hash, of 5 bytes: the hash, its sign bit flipped, big-endian; a class of the set's size.
 *            So the terms of one hash are neighbours in the dictionary, those of similar sizes in a row.
 * Class      the size itself up to 40, then with 4 significant bits of what is above 24.
 * </pre>
 */
final class ShortFeatures {

  static final int TERM_BYTES = Integer.BYTES + 1;

  final int[] hashes; // ascending, distinct

  private ShortFeatures(int[] hashes) {
    this.hashes = hashes;
  }

  static ShortFeatures of(long[] features) {
    int[] hashes = Arrays.stream(features).mapToInt(Long::hashCode).sorted().distinct().toArray();
    return new ShortFeatures(hashes);
  }

  static ShortFeatures ofDocValue(BytesRef value) {
    int[] hashes = new int[size(value)];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = hash(value, i);
    }
    return new ShortFeatures(hashes);
  }

  BytesRef docValue() {
    byte[] bytes = new byte[hashes.length * Integer.BYTES];
    for (int i = 0; i < hashes.length; i++) {
      BitUtil.VH_LE_INT.set(bytes, i * Integer.BYTES, hashes[i]);
    }
    return new BytesRef(bytes);
  }

  static int size(BytesRef docValue) {
    return docValue.length / Integer.BYTES;
  }

  private static int hash(BytesRef docValue, int i) {
    return (int) BitUtil.VH_LE_INT.get(docValue.bytes, docValue.offset + i * Integer.BYTES);
  }

  /** The features in both, or fewer than needed where there are fewer than needed. */
  int shared(BytesRef docValue, int needed) {
    int size = size(docValue);
    int spareOwn = hashes.length - needed;
    int spareOther = size - needed;
    int shared = 0;
    int i = 0;
    int j = 0;
    while (i < hashes.length && j < size && i - shared <= spareOwn && j - shared <= spareOther) {
      int x = hashes[i];
      int y = hash(docValue, j);
      shared += x == y ? 1 : 0;
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
    }
    return shared;
  }

  static int sizeClass(int size) {
    return SmallFloat.intToByte4(size) & 0xFF;
  }

  /** The smallest size in a class. */
  static int minSize(int sizeClass) {
    return SmallFloat.byte4ToInt((byte) sizeClass);
  }

  static void writeTerm(int hash, int sizeClass, byte[] term) {
    NumericUtils.intToSortableBytes(hash, term, 0);
    term[Integer.BYTES] = (byte) sizeClass;
  }

  static int hashOfTerm(BytesRef term) {
    return NumericUtils.sortableBytesToInt(term.bytes, term.offset);
  }

  static int sizeClassOfTerm(BytesRef term) {
    return term.bytes[term.offset + Integer.BYTES] & 0xFF;
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
