package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * The signatures in an index.
 *
 * @lucene.internal
 */
public final class IndexedSignatures {

  /** Takes documents, in their order. */
  @FunctionalInterface
  public interface Each {
    /**
     * Takes one.
     *
     * @param doc its number in the reader
     * @param signature it has
     * @throws IOException ends the reading, which throws it on
     */
    void accept(int doc, Signature signature) throws IOException;
  }

  private IndexedSignatures() {}

  /**
   * {@return what of a document is compared}
   *
   * @param comparison of signatures
   * @param reader of the index
   * @param field as {@link Signature#fields} had it
   * @param doc its number in the reader
   * @throws IOException if the index cannot be read
   */
  public static Signature of(Comparison comparison, IndexReader reader, String field, int doc)
      throws IOException {
    BytesRef words =
        comparison.comparesWords()
            ? WordsField.docValue(reader, field + ShortTexts.WORDS, doc)
            : null;
    return new Signature(SimHashField.fingerprint(reader, field, doc), words);
  }

  /**
   * Reads those of all live documents that have a fingerprint.
   *
   * @param reader of the index
   * @param field as {@link Signature#fields} had it
   * @param withWords whether words are read too
   * @param each takes them
   * @throws IOException if the index cannot be read
   */
  public static void forEach(IndexReader reader, String field, boolean withWords, Each each)
      throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      FingerprintValues fingerprints = SimHashField.fingerprints(leaf.reader(), field);
      BinaryDocValues words =
          withWords ? WordsFormat.values(leaf.reader(), field + ShortTexts.WORDS) : null;
      Bits live = leaf.reader().getLiveDocs();
      while (fingerprints.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        int doc = fingerprints.docID();
        if (live == null || live.get(doc)) {
          boolean hasWords = words != null && words.advanceExact(doc);
          BytesRef its = hasWords ? BytesRef.deepCopyOf(words.binaryValue()) : null;
          Optional<Fingerprint> bits = Optional.of(fingerprints.fingerprint());
          each.accept(leaf.docBase + doc, new Signature(bits, its));
        }
      }
    }
  }
}
