package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.lucene.util.BytesRef;
import org.jsoup.Jsoup;

/**
 * One text and its id.
 *
 * @param id null if it has none of its own
 * @param date as {@link #date} has it
 * @param tenant null if that is not asked for, or not said
 */
public record TextDocument(String id, String text, long date, String tenant) {

  /** Of no tenant. */
  public TextDocument(String id, String text, long date) {
    this(id, text, date, null);
  }

  /** The date of a document that has none: older than any other. */
  public static final long NO_DATE = Long.MIN_VALUE;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ISO_DATE_TIME
          .withZone(ZoneOffset.UTC)
          .withResolverStyle(ResolverStyle.SMART);

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
   * Reads a line with one JSON object. The id may be a string or a number; unpaired surrogates in
   * it become U+FFFD, as in an index.
   *
   * @throws IllegalArgumentException if it is not JSON, or has no text
   */
  public static TextDocument ofJson(String line, Input.Fields fields) throws IOException {
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw SkippedException.malformed("not a JSON object");
      }
      String id = null;
      String[] texts = new String[fields.text().size()];
      String date = null;
      String tenant = null;
      List<String> names = new ArrayList<>();
      Deque<String> paths = new ArrayDeque<>(List.of("")); // with a full stop after each name
      while (json.nextToken() != null && !json.getParsingContext().inRoot()) {
        if (json.currentToken() == JsonToken.END_OBJECT) {
          paths.pop();
          continue;
        }
        String path = paths.peek();
        String name = path.isEmpty() ? json.currentName() : path + json.currentName();
        names.add(name);
        JsonToken value = json.nextToken();
        if (name.equals(fields.id())) {
          id = value == JsonToken.VALUE_STRING || value.isNumeric() ? json.getText() : null;
        }
        int text = fields.text().indexOf(name);
        if (text >= 0) {
          texts[text] = value == JsonToken.VALUE_STRING ? json.getText() : null;
        }
        if (name.equals(fields.date()) && value.isScalarValue()) {
          date = json.getText();
        }
        if (name.equals(fields.tenant())) {
          tenant = value == JsonToken.VALUE_STRING || value.isNumeric() ? json.getText() : null;
        }
        if (value == JsonToken.START_OBJECT && fields.areIn(name + ".")) {
          paths.push(name + ".");
        } else {
          json.skipChildren();
        }
      }
      if (json.nextToken() != null) {
        throw SkippedException.malformed("more than one JSON value");
      }
      if (Arrays.stream(texts).allMatch(Objects::isNull)) {
        for (String name : fields.text()) {
          if (names.contains(name)) {
            throw SkippedException.malformed("field '" + name + "' is not a string");
          }
        }
        throw SkippedException.withoutText(fields.text(), names);
      }
      String ownId = id == null ? null : new BytesRef(id).utf8ToString();
      return new TextDocument(ownId, joined(texts), fields.date(date), tenant);
    } catch (JsonProcessingException e) {
      throw SkippedException.malformed("bad JSON at character " + e.getLocation().getColumnNr());
    }
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

  /** What a reader of the page sees of its body. */
  static TextDocument ofHtml(String id, String page) {
    return new TextDocument(id, page, NO_DATE).withoutMarkup();
  }

  /** The same, of whose text what a reader of a page sees is left. */
  public TextDocument withoutMarkup() {
    return new TextDocument(id, Jsoup.parse(text).body().text(), date, tenant);
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
      return ISO.parse(time, Instant::from).toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      return NO_DATE;
    }
  }

  /** Tells a text from every other one. */
  public static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // every Java has it
    }
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
