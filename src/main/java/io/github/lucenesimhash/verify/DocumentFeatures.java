package io.github.lucenesimhash.verify;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.LeafReaderContext;

/**
 * Reads the features of an index's documents. For texts that are kept outside the index, write a
 * function of your own.
 */
@FunctionalInterface
public interface DocumentFeatures {

  /**
   * {@return the features of a document of a segment; an empty set if it has no text}
   *
   * @param leaf the segment
   * @param leafDoc the document's number in it
   * @throws IOException if the text cannot be read
   */
  FeatureSet features(LeafReaderContext leaf, int leafDoc) throws IOException;

  /**
   * {@return features of a stored field} Several values count as one text with line ends between
   * them; a document without the field has no features.
   *
   * @param field stored
   * @param verifier makes the features
   */
  static DocumentFeatures stored(String field, TextVerifier verifier) {
    return (leaf, doc) -> {
      Document stored = leaf.reader().storedFields().document(doc, Set.of(field));
      return verifier.features(String.join("\n", stored.getValues(field)));
    };
  }
}
