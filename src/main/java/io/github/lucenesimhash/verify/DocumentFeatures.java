package io.github.lucenesimhash.verify;

import java.io.IOException;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** Where the features of an index's documents come from. */
@FunctionalInterface
public interface DocumentFeatures {

  /** Gives the text of a document, for texts that are kept outside the index. */
  @FunctionalInterface
  interface Texts {
    /** The text of a document of a segment; empty for a document without one. */
    CharSequence text(LeafReaderContext leaf, int leafDoc) throws IOException;
  }

  /** The features of a document of a segment; an empty set if it has no text. */
  FeatureSet features(LeafReaderContext leaf, int leafDoc) throws IOException;

  /**
   * From a stored field. Several values count as one text with line ends between them; a document
   * without the field has no features.
   */
  static DocumentFeatures stored(String field, TextVerifier verifier) {
    return (leaf, doc) -> {
      Document stored = leaf.reader().storedFields().document(doc, Set.of(field));
      return verifier.features(String.join("\n", stored.getValues(field)));
    };
  }

  /**
   * From the term vectors of a field, each term a feature. The features of the text to compare with
   * are those of {@link TextVerifier#ofTerms}. A document without a term vector has no features; a
   * segment that never saw one is an error.
   */
  static DocumentFeatures termVectors(String field) {
    return (leaf, leafDoc) -> {
      Terms terms = leaf.reader().termVectors().get(leafDoc, field);
      if (terms == null) {
        FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(field);
        if (info != null && !info.hasTermVectors()) {
          throw new IllegalArgumentException(
              "field '" + field + "' has no term vectors, expected a field that stores them");
        }
        return FeatureSet.of();
      }
      LongStream.Builder hashes = LongStream.builder();
      TermsEnum each = terms.iterator();
      for (BytesRef term = each.next(); term != null; term = each.next()) {
        hashes.add(TextVerifier.hash(term));
      }
      return FeatureSet.of(hashes.build().toArray());
    };
  }

  /** From texts of the caller's own. */
  static DocumentFeatures texts(TextVerifier verifier, Texts texts) {
    return (leaf, doc) -> verifier.features(texts.text(leaf, doc));
  }

  /**
   * These, kept in a {@link FeatureCache} of so many bytes until their segment closes; a reopened
   * reader finds those of the segments that stayed. Safe for use by several threads if these are.
   */
  default DocumentFeatures cached(long maxBytes) {
    return new FeatureCache.OfIndex(this, maxBytes);
  }
}
