package io.github.lucenesimhash.load;

import java.util.Arrays;
import org.apache.lucene.document.Document;

/** The text that a document stores. For use by this library only. */
public final class StoredText {

  private StoredText() {}

  /**
   * {@return all values of a field, with line ends between them; null if there is none}
   *
   * @param document with its stored fields
   * @param field of the text
   */
  public static String of(Document document, String field) {
    return Arrays.stream(document.getFields(field))
        .map(
            value ->
                value.binaryValue() != null
                    ? value.binaryValue().utf8ToString()
                    : value.stringValue())
        .reduce((before, next) -> before + "\n" + next)
        .orElse(null);
  }
}
