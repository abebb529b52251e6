package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/**
 * The fingerprints of a field that an analyzer wrote, put together from its block terms by the
 * first search of a segment and kept as long as the segment's core is open: 8 bytes a word and a
 * bit for each document of the segment. A document has a fingerprint if it has each block term of
 * one width exactly once. A reader without a core cache key, and that wraps none that has one, puts
 * them together each time.
 */
final class TermFingerprints {

  private static final Map<IndexReader.CacheKey, Map<String, TermFingerprints>> CACHE =
      new ConcurrentHashMap<>();

  private final long[] fingerprints;
  private final int words; // of the widest
  private final byte[] sizes; // words of each, or null where all are as wide
  private final FixedBitSet known;
  private final FixedBitSet broken; // documents with block terms that are no fingerprint, or null
  private final BytesRef other; // the first term that is no block term, or null

  private TermFingerprints(Read read, BytesRef other) {
    known = new FixedBitSet(read.maxDoc);
    this.other = other;
    FixedBitSet parts = null;
    int least = Fingerprint.MAX_WORDS;
    int most = 1;
    for (int doc = 0; read.seen != null && doc < read.maxDoc; doc++) {
      int size = read.words(doc);
      if (size > 0) {
        known.set(doc);
        least = Math.min(least, size);
        most = Math.max(most, size);
      } else if (read.seen[doc] != 0) {
        parts = parts == null ? new FixedBitSet(read.maxDoc) : parts;
        parts.set(doc);
      }
    }
    broken = parts;
    words = most;
    sizes = least < most ? new byte[read.maxDoc] : null;
    fingerprints = fingerprints(read);
  }

  private long[] fingerprints(Read read) {
    if (known.cardinality() == 0 || words == 1) {
      return read.byWord[0];
    }
    long[] all = new long[Math.multiplyExact(words, read.maxDoc)];
    for (int doc = 0; doc < read.maxDoc; doc++) {
      int size = read.words(doc);
      if (sizes != null) {
        sizes[doc] = (byte) size;
      }
      for (int i = 0; i < size; i++) {
        all[doc * words + i] = read.byWord[i][doc];
      }
    }
    return all;
  }

  static TermFingerprints of(LeafReader reader, String field) throws IOException {
    IndexReader.CacheHelper core = reader.getCoreCacheHelper();
    if (core == null) {
      // its own terms: those that a highlighter's reader shows may be of another field
      LeafReader segment = FilterLeafReader.unwrap(reader);
      return segment.equals(reader)
          ? read(Terms.getTerms(reader, field), reader.maxDoc())
          : of(segment, field);
    }
    Map<String, TermFingerprints> fields = new HashMap<>();
    Map<String, TermFingerprints> cached = CACHE.putIfAbsent(core.getKey(), fields);
    if (cached == null) {
      core.addClosedListener(CACHE::remove);
      cached = fields;
    }
    synchronized (cached) {
      if (!cached.containsKey(field)) {
        cached.put(field, read(Terms.getTerms(reader, field), reader.maxDoc()));
      }
      return cached.get(field);
    }
  }

  private static TermFingerprints read(Terms terms, int maxDoc) throws IOException {
    Read read = new Read(maxDoc);
    BytesRef other = BlockTermStream.forEach(terms, read::add);
    return new TermFingerprints(read, other);
  }

  /**
   * Returns the fingerprints of a segment that is being written; null if a document has other terms
   * too, or not all are as wide.
   */
  static TermFingerprints ofWhole(Terms terms, int maxDoc) throws IOException {
    TermFingerprints read = read(terms, maxDoc);
    return read.other == null && read.broken == null && read.sizes == null ? read : null;
  }

  FingerprintValues values() {
    return new HeapFingerprints(fingerprints, words, sizes, known);
  }

  /**
   * Refuses a field with other terms, and a live document with other block terms than those of one
   * fingerprint. A document that failed while it was indexed may have some of them; it is deleted.
   */
  void check(String field, Bits live) {
    if (other != null) {
      throw new IllegalStateException(
          "field '"
              + field
              + "' has term "
              + other
              + ", expected the block terms of a SimHashField or a SimHashAnalyzer");
    }
    for (int doc = 0; broken != null && doc < broken.length(); doc++) {
      if (broken.get(doc) && (live == null || live.get(doc))) {
        throw new IllegalStateException(
            "document "
                + doc
                + " of a segment has other block terms in field '"
                + field
                + "' than those of one text: add one value of the field to a document");
      }
    }
  }

  /** The block terms of a segment, by document. */
  private static final class Read {

    private final int maxDoc;
    private final long[][] byWord = new long[Fingerprint.MAX_WORDS][]; // null where no term is
    private int[] seen; // of each document a bit a block, and one more if twice; null without terms

    Read(int maxDoc) {
      this.maxDoc = maxDoc;
    }

    void add(int block, int value, int doc) {
      seen = seen == null ? new int[maxDoc] : seen;
      int bit = 1 << block;
      seen[doc] |= (seen[doc] & bit) == 0 ? bit : bit << Blocks.MAX;
      int word = block / Blocks.IN_WORD;
      if (byWord[word] == null) {
        byWord[word] = new long[maxDoc];
      }
      byWord[word][doc] |= (long) value << (block % Blocks.IN_WORD * Blocks.BLOCK_BITS);
    }

    /** Returns the words of a document's fingerprint; 0 if its terms are not those of one. */
    int words(int doc) {
      int blocks = Integer.bitCount(seen[doc]);
      int words = blocks / Blocks.IN_WORD;
      return Fingerprint.isSize(words) && seen[doc] == (1 << blocks) - 1 ? words : 0;
    }
  }
}
