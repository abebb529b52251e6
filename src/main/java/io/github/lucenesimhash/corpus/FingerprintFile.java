package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.load.FingerprintBatch;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IORunnable;

/** A file of ready fingerprints, in lines or binary. */
public final class FingerprintFile {

  /** The fingerprint of a text that has none. */
  public static final String NONE = "-".repeat(Fingerprint.WORD_BITS / 4);

  /** Documents in a segment, before segments are merged. */
  private static final int BATCH = 1_000_000;

  private final Path file;
  private final int bits;
  private final Terminal terminal;
  private long batches;
  private long without;

  /**
   * A file that is not read yet.
   *
   * @param bits of its fingerprints; 0 if the first tells
   */
  public FingerprintFile(Path file, int bits, Terminal terminal) {
    this.file = file;
    this.bits = bits;
    this.terminal = terminal;
  }

  /**
   * Fills the batch again and again.
   *
   * @param flush empties the batch
   * @throws BadInput naming the line, if one is not as expected, or there is none
   */
  public void forEachBatch(FingerprintBatch batch, IORunnable flush) throws IOException {
    long size = Files.size(file);
    boolean isBinary = file.toString().endsWith(".bin");
    byte[] bytes = new byte[Math.max(bits, Fingerprint.WORD_BITS) / Byte.SIZE];
    if (isBinary && size % bytes.length != 0) {
      String problem = "file '" + file + "' has " + size + " bytes, expected ";
      throw new BadInput(problem + bytes.length + " a fingerprint");
    }
    try (Terminal.Bar bar = terminal.progress("Loading", size, true);
        InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      DataInputStream data = new DataInputStream(in);
      for (long i = 0; isBinary && i < size / bytes.length; i++) {
        data.readFully(bytes);
        Fingerprint fingerprint = Fingerprint.of(bytes, 0, bytes.length);
        batch.add(new BytesRef(Long.toString(i)), fingerprint);
        flushIfFull(batch, flush);
        bar.step(bytes.length);
      }
      Lines lines = new Lines(in);
      for (RawText line = lines.next(); line != null; line = lines.next()) {
        line.accept(file, text -> add(text, batch));
        flushIfFull(batch, flush);
        bar.step(line.length() + 1);
      }
    }
    if (batch.size() == 0 && batches == 0) {
      throw new BadInput("file '" + file + "' holds no fingerprint");
    }
    flush.run();
  }

  private void add(String line, FingerprintBatch batch) {
    int tab = line.lastIndexOf('\t');
    if (tab <= 0) {
      String problem = tab < 0 ? "no tab" : "no id";
      throw new IllegalArgumentException(problem + ", expected id TAB fingerprint");
    }
    String hex = line.substring(tab + 1);
    if (hex.equals(NONE)) {
      without++;
    } else {
      Fingerprint fingerprint = Fingerprint.parse(hex);
      if (bits > 0 && fingerprint.bits() != bits) {
        throw new IllegalArgumentException(
            "fingerprint '" + hex + "' has " + fingerprint.bits() + " bits, expected " + bits);
      }
      batch.add(new BytesRef(line.substring(0, tab)), fingerprint);
    }
  }

  private void flushIfFull(FingerprintBatch batch, IORunnable flush) throws IOException {
    if (batch.size() == BATCH) {
      batches++;
      flush.run();
    }
  }

  /** Documents that have no fingerprint, and were left out. */
  public long without() {
    return without;
  }

  /**
   * Looks for ids that are in several batches; a batch has each once.
   *
   * @throws BadInput naming the second line of such an id
   */
  public void checkIds(IndexWriter writer, String idField) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      Terms ids = MultiTerms.getTerms(reader, idField);
      if (reader.leaves().size() > 1 && ids.getSumDocFreq() > 0) {
        TermsEnum terms = ids.iterator();
        for (BytesRef id = terms.next(); id != null; id = terms.next()) {
          if (terms.docFreq() > 1) {
            throw duplicate(id.utf8ToString());
          }
        }
      }
    }
  }

  private BadInput duplicate(String id) throws IOException {
    long first = 0;
    try (InputStream in = Files.newInputStream(file)) {
      Lines lines = new Lines(in);
      for (RawText line = lines.next(); line != null; line = lines.next()) {
        if (line.text().startsWith(id + "\t")) {
          if (first > 0) {
            return new BadInput(
                "%s:%d: id '%s' is in line %d already", file, line.line(), id, first);
          }
          first = line.line();
        }
      }
    } catch (SkippedException e) {
      // a line that was another before
    }
    return new BadInput("file '" + file + "' changed while it was read");
  }
}
