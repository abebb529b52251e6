package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
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
 * bit for each document of the segment. The last term tells how many words there are. A reader
 * without a core cache key, and that wraps none that has one, puts them together each time.
 */
final class TermFingerprints {

  private static final Map<IndexReader.CacheKey, Map<String, TermFingerprints>> CACHE =
      new ConcurrentHashMap<>();

  private final long[] fingerprints;
  private final int words;
  private final FixedBitSet known;

  private TermFingerprints(long[] fingerprints, int words, FixedBitSet known) {
    this.fingerprints = fingerprints;
    this.words = words;
    this.known = known;
  }

  static TermFingerprints of(LeafReader reader, String field) throws IOException {
    IndexReader.CacheHelper core = reader.getCoreCacheHelper();
    if (core == null) {
      // its own terms: those that a highlighter's reader shows may be of another field
      LeafReader segment = FilterLeafReader.unwrap(reader);
      return segment.equals(reader) ? read(reader, field) : of(segment, field);
    }
    Map<String, TermFingerprints> fields = new HashMap<>();
    Map<String, TermFingerprints> cached = CACHE.putIfAbsent(core.getKey(), fields);
    if (cached == null) {
      core.addClosedListener(CACHE::remove);
      cached = fields;
    }
    synchronized (cached) {
      if (!cached.containsKey(field)) {
        cached.put(field, read(reader, field));
      }
      return cached.get(field);
    }
  }

  private static TermFingerprints read(LeafReader reader, String field) throws IOException {
    Read read = new Read(Terms.getTerms(reader, field), reader.maxDoc());
    if (read.other != null) {
      String problem = "field '" + field + "' has term " + read.other;
      throw new IllegalStateException(
          problem + ", expected the block terms of a SimHashField or a SimHashAnalyzer");
    }
    Bits live = reader.getLiveDocs();
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      // of a document that failed while it was indexed some terms may be there; it is deleted
      if (read.isPart(doc) && (live == null || live.get(doc))) {
        String problem = "document " + doc + " of a segment has not exactly " + read.blocks();
        String expected = "those of one text: add one value of the field to a document";
        throw new IllegalStateException(
            problem + " block terms in field '" + field + "', expected " + expected);
      }
    }
    return read.fingerprints();
  }

  /** Of a segment that is being written; null if a document has other terms, too. */
  static TermFingerprints ofWhole(Terms terms, int maxDoc) throws IOException {
    Read read = new Read(terms, maxDoc);
    return read.other != null || IntStream.range(0, maxDoc).anyMatch(read::isPart)
        ? null
        : read.fingerprints();
  }

  FingerprintValues values() {
    return new HeapFingerprints(fingerprints, words, known, known.length());
  }

  /** What the terms of a segment say. */
  private static final class Read {

    private final long[][] byWord = new long[Fingerprint.MAX_WORDS][]; // null where no term is
    private final int[] seen; // of each document a bit a block, and one more if twice
    private final BytesRef other; // the first term that is no block term; null if all are

    Read(Terms terms, int maxDoc) throws IOException {
      seen = new int[maxDoc];
      byWord[0] = new long[maxDoc];
      other = BlockTermStream.forEach(terms, this::add);
    }

    private void add(int block, int value, int doc) {
      int bit = 1 << block;
      seen[doc] |= (seen[doc] & bit) == 0 ? bit : bit << Blocks.MAX;
      int word = block / Blocks.IN_WORD;
      if (byWord[word] == null) {
        byWord[word] = new long[seen.length];
      }
      byWord[word][doc] |= (long) value << (block % Blocks.IN_WORD * Blocks.BLOCK_BITS);
    }

    private int words() {
      boolean isWide = byWord[2] != null || byWord[3] != null;
      return isWide ? Fingerprint.MAX_WORDS : byWord[1] != null ? 2 : 1;
    }

    int blocks() {
      return words() * Blocks.IN_WORD;
    }

    private boolean isWhole(int doc) {
      return seen[doc] == (1 << blocks()) - 1;
    }

    boolean isPart(int doc) {
      return seen[doc] != 0 && !isWhole(doc);
    }

    TermFingerprints fingerprints() {
      FixedBitSet known = new FixedBitSet(seen.length);
      IntStream.range(0, seen.length).filter(this::isWhole).forEach(known::set);
      int words = words();
      if (words == 1 || known.cardinality() == 0) {
        return new TermFingerprints(byWord[0], 1, known);
      }
      long[] all = new long[Math.multiplyExact(words, seen.length)];
      for (int i = 0; i < all.length; i++) {
        all[i] = known.get(i / words) ? byWord[i % words][i / words] : 0;
      }
      return new TermFingerprints(all, words, known);
    }
  }
}
