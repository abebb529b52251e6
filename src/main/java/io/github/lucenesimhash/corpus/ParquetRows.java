package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import dev.hardwood.HardwoodContext;
import dev.hardwood.InputFile;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.RowReader;
import dev.hardwood.row.PqList;
import dev.hardwood.row.PqMap;
import dev.hardwood.row.StructAccessor;
import dev.hardwood.schema.ColumnProjection;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * Writes the rows of a Parquet file as lines of JSON, with the requested columns. After an error,
 * the caller discards all rows, because the row at which damage is found depends on threads.
 */
final class ParquetRows {

  private static final JsonFactory JSON = new JsonFactory();
  private static final Logger READER = Logger.getLogger("dev.hardwood");

  static {
    READER.setLevel(Level.WARNING); // at INFO, the library logs which code it chose
  }

  private final ParquetFileReader file;

  /** The names of the top-level columns to write. */
  private final Set<String> columns = new HashSet<>();

  private ParquetRows(ParquetFileReader file) {
    this.file = file;
  }

  /**
   * Writes the rows into a file.
   *
   * @throws SkippedException if the file has no text column or cannot be read
   */
  static void write(Source source, Path target, Input.Fields fields) throws IOException {
    if (!source.isFile()) {
      throw new SkippedException(
          "unreadable", "is Parquet, which cannot be read from a stream, expected a file");
    }
    try (HardwoodContext threads = HardwoodContext.create(1); // a thread holds a page of any size
        ParquetFileReader file = open(source.path(), threads);
        OutputStream out = Files.newOutputStream(target);
        JsonGenerator json = JSON.createGenerator(out)) {
      json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
      new ParquetRows(file).write(json, fields);
    }
  }

  private static ParquetFileReader open(Path path, HardwoodContext threads) {
    try {
      return ParquetFileReader.open(new CheckedFile(InputFile.of(path)), threads);
    } catch (FileSystemException e) {
      throw SkippedException.unreadable(e);
    } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw damaged(e);
    }
  }

  private void write(JsonGenerator json, Input.Fields fields) throws IOException {
    long expected = file.getFileMetaData().numRows();
    long count = 0;
    try (RowReader rows = rows(fields)) {
      while (count <= expected && rows.hasNext()) {
        rows.next();
        write(rows, json, columns::contains);
        count++;
      }
    } catch (SkippedException e) {
      throw e;
    } catch (JsonProcessingException
        | RuntimeException
        | StackOverflowError
        | OutOfMemoryError
        | InternalError e) { // any other exception is of the target
      throw damaged(e);
    }
    if (count != expected) {
      String found = count > expected ? "more" : "only " + count;
      String reason = "is damaged: has " + found + " rows, expected " + expected;
      throw new SkippedException("damaged", reason);
    }
  }

  private RowReader rows(Input.Fields fields) {
    List<List<String>> leaves =
        file.getFileSchema().getColumns().stream()
            .map(column -> column.fieldPath().elements())
            .toList();
    if (fields.text().stream().noneMatch(text -> leaves.stream().anyMatch(isIn(text)))) {
      List<String> names = leaves.stream().map(ParquetRows::name).toList();
      throw SkippedException.withoutColumn(fields.text(), "it has " + names);
    }
    List<String> asked =
        Stream.concat(
                fields.text().stream(), Stream.of(fields.id(), fields.date(), fields.tenant()))
            .filter(name -> name != null && leaves.stream().anyMatch(isIn(name)))
            .toList();
    List<List<String>> read =
        leaves.stream().filter(leaf -> asked.stream().anyMatch(a -> isIn(a).test(leaf))).toList();
    read.forEach(leaf -> columns.add(leaf.getFirst()));
    return file.buildRowReader().projection(projection(asked, read)).build();
  }

  /** Selects the columns to read: all, if a name has a full stop, which cannot be requested. */
  private static ColumnProjection projection(List<String> asked, List<List<String>> read) {
    boolean areNames = read.stream().flatMap(List::stream).noneMatch(name -> name.contains("."));
    return areNames
        ? ColumnProjection.columns(
            asked.stream()
                .map(name -> name + ".") // otherwise a field of a struct may match
                .toArray(String[]::new))
        : ColumnProjection.all();
  }

  private static String name(List<String> leaf) {
    return String.join(".", leaf);
  }

  /** Returns a predicate that accepts a leaf if it is the column or lies in the column. */
  private static Predicate<List<String>> isIn(String column) {
    return leaf -> (name(leaf) + ".").startsWith(column + ".");
  }

  /** Writes a row or struct. Texts are written as bytes; invalid UTF-8 is found in reading rows. */
  private static void write(StructAccessor row, JsonGenerator json, Predicate<String> fields)
      throws IOException {
    json.writeStartObject();
    for (int i = 0; i < row.getFieldCount(); i++) {
      if (fields.test(row.getFieldName(i)) && !row.isNull(i)) {
        json.writeFieldName(row.getFieldName(i));
        Object value = row.getValue(i);
        write(value instanceof String ? row.getBinary(i) : value, json);
      }
    }
    json.writeEndObject();
  }

  private static void write(Object value, JsonGenerator json) throws IOException {
    switch (value) {
      case StructAccessor struct -> write(struct, json, field -> true);
      case byte[] text -> json.writeUTF8String(text, 0, text.length);
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case PqList list -> {
        json.writeStartArray();
        for (int i = 0; i < list.size(); i++) {
          write(list.get(i) instanceof String ? list.getRaw(i) : list.get(i), json);
        }
        json.writeEndArray();
      }
      case PqMap map -> { // an empty object, which is not a text
        json.writeStartObject();
        json.writeEndObject();
      }
      case null -> json.writeNull();
      default -> json.writeString(value.toString());
    }
  }

  private static SkippedException damaged(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof OutOfMemoryError) {
      String reason = "needs more memory than there is (JAVA_OPTS=-Xmx8g), or is damaged";
      return new SkippedException("too large", reason);
    }
    String reason =
        Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
    return new SkippedException("damaged", "is damaged: " + reason.replaceFirst("^\\[] ", ""));
  }

  /**
   * A file that refuses to read empty ranges. The reader would ask for one forever if a page claims
   * to be longer than its column.
   */
  private record CheckedFile(InputFile file) implements InputFile {

    @Override
    public void open() throws IOException {
      file.open();
    }

    @Override
    public ByteBuffer readRange(long offset, int length) throws IOException {
      if (length == 0) {
        throw new IOException("has an empty part where data should be, at byte " + offset);
      }
      return file.readRange(offset, length);
    }

    @Override
    public long length() throws IOException {
      return file.length();
    }

    @Override
    public String name() {
      return file.name();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
