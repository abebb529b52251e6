package io.github.lucenesimhash.cli;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.IndexedSignatures;
import io.github.lucenesimhash.search.Signature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.IOConsumer;

/**
 * A search of an index for the near-duplicates of a text.
 *
 * @param signature what of the text is compared
 * @param within finds the documents within the distance
 * @param id of the document that has the text, which is not found; null for none
 */
record NearSearch(
    StoredIndex index, Signature signature, Comparison comparison, Query within, String id) {

  /** The searches for many texts, which are looked up together. */
  static List<NearSearch> all(
      StoredIndex index, List<Signature> signatures, Comparison near, String id) {
    DistanceBatch batch = new DistanceBatch(index.near(), signatures, near.maxDistance());
    List<NearSearch> searches = new ArrayList<>();
    for (Signature text : signatures) {
      Query within = batch.query(searches.size());
      searches.add(new NearSearch(index, text, near, within, id));
    }
    return searches;
  }

  /**
   * {@return the documents found, by distance d or resemblance r: those of the highest 1 - d/64 or
   * r first}
   *
   * @param limit at least 1
   */
  TopDocs top(IndexSearcher searcher, int limit) throws IOException {
    int inIndex = Math.min(limit, Math.max(1, index.reader().maxDoc()));
    return searcher.search(
        query(), new TopFieldCollectorManager(Sort.RELEVANCE, inIndex, null, Integer.MAX_VALUE));
  }

  /**
   * {@return how many more documents there are but for the guard}
   *
   * @param total documents found
   */
  long heldBack(IndexSearcher searcher, long total) throws IOException {
    Comparison unguarded = comparison.guarded(Guard.NONE);
    return !comparison.comparesWords() || unguarded.equals(comparison)
        ? 0
        : searcher.count(new NearSearch(index, signature, unguarded, within, id).query()) - total;
  }

  /** Hands on all documents found, so many at once, in their order. */
  void forEachBatch(IndexSearcher searcher, int size, IOConsumer<List<ScoreDoc>> batches)
      throws IOException {
    Weight weight =
        searcher.createWeight(searcher.rewrite(query()), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : searcher.getLeafContexts()) {
      Scorer scorer = weight.scorer(leaf);
      if (scorer == null) {
        continue;
      }
      Bits live = leaf.reader().getLiveDocs();
      List<ScoreDoc> batch = new ArrayList<>();
      DocIdSetIterator docs = scorer.iterator();
      for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
        if (live == null || live.get(doc)) {
          batch.add(new ScoreDoc(leaf.docBase + doc, 0));
        }
        if (batch.size() == size) {
          batches.accept(batch);
          batch.clear();
        }
      }
      batches.accept(batch);
    }
  }

  private Query query() {
    index.requireScheme(index.near(), index.settings().schemeId());
    Query near = comparison.newNearQuery(index.near(), signature, within);
    BooleanQuery.Builder query = new BooleanQuery.Builder().add(near, Occur.MUST);
    if (id != null) {
      query.add(new TermQuery(index.id(id)), Occur.MUST_NOT);
    }
    return query.build();
  }

  /**
   * {@return how near a document that was found is}
   *
   * @param resemblance of the texts; null if they were not compared
   */
  Near near(int doc, Float resemblance) throws IOException {
    Signature its = IndexedSignatures.of(comparison, index.reader(), index.near(), doc);
    float similarity = comparison.similarity(signature, its);
    Float known = Float.isNaN(similarity) ? resemblance : (Float) similarity;
    return new Near(index.id(doc), distance(its), known);
  }

  /** {@return in bits; null if one of the two has no fingerprint} */
  Integer distance(int doc) throws IOException {
    return distance(IndexedSignatures.of(comparison, index.reader(), index.near(), doc));
  }

  private Integer distance(Signature other) {
    boolean areThere = signature.fingerprint().isPresent() && other.fingerprint().isPresent();
    return areThere ? signature.distance(other) : null;
  }

  /** {@return the fingerprint in hex digits; null if there is none} */
  String hex() {
    return signature.fingerprint().map(Fingerprint::toString).orElse(null);
  }
}
