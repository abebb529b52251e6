package io.github.lucenesimhash.corpus;

import java.util.List;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;
import org.apache.lucene.util.UnicodeUtil;

/**
 * An id for each document: its own, or its file and line if it has none, or the id of one before.
 * They are kept in memory, their bytes and some 12 more each.
 */
final class UniqueIds {

  private static final int MAX_BYTES = IndexWriter.MAX_TERM_LENGTH - 16;

  private final BytesRefHash ids = new BytesRefHash();

  /** How many are not the documents' own. */
  long named;

  /**
   * The id of the next document.
   *
   * @param own null if it has none
   * @param place its file and line
   */
  String add(String own, String place) {
    boolean fits = own != null && !own.isEmpty() && fits(own);
    if (fits && ids.add(new BytesRef(own)) >= 0) {
      return own;
    }
    named++;
    String unique = fits && fits(own + place) ? own + " (" + place + ")" : place;
    while (ids.add(new BytesRef(unique)) < 0) {
      unique += "'";
    }
    return unique;
  }

  /** Whether an index could hold the id, and a few characters more. */
  private static boolean fits(String id) {
    return UnicodeUtil.calcUTF16toUTF8Length(id, 0, id.length()) <= MAX_BYTES;
  }

  String get(int document) {
    return ids.get(document, new BytesRef()).utf8ToString();
  }

  int size() {
    return ids.size();
  }

  /** Goes on from the ids of a run before this one. */
  void restore(List<String> before, long named) {
    before.forEach(id -> ids.add(new BytesRef(id)));
    this.named = named;
  }
}
