package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.analysis.Features;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.Tokens;
import io.github.lucenesimhash.fingerprint.FeatureCounts;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.NumberKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.NumericUtils;
import org.apache.lucene.util.packed.PackedInts;
import org.apache.lucene.util.packed.PackedLongValues;

/**
 * Documents that were read, and where each lies. They are kept in columns.
 *
 * <pre>
 * Heap     some 7 bytes for place and length, and dates if they are asked for
 * Disk     the fingerprints and the counts
 * </pre>
 */
abstract class ReadDocuments extends Documents {

  /**
   * A document on its way into the columns.
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

  /** Numbers in as many bits as they need; to be read once all are added. */
  private static final class Column {
    private final PackedLongValues.Builder builder;
    private PackedLongValues values;

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

  /** Dates of 1966 to 1973; numbers of seconds, days and years are less. */
  private static final double EARLY_MILLIS = 1e11;

  private static final BytesRef NONE = new BytesRef();

  private final Column sources = new Column(packed());
  private final Column offsets = new Column(monotonic());
  private final Column bytes = new Column(packed());
  private final Column lengths = new Column(packed());
  private final Column dates = new Column(packed());
  private final Column features = new Column(packed());
  private final TemporaryBytes fingerprints = new TemporaryBytes(); // empty if there is none
  private final TemporaryBytes counts = new TemporaryBytes();
  private boolean keepsNumbers;
  private boolean countsFeatures;
  private int count;
  private int undated;
  private int early;
  private int withoutFingerprint;

  private static PackedLongValues.Builder packed() {
    return PackedLongValues.deltaPackedBuilder(PackedInts.DEFAULT);
  }

  private static PackedLongValues.Builder monotonic() {
    return PackedLongValues.monotonicBuilder(PackedInts.DEFAULT);
  }

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

  @Override
  public final int features(int document) {
    return (int) features.get(document);
  }

  @Override
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

  /** Must be called when all documents are added, before any is read. */
  final void finish() {
    List.of(sources, offsets, bytes, lengths, dates, features).forEach(Column::finish);
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

  @Override
  public final int count() {
    return count;
  }

  @Override
  public final int length(int document) {
    return (int) lengths.get(document);
  }

  @Override
  public final long date(int document) {
    return dates.get(document);
  }

  /** Documents whose date was asked for and not found. */
  @Override
  public final int undated() {
    return undated;
  }

  @Override
  public final int early() {
    return early < count - undated ? early : 0;
  }

  @Override
  public final int withoutFingerprint() {
    return withoutFingerprint;
  }

  @Override
  public final Optional<Fingerprint> fingerprint(int document) {
    try {
      BytesRef bits = fingerprints.get(document);
      return bits.length == 0
          ? Optional.empty()
          : Optional.of(Fingerprint.of(bits.bytes, bits.offset, bits.length));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  final byte[] counts(int document) throws IOException {
    return BytesRef.deepCopyOf(counts.get(document)).bytes;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(fingerprints, counts);
  }
}
