package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Entities;

/** Writes the same texts in any format, packing and encoding, with their numbers as ids. */
public final class CorpusFiles {

  private static final ObjectMapper JSON = new ObjectMapper();

  private CorpusFiles() {}

  /** Returns one-line texts that every format can hold, without characters that HTML drops. */
  public static List<String> texts(int generated) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String language : List.of("en", "zh")) {
      texts.addAll(CorpusTruth.texts(language).values());
    }
    texts.replaceAll(
        text -> text.replaceAll("[\\s\\p{Cc}\\p{Cf}\\p{Z}]+", " ").strip()); // as HTML has it
    CorpusGenerator generator = new CorpusGenerator(300, 7);
    for (int i = 0; i < generated; i++) {
      texts.add(generator.text(i));
    }
    return texts;
  }

  /** Returns the formats of texts that this class writes, which exclude Parquet. */
  public static Set<Format> formats() {
    return EnumSet.complementOf(EnumSet.of(Format.PARQUET, Format.FINGERPRINTS));
  }

  /** Returns the id of a text. Ids sort as their texts do. */
  public static String id(int text) {
    return String.format(Locale.ROOT, "%07d", text);
  }

  /** Returns a record with its line end. */
  static String row(Format format, int text, String value) throws IOException {
    String id = id(text);
    return switch (format) {
      case JSON_LINES ->
          "{\"meta\":{\"id\":\"" + id + "\"},\"text\":" + JSON.writeValueAsString(value) + "}\n";
      case CSV -> "\"a\n,b\"," + id + ",\"" + value.replace("\"", "\"\"") + "\"\r\n";
      case TSV -> id + "\t" + value + "\n";
      case TEXT -> value;
      case HTML ->
          "<!doctype html><title>no</title><script>var no;</script><p>"
              + Entities.escape(value).replaceFirst(" ", "</p>\n<p>")
              + "</p>";
      case PARQUET, FINGERPRINTS ->
          throw new IllegalArgumentException("format is " + format + ", expected another");
    };
  }

  /** Returns the text before the first record. */
  static String head(Format format) {
    return format == Format.CSV ? "more,meta.id,text\r\n" : "";
  }

  public static byte[] packed(Packing packing, byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream packed = packing.pack(out)) {
      packed.write(bytes);
    }
    return out.toByteArray();
  }

  /** Writes a file of records, or a folder of texts. */
  public static Path write(
      List<String> texts, Path folder, Format format, Packing packing, Charset charset)
      throws IOException {
    String end = "." + format + (packing == Packing.NONE ? "" : "." + packing);
    Path path = folder.resolve(format.isRecords() ? "corpus" + end : "texts");
    if (!format.isRecords()) {
      Files.createDirectories(path);
      for (int i = 0; i < texts.size(); i++) {
        byte[] bytes = row(format, i, texts.get(i)).getBytes(charset);
        Files.write(path.resolve(id(i) + end), packed(packing, bytes));
      }
      return path;
    }
    try (OutputStream out = packing.pack(Files.newOutputStream(path))) {
      out.write(head(format).getBytes(charset));
      for (int i = 0; i < texts.size(); i++) {
        out.write(row(format, i, texts.get(i)).getBytes(charset));
      }
    }
    return path;
  }
}
