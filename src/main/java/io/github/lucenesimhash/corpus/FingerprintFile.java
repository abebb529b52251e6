package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOConsumer;

/** A file of ready fingerprints, in lines or binary. */
public final class FingerprintFile {

  /** The fingerprint of a text that has none. */
  public static final String NONE = "-".repeat(Fingerprint.WORD_BITS / 4);

  private static final int BATCH = 1000;

  /** A document of the file. */
  public record Entry(String id, Fingerprint fingerprint) {}

  private final Path file;
  private final int bits;
  private final Terminal terminal;
  private int bitsOfFirst;
  private boolean isAnyHandedOn;
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
   * Hands all documents with a fingerprint on, some at a time.
   *
   * @throws BadInput naming the line, if one is not as expected, or there is none
   */
  public void forEachBatch(IOConsumer<List<Entry>> sink) throws IOException {
    long size = Files.size(file);
    boolean isBinary = file.toString().endsWith(".bin");
    byte[] bytes = new byte[Math.max(bits, Fingerprint.WORD_BITS) / Byte.SIZE];
    if (isBinary && size % bytes.length != 0) {
      String problem = "file '" + file + "' has " + size + " bytes, expected ";
      throw new BadInput(problem + bytes.length + " a fingerprint");
    }
    List<Entry> batch = new ArrayList<>();
    try (Terminal.Bar bar = terminal.progress("Loading", size, true);
        InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      DataInputStream data = new DataInputStream(in);
      for (long i = 0; isBinary && i < size / bytes.length; i++) {
        data.readFully(bytes);
        batch.add(new Entry(Long.toString(i), Fingerprint.of(bytes, 0, bytes.length)));
        handOnIfFull(batch, sink);
        bar.step(bytes.length);
      }
      Lines lines = new Lines(in);
      for (RawText line = lines.next(); line != null; line = lines.next()) {
        line.accept(file, text -> read(text, batch));
        handOnIfFull(batch, sink);
        bar.step(line.length() + 1);
      }
    }
    if (batch.isEmpty() && !isAnyHandedOn) {
      throw new BadInput("file '" + file + "' holds no fingerprint");
    }
    sink.accept(batch);
  }

  private void read(String line, List<Entry> batch) {
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
      checkBits(fingerprint.bits(), hex);
      String id = line.substring(0, tab);
      int length = new BytesRef(id).length;
      if (length > IndexWriter.MAX_TERM_LENGTH) {
        throw new IllegalArgumentException(
            "the id has " + length + " bytes, expected at most " + IndexWriter.MAX_TERM_LENGTH);
      }
      batch.add(new Entry(id, fingerprint));
    }
  }

  private void checkBits(int read, String hex) {
    bitsOfFirst = bitsOfFirst == 0 ? read : bitsOfFirst;
    int expected = bits > 0 ? bits : bitsOfFirst;
    if (read != expected) {
      String problem = "fingerprint '" + hex + "' has " + read + " bits, expected " + expected;
      throw new IllegalArgumentException(problem + (bits > 0 ? "" : " as the first"));
    }
  }

  private void handOnIfFull(List<Entry> batch, IOConsumer<List<Entry>> sink) throws IOException {
    if (batch.size() == BATCH) {
      isAnyHandedOn = true;
      sink.accept(batch);
      batch.clear();
    }
  }

  /** Documents that have no fingerprint, and were left out. */
  public long without() {
    return without;
  }

  /**
   * Refuses an id that several documents of the index have.
   *
   * @throws BadInput naming the second line of such an id
   */
  public void checkIds(IndexWriter writer, String idField) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      Terms ids = MultiTerms.getTerms(reader, idField);
      if (ids != null) {
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
