package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleTest {

  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");

  @TempDir private Path folder;

  private static String unescaped(String line) {
    return ESCAPE
        .matcher(line)
        .replaceAll(
            match -> {
              char escaped = (char) Integer.parseInt(match.group(1), 16);
              return escaped == '\\' ? "\\\\" : String.valueOf(escaped);
            });
  }

  @Test
  void everyCharacterThatActsIsEscaped() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      int type = Character.getType(c);
      byte direction = Character.getDirectionality(c);
      boolean acts =
          type == Character.CONTROL
              || type == Character.LINE_SEPARATOR
              || type == Character.PARAGRAPH_SEPARATOR
              || (direction >= Character.DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING
                  && direction <= Character.DIRECTIONALITY_POP_DIRECTIONAL_FORMAT)
              || (direction >= Character.DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE
                  && direction <= Character.DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE)
              || c == 0x061C
              || c == 0x200E
              || c == 0x200F;
      String text = Character.toString(c);
      assertEquals(acts ? String.format(Locale.ROOT, "\\u%04x", c) : text, Console.oneLine(text));
    }
  }

  @Test
  void whatIsEscapedCanBeReadBack() {
    Random random = Seeds.random(7);
    String parts = "\\u\n\u009b\u202ea0f5c\t\u0085x";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(12); length > 0; length--) {
        text.append(
            random.nextInt(4) == 0
                ? "\\u000a"
                : String.valueOf(parts.charAt(random.nextInt(parts.length()))));
      }
      String line = Console.oneLine(text.toString());
      assertEquals(text.toString(), unescaped(line), line);
    }
  }

  @Test
  void idsCannotBreakLinesOrTurnThemAround() throws IOException {
    Path file = folder.resolve("a.jsonl");
    Files.writeString(
        file,
        """
        {"id":"a\\u0085b\\u009b31m\\u2028\\u202e","text":"some text of words"}
        {"id":"b\\u2066\\u200f","text":"some text of words"}
        """);
    Path tsv = folder.resolve("out.tsv");
    run("dedup", file, "--out", tsv).fine();
    String[] columns = Files.readAllLines(tsv).get(1).split("\t", -1);
    assertEquals("a\\u0085b\\u009b31m\\u2028\\u202e", columns[0]);
    assertEquals("b\\u2066\\u200f", columns[1]);
    assertEquals(List.of(columns[0], columns[1]), run("fingerprint", file).fine().ids());
    String out = run("dedup", file).fine().out();
    assertTrue(out.startsWith(columns[0] + "\n   0  " + columns[1] + "\n"), out);
    Path outcomes = folder.resolve("outcomes");
    run("index", folder.resolve("i"), file, "--dedup=first", "--outcomes", outcomes).fine();
    CommandLineRun json = run("dedup", file, "--json").fine();
    assertEquals("b\u2066\u200f", json.json().at("/groups/0/members/0/id").textValue());
    String printed = Files.readString(outcomes);
    assertTrue(
        printed
            .chars()
            .allMatch(c -> c == '\n' || c == '\t' || Console.oneLine("" + (char) c).length() == 1),
        printed);
  }
}
