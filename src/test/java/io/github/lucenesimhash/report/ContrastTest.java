package io.github.lucenesimhash.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text has the contrast of 4.5 to 1 that WCAG 2 requires at level AA; edges have 3 to 1. */
class ContrastTest {

  private static final double TEXT = 4.5;
  private static final double EDGE = 3;

  private static final Pattern ROOT = Pattern.compile(":root \\{(.*?)\\}", Pattern.DOTALL);
  private static final Pattern COLOR = Pattern.compile("--([a-z-]+): #([0-9a-f]{6});");

  /** Finds texts with less contrast to the first background behind them that is not transparent. */
  private static final String TEXTS =
      """
      (() => {
        const rgb = color => color.match(/[\\d.]+/g).map(Number);
        const light = color => rgb(color).slice(0, 3).map(v => v / 255)
          .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
          .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
        const low = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        let texts = 0;
        while (walker.nextNode()) {
          const element = walker.currentNode.parentElement;
          if (!walker.currentNode.data.trim()) continue;
          if (!element.checkVisibility() || element.closest('script, option')) continue;
          let back = element;
          while (back && rgb(getComputedStyle(back).backgroundColor)[3] === 0) back = back.parentElement;
          const a = light(getComputedStyle(element).color);
          const b = light(getComputedStyle(back).backgroundColor);
          const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          texts++;
          if (contrast < 4.5) low.push(walker.currentNode.data.slice(0, 40) + ': ' + contrast);
        }
        return texts < 50 ? 'only ' + texts + ' texts' : low.join();
      })()
      """;

  @TempDir private Path folder;

  @Test
  void colorsStandOut() throws IOException {
    String style;
    try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
      style = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> schemes = ROOT.matcher(style).results().map(MatchResult::group).toList();
    assertEquals(2, schemes.size(), "light and dark");
    for (String scheme : schemes) {
      Map<String, Integer> colors = new HashMap<>();
      COLOR
          .matcher(scheme)
          .results()
          .forEach(color -> colors.put(color.group(1), Integer.parseInt(color.group(2), 16)));
      for (String back : List.of("paper", "card")) {
        for (String ink : List.of("ink", "soft", "accent", "del-ink", "ins-ink")) {
          check(colors, ink, back, TEXT);
        }
        check(colors, "edge", back, EDGE);
      }
      check(colors, "del-ink", "del", TEXT);
      check(colors, "ins-ink", "ins", TEXT);
      check(colors, "soft", "del", TEXT);
      check(colors, "soft", "ins", TEXT);
    }
  }

  private static void check(Map<String, Integer> colors, String ink, String back, double least) {
    double a = luminance(colors.get(ink));
    double b = luminance(colors.get(back));
    double contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    assertTrue(contrast >= least, () -> ink + " on " + back + " in " + colors + ": " + contrast);
  }

  private static double luminance(int color) {
    return .2126 * linear(color >> 16) + .7152 * linear(color >> 8) + .0722 * linear(color);
  }

  private static double linear(int value) {
    double share = (value & 0xff) / 255.;
    return share <= .04045 ? share / 12.92 : Math.pow((share + .055) / 1.055, 2.4);
  }

  @Test
  void textsStandOutInABrowser() throws IOException {
    Path page = folder.resolve("report.html");
    SampleReport.write(page);
    try (Chromium browser = Chromium.start(Files.createDirectory(folder.resolve("profile")))) {
      for (boolean dark : List.of(false, true)) {
        browser.open(page, 1280, 900, dark);
        browser.evaluate("document.querySelectorAll('.mark')[0].click()");
        assertEquals("", browser.evaluate(TEXTS).asText(), dark ? "dark" : "light");
      }
    }
  }
}
