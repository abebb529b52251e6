package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.search.ResemblanceField;
import io.github.lucenesimhash.search.ShortTexts;
import java.io.IOException;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;

/**
 * The documents of an index that share words with a short text.
 *
 * @param query null if the text is not short
 * @param minResemblance by their words
 */
record SharedWords(Query query, double minResemblance) {

  /**
   * @param scheme of the fingerprints
   * @throws BadInput if another scheme made the words of the index
   */
  static SharedWords withText(
      StoredIndex index, FingerprintScheme scheme, String text, double minResemblance) {
    index.requireScheme(index.words(), scheme.wordSide().id());
    BytesRef words = scheme.words(text).orElse(null);
    return new SharedWords(
        ShortTexts.isShort(words)
            ? new ShortTexts(minResemblance).newQuery(index.words(), words)
            : null,
        minResemblance);
  }

  /**
   * @param scheme of the fingerprints; null if it is not known
   * @throws BadInput if several schemes made the words of the index, or another one
   */
  static SharedWords withDocument(
      StoredIndex index, FingerprintScheme scheme, int doc, double minResemblance)
      throws IOException {
    if (scheme != null) {
      index.requireScheme(index.words(), scheme.wordSide().id());
    }
    BytesRef words = ResemblanceField.docValue(index.reader(), index.words(), doc);
    if (!ShortTexts.isShort(words)) {
      return new SharedWords(null, minResemblance);
    }
    try {
      return new SharedWords(
          ResemblanceField.newLikeQuery(index.reader(), index.words(), doc, minResemblance),
          minResemblance);
    } catch (IllegalArgumentException e) { // several schemes
      throw new BadInput(e.getMessage());
    }
  }
}
