package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.fingerprint.Winnowing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;

/** The hashes of a text that are looked up in an index. */
final class HashTerms {

  private final String field;
  private final HashPlan plan;

  private HashTerms(String field, HashPlan plan) {
    this.field = field;
    this.plan = plan;
  }

  /** Of an edited copy any hash may be left: all are looked up that are not too frequent. */
  static HashTerms of(IndexSearcher searcher, PassageQuery query, long[] words) throws IOException {
    int[] shingles = Winnowing.shingles(words);
    int[] looked = query.isEdited() ? shingles : selected(shingles);
    int[] hashes = Arrays.stream(looked).sorted().distinct().toArray();
    int[] documents = documents(searcher, query, hashes);
    HashPlan plan =
        HashPlan.of(
            words,
            query.atLeast(),
            hash -> documents[Arrays.binarySearch(hashes, hash)],
            query.maxDocuments());
    if (query.isEdited()) {
      int[] rare = new int[hashes.length];
      int count = 0;
      for (int i = 0; i < hashes.length; i++) {
        if (documents[i] > 0 && documents[i] <= query.maxDocuments()) {
          rare[count++] = hashes[i];
        }
      }
      plan = new HashPlan(Arrays.copyOf(rare, count), plan.leftOut());
    }
    return new HashTerms(query.field(), plan);
  }

  private static int[] selected(int[] shingles) {
    return Arrays.stream(Winnowing.selected(shingles)).map(i -> shingles[i]).toArray();
  }

  /** How many have each hash, the deleted ones among them. */
  private static int[] documents(IndexSearcher searcher, PassageQuery query, int[] hashes)
      throws IOException {
    int[] documents = new int[hashes.length];
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      if (query.isOfStandardWords()) {
        PassageField.check(leaf.reader(), query.field());
      }
      TermsEnum terms = Terms.getTerms(leaf.reader(), query.field()).iterator();
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

  /** The postings in a segment of each hash that it has. */
  List<PostingsEnum> in(LeafReaderContext leaf) throws IOException {
    TermsEnum terms = Terms.getTerms(leaf.reader(), field).iterator();
    List<PostingsEnum> postings = new ArrayList<>();
    for (int hash : plan.hashes()) {
      if (terms.seekExact(PassageField.term(hash))) {
        postings.add(terms.postings(null, PostingsEnum.NONE));
      }
    }
    return postings;
  }
}
