package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.HammingBall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.LSBRadixSorter;
import org.apache.lucene.util.packed.PackedInts;

/**
 * Searches one segment through its block terms.
 *
 * <pre>
 * Reads the fingerprints of the documents of each term in bulk and computes their distances. Thousands of candidates are
 * sorted by document first, so that neighbours share memory pages. A document that several terms find is one hit.
 *
 * Frequent terms  All terms are looked up before any posting is read. If a term other than the query's own is in far more
 *                 documents than the average, a new plan is made with this knowledge, and its terms are looked up.
 * Cost            One term lookup for each value, one posting and one fingerprint for each candidate.
 * </pre>
 */
final class TermsSearch {

  private static final int BATCH = 256;

  private static final int MANY = 4096;

  private final LeafReader reader;
  private final HammingDistanceQuery query;
  private final TermsEnum terms;
  private final int documents;
  private final int blocks;
  private final int[] docFreqs;
  private final int[] centers;
  private BlockPlan plan;
  private final TermState[] own; // null for a term that the segment does not have
  private final List<Found> found = new ArrayList<>(); // the plan's terms, block after block

  private record Found(int block, int value, TermState state) {}

  private final byte[] termBytes = new byte[Blocks.TERM_BYTES];
  private final BytesRef term = new BytesRef(termBytes);

  private final int[] batch = new int[BATCH];
  private final int[] distances = new int[BATCH];
  private int[] docs = {}; // the documents to check
  private int size;

  TermsSearch(LeafReader reader, Terms terms, HammingDistanceQuery query) throws IOException {
    this.reader = reader;
    this.query = query;
    this.terms = terms.iterator();
    documents = terms.getDocCount();
    blocks = query.fingerprint.lanes() * Blocks.IN_LANE;
    docFreqs = new int[blocks];
    centers = new int[blocks];
    own = new TermState[blocks];
    for (int i = 0; i < blocks; i++) {
      centers[i] = Blocks.block(query.fingerprint, i);
      if (seek(i, centers[i])) {
        docFreqs[i] = this.terms.docFreq();
        own[i] = this.terms.termState();
      }
    }
    plan = plan(new FrequentValues(blocks));
  }

  private BlockPlan plan(FrequentValues frequent) {
    BlockPlan.Statistics statistics =
        new BlockPlan.Statistics(Blocks.BLOCK_BITS, documents, docFreqs, query.rotated, frequent);
    return BlockPlan.cheapest(query.maxDistance, statistics, BlockPlan.Costs.TERMS);
  }

  /**
   * Returns whether the first and the last term are block terms. Other terms are possible, because
   * a highlighter's reader shows the terms of the highlighted text under the name of every field.
   */
  static boolean areBlockTerms(Terms terms) throws IOException {
    BytesRef min = terms.getMin();
    return min != null && BlockTermStream.isTerm(min) && BlockTermStream.isTerm(terms.getMax());
  }

  /** Returns the plan that was chosen according to the frequencies of the query's own terms. */
  BlockPlan plan() {
    return plan;
  }

  /**
   * Looks up the terms of the plan. Returns the final plan, which also considers frequent terms
   * that were found.
   */
  BlockPlan lookUp() throws IOException {
    FrequentValues frequent = new FrequentValues(blocks);
    while (isNewFrequent(frequent)) {
      plan = plan(frequent);
    }
    return plan;
  }

  /** Looks up the terms of the plan. Returns true if this found new frequent terms. */
  private boolean isNewFrequent(FrequentValues frequent) throws IOException {
    double average = (double) documents / (1 << Blocks.BLOCK_BITS);
    boolean isNew = false;
    found.clear();
    for (int block = 0; block < blocks; block++) {
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
    boolean areMany = plan.candidates() >= MANY;
    PostingsEnum postings = null;
    for (Found next : found) {
      Blocks.writeTerm(next.block, next.value, termBytes);
      terms.seekExact(term, next.state);
      postings = terms.postings(postings, PostingsEnum.NONE);
      for (int doc; (doc = postings.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
        docs = ArrayUtil.grow(docs, size + 1);
        docs[size++] = doc;
      }
      if (!areMany) {
        check(hits);
      }
    }
    if (areMany) {
      sort();
      check(hits);
    }
    hits.sort();
    return hits;
  }

  /** Sorts the documents and removes duplicates, because doc values are read forwards. */
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

  /**
   * Checks the documents in the buffer and empties it. The doc values are opened again, because
   * they can only be read forwards.
   */
  private void check(Hits hits) throws IOException {
    FingerprintValues values = FingerprintValues.of(reader, query.field);
    for (int from = 0; from < size; from += BATCH) {
      int n = Math.min(BATCH, size - from);
      System.arraycopy(docs, from, batch, 0, n); // longValues of Lucene 10.4 takes no offset
      values.distances(n, batch, distances, query.fingerprint);
      for (int i = 0; i < n; i++) {
        if (distances[i] <= query.maxDistance) {
          hits.add(docs[from + i], distances[i]);
        }
      }
    }
    size = 0;
  }

  private boolean seek(int block, int value) throws IOException {
    Blocks.writeTerm(block, value, termBytes);
    return terms.seekExact(term);
  }
}
