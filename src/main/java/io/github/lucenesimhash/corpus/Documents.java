package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.join.DistinctFingerprints;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalLong;
import org.apache.lucene.util.ArrayUtil;

/**
 * Documents by number, from 0: ids, texts that are read again when asked for, fingerprints, lengths
 * and dates. Entries are the documents that have a fingerprint, in their order. Takes 20 bytes a
 * document and 4 an entry.
 */
public abstract class Documents {

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
  private int count;
  private int undated;

  /** Adds the next document. */
  final void add(Row row) {
    if (row.fingerprint().isPresent()) {
      fingerprints = ArrayUtil.grow(fingerprints, entryCount + 1);
      documents = ArrayUtil.grow(documents, entryCount + 1);
      fingerprints[entryCount] = row.fingerprint().getAsLong();
      documents[entryCount++] = count;
    }
    lengths = ArrayUtil.grow(lengths, count + 1);
    dates = ArrayUtil.grow(dates, count + 1);
    dates[count] = row.date();
    undated += row.date() == TextDocument.NO_DATE ? 1 : 0;
    lengths[count++] = row.length();
  }

  public abstract String id(int document) throws IOException;

  /**
   * Reads the text again.
   *
   * @throws BadInput if it is not there any more
   */
  public abstract String text(int document) throws IOException;

  public final int count() {
    return count;
  }

  public final int entryCount() {
    return entryCount;
  }

  /** The document of an entry. */
  public final int document(int entry) {
    return documents[entry];
  }

  /** Characters in the text of a document. */
  public final int length(int document) {
    return lengths[document];
  }

  public final long date(int document) {
    return dates[document];
  }

  /** Documents whose date was asked for and not found. */
  public final int undated() {
    return undated;
  }

  /** The fingerprints of all entries, by entry. */
  public final DistinctFingerprints distinct() {
    return DistinctFingerprints.of(Arrays.copyOf(fingerprints, entryCount));
  }
}
