package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.analysis.Features;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.Tokens;
import io.github.lucenesimhash.fingerprint.FeatureCounts;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.NumberKey;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.NumericUtils;
import org.apache.lucene.util.packed.PackedInts;
import org.apache.lucene.util.packed.PackedLongValues;

/**
 * Documents by number, from 0. Their fingerprints, lengths and dates are kept in columns; their
 * texts are read again. Old documents may follow, with which these documents are compared.
 *
 * <pre>
 * Heap     some 7 bytes a document for its place and length, and more for its date if dates are requested
 * Disk     the fingerprints and the feature counts
 * </pre>
 */
public abstract class Documents implements Closeable {

  /**
   * A document that is to be added to the columns.
   *
   * @param source the index of its file in {@link Sources}, or 0 for a document of an index
   * @param offset the offset of its line in the file, in bytes, or its number in an index
   * @param bytes the number of bytes of its line, -1 for a whole file, or 0 in an index
   * @param fingerprint the bytes of its fingerprint, or null if it has none
   * @param length the length of its text in characters, or 0 if unknown
   * @param date the date as {@link TextDocument#rank} returns it, or 0 if dates do not matter
   * @param counts the {@link FeatureCounts} of the features that verify its text, with its {@link
   *     NumberKey}, or null if unknown
   * @param features the number of distinct features of its text, or 0 if unknown
   */
  @SuppressWarnings("ArrayRecordComponent") // rows are not compared
  record Row(
      int source,
      long offset,
      int bytes,
      byte[] fingerprint,
      int length,
      long date,
      byte[] counts,
      int features) {}

  /** Keeps numbers in as few bits as possible. They can be read after {@link #finish}. */
  private static final class Column {
    private final PackedLongValues.Builder builder;
    private PackedLongValues values;

    Column() {
      this(PackedLongValues.deltaPackedBuilder(PackedInts.DEFAULT));
    }

    Column(PackedLongValues.Builder builder) {
      this.builder = builder;
    }

    void add(long value) {
      builder.add(value);
    }

    long get(long index) {
      return values.get(index);
    }

    void finish() {
      values = builder.build();
    }
  }

  private static final int TASK = 64;

  /**
   * The bound of early dates. A number of a smaller absolute value is a date from 1966 to 1973 in
   * milliseconds, or a number of seconds, days or years.
   */
  private static final double EARLY_MILLIS = 1e11;

  private static final BytesRef NONE = new BytesRef();

  private final Column sources = new Column();
  private final Column offsets = new Column(PackedLongValues.monotonicBuilder(PackedInts.DEFAULT));
  private final Column bytes = new Column();
  private final Column lengths = new Column();
  private final Column dates = new Column();
  private final Column features = new Column();
  private final TemporaryBytes fingerprints = new TemporaryBytes(); // empty if a text has none
  private final TemporaryBytes counts = new TemporaryBytes();
  private boolean keepsNumbers;
  private boolean countsFeatures;
  private int count;
  private int undated;
  private int early;
  private int withoutFingerprint;
  private int counted = -1; // the document whose counts were read last
  private byte[] lastCounts;

  private Documents old; // null if there are no old documents
  private String oldName; // the start of the ids of old documents

  final Row row(
      int source, long offset, int bytes, String text, FingerprintScheme scheme, long date) {
    Tokens tokens = scheme.tokens(text, false);
    Features made = tokens.features();
    byte[] fingerprint = made.fingerprint().map(Fingerprint::toBytes).orElse(null);
    byte[] known = made.counts();
    if (keepsNumbers) {
      FeatureCounts.setKey(known, NumberKey.of(tokens));
    }
    int size = countsFeatures ? made.distinct().length : 0;
    return new Row(source, offset, bytes, fingerprint, text.length(), date, known, size);
  }

  /** Sets, before the documents are read, how to compare them and whether to count features. */
  public final void prepareFor(Comparison near, boolean countsFeatures) {
    keepsNumbers = near.comparesTexts() && near.guard().numbers();
    this.countsFeatures = countsFeatures;
  }

