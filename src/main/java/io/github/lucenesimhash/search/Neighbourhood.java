package io.github.lucenesimhash.search;

import io.github.lucenesimhash.search.HammingDistanceQuery.Road;
import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;

/** What lies around a document that is in the index already. */
final class Neighbourhood {

  private Neighbourhood() {}

  /** All documents within the distance but the document itself. */
  static Query of(IndexReader reader, String field, int doc, int maxDistance) throws IOException {
    HammingDistanceQuery.checkMaxDistance(field, maxDistance);
    LeafReaderContext leaf = leaf(reader, doc);
    FieldNames.check(reader, field);
    String schemeId = SchemeStamp.only(reader, field);
    NumericDocValues values = FingerprintValues.of(leaf.reader(), field);
    if (!values.advanceExact(doc - leaf.docBase)) {
      return new MatchNoDocsQuery("document " + doc + " has no fingerprint in '" + field + "'");
    }
    Query near =
        new HammingDistanceQuery(field, values.longValue(), maxDistance, schemeId, Road.CHEAPEST);
    return new BooleanQuery.Builder()
        .add(near, Occur.MUST)
        .add(KnownHitsQuery.of(reader, new ScoreDoc(doc, 1)), Occur.MUST_NOT)
        .build();
  }

  static LeafReaderContext leaf(IndexReader reader, int doc) {
    if (doc < 0 || doc >= reader.maxDoc()) {
      throw new IllegalArgumentException(
          "document " + doc + " is not in the reader, expected 0 to " + (reader.maxDoc() - 1));
    }
    return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
  }
}
