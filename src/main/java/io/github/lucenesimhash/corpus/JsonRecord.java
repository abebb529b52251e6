package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.util.BytesRef;

/**
 * A line with one JSON object. Values of a text field are read as the OpenSearch plugin reads the
 * values of {@code copy_to}: a number or a boolean is a text. Several values, in arrays and in
 * objects within arrays, are joined to one text with line feeds between them. An object as the
 * value of a text field is refused, unless another requested field lies in the object.
 */
public final class JsonRecord {

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private final JsonParser json;
  private final Input.Fields fields;

  /** The paths of all fields that were visited. */
  private final List<String> names = new ArrayList<>();

  /** The values of each text field, or null for a field that the object does not have. */
  private final List<List<String>> texts = new ArrayList<>();

  private String id;
  private String date;
  private String tenant;

  private JsonRecord(JsonParser json, Input.Fields fields) {
    this.json = json;
    this.fields = fields;
    fields.text().forEach(name -> texts.add(null));
  }

  /**
   * Reads a line.
   *
   * @throws SkippedException if the line is not one JSON object, or a text field is an object
   */
  public static JsonRecord of(String line, Input.Fields fields) throws IOException {
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw SkippedException.malformed("not a JSON object");
      }
      JsonRecord record = new JsonRecord(json, fields);
      record.readObject("", false);
      if (json.nextToken() != null) {
        throw SkippedException.malformed("more than one JSON value");
      }
      return record;
    } catch (JsonProcessingException e) {
      throw SkippedException.malformed("bad JSON at character " + e.getLocation().getColumnNr());
    }
  }

  private void readObject(String path, boolean isInArray) throws IOException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = path + json.currentName();
      names.add(name);
      json.nextToken();
      int text = fields.text().indexOf(name);
      if (text >= 0 && !(isInArray && texts.get(text) != null)) {
        texts.set(text, new ArrayList<>()); // the last of two fields of one name counts
      }
      read(name, isInArray);
    }
  }

  private void read(String name, boolean isInArray) throws IOException {
    boolean isText = fields.text().contains(name);
    switch (json.currentToken()) {
      case START_OBJECT -> {
        if (fields.areIn(name + ".")) {
          readObject(name + ".", isInArray);
        } else if (isText) {
          throw SkippedException.malformed("field '" + name + "' is an object, expected a text");
        } else {
          json.skipChildren();
        }
      }
      case START_ARRAY -> {
        if (isText || fields.areIn(name + ".")) {
          while (json.nextToken() != JsonToken.END_ARRAY) {
            read(name, true);
          }
        } else {
          json.skipChildren();
        }
      }
      default -> readValue(name, isText, isInArray);
    }
  }

  private void readValue(String name, boolean isText, boolean isInArray) throws IOException {
    JsonToken token = json.currentToken();
    String value = token == JsonToken.VALUE_NULL ? null : json.getText();
    if (isText && value != null) {
      texts.get(fields.text().indexOf(name)).add(value);
    }
    if (!isInArray) {
      boolean isName = token == JsonToken.VALUE_STRING || token.isNumeric();
      id = name.equals(fields.id()) ? isName ? value : null : id;
      tenant = name.equals(fields.tenant()) ? isName ? value : null : tenant;
      date = name.equals(fields.date()) ? value : date;
    }
  }

  /**
   * Returns the id as it is written, a string or a number, or null if there is none.
   *
   * @throws SkippedException if the id contains half of a surrogate pair, which no index can store
   */
  public String id() {
    if (id != null && !new BytesRef(id).utf8ToString().equals(id)) {
      throw SkippedException.malformed("field '" + fields.id() + "' has half of a surrogate pair");
    }
    return id;
  }

  /**
   * Returns the document. Unpaired surrogates in its id become U+FFFD, as in an index.
   *
   * @throws SkippedException if the object has no text, or its date is malformed
   */
  public TextDocument document() {
    List<String> joined =
        texts.stream()
            .map(values -> values == null || values.isEmpty() ? null : TextDocument.joined(values))
            .toList();
    if (joined.stream().allMatch(Objects::isNull)) {
      names.removeAll(fields.text()); // text fields that are null
      throw SkippedException.withoutText(fields.text(), names);
    }
    String own = id == null ? null : new BytesRef(id).utf8ToString();
    return new TextDocument(own, TextDocument.joined(joined), fields.date(date), tenant);
  }
}
