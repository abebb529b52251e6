package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.join.DistinctFingerprints;
import java.util.Arrays;
import java.util.OptionalLong;
import org.apache.lucene.util.ArrayUtil;

/**
 * Fingerprints, lengths and dates of documents by number. Entries are those that have a
 * fingerprint, in the order of their documents. Takes 20 bytes a document and 4 an entry.
 */
public final class FingerprintTable {

  /**
   * What is kept of a text.
   *
   * @param length in characters
   * @param date as {@link TextDocument#date} has it; 0 if it does not matter
   */
  public record Row(OptionalLong fingerprint, int length, long date) {}

  private long[] fingerprints = new long[64];
  private int[] documents = new int[64];
  private int[] lengths = new int[64];
  private long[] dates = new long[64];
  private int entryCount;
  private int documentCount;
  private int undated;

  /** Adds the next document. */
  void add(Row row) {
    if (row.fingerprint().isPresent()) {
      fingerprints = ArrayUtil.grow(fingerprints, entryCount + 1);
      documents = ArrayUtil.grow(documents, entryCount + 1);
      fingerprints[entryCount] = row.fingerprint().getAsLong();
      documents[entryCount++] = documentCount;
    }
    lengths = ArrayUtil.grow(lengths, documentCount + 1);
    dates = ArrayUtil.grow(dates, documentCount + 1);
    dates[documentCount] = row.date();
    undated += row.date() == TextDocument.NO_DATE ? 1 : 0;
    lengths[documentCount++] = row.length();
  }

  public int documentCount() {
    return documentCount;
  }

  public int entryCount() {
    return entryCount;
  }

  /** The document of an entry. */
  public int document(int entry) {
    return documents[entry];
  }

  /** Characters in the text of an entry. */
  public int length(int entry) {
    return documentLength(documents[entry]);
  }

  /** Characters in the text of a document. */
  int documentLength(int document) {
    return lengths[document];
  }

  /** The date of an entry's document. */
  public long date(int entry) {
    return dates[documents[entry]];
  }

  /** Documents whose date was asked for and not found. */
  public int undated() {
    return undated;
  }

  /** The fingerprints of all entries, by entry. */
  public DistinctFingerprints distinct() {
    return DistinctFingerprints.of(Arrays.copyOf(fingerprints, entryCount));
  }
}
