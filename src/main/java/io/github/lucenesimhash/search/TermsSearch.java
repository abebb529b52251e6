package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.HammingBall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.LSBRadixSorter;
import org.apache.lucene.util.packed.PackedInts;

/**
 * A search of one segment through its block terms.
 *
 * <pre>
 * The documents of a term go into a buffer, their fingerprints are read in bulk, and a popcount decides.
 *
 * Each hit once   A document that several blocks would find is reported by the first block whose threshold it
 *                 meets; within one block it has one value and so is under one term. No set of seen documents.
 * Many at once    Thousands of candidates are sorted before their fingerprints are read, and then each is there
 *                 once: neighbours share memory pages.
 * Frequent terms  All terms are looked up before any posting is read. If one beside the query's own is in far more
 *                 documents than the average, the plan is made again with that known, and its terms are looked up.
 * Cost            one term lookup per value, one posting and one fingerprint per candidate.
 * </pre>
 */
final class TermsSearch {

  private static final int BATCH = 256;
  private static final int NO_BLOCK = 0;

  /** From this many candidates on it is faster to sort them first. */
  private static final int SORT_FROM = 4096;

  private final LeafReader reader;
  private final HammingDistanceQuery query;
  private final TermsEnum terms;
  private final int documents;
  private final int[] docFreqs = new int[Blocks.BLOCKS];
  private final int[] centers = new int[Blocks.BLOCKS];
  private BlockPlan plan;

  /** The query's own four terms, or null where the segment has none. */
  private final TermState[] own = new TermState[Blocks.BLOCKS];

  /** The plan's terms that the segment has, block after block. */
  private final List<Found> found = new ArrayList<>();

  private record Found(int block, int value, TermState state) {}

  private final byte[] termBytes = new byte[Blocks.TERM_BYTES];
  private final BytesRef term = new BytesRef(termBytes);
  private final long[] fingerprints = new long[BATCH];
  private IOSupplier<NumericDocValues> source;
  private int[] docs = new int[BATCH];
  private int size;

  TermsSearch(LeafReader reader, Terms terms, HammingDistanceQuery query) throws IOException {
    this.reader = reader;
    this.query = query;
    this.terms = terms.iterator();
    documents = terms.getDocCount();
    for (int i = 0; i < Blocks.BLOCKS; i++) {
      centers[i] = Blocks.block(query.fingerprint, i);
      if (seek(i, centers[i])) {
        docFreqs[i] = this.terms.docFreq();
        own[i] = this.terms.termState();
      }
    }
    plan = plan(new FrequentValues());
  }

  private BlockPlan plan(FrequentValues frequent) {
    BlockPlan.Statistics statistics =
        new BlockPlan.Statistics(Blocks.BLOCK_BITS, documents, docFreqs, centers, frequent);
    return BlockPlan.cheapest(query.maxDistance, statistics, BlockPlan.Costs.TERMS);
  }

  /**
   * Whether a segment has terms of the field.
   *
   * @throws IllegalStateException if they are not block terms
   */
  static boolean areBlockTerms(Terms terms, String field) throws IOException {
    BytesRef min = terms.getMin();
    BytesRef max = terms.getMax();
    if (min != null && (!BlockTermStream.isTerm(min) || !BlockTermStream.isTerm(max))) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "field '%s' has terms %s to %s, expected the block terms of a SimHashField",
              field,
              min,
              max));
    }
    return min != null;
  }

  /** The plan that is known before its terms are looked up. */
  BlockPlan plan() {
    return plan;
  }

  /** Looks the terms of the plan up; returns the plan that is carried out. */
  BlockPlan lookUp() throws IOException {
    FrequentValues frequent = new FrequentValues();
    while (isNewFrequent(frequent)) {
      plan = plan(frequent);
    }
    return plan;
  }

  /** Looks the terms of the plan up, and adds those that are frequent and were not known to be. */
  private boolean isNewFrequent(FrequentValues frequent) throws IOException {
    double average = (double) documents / (1 << Blocks.BLOCK_BITS);
    boolean isNew = false;
    found.clear();
    for (int block = 0; block < Blocks.BLOCKS; block++) {
      for (int value : HammingBall.values(centers[block], plan.threshold(block))) {
        if (value == centers[block]) {
          if (own[block] != null) {
            found.add(new Found(block, value, own[block]));
          }
        } else if (seek(block, value)) {
          found.add(new Found(block, value, terms.termState()));
          isNew |=
              FrequentValues.isFrequent(terms.docFreq(), average)
                  && frequent.add(block, value, terms.docFreq());
        }
      }
    }
    return isNew;
  }

  Hits search() throws IOException {
    lookUp();
    Hits hits = new Hits();
    boolean sorted = plan.candidates() >= SORT_FROM;
    PostingsEnum postings = null;
    for (Found next : found) {
      Blocks.writeTerm(next.block, next.value, termBytes);
      terms.seekExact(term, next.state);
      postings = terms.postings(postings, PostingsEnum.NONE);
      for (int doc; (doc = postings.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
        docs = ArrayUtil.grow(docs, size + 1);
        docs[size++] = doc;
      }
      if (!sorted) {
        check(next.block, hits);
      }
    }
    if (sorted) {
      sort();
      check(NO_BLOCK, hits);
    }
    return hits.sort();
  }

  private void sort() {
    new LSBRadixSorter().sort(PackedInts.bitsRequired(reader.maxDoc()), docs, size);
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || docs[i] != docs[i - 1]) {
        docs[distinct++] = docs[i];
      }
    }
    size = distinct;
  }

  /** Empties the buffer. Doc values read forwards only, and each term starts again. */
  private void check(int block, Hits hits) throws IOException {
    if (source == null) {
      source = FingerprintValues.source(reader, query.field);
    }
    NumericDocValues values = source.get();
    for (int from = 0; from < size; from += BATCH) {
      int n = Math.min(BATCH, size - from);
      values.longValues(n, docs, from, fingerprints, 0, 0);
      for (int i = 0; i < n; i++) {
        int distance = Fingerprint.distance(fingerprints[i], query.fingerprint);
        if (distance <= query.maxDistance && isFirst(block, fingerprints[i])) {
          hits.add(docs[from + i], distance);
        }
      }
    }
    size = 0;
  }

  private boolean isFirst(int block, long candidate) {
    for (int earlier = 0; earlier < block; earlier++) {
      int difference = Blocks.block(candidate ^ query.fingerprint, earlier);
      if (Integer.bitCount(difference) <= plan.threshold(earlier)) {
        return false;
      }
    }
    return true;
  }

  private boolean seek(int block, int value) throws IOException {
    Blocks.writeTerm(block, value, termBytes);
    return terms.seekExact(term);
  }
}
