package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.io.Closeable;
import java.io.IOException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.UnicodeUtil;

/**
 * Gives each document a unique id: its own id; its file and line, if it has no id or one that is
 * too long; or both, if an earlier document has its id. The ids are kept on disk. While ids are
 * added, 11 to 22 bytes of heap for each id serve to find out whether a new id exists already.
 */
final class UniqueIds implements Closeable {

  private static final int MAX_BYTES = IndexWriter.MAX_TERM_LENGTH - 16;

  private static final int MAX_SLOTS = 1 << 30;

  private final TemporaryBytes ids;

  /**
   * A hash table with linear probing. A slot contains half of an id's hash and the id's number plus
   * 1, or 0 if the slot is free.
   */
  private long[] slots = new long[1 << 10];

  /** The number of ids that are not the documents' own. */
  long named;

  UniqueIds(TemporaryBytes ids) {
    this.ids = ids;
  }

  /**
   * Returns the id of the next document.
   *
   * @param own the document's own id, or null if it has none
   * @param place the file and line of the document
   */
  String add(String own, String place) throws IOException {
    boolean fits = own != null && !own.isEmpty() && fits(own);
    if (fits && isAdded(own)) {
      return own;
    }
    named++;
    String unique = fits && fits(own + place) ? own + " (" + place + ")" : place;
    while (!isAdded(unique)) {
      unique += "'";
    }
    return unique;
  }

  /** Returns whether an index can store the id with a few more characters. */
  private static boolean fits(String id) {
    return UnicodeUtil.calcUTF16toUTF8Length(id, 0, id.length()) <= MAX_BYTES;
  }

  /** Adds an id unless it exists, and returns whether it was added. */
  private boolean isAdded(String id) throws IOException {
    BytesRef bytes = new BytesRef(id);
    long hash = FeatureHash.ofBytes(bytes.bytes, bytes.offset, bytes.length) & 0xFFFF_FFFFL;
    int slot = first(hash);
    for (; slots[slot] != 0; slot = next(slot)) {
      long used = slots[slot];
      if (used >>> Integer.SIZE == hash && ids.get((int) used - 1).bytesEquals(bytes)) {
        return false;
      }
    }
    ids.add(bytes);
    slots[slot] = hash << Integer.SIZE | ids.size();
    if (ids.size() > slots.length / 4 * 3) {
      enlarge();
    }
    return true;
  }

  private int first(long hash) {
    return (int) hash & slots.length - 1;
  }

  private int next(int slot) {
    return slot + 1 & slots.length - 1;
  }

  private void enlarge() {
    long[] before = slots;
    if (before.length == MAX_SLOTS) {
      throw new BadInput("the input has more than %,d documents, expected fewer", ids.size() - 1);
    }
    slots = new long[2 * before.length];
    for (long used : before) {
      if (used != 0) {
        int slot = first(used >>> Integer.SIZE);
        while (slots[slot] != 0) {
          slot = next(slot);
        }
        slots[slot] = used;
      }
    }
  }

  String get(int document) throws IOException {
    return ids.get(document).utf8ToString();
  }

  int size() {
    return ids.size();
  }

  /** Ends the adding of ids. */
  void finish() {
    slots = null;
  }

  @Override
  public void close() throws IOException {
    ids.close();
  }
}
