package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * Collects the fingerprints of a field that an analyzer wrote from its block terms. The first
 * search of a segment collects them, and a {@link Cache} keeps them while the segment's core is
 * open, in 8 bytes a word and a bit for each document. A document has a fingerprint if it has each
 * block term of one width exactly once. For a reader without a core cache key they are collected
 * each time, unless it wraps one that has a key.
 */
final class TermFingerprints implements Accountable {

  static final Cache CACHE = new Cache(Runtime.getRuntime().maxMemory() / 4);

  private final long[] fingerprints;
  private final int words; // in the widest fingerprint
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
      // reads the segment's own terms: a highlighter's reader may show those of another field
      LeafReader segment = FilterLeafReader.unwrap(reader);
      return segment.equals(reader)
          ? read(Terms.getTerms(reader, field), reader.maxDoc())
          : of(segment, field);
    }
    return CACHE.get(core, reader, field);
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

  @Override
  public long ramBytesUsed() {
    return (fingerprints == null ? 0 : RamUsageEstimator.sizeOf(fingerprints))
        + (sizes == null ? 0 : RamUsageEstimator.sizeOf(sizes))
        + (broken == null ? 0 : broken.ramBytesUsed())
        + known.ramBytesUsed();
  }

  /** Keeps fingerprints of open segments, the least recently used out first. */
  static final class Cache implements Accountable {

    private record Key(IndexReader.CacheKey core, String field) {}

    /** Fingerprints of a key; null until the first reader has collected them. */
    private static final class Place {
      TermFingerprints fingerprints;
      long bytes;
    }

    private final long maxBytes;
    private final Map<Key, Place> places = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<IndexReader.CacheKey> cores = new HashSet<>();
    private long bytes;

    /** Makes an empty cache of so many bytes; the fingerprints used last stay, however large. */
    Cache(long maxBytes) {
      this.maxBytes = maxBytes;
    }

    TermFingerprints get(IndexReader.CacheHelper core, LeafReader reader, String field)
        throws IOException {
      Key key = new Key(core.getKey(), field);
      Place place = place(core, key);
      synchronized (place) { // others wait, and put nothing together themselves
        if (place.fingerprints == null) {
          place.fingerprints = read(Terms.getTerms(reader, field), reader.maxDoc());
          keep(key, place);
        }
        return place.fingerprints;
      }
    }

    private synchronized Place place(IndexReader.CacheHelper core, Key key) {
      if (cores.add(key.core)) {
        core.addClosedListener(this::forget);
      }
      return places.computeIfAbsent(key, unseen -> new Place());
    }

    /** Counts the bytes of collected fingerprints, unless their place was evicted meanwhile. */
    private synchronized void keep(Key key, Place made) {
      if (places.get(key) == made) {
        made.bytes = made.fingerprints.ramBytesUsed();
        bytes += made.bytes;
      }
      while (bytes > maxBytes && places.size() > 1) {
        remove(places.keySet().iterator().next());
      }
    }

    private synchronized void forget(IndexReader.CacheKey core) {
      cores.remove(core);
      places.keySet().stream().filter(key -> key.core.equals(core)).toList().forEach(this::remove);
    }

    private void remove(Key key) {
      bytes -= places.remove(key).bytes;
    }

    @Override
    public synchronized long ramBytesUsed() {
      return bytes;
    }
  }

  /** Reads the block terms of a segment, by document. */
  private static final class Read {

    private final int maxDoc;
    private final long[][] byWord = new long[Fingerprint.MAX_WORDS][]; // null where no term is
    private int[]
        seen; // bits of a document: one a block, and one more if twice; null without terms

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
