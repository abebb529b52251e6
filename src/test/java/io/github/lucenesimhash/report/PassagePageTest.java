package io.github.lucenesimhash.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.report.PassagePage.Holder;
import io.github.lucenesimhash.report.PassagePage.Passage;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PassagePageTest {

  private static String body(String text, Passage... passages) throws IOException {
    StringBuilder page = new StringBuilder();
    Holder holder = new Holder("<id>", 25, text, List.of(passages));
    new PassagePage("a & b", "how").write(page, List.of(holder));
    String begin =
        "<h2>&lt;id&gt;</h2>\n<p class=hint>25 words of the text</p>\n<p class=passage dir=auto>";
    int from = page.indexOf(begin) + begin.length();
    assertTrue(page.indexOf("<h1>a &amp; b</h1>") > 0, page.toString());
    return page.substring(from, page.indexOf("</p>", from));
  }

  @Test
  void marksWhatIsCopied() throws IOException {
    assertEquals("a <mark>b c</mark> d", body("a b c d", new Passage(2, 5)));
    assertEquals("<mark>a &lt;b</mark>", body("a <b", new Passage(0, 4)));
    assertEquals(
        "<mark>a b</mark><mark> c</mark> d", body("a b c d", new Passage(0, 3), new Passage(1, 5)));
    String far = "x".repeat(400);
    String left = "… " + "x".repeat(160) + "<mark>a</mark>" + "x".repeat(160) + " … ";
    assertEquals(left, body(far + "a" + far, new Passage(400, 401)));
    assertEquals(
        "<mark>a</mark>" + "x".repeat(160) + " … " + "x".repeat(160) + "<mark>b</mark>",
        body("a" + far + "b", new Passage(0, 1), new Passage(401, 402)));
  }

  /** Whatever is marked: nothing is shown twice, all of the passages is, no character is cut. */
  @Test
  void showsEachCharacterOnce() throws IOException {
    Random random = Seeds.random(7);
    for (int i = 0; i < 2_000; i++) {
      StringBuilder text = new StringBuilder();
      int[] borders = new int[random.nextInt(900) + 1];
      for (int at = 0; at < borders.length; at++) {
        borders[at] = text.length();
        text.appendCodePoint(random.nextBoolean() ? 0x20000 + at : 0x4E00 + at);
      }
      List<Passage> passages = new ArrayList<>();
      for (int count = random.nextInt(4); count > 0; count--) {
        int from = random.nextInt(borders.length);
        passages.add(new Passage(borders[from], text.length()));
        int to = from + random.nextInt(borders.length - from);
        passages.add(new Passage(borders[from], borders[to]));
      }
      passages.sort(Comparator.comparingInt(Passage::from).thenComparingInt(Passage::to));
      String shown = body(text.toString(), passages.toArray(Passage[]::new));
      assertTrue(shown.codePoints().noneMatch(c -> c < 0x10000 && Character.isSurrogate((char) c)));
      assertEquals(
          shown.codePoints().filter(c -> c >= 0x4E00).count(),
          shown.codePoints().filter(c -> c >= 0x4E00).distinct().count());
      for (Passage passage : passages) {
        text.substring(passage.from(), passage.to())
            .codePoints()
            .forEach(c -> assertTrue(shown.indexOf(c) >= 0));
      }
    }
  }
}
