package io.github.lucenesimhash.verify;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.LeafReaderContext;

/**
 * Reads the features of documents of an index. Implement this interface to read texts that are
 * stored outside the index.
 */
@FunctionalInterface
public interface DocumentFeatures {

  /**
   * {@return the features of a document of a segment, or an empty set if the document has no text}
   *
   * @param leaf the segment
   * @param leafDoc the number of the document in the segment
   * @throws IOException if the text cannot be read
   */
  FeatureSet features(LeafReaderContext leaf, int leafDoc) throws IOException;

  /**
   * Returns a reader of the features of a stored field. Several values count as one text with line
   * ends between them. A document without the field has no features.
   *
   * @param field the name of the stored field
   * @param verifier the verifier that makes the features
   * @return a reader of features
   */
  static DocumentFeatures stored(String field, TextVerifier verifier) {
    return (leaf, doc) -> {
      Document stored = leaf.reader().storedFields().document(doc, Set.of(field));
      return verifier.features(String.join("\n", stored.getValues(field)));
    };
  }
}
