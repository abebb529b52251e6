package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/** A file of a clean corpus as it is written, of one source or of several one after another. */
final class CleanFile implements Closeable {

  private final WritableByteChannel out;
  private final String option; // for messages
  private final InputDocuments documents;
  private final BitSet duplicates;

  private Charset charset; // null as long as nothing is written

  /** The line end that the last record lacks, for another to follow it; null if it has one. */
  private ByteBuffer lacking;

  CleanFile(WritableByteChannel out, String option, InputDocuments documents, BitSet duplicates) {
    this.out = out;
    this.option = option;
    this.documents = documents;
    this.duplicates = duplicates;
  }

  /** A source less the records of duplicates; the last record gets an end if another follows. */
  void copy(Source packed, int from, int to) throws IOException {
    Source source = documents.corpus.sources.unpacked(packed.index());
    ByteBuffer newline = ByteBuffer.wrap(Encoding.newline(source.charset()));
    try (FileChannel in = FileChannel.open(source.path())) {
      long copied = start(source, in);
      for (int i : duplicates.get(from, to).stream().toArray()) {
        copy(in, copied, documents.offset(from + i));
        copied = end(from + i) + newline.capacity();
      }
      copy(in, copied, in.size());
      ByteBuffer end = ByteBuffer.allocate(newline.capacity());
      if (copied < in.size() && in.read(end, Math.max(0, in.size() - end.capacity())) > 0) {
        lacking = end.flip().equals(newline) ? null : newline;
      }
    }
    if (documents.corpus.sources.isDamaged(source.index())) {
      String lacking = " lacks what follows the damage in '" + source.place() + "'";
      documents.corpus.terminal.note(option + lacking);
    }
  }

  private long end(int document) {
    return documents.offset(document) + documents.bytes(document);
  }

  /**
   * Returns where to begin. A file that follows another leaves out its byte order mark; that of the
   * first is written, whatever becomes of the first record.
   */
  private long start(Source source, FileChannel in) throws IOException {
    byte[] mark = Encoding.mark(source.charset());
    ByteBuffer first = ByteBuffer.allocate(mark.length);
    in.read(first, 0);
    int length = first.flip().equals(ByteBuffer.wrap(mark)) ? mark.length : 0;
    if (charset == null) {
      charset = source.charset();
      copy(in, 0, length);
    } else if (!charset.equals(source.charset()) && in.size() > 0) {
      throw new BadInput(
          "%s would hold %s and %s of '%s', expected a new folder",
          option, charset, source.charset(), source.place());
    }
    return length;
  }

  private void copy(FileChannel in, long from, long to) throws IOException {
    if (from < to) {
      endLine();
    }
    for (long at = from; at < to; ) {
      long bytes = in.transferTo(at, to - at, out);
      if (bytes <= 0) {
        throw new BadInput(option + ": an input changed while it was read");
      }
      at += bytes;
    }
  }

  private void endLine() throws IOException {
    if (lacking != null) {
      out.write(lacking);
      lacking = null;
    }
  }

  /** The rows of a table less the duplicates, also those without a text; none if it is damaged. */
  void addRows(Source table, int from, int to) throws IOException {
    Writer rows = Channels.newWriter(out, StandardCharsets.UTF_8);
    if (charset == null) {
      charset = StandardCharsets.UTF_8;
      rows.write("file,row\n");
    }
    String file = '"' + table.place().replace("\"", "\"\"") + "\",";
    Set<Long> without = new HashSet<>();
    duplicates.get(from, to).stream().forEach(i -> without.add(documents.offset(from + i)));
    try (InputStream in = documents.corpus.sources.open(table.index(), null).in()) {
      Lines lines = new Lines(in, table);
      for (RawText row = lines.next(); row != null; row = lines.next()) {
        if (!without.contains(row.offset())) {
          rows.write(file + table.number(row.line()) + "\n");
        }
      }
    } catch (SkippedException e) {
      documents.corpus.terminal.note(option + " lacks the rows of '" + table.place() + "'");
    }
    rows.flush();
  }

  /** The documents less the duplicates as lines of JSON. */
  void addLines(int from, int to, JsonFactory jsonFactory) throws IOException {
    charset = charset == null ? StandardCharsets.UTF_8 : charset;
    Input.Fields fields = documents.corpus.input.fields();
    JsonGenerator json = jsonFactory.createGenerator(Channels.newWriter(out, charset));
    if (duplicates.nextClearBit(from) < to) {
      endLine();
    }
    for (int i = duplicates.nextClearBit(from); i < to; i = duplicates.nextClearBit(i + 1)) {
      json.writeStartObject();
      json.writeStringField(fields.id(), documents.id(i));
      json.writeStringField(fields.text().getFirst(), documents.text(i));
      json.writeEndObject();
      json.writeRaw('\n');
    }
    json.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
