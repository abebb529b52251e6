package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.StoredFields;

/**
 * Whether the texts of two documents that are near each other resemble each other too.
 *
 * @param field of the text, stored
 * @param minJaccard 0 to 1
 */
record TextCheck(TextVerifier verifier, String field, double minJaccard) {

  /**
   * @throws IllegalArgumentException if the document has no stored text
   */
  FeatureSet offered(Document document) {
    for (IndexableField candidate : document.getFields(field)) {
      if (candidate.fieldType().stored() && candidate.stringValue() != null) {
        return verifier.features(candidate.stringValue());
      }
    }
    throw new IllegalArgumentException(
        "the document has no stored text in field '" + field + "', expected one to verify by");
  }

  /**
   * @throws IllegalStateException if the document has no stored text
   */
  boolean resembles(FeatureSet offered, StoredFields stored, int doc) throws IOException {
    String text = stored.document(doc, Set.of(field)).get(field);
    if (text == null) {
      throw new IllegalStateException(
          "document "
              + doc
              + " of the index has no text in field '"
              + field
              + "', expected a stored one to verify by");
    }
    return resembles(offered, verifier.features(text));
  }

  boolean resembles(FeatureSet offered, FeatureSet other) {
    return offered.resembles(other, minJaccard);
  }
}
