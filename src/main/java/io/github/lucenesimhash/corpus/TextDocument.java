package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.lucene.util.NumericUtils;
import org.jsoup.Jsoup;

/**
 * A text with its id, date and tenant.
 *
 * @param id the document's own id, or null if it has none
 * @param date the number that {@link #date} or {@link #rank} returns
 * @param tenant the tenant, or null if tenants are not requested or the document names none
 */
public record TextDocument(String id, String text, long date, String tenant) {

  /** Creates a document without a tenant. */
  public TextDocument(String id, String text, long date) {
    this(id, text, date, null);
  }

  /** The value for a missing date, which is older than any other date. */
  public static final long NO_DATE = Long.MIN_VALUE;

  /** ISO 8601 with an optional offset (+08:00, +0800 or +08), also after a space, and zone. */
  private static final DateTimeFormatter ISO =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .appendPattern("[ ][XXXXX][XXXX][X]['['VV']']")
          .toFormatter(Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /**
   * Reads a line of id, tab, text. Later tabs belong to the text.
   *
   * @throws SkippedException if the line has no tab
   */
  static TextDocument ofTsv(String line) {
    int tab = line.indexOf('\t');
    if (tab < 0) {
      throw SkippedException.malformed("no tab, expected id TAB text");
    }
    return new TextDocument(line.substring(0, tab), line.substring(tab + 1), NO_DATE);
  }

  /**
   * Reads a line of id, tab, fingerprint. The fingerprint becomes the text. The text is empty for
   * {@link Format#NO_FINGERPRINT}.
   *
   * @throws SkippedException if the line has no tab, or no fingerprint after the tab
   */
  static TextDocument ofFingerprint(String line) {
    TextDocument read = ofTsv(line);
    if (read.text.equals(Format.NO_FINGERPRINT)) {
      return new TextDocument(read.id, "", NO_DATE);
    }
    try {
      Fingerprint.parse(read.text);
      return read;
    } catch (IllegalArgumentException e) {
      throw SkippedException.malformed(e.getMessage());
    }
  }

  /** Joins texts by line feeds, like values of a stored field, without null and empty texts. */
  static String joined(List<String> texts) {
    if (texts.size() == 1 && texts.getFirst() != null) {
      return texts.getFirst();
    }
    return texts.stream()
        .filter(text -> text != null && !text.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  /** Returns this document with the text that a reader of the web page sees. */
  public TextDocument withoutMarkup() {
    var body = Jsoup.parse(text).body();
    for (var option : body.select("option")) {
      option.appendText(" "); // a page shows each option on its own line
    }
    return new TextDocument(id, body.text(), date, tenant);
  }

  /**
   * Returns a date as a number that grows with time. A date in ISO 8601 becomes milliseconds since
   * 1970, in UTC unless it has another offset. A number is returned without its fraction.
   *
   * @param text the date, or null if there is none
   * @return the number, or {@link #NO_DATE} if the text is neither a date nor a finite number
   */
  public static long date(String text) {
    if (text == null) {
      return NO_DATE;
    }
    String date = text.strip();
    if (isNumber(date)) {
      double number = Double.parseDouble(date);
      return Double.isFinite(number) ? (long) number : NO_DATE;
    }
    boolean isDay = date.length() == "2026-11-21".length();
    try {
      String time = isDay ? date + "T00:00" : date.replaceFirst(" ", "T");
      return ISO.parse(time, Instant::from).toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      return NO_DATE;
    }
  }

  /**
   * Returns a number by which numbers and dates sort. A date counts as milliseconds since 1970.
   *
   * @param text the date or number, or null if there is none
   * @return the sort key, or {@link #NO_DATE} if the text is neither a date nor a number
   */
  public static long rank(String text) {
    if (text != null && isNumber(text)) {
      double number = Double.parseDouble(text.strip());
      return Double.isNaN(number) ? NO_DATE : rank(number);
    }
    long date = date(text);
    return date == NO_DATE ? date : rank((double) date);
  }

  static long rank(double number) {
    return NumericUtils.doubleToSortableLong(number);
  }

  static boolean isNumber(String date) {
    try {
      Double.parseDouble(date.strip());
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
