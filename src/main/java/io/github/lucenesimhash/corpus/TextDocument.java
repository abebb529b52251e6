package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.lucene.util.NumericUtils;
import org.jsoup.Jsoup;

/**
 * One text and its id.
 *
 * @param id null if it has none of its own
 * @param date as {@link #date} has it, or {@link #rank}
 * @param tenant null if that is not asked for, or not said
 */
public record TextDocument(String id, String text, long date, String tenant) {

  /** A document without a tenant. */
  public TextDocument(String id, String text, long date) {
    this(id, text, date, null);
  }

  /** The date of a document that has none: older than any other. */
  public static final long NO_DATE = Long.MIN_VALUE;

  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ISO_DATE_TIME
          .withZone(ZoneOffset.UTC)
          .withResolverStyle(ResolverStyle.SMART);

  /** A time, and an offset from UTC behind it. */
  private static final Pattern OFFSET =
      Pattern.compile("(.*T.*:\\d\\d(?:[.,]\\d+)?) ?([+-]\\d\\d):?(\\d\\d)?");

  /**
   * Reads a line of id, tab, text. Later tabs belong to the text.
   *
   * @throws SkippedException if there is no tab
   */
  static TextDocument ofTsv(String line) {
    int tab = line.indexOf('\t');
    if (tab < 0) {
      throw SkippedException.malformed("no tab, expected id TAB text");
    }
    return new TextDocument(line.substring(0, tab), line.substring(tab + 1), NO_DATE);
  }

  /**
   * Reads a line of id, tab, fingerprint, which is the text; empty if there is none.
   *
   * @throws SkippedException if it is no fingerprint
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

  /**
   * Reads a line with one JSON object. The id may be a string or a number; unpaired surrogates in
   * it become U+FFFD, as in an index.
   *
   * @throws IllegalArgumentException if it is not JSON, or has no text
   */
  public static TextDocument ofJson(String line, Input.Fields fields) throws IOException {
    return JsonRecord.of(line, fields).document();
  }

  /**
   * Reads the id of a line with one JSON object, which may have no text.
   *
   * @return null if there is none
   * @throws IllegalArgumentException if it is not JSON
   */
  public static String idOfJson(String line, Input.Fields fields) throws IOException {
    return JsonRecord.of(line, fields).id();
  }

  /** As one text, as several values of a stored field are; without those that are empty. */
  static String joined(String... texts) {
    if (texts.length == 1 && texts[0] != null) {
      return texts[0];
    }
    return Arrays.stream(texts)
        .filter(text -> text != null && !text.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  /** Reads the text of a page that a reader sees. */
  static TextDocument ofHtml(String id, String page) {
    return new TextDocument(id, page, NO_DATE).withoutMarkup();
  }

  /** Returns a document without the markup of the text. */
  public TextDocument withoutMarkup() {
    var body = Jsoup.parse(text).body();
    for (var option : body.select("option")) {
      option.appendText(" "); // a page shows each on a line of its own
    }
    return new TextDocument(id, body.text(), date, tenant);
  }

  /**
   * A date as a number that grows with time: milliseconds since 1970 of ISO 8601, in UTC unless it
   * says otherwise; a number is taken as it is.
   *
   * @param text null if there is none
   * @return {@link #NO_DATE} if it is neither
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
      return ISO.parse(withColon(time), Instant::from).toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      return NO_DATE;
    }
  }

  /**
   * The place of a number or a date, as milliseconds since 1970, among others: it grows with them.
   *
   * @param text null if there is none
   * @return {@link #NO_DATE} if it is neither
   */
  public static long rank(String text) {
    boolean isNumber = text != null && isNumber(text) && !Double.isNaN(Double.parseDouble(text));
    long date = isNumber ? 0 : date(text);
    return isNumber ? rank(Double.parseDouble(text)) : date == NO_DATE ? date : rank((double) date);
  }

  static long rank(double number) {
    return NumericUtils.doubleToSortableLong(number);
  }

  /** Writes an offset such as +0800 or +08, which may stand behind a space, as +08:00. */
  private static String withColon(String time) {
    Matcher offset = OFFSET.matcher(time);
    return offset.matches()
        ? offset.group(1)
            + offset.group(2)
            + ":"
            + Objects.requireNonNullElse(offset.group(3), "00")
        : time;
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
