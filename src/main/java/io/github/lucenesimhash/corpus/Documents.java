package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.join.DistinctFingerprints;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalLong;
import org.apache.lucene.util.ArrayUtil;

/**
 * Documents by number, from 0: fingerprints, lengths, dates and where each lies, so that its text
 * can be read again. Entries are the documents that have a fingerprint, in their order. Takes 36
 * bytes a document and 4 an entry.
 */
public abstract class Documents {

  /**
   * What is kept of a document.
   *
   * @param source index of its file in {@link Sources}
   * @param offset of its line in the file, in bytes; of a document in an index, its number there
   * @param bytes of its line
   * @param fingerprint null if it has none
   * @param length of the text in characters
   * @param date as {@link TextDocument#date} has it; 0 if it does not matter
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record Row(int source, long offset, int bytes, Long fingerprint, int length, long date) {

    static Row of(
        int source, long offset, int bytes, String text, FingerprintScheme scheme, long date) {
      OptionalLong made = scheme.fingerprint(text);
      Long fingerprint = made.isPresent() ? made.getAsLong() : null;
      return new Row(source, offset, bytes, fingerprint, text.length(), date);
    }
  }

  private int[] sources = new int[64];
  private long[] offsets = new long[64];
  private int[] bytes = new int[64];
  private int[] lengths = new int[64];
  private long[] dates = new long[64];
  private int count;
  private int undated;

  private long[] fingerprints = new long[64];
  private int[] documents = new int[64];
  private int entryCount;

  final void add(Row row) {
    if (row.fingerprint() != null) {
      fingerprints = ArrayUtil.grow(fingerprints, entryCount + 1);
      documents = ArrayUtil.grow(documents, entryCount + 1);
      fingerprints[entryCount] = row.fingerprint();
      documents[entryCount++] = count;
    }
    if (count == sources.length) {
      sources = ArrayUtil.grow(sources);
      offsets = ArrayUtil.growExact(offsets, sources.length);
      bytes = ArrayUtil.growExact(bytes, sources.length);
      lengths = ArrayUtil.growExact(lengths, sources.length);
      dates = ArrayUtil.growExact(dates, sources.length);
    }
    sources[count] = row.source();
    offsets[count] = row.offset();
    bytes[count] = row.bytes();
    lengths[count] = row.length();
    dates[count++] = row.date();
    undated += row.date() == TextDocument.NO_DATE ? 1 : 0;
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

  final int source(int document) {
    return sources[document];
  }

  final long offset(int document) {
    return offsets[document];
  }

  final int bytes(int document) {
    return bytes[document];
  }

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

  public final int entryCount() {
    return entryCount;
  }

  public final int document(int entry) {
    return documents[entry];
  }

  /** The fingerprints of all entries, by entry. */
  public final DistinctFingerprints distinct() {
    return DistinctFingerprints.of(Arrays.copyOf(fingerprints, entryCount));
  }
}
