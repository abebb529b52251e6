package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.FingerprintBatch;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
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

  /** Stands for the fingerprint of a text that has none. */
  public static final String NONE = "-".repeat(Fingerprint.BITS / 4);

  /** Documents in a segment, before segments are merged. */
  private static final int BATCH = 1_000_000;

  private final Path file;
  private final Terminal console;
  private boolean hasGivenBatch;
  private long without;

  public FingerprintFile(Path file, Terminal console) {
    this.file = file;
    this.console = console;
  }

  /**
   * Fills the batch again and again.
   *
   * @param add empties the batch
   * @throws BadInput naming the line, if one is not as expected, or there is none
   */
  public void forEachBatch(FingerprintBatch batch, IORunnable add) throws IOException {
    try (Terminal.Bar progress = console.progress("Loading", Files.size(file), true);
        InputStream in = Files.newInputStream(file)) {
      if (file.toString().endsWith(".bin")) {
        addBinary(in, batch, add, progress);
      } else {
        addLines(in, batch, add, progress);
      }
    }
    if (batch.size() == 0 && !hasGivenBatch) {
      throw new BadInput("file '" + file + "' holds no fingerprint");
    }
    add.run();
  }

  private void addBinary(
      InputStream in, FingerprintBatch batch, IORunnable add, Terminal.Bar progress)
      throws IOException {
    long size = Files.size(file);
    if (size % Long.BYTES != 0) {
      throw new BadInput("file '" + file + "' has " + size + " bytes, expected 8 a fingerprint");
    }
    DataInputStream data = new DataInputStream(new BufferedInputStream(in, 1 << 16));
    for (long i = 0; i < size / Long.BYTES; i++) {
      batch.add(new BytesRef(Long.toString(i)), data.readLong());
      flush(batch, add, progress, (i + 1) * Long.BYTES);
    }
  }

  private void addLines(
      InputStream in, FingerprintBatch batch, IORunnable add, Terminal.Bar progress)
      throws IOException {
    Lines lines = new Lines(in);
    while (lines.next()) {
      try {
        String line = lines.text();
        if (!line.isBlank()) {
          add(line, batch);
        }
      } catch (CharacterCodingException e) {
        throw refused(lines.number(), Utf8.INVALID);
      } catch (MalformedException | IllegalArgumentException e) {
        throw refused(lines.number(), e.getMessage());
      }
      flush(batch, add, progress, lines.end());
    }
  }

  private void add(String line, FingerprintBatch batch) {
    int tab = line.lastIndexOf('\t');
    if (tab <= 0) {
      throw new IllegalArgumentException(
          (tab < 0 ? "no tab" : "no id") + ", expected id TAB fingerprint");
    }
    String hex = line.substring(tab + 1);
    if (hex.equals(NONE)) {
      without++;
    } else {
      batch.add(new BytesRef(line.substring(0, tab)), Fingerprint.parseHex(hex));
    }
  }

  /** Documents that have no fingerprint, and were left out. */
  public long without() {
    return without;
  }

  private BadInput refused(long line, String reason) {
    return new BadInput(file + ":" + line + ": " + reason);
  }

  private void flush(FingerprintBatch batch, IORunnable add, Terminal.Bar progress, long bytes)
      throws IOException {
    if (batch.size() == BATCH) {
      hasGivenBatch = true;
      add.run();
      progress.stepTo(bytes);
    }
  }

  /**
   * Looks for ids that stand in several batches; a batch has each once.
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
            throw standsTwice(id.utf8ToString());
          }
        }
      }
    }
  }

  private BadInput standsTwice(String id) throws IOException {
    long first = 0;
    try (InputStream in = Files.newInputStream(file)) {
      Lines lines = new Lines(in);
      while (lines.next()) {
        if (lines.text().startsWith(id + "\t")) {
          if (first > 0) {
            return refused(lines.number(), "id '" + id + "' stands in line " + first + " already");
          }
          first = lines.number();
        }
      }
    } catch (MalformedException e) {
      // said below: it was none before
    }
    return new BadInput("file '" + file + "' changed while it was read");
  }
}
