package io.github.lucenesimhash.search;

import io.github.lucenesimhash.simhash.BlockLayout;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/** All fingerprints of a segment's field, put together again from its block terms. */
final class SegmentFingerprints {

  private static final int ALL_BLOCKS = (1 << BlockLayout.BLOCKS) - 1;

  private final long[] values;

  /** A bit for each of the blocks seen of a document: 0 to 3 contiguous, 4 to 7 interleaved. */
  private final byte[] seen;

  private final Map<BlockLayout, Integer> sizes = new EnumMap<>(BlockLayout.class);

  private SegmentFingerprints(int maxDoc) {
    values = new long[maxDoc];
    seen = new byte[maxDoc];
  }

  /**
   * Leaves out documents that failed while they were indexed: some of their terms may be there, but
   * they are deleted before the segment is written.
   *
   * @throws IllegalArgumentException if the terms are not those of a SimHashField
   */
  static SegmentFingerprints read(String field, Terms terms, SegmentWriteState state)
      throws IOException {
    SegmentFingerprints read = new SegmentFingerprints(state.segmentInfo.maxDoc());
    Set<Integer> broken = new HashSet<>();
    TermsEnum iterator = terms.iterator();
    PostingsEnum postings = null;
    for (BytesRef term = iterator.next(); term != null; term = iterator.next()) {
      int prefix = prefix(field, term);
      int value = (term.bytes[term.offset + 1] & 0xFF) << 8 | (term.bytes[term.offset + 2] & 0xFF);
      BlockLayout layout = BlockLayout.ofTermPrefix(prefix);
      long bits = layout.deposit(prefix % BlockLayout.BLOCKS, value);
      postings = iterator.postings(postings, PostingsEnum.NONE);
      int doc;
      while ((doc = postings.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS) {
        if ((read.seen[doc] & 1 << prefix) != 0) {
          broken.add(doc);
        }
        read.seen[doc] |= (byte) (1 << prefix);
        read.values[doc] |= bits;
      }
    }
    read.count(broken);
    if (!areDeleted(broken, state)) {
      throw new IllegalArgumentException(
          broken.size()
              + " documents, one of them number "
              + broken.iterator().next()
              + " of the segment, have not exactly four block terms in field '"
              + field
              + "', expected those of one SimHashField");
    }
    return read;
  }

  private static boolean areDeleted(Set<Integer> broken, SegmentWriteState state) {
    if (state.liveDocs == null) {
      return broken.isEmpty();
    }
    if (state.segmentInfo.getIndexSort() != null) {
      // Live documents are numbered as before the sort.
      return broken.size() <= state.liveDocs.length() - state.liveDocs.cardinality();
    }
    return broken.stream().noneMatch(state.liveDocs::get);
  }

  private static int prefix(String field, BytesRef term) {
    int prefix = term.length == 0 ? -1 : term.bytes[term.offset];
    if (term.length != BlockLayout.TERM_BYTES || BlockLayout.ofTermPrefix(prefix) == null) {
      throw new IllegalArgumentException(
          "field '"
              + field
              + "' has term "
              + term
              + ", expected the block terms of a SimHashField");
    }
    return prefix;
  }

  private void count(Set<Integer> broken) {
    for (int doc = 0; doc < seen.length; doc++) {
      int blocks = seen[doc] & 0xFF;
      if (blocks == ALL_BLOCKS && !broken.contains(doc)) {
        sizes.merge(BlockLayout.CONTIGUOUS, 1, Integer::sum);
      } else if (blocks == ALL_BLOCKS << BlockLayout.BLOCKS && !broken.contains(doc)) {
        sizes.merge(BlockLayout.INTERLEAVED, 1, Integer::sum);
      } else if (blocks != 0) {
        broken.add(doc);
        seen[doc] = 0;
      }
    }
  }

  long value(int doc) {
    return values[doc];
  }

  boolean has(int doc, BlockLayout layout) {
    return (seen[doc] & 1 << layout.termPrefix(0)) != 0;
  }

  /** Documents of this layout. */
  int size(BlockLayout layout) {
    return sizes.getOrDefault(layout, 0);
  }
}