  final void add(Row row) throws IOException {
    sources.add(row.source);
    offsets.add(row.offset);
    bytes.add(row.bytes);
    lengths.add(row.length);
    dates.add(row.date);
    features.add(row.features);
    fingerprints.add(row.fingerprint == null ? NONE : new BytesRef(row.fingerprint));
    counts.add(row.counts == null ? NONE : new BytesRef(row.counts));
    withoutFingerprint += row.fingerprint == null ? 1 : 0;
    undated += row.date == TextDocument.NO_DATE ? 1 : 0;
    early += Math.abs(NumericUtils.sortableLongToDouble(row.date)) < EARLY_MILLIS ? 1 : 0;
    count++;
  }

  /** Ends the adding of documents. Must be called once, before any document is read. */
  final void finish() {
    List.of(sources, offsets, bytes, lengths, dates, features).forEach(Column::finish);
  }

  /**
   * Appends old documents, with which the added documents are compared.
   *
   * @param name the name with which the ids of old documents begin, before a slash
   */
  public final void compareWith(Documents old, String name) {
    this.old = old;
    oldName = name.replaceFirst("/*$", "/");
  }

  /** Returns the old documents, or null if there are none. */
  public final Documents old() {
    return old;
  }

  public final boolean isOld(int document) {
    return document >= count;
  }

  private int inOld(int document) {
    return document - count;
  }

  /** Returns the number of added documents, without old documents. */
  public final int added() {
    return count;
  }

  /** Returns the number of all documents, including old documents. */
  public final int count() {
    return count + (old == null ? 0 : old.count());
  }

  final int source(int document) {
    return (int) sources.get(document);
  }

  final long offset(int document) {
    return offsets.get(document);
  }

  final int bytes(int document) {
    return (int) bytes.get(document);
  }

  /** Returns the length of a document's text in characters. */
  public final int length(int document) {
    return isOld(document) ? old.length(inOld(document)) : (int) lengths.get(document);
  }

  /** Returns a date as {@link TextDocument#rank} returns it, or 0 if dates do not matter. */
  public final long date(int document) {
    return isOld(document) ? old.date(inOld(document)) : dates.get(document);
  }

  /** Returns the number of distinct features of a text, or 0 if they were not counted. */
  public final int features(int document) {
    return isOld(document) ? old.features(inOld(document)) : (int) features.get(document);
  }

  /** Returns the number of added documents that lack the requested date. */
  public final int undated() {
    return undated;
  }

  /** Returns the number of dates near 1970, maybe seconds or days; 0 if all dates are near 1970. */
  public final int early() {
    return early < count - undated ? early : 0;
  }

  /** Returns the number of added documents with a text that has no feature. */
  public final int withoutFingerprint() {
    return withoutFingerprint;
  }

