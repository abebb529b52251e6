package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.fingerprint.Winnowing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;

/** Looks up hashes of a text in the index. */
final class HashTerms {

  private final PassageQuery query;
  private final HashPlan plan;

  private HashTerms(PassageQuery query, HashPlan plan) {
    this.query = query;
    this.plan = plan;
  }

  /** Chooses the hashes of a text to look up in an index. */
  static HashTerms of(IndexSearcher searcher, PassageQuery query, long[] words) throws IOException {
    int[] shingles = Winnowing.shingles(words);
    int[] hashes =
        Arrays.stream(Winnowing.selected(shingles))
            .map(i -> shingles[i])
            .sorted()
            .distinct()
            .toArray();
    int[] documents = documents(searcher, query, hashes);
    HashPlan plan =
        HashPlan.of(
            words,
            query.atLeast(),
            hash -> documents[Arrays.binarySearch(hashes, hash)],
            query.maxDocuments());
    return new HashTerms(query, plan);
  }

  /** Returns the terms of a segment; none if it has no PassageField of this version. */
  private static TermsEnum terms(PassageQuery query, LeafReader reader) throws IOException {
    return PassageField.isIn(reader, query.field())
        ? Terms.getTerms(reader, query.field()).iterator()
        : TermsEnum.EMPTY;
  }

  /** Returns the number of documents that have each hash, deleted ones included. */
  private static int[] documents(IndexSearcher searcher, PassageQuery query, int[] hashes)
      throws IOException {
    int[] documents = new int[hashes.length];
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      TermsEnum terms = terms(query, leaf.reader());
      for (int i = 0; i < hashes.length; i++) {
        if (terms.seekExact(PassageField.term(hashes[i]))) {
          documents[i] += terms.docFreq();
        }
      }
    }
    return documents;
  }

  List<HashPlan.Part> leftOut() {
    return plan.leftOut();
  }

  /** Returns the postings of the hashes that are in a segment. */
  List<PostingsEnum> in(LeafReaderContext leaf) throws IOException {
    TermsEnum terms = terms(query, leaf.reader());
    List<PostingsEnum> postings = new ArrayList<>();
    for (int hash : plan.hashes()) {
      if (terms.seekExact(PassageField.term(hash))) {
        postings.add(terms.postings(null, PostingsEnum.NONE));
      }
    }
    return postings;
  }
}
