package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import org.apache.lucene.util.BytesRef;

/**
 * One text and the name it goes by.
 *
 * @param id null if it has none of its own
 * @param date as {@link Dates} has it
 */
public record TextDocument(String id, String text, long date) {

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  /**
   * Reads a line of id, tab, text. Later tabs belong to the text.
   *
   * @throws MalformedException if there is no tab
   */
  static TextDocument ofTsv(String line) throws MalformedException {
    int tab = line.indexOf('\t');
    if (tab < 0) {
      throw new MalformedException("no tab, expected id TAB text");
    }
    return new TextDocument(line.substring(0, tab), line.substring(tab + 1), Dates.NONE);
  }

  /**
   * Reads a line with one JSON object.
   *
   * @param idField may hold the id, a string or a number; unpaired surrogates in it become U+FFFD,
   *     as in an index
   * @param textField holds the text
   * @param dateField may hold a date; null if nobody wants it
   * @throws MalformedException if it is not JSON, or has no text
   */
  static TextDocument ofJson(String line, String idField, String textField, String dateField)
      throws MalformedException {
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new MalformedException("not a JSON object");
      }
      String id = null;
      String text = null;
      String date = null;
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        if (name.equals(idField)) {
          id = value == JsonToken.VALUE_STRING || value.isNumeric() ? json.getText() : null;
        }
        if (name.equals(textField)) {
          text = value == JsonToken.VALUE_STRING ? json.getText() : null;
        }
        if (name.equals(dateField) && value.isScalarValue()) {
          date = json.getText();
        }
        json.skipChildren();
      }
      if (json.nextToken() != null) {
        throw new MalformedException("more than one JSON value");
      }
      if (text == null) {
        throw new MalformedException("field '" + textField + "' is missing or not a string");
      }
      return new TextDocument(
          id == null ? null : new BytesRef(id).utf8ToString(), text, Dates.parse(date));
    } catch (JsonProcessingException e) {
      throw new MalformedException("bad JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new AssertionError("a string cannot fail to be read", e);
    }
  }
}
