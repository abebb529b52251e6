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
 * Documents by number, from 0: fingerprints, lengths and dates, which are kept in columns, and the
 * texts, which are read again. Old documents may follow, which these are compared with.
 *
 * <pre>
 * Heap     some 7 bytes for place and length, and dates if they are asked for
 * Disk     the fingerprints and the counts
 * </pre>
 */
public abstract class Documents implements Closeable {

  /**
   * Holds a document on its way into the columns.
   *
   * @param source index of its file in {@link Sources}
   * @param offset of its line in the file, in bytes; of a document in an index, its number there
   * @param bytes of its line
   * @param fingerprint as its bytes; null if it has none
   * @param length of the text in characters
   * @param date as {@link TextDocument#rank} has it; 0 if it does not matter
   * @param counts {@link FeatureCounts} of what its text is verified by, and beside them its {@link
   *     NumberKey}; null if not known
   * @param features the distinct ones of its text; 0 if not known
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

  /** Keeps numbers in as few bits as they need. They can be read when all are added. */
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

  /** Milliseconds less than this are dates of 1966 to 1973, or a number of seconds, days, years. */
  private static final double EARLY_MILLIS = 1e11;

  private static final BytesRef NONE = new BytesRef();

  private final Column sources = new Column();
  private final Column offsets = new Column(PackedLongValues.monotonicBuilder(PackedInts.DEFAULT));
  private final Column bytes = new Column();
  private final Column lengths = new Column();
  private final Column dates = new Column();
  private final Column features = new Column();
  private final TemporaryBytes fingerprints = new TemporaryBytes(); // empty if there is none
  private final TemporaryBytes counts = new TemporaryBytes();
  private boolean keepsNumbers;
  private boolean countsFeatures;
  private int count;
  private int undated;
  private int early;
  private int withoutFingerprint;
  private int counted = -1; // the document of the counts that were read last
  private byte[] lastCounts;

  private Documents old; // null if there are none
  private String oldName; // the ids of old documents start with it

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

  /** Says, before the documents are read, how they are compared, and whether features count. */
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

  /** Ends the adding. Call it once, before any document is read. */
  final void finish() {
    List.of(sources, offsets, bytes, lengths, dates, features).forEach(Column::finish);
  }

  /**
   * Appends old documents, with which the added ones are compared.
   *
   * @param name what their ids start with, before a slash
   */
  public final void compareWith(Documents old, String name) {
    this.old = old;
    oldName = name.replaceFirst("/*$", "/");
  }

  /** Returns null if there are none. */
  public final Documents old() {
    return old;
  }

  public final boolean isOld(int document) {
    return document >= count;
  }

  private int inOld(int document) {
    return document - count;
  }

  /** Returns the number of documents without old ones. */
  public final int added() {
    return count;
  }

  /** Returns the number of all documents, with old ones. */
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

  /** Returns the length of a text in characters. */
  public final int length(int document) {
    return isOld(document) ? old.length(inOld(document)) : (int) lengths.get(document);
  }

  /** Returns a date as {@link TextDocument#rank} makes it; 0 if dates do not matter. */
  public final long date(int document) {
    return isOld(document) ? old.date(inOld(document)) : dates.get(document);
  }

  /** Returns the number of distinct features of a text; 0 if they were not counted. */
  public final int features(int document) {
    return isOld(document) ? old.features(inOld(document)) : (int) features.get(document);
  }

  /** Returns how many of the added documents lack the date that was asked for. */
  public final int undated() {
    return undated;
  }

  /** Returns how many dates lie about 1970, if others do not: they may be seconds or days. */
  public final int early() {
    return early < count - undated ? early : 0;
  }

  /** Returns how many of the added documents have a text without a feature. */
  public final int withoutFingerprint() {
    return withoutFingerprint;
  }

  /** Returns the fingerprint of a document; empty if its text has no feature. */
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

  /** Returns a list of all fingerprints, which reads each when it is asked for. */
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

  /** Reads texts again, faster where they lie one behind the other. */
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
   * Reads the text again.
   *
   * @throws BadInput if it is not there any more
   */
  public final String text(int document) throws IOException {
    return isOld(document) ? old.text(inOld(document)) : ownText(document);
  }

  /** Takes the text of a document. */
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

  /** Reads texts again on several threads, in any order, and tells how many more are done. */
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

  /** About what is read for the text again; {@link Long#MAX_VALUE} if that is not known. */
  public final long readBytes(int document) {
    return isOld(document) ? old.ownBytes(inOld(document)) : ownBytes(document);
  }

  /** Returns whether the file of a document was not written since it was read. */
  public final boolean isUnchanged(int document) throws IOException {
    return isOld(document) ? old.isOwnUnchanged(inOld(document)) : isOwnUnchanged(document);
  }

  /** Returns the file that holds this document alone, or null. */
  public final Path file(int document) {
    return isOld(document) ? old.ownFile(inOld(document)) : ownFile(document);
  }

  /**
   * {@link FeatureCounts} of what the text is verified by, and beside them its {@link NumberKey};
   * empty if not known.
   */
  private byte[] counts(int document) throws IOException {
    return isOld(document)
        ? old.counts(inOld(document))
        : BytesRef.deepCopyOf(counts.get(document)).bytes;
  }

  /** Says what counts and numbers tell about two texts that are not read again. */
  public enum Finding {
    /** One may not go for the other, since they are unlike. */
    UNLIKE,
    /** Their numbers keep apart two texts that may be alike. */
    APART,
    /** The texts decide. */
    OPEN
  }

  /**
   * Compares what is known of a text, and of another that stays. To be asked by one thread, best
   * about one document that stays after another.
   *
   * @param near how the texts would be compared
   */
  public final Finding find(int goes, int stays, Comparison near) throws IOException {
    if (stays != counted) {
      lastCounts = counts(stays);
      counted = stays;
    }
    byte[] its = counts(goes);
    if (lastCounts.length == 0 || its.length == 0) {
      return Finding.OPEN;
    }
    if (!FeatureCounts.mayGo(its, lastCounts, near.verification(), near.contained())) {
      return Finding.UNLIKE;
    }
    boolean areApart =
        near.guard().numbers()
            && NumberKey.areApart(FeatureCounts.key(its), FeatureCounts.key(lastCounts));
    return areApart ? Finding.APART : Finding.OPEN;
  }

  /** Returns the {@link NumberKey} of a text; 0 if it is not known. */
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
