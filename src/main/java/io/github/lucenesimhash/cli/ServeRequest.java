package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.JsonRecord;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.TextDocument;
import java.io.IOException;
import java.util.Locale;
import java.util.UUID;

/**
 * A request to {@link ServeCommand}, read from a line.
 *
 * @param op the operation, or {@link Op#BAD} for a bad line
 * @param id the id in the line, or null if there is none
 * @param document the document to check or to add, or null for other operations
 * @param error the error of a bad line, or null
 */
record ServeRequest(Op op, String id, TextDocument document, String error) {

  enum Op {
    CHECK,
    ADD,
    DELETE,
    COMMIT,
    BAD
  }

  /** Reads a request from a line. A blank line is a bad request, because every line is answered. */
  static ServeRequest of(RawText line, Input.Fields fields) throws IOException {
    String id = null;
    try {
      String text = line.text();
      if (text.isBlank()) {
        throw new IllegalArgumentException("blank, expected a JSON object");
      }
      JsonRecord record = JsonRecord.of(text, fields);
      id = record.id();
      Op op = op(Json.read(text, JsonNode.class).path("op").asText());
      if (id == null && (op == Op.ADD || op == Op.DELETE)) {
        throw new IllegalArgumentException(
            "no '" + fields.id() + "', expected a string or a number");
      }
      boolean hasText = op == Op.CHECK || op == Op.ADD;
      TextDocument document = hasText ? fields.checked(record.document()) : null;
      return new ServeRequest(op, id, document, null);
    } catch (JsonProcessingException e) {
      int character = e.getLocation().getColumnNr();
      return bad(id, line, "bad JSON at character " + character);
    } catch (IllegalArgumentException e) {
      return bad(id, line, e.getMessage());
    }
  }

  private static Op op(String name) {
    return switch (name) {
      case "check", "add", "delete", "commit" -> Op.valueOf(name.toUpperCase(Locale.ROOT));
      default ->
          throw new IllegalArgumentException(
              "op '" + name + "', expected check, add, delete or commit");
    };
  }

  private static ServeRequest bad(String id, RawText line, String reason) {
    return new ServeRequest(Op.BAD, id, null, "line " + line.line() + ": " + reason);
  }

  /**
   * Returns an id for the look-up. A check without an id gets a new id, so that it is compared with
   * all documents.
   */
  String lookUpId() {
    return id == null ? UUID.randomUUID().toString() : id;
  }
}
