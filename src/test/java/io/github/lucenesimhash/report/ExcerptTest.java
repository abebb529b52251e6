package io.github.lucenesimhash.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExcerptTest {

  private static JsonNode excerpt(String left, String right, int limit) throws IOException {
    return new ObjectMapper().readTree(Excerpt.json(left, right, limit));
  }

  private static String words(Random random, int count) {
    return String.join(
        random.nextBoolean() ? " " : "\u3001",
        IntStream.range(0, count)
            .mapToObj(i -> random.nextInt(9) == 0 ? "\ud842\udfb7" : "word" + random.nextInt(500))
            .toList());
  }

  /** An excerpt, with the lengths that it leaves out, covers both texts. */
  @Test
  void partsCoverBothTexts() throws IOException {
    for (int seed = 0; seed < 300; seed++) {
      Random random = Seeds.random(seed);
      String left = words(random, random.nextInt(400));
      List<String> edited = new ArrayList<>(Arrays.asList(left.split(" ", -1)));
      for (int i = random.nextInt(6); i > 0; i--) {
        edited.set(random.nextInt(edited.size()), words(random, 1 + random.nextInt(3)));
      }
      String right = String.join(" ", edited);
      int x = 0;
      int y = 0;
      for (JsonNode part : excerpt(left, right, 1 << 20)) {
        String where = "seed " + seed + " at " + part;
        if (part.isInt()) {
          x += part.intValue();
          y += part.intValue();
          assertTrue(part.intValue() >= 120, where);
        } else if (part.isTextual()) {
          assertTrue(left.startsWith(part.textValue(), x), where);
          assertTrue(right.startsWith(part.textValue(), y), where);
          assertTrue(x == 0 || !cutsAWord(left, x), where);
          x += part.textValue().length();
          y += part.textValue().length();
          assertTrue(x == left.length() || !cutsAWord(left, x), where);
        } else {
          assertTrue(left.startsWith(part.get(0).textValue(), x), where);
          assertTrue(right.startsWith(part.get(1).textValue(), y), where);
          x += part.get(0).textValue().length();
          y += part.get(1).textValue().length();
        }
      }
      assertEquals(left.length(), x, "seed " + seed);
      assertEquals(right.length(), y, "seed " + seed);
    }
  }

  private static boolean cutsAWord(String text, int i) {
    return Character.isLetterOrDigit(text.charAt(i - 1))
        && Character.isLetterOrDigit(text.charAt(i));
  }

  @Test
  void isCutAtWords() throws IOException {
    String terms = "terms and conditions of any kind ".repeat(30);
    JsonNode parts = excerpt(terms + "old" + " " + terms, terms + "new" + " " + terms, 4000);
    assertEquals(5, parts.size());
    assertTrue(parts.get(1).textValue().startsWith("and conditions of any kind"), parts.toString());
    assertEquals("[\"old\",\"new\"]", parts.get(2).toString());
    assertTrue(parts.get(3).textValue().endsWith(" any"), parts.toString());
    assertEquals(parts.get(0).intValue(), 30 * 33 - parts.get(1).textValue().length());
  }

  @Test
  void hasALimit() throws IOException {
    String words = String.join(" ", IntStream.range(0, 2000).mapToObj(i -> "w" + i).toList());
    String other = words.replaceAll("w(\\d*5)\\b", "v$1");
    JsonNode parts = excerpt(words, other, 1000);
    int shown = 0;
    for (JsonNode part : parts) {
      shown += part.isTextual() ? part.textValue().length() : 0;
    }
    assertTrue(shown > 500 && shown < 1500, shown + " characters");
    int changes = 0;
    for (JsonNode part : parts) {
      changes += part.isArray() ? 1 : 0;
    }
    assertEquals(200, changes + parts.get(parts.size() - 1).get("more").intValue());
  }

  @Test
  void aLongChangeIsCut() throws IOException {
    String added = "word ".repeat(1000);
    JsonNode change = excerpt("start end", "start " + added + "end", 400).get(1);
    assertEquals("", change.get(0).textValue());
    assertEquals("word ".repeat(20).strip(), change.get(1).textValue().strip());
    assertEquals(0, change.get(2).intValue());
    assertEquals(added.length(), change.get(1).textValue().length() + change.get(3).intValue());
  }

  @Test
  void ofWhatIsAlikeTheStartIsShown() throws IOException {
    assertEquals("[]", Excerpt.json("", "", 4000));
    assertEquals("[\"same\"]", Excerpt.json("same", "same", 4000));
    String text = "five ".repeat(200);
    JsonNode parts = excerpt(text, text, 4000);
    assertEquals(text.substring(0, 320), parts.get(0).textValue());
    assertEquals(680, parts.get(1).intValue());
    String longText = "x".repeat(Excerpt.COMPARED + 5);
    assertEquals(Excerpt.COMPARED - 320, excerpt(longText, longText, 4000).get(1).intValue());
  }
}
