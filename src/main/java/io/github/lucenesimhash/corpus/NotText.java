package io.github.lucenesimhash.corpus;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Tells files that are not read as one text from those that are, by their names and first bytes.
 */
final class NotText {

  private static final Pattern OBJECT = Pattern.compile("(\u00EF\u00BB\u00BF)?\\s*\\{[ \t]*[\"}]");

  private NotText() {}

  /** Whether a file starts as lines of JSON objects do. */
  static boolean isJsonLines(byte[] start) {
    return OBJECT.matcher(latin(start)).lookingAt();
  }

  /** Whether a stream starts as lines of id, tab, text do: each that is whole, and at least one. */
  static boolean isTsv(byte[] start) {
    String[] lines = latin(start).split("[\r\n]+", -1);
    int whole = lines.length - 1; // the last is empty or cut off
    return whole > 0
        && Arrays.stream(lines, 0, whole).allMatch(line -> line.indexOf('\t') > 0)
        && (whole > 1 || lines[1].indexOf('\t') > 0);
  }

  /**
   * Why a file is not taken for a text, and what would be; null if it is.
   *
   * @param start of the file
   */
  static String reason(String name, byte[] start) {
    String lowerCase = name.toLowerCase(Locale.ROOT);
    return switch (lowerCase.substring(lowerCase.lastIndexOf('.') + 1)) {
      case "csv" -> "CSV is not read, expected .jsonl or .tsv (mlr --icsv --ojsonl cat FILE)";
      case "json" -> "expected lines of JSON objects (jq -c '.[]' FILE > FILE.jsonl)";
      case "gz", "zst", "bz2", "xz", "lz4", "zip", "7z", "tar", "tgz" ->
          "packed files are not read, expected what is in it (zcat FILE | ... -)";
      case "pdf", "doc", "docx", "odt", "rtf", "epub", "ppt", "pptx", "xls", "xlsx", "ods" ->
          "is no plain text, expected one made of it (pandoc, pdftotext)";
      case "parquet", "arrow", "avro", "orc" -> "is a binary table, expected .jsonl";
      default ->
          latin(start).indexOf('\0') >= 0
              ? "has NUL bytes, expected text in UTF-8 (iconv -f UTF-16 -t UTF-8 FILE)"
              : null;
    };
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
