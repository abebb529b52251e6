package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * The {@link HotValues} of segments in any format, kept as long as the segment's core is open.
 * Finding them reads the term dictionary: 262,144 terms at most. Several threads may find them at
 * the same time, and find the same.
 */
final class HotTerms {

  private static final int FIRST_READS = 1 << 14;

  private static final Map<IndexReader.CacheKey, Map<String, HotValues>> CACHE =
      new ConcurrentHashMap<>();

  private HotTerms() {}

  static HotValues of(LeafReader reader, String field) throws IOException {
    IndexReader.CacheHelper core = reader.getCoreCacheHelper();
    if (core == null) {
      return HotValues.NONE;
    }
    Map<String, HotValues> added = new ConcurrentHashMap<>();
    Map<String, HotValues> fields = CACHE.putIfAbsent(core.getKey(), added);
    if (fields == null) {
      core.addClosedListener(CACHE::remove);
      fields = added;
    }
    HotValues hot = fields.get(field);
    if (hot == null) {
      readSome(reader, field);
      hot = find(reader.terms(field));
      fields.put(field, hot);
    }
    return hot;
  }

  /** Bytes on the heap for all open segments. */
  static long ramBytesUsed() {
    return CACHE.values().stream()
        .flatMap(fields -> fields.values().stream())
        .mapToLong(HotValues::ramBytesUsed)
        .sum();
  }

  /**
   * Reads fingerprints one by one, before all that the first query makes hot. HotSpot then compiles
   * Lucene's {@code longValue} knowing the type of its reader. If it first runs while the
   * compilers' queues are long, its reads stay virtual calls as long as the JVM lives, and a search
   * within 3 bits of 10M documents takes 35 us instead of 19: so it was in 4 of 6 starts of the
   * JVM, with this in none of 8 (SearchBench, default codec).
   */
  private static void readSome(LeafReader reader, String field) throws IOException {
    NumericDocValues values = reader.getNumericDocValues(field);
    int end = values == null ? 0 : Math.min(reader.maxDoc(), FIRST_READS);
    for (int doc = 0; doc < end; doc++) {
      if (values.advanceExact(doc)) {
        values.longValue();
      }
    }
  }

  private static HotValues find(Terms terms) throws IOException {
    HotValues.Builder hot = new HotValues.Builder(terms.getDocCount(), Blocks.BLOCK_BITS);
    TermsEnum iterator = terms.iterator();
    for (BytesRef term = iterator.next(); term != null; term = iterator.next()) {
      if (BlockTermStream.isTerm(term)) {
        hot.add(BlockTermStream.block(term), BlockTermStream.value(term), iterator.docFreq());
      }
    }
    return hot.build();
  }
}
