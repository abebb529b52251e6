package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import org.apache.lucene.index.Terms;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;

/**
 * Collects fingerprints from block terms, for a merge that reorders documents, because this merge
 * allows only one pass over the doc values, which Lucene makes itself.
 */
final class TermFingerprints {

  private final long[][] byLane =
      new long[Fingerprint.MAX_LANES][]; // null for a lane without terms
  private final int[]
      seen; // for each document a bit for each block seen, and another for each block seen twice

  private TermFingerprints(int maxDoc) {
    seen = new int[maxDoc];
  }

  /** Returns the fingerprints, or null if some terms are not block terms or the widths differ. */
  static TermFingerprints of(Terms terms, int maxDoc) throws IOException {
    TermFingerprints read = new TermFingerprints(maxDoc);
    return BlockTermStream.forEach(terms, read::add) == null && read.areAlike() ? read : null;
  }

  private void add(int block, int value, int doc) {
    int bit = 1 << block;
    seen[doc] |= (seen[doc] & bit) == 0 ? bit : bit << Blocks.MAX;
    int lane = block / Blocks.IN_LANE;
    if (byLane[lane] == null) {
      byLane[lane] = new long[seen.length];
    }
    byLane[lane][doc] |= (long) value << (block % Blocks.IN_LANE * Blocks.BLOCK_BITS);
  }

  private boolean areAlike() {
    int all = 0;
    for (int blocks : seen) {
      all |= blocks;
    }
    for (int blocks : seen) {
      if (blocks != 0 && blocks != all) {
        return false;
      }
    }
    int blocks = Integer.bitCount(all);
    return all == (1 << blocks) - 1 && Fingerprint.isSize(blocks / Blocks.IN_LANE);
  }

  FingerprintValues values() {
    FixedBitSet known = new FixedBitSet(seen.length);
    int lanes = 0;
    for (int doc = 0; doc < seen.length; doc++) {
      if (seen[doc] != 0) {
        known.set(doc);
        lanes = Integer.bitCount(seen[doc]) / Blocks.IN_LANE;
      }
    }
    return new Values(new BitSetIterator(known, seen.length), lanes);
  }

  private final class Values extends FingerprintValues {

    private final int lanes;

    Values(BitSetIterator documents, int lanes) {
      super(documents);
      this.lanes = lanes;
    }

    @Override
    public boolean advanceExact(int doc) throws IOException {
      return advance(doc) == doc;
    }

    @Override
    public int lanes() {
      return lanes;
    }

    @Override
    public long lane(int i) {
      return byLane[i][docID()];
    }
  }
}
