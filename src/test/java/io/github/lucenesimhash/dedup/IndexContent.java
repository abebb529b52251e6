package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.Bits;
import org.junit.Assert;

/** Reads the content of an index without queries. */
final class IndexContent {

  private IndexContent() {}

  /** Returns the fingerprints by id; fails if an id occurs twice. */
  static Map<String, Long> of(IndexReader reader) throws IOException {
    Map<String, Long> content = new HashMap<>();
    StoredFields stored = reader.storedFields();
    NumericDocValues fingerprints = MultiDocValues.getNumericValues(reader, "near");
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          String id = stored.document(leaf.docBase + doc).get("id");
          Assert.assertTrue(fingerprints.advanceExact(leaf.docBase + doc));
          Assert.assertNull(id, content.put(id, fingerprints.longValue()));
        }
      }
    }
    return content;
  }

  /** Returns the stored fields of a document. */
  static Document stored(IndexReader reader, String id) throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    int doc = searcher.search(new TermQuery(new Term("id", id)), 1).scoreDocs[0].doc;
    return searcher.storedFields().document(doc);
  }
}
