package io.github.lucenesimhash.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {

  private static final String SHOWN =
      "[...document.querySelectorAll('.group:not([hidden]) h3')].map(e => e.textContent).join()";

  @TempDir private Path folder;
  private Path page;

  @BeforeEach
  void write() throws IOException {
    page = folder.resolve("report.html");
    SampleReport.write(page);
  }

  @Test
  void hostileTextIsText() throws IOException {
    String html = Files.readString(page);
    assertEquals(2, html.split("<script", -1).length, "the page's own script and no other");
    assertFalse(html.contains("<img"));
    assertTrue(html.contains("&lt;script&gt;document.title=&#39;script&#39;&lt;/script&gt;"));
    assertTrue(html.codePoints().noneMatch(c -> c != '\n' && Markup.isUnseen(c)));
    assertTrue(html.contains("<i class=code>U+202E</i>drowssap<i class=code>U+202C</i>"));
    assertTrue(html.contains("<i class=code>U+D800</i>"));
  }

  @Test
  void worksInABrowser() throws IOException {
    try (Chromium browser = Chromium.start(Files.createDirectory(folder.resolve("profile")))) {
      browser.open(page, 1280, 900, false);
      assertEquals("zh/news,en/news,hostile,plain", browser.evaluate(SHOWN).asText());
      browser.set("sort", "leastAlike");
      assertEquals("zh/news,hostile,en/news,plain", browser.evaluate(SHOWN).asText());
      browser.set("sort", "farthest");
      assertEquals("zh/news,hostile,en/news,plain", browser.evaluate(SHOWN).asText());
      browser.set("sort", "number");
      assertEquals("en/news,zh/news,hostile,plain", browser.evaluate(SHOWN).asText());
      browser.set("filter", "WEDNESDAY committee");
      assertEquals("en/news", browser.evaluate(SHOWN).asText());
      assertEquals(
          "1 of 4", browser.evaluate("document.getElementById('shown').textContent").asText());
      browser.set("filter", "\u6628\u65e5");
      assertEquals("zh/news", browser.evaluate(SHOWN).asText());
      browser.set("filter", "<script>");
      assertEquals("hostile", browser.evaluate(SHOWN).asText());
      browser.set("filter", "");
      browser.set("minSize", 3);
      assertEquals("en/news,zh/news", browser.evaluate(SHOWN).asText());
      assertEquals("Near-duplicates", browser.evaluate("document.title").asText());
      assertEquals(1, browser.evaluate("document.scripts.length").asInt());
      assertEquals(List.of(), browser.problems());
      assertEquals(List.of(page.toUri().toString()), pages(browser));
    }
  }

  @Test
  void fitsAPhoneAndTheDark() throws IOException {
    try (Chromium browser = Chromium.start(Files.createDirectory(folder.resolve("profile")))) {
      String paper = "getComputedStyle(document.body).backgroundColor";
      browser.open(page, 360, 740, false);
      String light = browser.evaluate(paper).asText();
      assertTrue(browser.evaluate("document.documentElement.scrollWidth").asInt() <= 360);
      browser.open(page, 360, 740, true);
      assertFalse(light.equals(browser.evaluate(paper).asText()), light);
      assertEquals(List.of(), browser.problems());
    }
  }

  private static List<String> pages(Chromium browser) {
    return browser.requests().stream().filter(address -> !address.startsWith("data:")).toList();
  }

  @Test
  void groupSizesFallIntoRanges() {
    int[] sizes = {2, 3, 4, 5, 8, 9, 16, 17, Integer.MAX_VALUE};
    int[] classes = {0, 1, 2, 3, 3, 4, 4, 5, 31};
    for (int i = 0; i < sizes.length; i++) {
      assertEquals(classes[i], Distribution.sizeClass(sizes[i]), "size " + sizes[i]);
    }
    Distribution sizesShown = Distribution.ofSizes(new long[] {1, 0, 0, 2, 3, 0, 0});
    assertEquals("9\u201316", sizesShown.bars().getLast().label());
    assertEquals(5, sizesShown.bars().size());
  }
}
