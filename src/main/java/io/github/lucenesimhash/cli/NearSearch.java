package io.github.lucenesimhash.cli;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.Likeness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.IOConsumer;

/**
 * A search of an index for the near-duplicates of a text.
 *
 * @param fingerprint of the text; empty finds nothing
 * @param within finds the documents within the distance
 * @param id of the document that has the text, which is not found; null for none
 */
record NearSearch(StoredIndex index, Optional<Fingerprint> fingerprint, Query within, String id) {

  /** The searches for many texts, which are looked up together. */
  static List<NearSearch> all(
      StoredIndex index, List<Optional<Fingerprint>> fingerprints, int maxDistance, String id) {
    DistanceBatch batch = new DistanceBatch(StoredIndex.NEAR, fingerprints, maxDistance);
    List<NearSearch> searches = new ArrayList<>();
    for (Optional<Fingerprint> fingerprint : fingerprints) {
      Query within = batch.query(searches.size());
      searches.add(new NearSearch(index, fingerprint, within, id));
    }
    return searches;
  }

  /** Hands on the number of each document found, in their order. */
  void forEach(IOConsumer<Integer> documents) throws IOException {
    IndexSearcher searcher = new IndexSearcher(index.reader());
    Weight weight =
        searcher.createWeight(searcher.rewrite(query()), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : searcher.getLeafContexts()) {
      Scorer scorer = weight.scorer(leaf);
      if (scorer == null) {
        continue;
      }
      Bits live = leaf.reader().getLiveDocs();
      DocIdSetIterator docs = scorer.iterator();
      for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
        if (live == null || live.get(doc)) {
          documents.accept(leaf.docBase + doc);
        }
      }
    }
  }

  private Query query() {
    index.requireScheme(StoredIndex.NEAR, index.settings().schemeId());
    BooleanQuery.Builder query = new BooleanQuery.Builder().add(within, Occur.MUST);
    if (id != null) {
      query.add(new TermQuery(StoredIndex.id(id)), Occur.MUST_NOT);
    }
    return query.build();
  }

  /**
   * {@return how near a document that was found is}
   *
   * @param likeness of its text, the first, and the one searched for
   * @param mayBeContained whether the shares count
   */
  Near near(int doc, Likeness likeness, boolean mayBeContained) throws IOException {
    return Near.of(index.id(doc), distance(doc), likeness, mayBeContained);
  }

  /** {@return how many bits a document that was found differs in} */
  int distance(int doc) throws IOException {
    Optional<Fingerprint> its = SimHashField.fingerprint(index.reader(), StoredIndex.NEAR, doc);
    return fingerprint.orElseThrow().distance(its.orElseThrow());
  }

  /** {@return the fingerprint in hex digits; null if there is none} */
  String hex() {
    return fingerprint.map(Fingerprint::toString).orElse(null);
  }
}
