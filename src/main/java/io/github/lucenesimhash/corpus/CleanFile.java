package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/** Writes a file of a clean corpus, from one source or from several sources in sequence. */
final class CleanFile implements Closeable {

  private static final JsonFactory JSON = new JsonFactory().setRootValueSeparator("");

  private final WritableByteChannel out;
  private final String option; // the option that messages name
  private final InputDocuments documents;
  private final BitSet duplicates;

  private boolean hasHeader; // whether the header of the rows is written

  /** Whether the last record lacks a line end, which must precede another record. */
  private boolean lacksEnd;

  CleanFile(WritableByteChannel out, String option, InputDocuments documents, BitSet duplicates) {
    this.out = out;
    this.option = option;
    this.documents = documents;
    this.duplicates = duplicates;
  }

  /** Copies a source without duplicates. Its last record gets a line end if another one follows. */
  void copy(int index, int from, int to) throws IOException {
    Source source = documents.corpus.sources.stored(index);
    try (FileChannel in = FileChannel.open(source.path())) {
      long copied = 0;
      for (int i : duplicates.get(from, to).stream().toArray()) {
        copy(in, copied, documents.offset(from + i));
        copied = documents.offset(from + i) + documents.bytes(from + i) + 1;
      }
      copy(in, copied, in.size());
      ByteBuffer end = ByteBuffer.allocate(1);
      if (copied < in.size() && in.read(end, in.size() - 1) > 0) {
        lacksEnd = end.get(0) != '\n';
      }
    }
    if (from < to && !documents.isUnchanged(from)) {
      throw new BadInput("'%s' was written to while it was read", source.place());
    }
    if (documents.corpus.sources.damage(index) != null) {
      String lacking = " lacks the data after the damage in '" + source.place() + "'";
      documents.corpus.terminal.note(option + lacking);
    }
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
    if (lacksEnd) {
      out.write(ByteBuffer.wrap(new byte[] {'\n'}));
      lacksEnd = false;
    }
  }

  /**
   * Adds the numbers of the rows of a Parquet file except duplicates, including rows without a
   * text. Adds none if the file is damaged.
   */
  void addRows(Source table, int from, int to) throws IOException {
    Writer rows = Channels.newWriter(out, StandardCharsets.UTF_8);
    if (!hasHeader) {
      hasHeader = true;
      rows.write("file,row\n");
    }
    String file = '"' + table.place().replace("\"", "\"\"") + "\",";
    Set<Long> without = new HashSet<>();
    duplicates.get(from, to).stream().forEach(i -> without.add(documents.offset(from + i)));
    try (InputStream in = documents.corpus.sources.open(table.index(), null)) {
      Lines lines = new Lines(in, table, null);
      for (RawText row = lines.next(); row != null; row = lines.next()) {
        if (!without.contains(row.offset())) {
          rows.write(file + table.number(row.line()) + "\n");
        }
      }
    }
    if (documents.corpus.sources.damage(table.index()) != null) {
      documents.corpus.terminal.note(option + " lacks the rows of '" + table.place() + "'");
    }
    rows.flush();
  }

  /** Adds the documents except duplicates as lines of JSON. */
  void addLines(int from, int to) throws IOException {
    Input.Fields fields = documents.corpus.input.fields();
    JsonGenerator json = JSON.createGenerator(Channels.newWriter(out, StandardCharsets.UTF_8));
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
