package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.StoredFields;

/**
 * Whether the texts of two documents that are near each other resemble each other too.
 *
 * @param field of the text, stored; several values are one text with line ends between them
 * @param minJaccard 0 to 1
 */
record TextCheck(TextVerifier verifier, String field, double minJaccard) {

  /**
   * @throws IllegalArgumentException if the document has no stored text
   */
  FeatureSet offered(Document document) {
    List<String> values = new ArrayList<>();
    for (IndexableField candidate : document.getFields(field)) {
      if (candidate.fieldType().stored() && candidate.stringValue() != null) {
        values.add(candidate.stringValue());
      }
    }
    if (values.isEmpty()) {
      throw new IllegalArgumentException(
          "the document has no stored text in field '" + field + "', expected one to verify by");
    }
    return verifier.features(String.join("\n", values));
  }

  /**
   * @throws IllegalStateException if the document has no stored text
   */
  boolean resembles(FeatureSet offered, StoredFields stored, int doc) throws IOException {
    String[] values = stored.document(doc, Set.of(field)).getValues(field);
    if (values.length == 0) {
      throw new IllegalStateException(
          "document "
              + doc
              + " of the index has no text in field '"
              + field
              + "', expected a stored one to verify by");
    }
    return resembles(offered, verifier.features(String.join("\n", values)));
  }

  boolean resembles(FeatureSet offered, FeatureSet other) {
    return offered.resembles(other, minJaccard);
  }
}
