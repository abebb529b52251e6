package io.github.lucenesimhash.corpus;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/** When documents were made, as numbers that grow with time. */
public final class Dates {

  /** Of a document without a date: older than any other. */
  static final long NONE = Long.MIN_VALUE;

  private static final int DATE_LENGTH = "2026-11-21".length();

  private static final DateTimeFormatter ISO =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .parseCaseInsensitive()
          .appendLiteral('T')
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalStart()
          .appendOffsetId()
          .toFormatter(Locale.ROOT);

  private Dates() {}

  /**
   * The number of a date: milliseconds since 1970 of ISO 8601, in UTC unless it says otherwise; a
   * number is taken as it is.
   *
   * @param date null if there is none
   * @return {@link #NONE} if it is neither
   */
  public static long parse(String date) {
    if (date == null) {
      return NONE;
    }
    String text = date.strip();
    try {
      double number = Double.parseDouble(text);
      return Double.isFinite(number) ? (long) number : NONE;
    } catch (NumberFormatException e) {
      // a date, then
    }
    if (text.length() > DATE_LENGTH && text.charAt(DATE_LENGTH) == ' ') {
      text = text.substring(0, DATE_LENGTH) + 'T' + text.substring(DATE_LENGTH + 1);
    }
    try {
      TemporalAccessor parsed =
          ISO.parseBest(text, ZonedDateTime::from, LocalDateTime::from, LocalDate::from);
      return switch (parsed) {
        case ZonedDateTime zoned -> zoned.toInstant().toEpochMilli();
        case LocalDateTime local -> local.toInstant(ZoneOffset.UTC).toEpochMilli();
        default -> LocalDate.from(parsed).atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli();
      };
    } catch (DateTimeException | ArithmeticException e) {
      return NONE;
    }
  }
}
