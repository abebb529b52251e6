package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.packed.PackedInts;

/**
 * Locates the entries of one block in the data file and decodes their bits; see {@link
 * SimHashPostingsFormat}.
 *
 * @param block the index of the block, 0 to 15
 * @param size the number of entries, one for each document that has the field
 * @param maxDoc the number of documents in the segment
 * @param offsets the file pointer of the bucket starts
 */
record BlockTable(
    int block,
    int size,
    int maxDoc,
    long offsets,
    int prefixBits,
    long fingerprintMask,
    long entries) {

  static BlockTable of(int block, int size, int maxDoc, long offsets) {
    int prefixBits = prefixBits(size);
    long bounds = ((1L << prefixBits) + 1) * Integer.BYTES;
    long entries = (offsets + bounds + Long.BYTES - 1) & -Long.BYTES;
    return new BlockTable(
        block,
        size,
        maxDoc,
        offsets,
        prefixBits,
        -1L << PackedInts.bitsRequired(maxDoc - 1L),
        entries);
  }

  static int prefixBits(int size) {
    int log = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(size);
    return Math.clamp(log - 2, 1, Blocks.BLOCK_BITS);
  }

  /** Returns the index of the lane that contains this table's block. */
  int lane() {
    return block / Blocks.IN_LANE;
  }

  /** Rotates the lane of this table's block so that the block comes first. */
  long rotate(long lane) {
    return rotate(lane, block);
  }

  private static long rotate(long lane, int block) {
    return Long.rotateRight(lane, (block + 1) * Blocks.BLOCK_BITS);
  }

  /** Returns the rotated lane of each block of a fingerprint. */
  static long[] rotated(Fingerprint fingerprint) {
    long[] rotated = new long[fingerprint.lanes() * Blocks.IN_LANE];
    Arrays.setAll(rotated, block -> rotate(fingerprint.lane(block / Blocks.IN_LANE), block));
    return rotated;
  }

  long rotate(Fingerprint fingerprint) {
    return rotate(fingerprint.lane(lane()));
  }

  int buckets() {
    return 1 << prefixBits();
  }

  int doc(long entry) {
    return (int) (entry & ~fingerprintMask());
  }

  int bucket(long rotated) {
    return (int) (rotated >>> (Long.SIZE - prefixBits()));
  }

  long entry(long rotated, int doc) {
    return ((rotated << prefixBits()) & fingerprintMask()) | doc;
  }

  /** Returns the number of last bits of a lane that do not fit into an entry. */
  int lackingBits() {
    return Math.max(0, Long.bitCount(~fingerprintMask()) - prefixBits());
  }

  /** Returns the rotated lane of an entry, with 0 for the bits that do not fit. */
  long rotated(int bucket, long entry) {
    return ((long) bucket << (Long.SIZE - prefixBits()))
        | ((entry & fingerprintMask()) >>> prefixBits());
  }

  /** Returns the value of this table's block in an entry of a bucket. */
  int value(int bucket, long entry) {
    return (int) (rotated(bucket, entry) >>> (Long.SIZE - Blocks.BLOCK_BITS));
  }

  /**
   * Returns the hash of an entry. The sum of these hashes over a table depends on the documents and
   * their lanes, but not on the order of the entries.
   */
  long hash(int bucket, long entry) {
    return hash(rotated(bucket, entry), doc(entry));
  }

  /** Hashes a lane and a document number with the finalizer of MurmurHash3. */
  static long hash(long rotated, int doc) {
    long hash = rotated ^ doc * 0x9e3779b97f4a7c15L;
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }

  /** Returns the sum of hashes that each table has if it holds the given fingerprints. */
  static long[] sums(BlockTable[] tables, FingerprintValues values) throws IOException {
    long[] sums = new long[tables.length];
    for (int doc; (doc = values.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
      for (BlockTable table : tables) {
        long rotated = table.rotate(values.lane(table.lane()));
        sums[table.block()] += hash(rotated & -1L << table.lackingBits(), doc);
      }
    }
    return sums;
  }

  void checkSum(long sum, long expected, Object file) throws CorruptIndexException {
    if (sum != expected) {
      throw new CorruptIndexException(
          "the table of block " + block + " does not hold the doc values of its segment",
          file.toString());
    }
  }

  long end() {
    return entries() + (long) size * Long.BYTES;
  }

  /** Returns the start of a bucket in the low half, and its end in the high half. */
  long range(RandomAccessInput in, int bucket) throws IOException {
    return checked(in.readLong(offsets + (long) bucket * Integer.BYTES), in);
  }

  /**
   * Returns the start of a bucket in the low half and the start of a later bucket in the high half,
   * unchecked.
   */
  long bounds(RandomAccessInput in, int from, int to) throws IOException {
    long start = Integer.toUnsignedLong(in.readInt(offsets + (long) from * Integer.BYTES));
    long end = in.readInt(offsets + (long) to * Integer.BYTES);
    return end << Integer.SIZE | start;
  }

  /** Returns the given range, or throws a CorruptIndexException if it is outside the table. */
  long checked(long range, Object file) throws CorruptIndexException {
    int start = (int) range;
    int end = (int) (range >>> Integer.SIZE);
    if (start < 0 || start > end || end > size) {
      throw new CorruptIndexException(
          "a bucket of block " + block + " spans entries " + start + " to " + end + " of " + size,
          file.toString());
    }
    return range;
  }

  long pointer(int index) {
    return entries() + (long) index * Long.BYTES;
  }

  static int size(long range) {
    return (int) (range >>> Integer.SIZE) - (int) range;
  }

  void seekEntry(IndexInput in, int index) throws IOException {
    in.seek(pointer(index));
  }
}
