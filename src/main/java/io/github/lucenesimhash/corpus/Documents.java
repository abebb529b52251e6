package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.github.lucenesimhash.analysis.CountedText;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.FeatureCounts;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Signature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;

/**
 * Documents by number, from 0: fingerprints, lengths, dates and where each lies, so that its text
 * can be read again.
 */
public abstract class Documents {

  /**
   * What is kept of a document.
   *
   * @param source index of its file in {@link Sources}
   * @param offset of its line in the file, in bytes; of a document in an index, its number there
   * @param bytes of its line
   * @param fingerprint as its bytes; null if it has none
   * @param length of the text in characters
   * @param date as {@link TextDocument#date} has it; 0 if it does not matter
   * @param words as {@code SchemeField.fields} has those of a short text; else null, or if they are
   *     not kept
   * @param counts {@link FeatureCounts} of what its text is verified by; null if not known
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @SuppressWarnings("ArrayRecordComponent") // rows are not compared
  record Row(
      int source,
      long offset,
      int bytes,
      byte[] fingerprint,
      int length,
      long date,
      byte[] words,
      byte[] counts) {}

  final List<Row> rows = new ArrayList<>();
  private boolean keepsWords;

  /** From now on the words of short texts are kept in signatures. */
  public final void keepWords() {
    keepsWords = true;
  }

  public final boolean keepsWords() {
    return keepsWords;
  }

  final Row row(
      int source, long offset, int bytes, String text, FingerprintScheme scheme, long date) {
    CountedText made = CountedText.of(scheme, text, keepsWords);
    return row(source, offset, bytes, made, text.length(), date);
  }

  static Row row(int source, long offset, int bytes, CountedText made, int length, long date) {
    byte[] fingerprint = made.signature().fingerprint().map(Fingerprint::toBytes).orElse(null);
    BytesRef itsWords = made.signature().words();
    byte[] words = itsWords == null ? null : BytesRef.deepCopyOf(itsWords).bytes;
    return new Row(source, offset, bytes, fingerprint, length, date, words, made.counts());
  }

  public abstract String id(int document) throws IOException;

  /** The id in the corpus or index that it is of. */
  String ownId(int document) throws IOException {
    return id(document);
  }

  /**
   * Reads the text again.
   *
   * @throws BadInput if it is not there any more
   */
  public abstract String text(int document) throws IOException;

  /** Takes the text of a document. */
  public interface TextConsumer {
    void accept(int document, String text) throws IOException;
  }

  /**
   * Reads texts again, as {@link #text} does, faster where they lie one behind the other.
   *
   * @throws BadInput if one is not there any more
   */
  public void forEachText(int[] documents, TextConsumer consumer) throws IOException {
    for (int document : documents) {
      consumer.accept(document, text(document));
    }
  }

  /** False only if two texts resemble each other less. */
  public final boolean mayResemble(int document, int other, double minResemblance) {
    byte[] counts = rows.get(document).counts();
    byte[] its = rows.get(other).counts();
    return counts == null || its == null || FeatureCounts.mayResemble(counts, its, minResemblance);
  }

  /** Whether the text can be read again and is the one that was read. */
  public abstract boolean isUnchanged(int document) throws IOException;

  public final List<String> ids() throws IOException {
    List<String> ids = new ArrayList<>(count());
    for (int document = 0; document < count(); document++) {
      ids.add(id(document));
    }
    return ids;
  }

  /** What a file is that says more than its text, as its name ends; empty for all else. */
  abstract String kind(int document);

  /** The file that is the document and nothing else, or null. */
  public abstract Path file(int document);

  public final int count() {
    return rows.size();
  }

  public final boolean hasFingerprint(int document) {
    return rows.get(document).fingerprint() != null;
  }

  public final int length(int document) {
    return rows.get(document).length();
  }

  public final long date(int document) {
    return rows.get(document).date();
  }

  /** Documents whose date was asked for and not found. */
  public final long undated() {
    return rows.stream().filter(row -> row.date() == TextDocument.NO_DATE).count();
  }

  public final int withoutFingerprint() {
    return (int) rows.stream().filter(row -> row.fingerprint() == null).count();
  }

  /** What a document is compared by; without words if they are not kept. */
  public final Signature signature(int document) {
    Row row = rows.get(document);
    Optional<Fingerprint> fingerprint =
        Optional.ofNullable(row.fingerprint()).map(bytes -> Fingerprint.of(bytes, 0, bytes.length));
    return new Signature(fingerprint, row.words() == null ? null : new BytesRef(row.words()));
  }

  /** Those of all documents. */
  public final List<Signature> signatures() {
    return new AbstractList<>() {
      @Override
      public Signature get(int document) {
        return signature(document);
      }

      @Override
      public int size() {
        return count();
      }
    };
  }
}
