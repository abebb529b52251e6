package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.fingerprint.Winnowing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.DocIdSetBuilder;
import org.apache.lucene.util.IOSupplier;

/** The hashes of a text that are looked up in an index. */
final class HashTerms {

  private final String field;
  private final Map<Integer, TermStates> states = new HashMap<>();
  private final HashPlan plan;

  private HashTerms(IndexSearcher searcher, PassageQuery query, long[] words) {
    field = query.field();
    plan = query.isEdited() ? all(searcher, query, words) : planned(searcher, query, words);
  }

  static HashTerms of(IndexSearcher searcher, PassageQuery query, long[] words) throws IOException {
    try {
      return new HashTerms(searcher, query, words);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private HashPlan planned(IndexSearcher searcher, PassageQuery query, long[] words) {
    return HashPlan.of(
        words, query.atLeast(), hash -> documents(searcher, hash), query.maxDocuments());
  }

  /** Every hash that is not too frequent: of an edited copy any may be left. */
  private HashPlan all(IndexSearcher searcher, PassageQuery query, long[] words) {
    int[] hashes =
        Arrays.stream(Winnowing.shingles(words))
            .distinct()
            .filter(hash -> documents(searcher, hash) <= query.maxDocuments())
            .sorted()
            .toArray();
    return new HashPlan(hashes, planned(searcher, query, words).leftOut());
  }

  /** That have a hash, the deleted ones among them. */
  private int documents(IndexSearcher searcher, int hash) {
    TermStates found =
        states.computeIfAbsent(
            hash,
            key -> {
              try {
                return TermStates.build(searcher, new Term(field, PassageField.term(key)), true);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    return found.docFreq();
  }

  List<HashPlan.Part> leftOut() {
    return plan.leftOut();
  }

  /** The documents of a segment that have one of the hashes; null if none has. */
  DocIdSetIterator in(LeafReaderContext leaf) throws IOException {
    LeafReader reader = leaf.reader();
    Terms terms = reader.terms(field);
    if (terms == null) {
      return null;
    }
    TermsEnum each = terms.iterator();
    DocIdSetBuilder found = new DocIdSetBuilder(reader.maxDoc());
    PostingsEnum postings = null;
    boolean isEmpty = true;
    for (int hash : plan.hashes()) {
      IOSupplier<TermState> state = states.get(hash).get(leaf);
      TermState known = state == null ? null : state.get();
      if (known != null) {
        each.seekExact(PassageField.term(hash), known);
        postings = each.postings(postings, PostingsEnum.NONE);
        found.add(postings);
        isEmpty = false;
      }
    }
    return isEmpty ? null : found.build().iterator();
  }
}
