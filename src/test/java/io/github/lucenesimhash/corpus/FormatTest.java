package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the first characters of a stream tell, of which the last line may be cut off. */
class FormatTest {

  private static final Input INPUT =
      new Input(
          List.of(Input.STANDARD_INPUT),
          null,
          null,
          null,
          null,
          Input.Markup.KEEP,
          new Input.Fields("id", List.of("text"), null, false, null),
          false);

  @ParameterizedTest
  @CsvSource({
    "1>a|2>b|, TSV",
    "1>a|2>b|3, TSV",
    "1>a|2>, TSV",
    "1>a, TEXT",
    "1>a|2, TEXT", // no second tab yet
    "1>a|, TEXT", // a single line may have a tab
    "1>a|b|, TEXT",
    ">a|>b|, TEXT", // no id
    "'id,text|1,a|', CSV",
    "text|a|, TEXT", // a single column
    "' {\"id\": 1}|', JSON_LINES",
    "'|<!DOCTYPE html>|', HTML",
    "'<htmlx>|', TEXT"
  })
  void streams(String start, Format expected) {
    String text = start.replace('>', '\t').replace('|', '\n').replace("html\t", "html>");
    assertEquals(expected, Format.ofStart(text, true, INPUT));
    boolean isMarked = expected == Format.JSON_LINES || expected == Format.HTML;
    assertEquals(isMarked ? expected : Format.TEXT, Format.ofStart(text, false, INPUT));
  }
}