  /** Returns the fingerprint of a document, or an empty value if its text has no feature. */
  public final Optional<Fingerprint> fingerprint(int document) {
    if (isOld(document)) {
      return old.fingerprint(inOld(document));
    }
    try {
      BytesRef bits = fingerprints.get(document);
      return bits.length == 0
          ? Optional.empty()
          : Optional.of(Fingerprint.of(bits.bytes, bits.offset, bits.length));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a list of all fingerprints, which reads a fingerprint each time it is requested. */
  public final List<Optional<Fingerprint>> fingerprints() {
    return new AbstractList<>() {
      @Override
      public Optional<Fingerprint> get(int document) {
        return fingerprint(document);
      }

      @Override
      public int size() {
        return count();
      }
    };
  }

  abstract String ownId(int document) throws IOException;

  abstract String ownText(int document) throws IOException;

  /** Reads texts again. May be faster if successive texts are in the same file. */
  void forEachOwnText(int[] documents, TextConsumer consumer) throws IOException {
    for (int document : documents) {
      consumer.accept(document, ownText(document));
    }
  }

  abstract Path ownFile(int document);

  long ownBytes(int document) {
    return Long.MAX_VALUE;
  }

  boolean isOwnUnchanged(int document) throws IOException {
    return true;
  }

  public final String id(int document) throws IOException {
    return isOld(document) ? oldName + old.id(inOld(document)) : ownId(document);
  }

  /**
   * Reads the text of a document again.
   *
   * @throws BadInput if the text was deleted, or its length or id changed, since it was read
   */
  public final String text(int document) throws IOException {
    return isOld(document) ? old.text(inOld(document)) : ownText(document);
  }

  /** Receives the texts of documents. */
  public interface TextConsumer {
    void accept(int document, String text) throws IOException;
  }

  private void forEachText(int[] documents, TextConsumer consumer) throws IOException {
    forEachOwnText(IntStream.of(documents).filter(i -> !isOld(i)).toArray(), consumer);
    int[] before = IntStream.of(documents).filter(this::isOld).map(this::inOld).toArray();
    if (before.length > 0) {
      old.forEachOwnText(before, (i, text) -> consumer.accept(i + count, text));
    }
  }

  /**
   * Reads texts again on several threads, in any order. After each batch of texts, passes the
   * number of texts in the batch to {@code done}.
   */
  public final void forEachText(
      int[] documents, int threads, IOConsumer<Integer> done, TextConsumer consumer)
      throws IOException {
    try (OrderedTasks<Integer> tasks = new OrderedTasks<>(threads, done)) {
      for (int from = 0; from < documents.length; from += TASK) {
        int[] some = Arrays.copyOfRange(documents, from, Math.min(documents.length, from + TASK));
        tasks.give(
            () -> {
              forEachText(
                  some,
                  (document, text) -> {
                    tasks.check();
                    consumer.accept(document, text);
                  });
              return some.length;
            },
            IntStream.of(some).mapToLong(this::length).max().orElse(0));
      }
      tasks.finish();
    }
  }

  /**
   * Returns the approximate number of bytes to read for the text, or {@link Long#MAX_VALUE} if
   * unknown.
   */
  public final long readBytes(int document) {
    return isOld(document) ? old.ownBytes(inOld(document)) : ownBytes(document);
  }

  /** Returns whether a document's file is unchanged since it was found, or there is no file. */
  public final boolean isUnchanged(int document) throws IOException {
    return isOld(document) ? old.isOwnUnchanged(inOld(document)) : isOwnUnchanged(document);
  }

  /** Returns the file that contains only this document, or null if there is none. */
  public final Path file(int document) {
    return isOld(document) ? old.ownFile(inOld(document)) : ownFile(document);
  }

  /**
   * Returns the {@link FeatureCounts} of the features that verify the text, with its {@link
   * NumberKey}, or an empty array if unknown.
   */
  private byte[] counts(int document) throws IOException {
    return isOld(document)
        ? old.counts(inOld(document))
        : BytesRef.deepCopyOf(counts.get(document)).bytes;
  }

  /** The result of comparing feature counts and numbers of two texts that are not read again. */
  public enum Finding {
    /** The first text is too unlike the second to be its duplicate. */
    UNLIKE,
    /** The texts may be alike, but the guard holds the pair back because of the numbers. */
    APART,
    /** The counts and numbers do not decide: the texts must be compared. */
    OPEN
  }

  /**
   * Compares the feature counts and numbers of two documents. For use by one thread; faster if
   * successive calls have the same kept document.
   *
   * @param duplicate the document that is a duplicate if the texts are alike
   * @param kept the kept document
   * @param near the comparison that would be made of the texts
   */
  public final Finding find(int duplicate, int kept, Comparison near) throws IOException {
    if (kept != counted) {
      lastCounts = counts(kept);
      counted = kept;
    }
    byte[] its = counts(duplicate);
    if (lastCounts.length == 0 || its.length == 0) {
      return Finding.OPEN;
    }
    if (!FeatureCounts.mayDrop(its, lastCounts, near.verification(), near.contained())) {
      return Finding.UNLIKE;
    }
    boolean areApart =
        near.guard().numbers()
            && NumberKey.areApart(FeatureCounts.key(its), FeatureCounts.key(lastCounts));
    return areApart ? Finding.APART : Finding.OPEN;
  }

  /** Returns the {@link NumberKey} of a text, or 0 if unknown. */
  public final long numberKey(int document) {
    try {
      byte[] its = counts(document);
      return its.length == 0 ? 0 : FeatureCounts.key(its);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(fingerprints, counts);
  }
}
