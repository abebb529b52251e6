package io.github.lucenesimhash.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.report.ReportGroup.Pair;
import io.github.lucenesimhash.report.ReportGroup.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {

  private static final String SHOWN =
      "[...document.querySelectorAll('.group h3 .name')].map(e => e.textContent).join()";
  private static final String COUNT = "document.getElementById('shown').textContent";
  private static final String LINES = "document.getElementById('lines').value";
  private static final Pattern PART =
      Pattern.compile(
          "<script type=\"application/json\" class=\"groups\">\n(.*?)</script>", Pattern.DOTALL);

  @TempDir private Path folder;
  private Path page;

  @BeforeEach
  void write() throws IOException {
    page = folder.resolve("report.html");
    SampleReport.write(page);
  }

  private Chromium browser() throws IOException {
    return Chromium.start(Files.createDirectory(folder.resolve("profile")));
  }

  private static List<JsonNode> groups(String html) throws IOException {
    List<JsonNode> groups = new ArrayList<>();
    for (String part : PART.matcher(html).results().map(part -> part.group(1)).toList()) {
      for (String line : part.lines().toList()) {
        groups.add(new ObjectMapper().readTree(line));
      }
    }
    return groups;
  }

  @Test
  void hostileTextIsText() throws IOException {
    String html = Files.readString(page);
    assertEquals(1 + 3, html.split("<script", -1).length, "the page's own script, and two of JSON");
    assertEquals(1 + 3, html.split("</script", -1).length);
    assertFalse(html.contains("<img"));
    assertTrue(html.contains("<title>a&lt;/title&gt;&lt;script&gt;"), "the title");
    assertTrue(html.codePoints().noneMatch(c -> c != '\n' && Markup.isUnseen(c)));
    assertTrue(html.contains("<i class=code>U+202E</i>drowssap<i class=code>U+202C</i>"));
    assertTrue(html.contains("<i class=code>U+D800</i>"));
    JsonNode hostile = groups(html).get(2).get("members").get(0);
    assertEquals(SampleReport.HOSTILE_ID, hostile.get("id").textValue());
    assertEquals(SampleReport.HOSTILE_TEXT, hostile.get("parts").get(0).textValue());
  }

  @Test
  void worksInABrowser() throws IOException {
    try (Chromium browser = browser()) {
      browser.open(page, 1280, 900, false);
      browser.await("4 of 4 groups", COUNT);
      assertEquals("zh/news,hostile,en/news,plain", browser.evaluate(SHOWN).asText());
      browser.set("sort", "size");
      assertEquals("zh/news,en/news,hostile,plain", browser.evaluate(SHOWN).asText());
      browser.set("sort", "farthest");
      assertEquals("zh/news,hostile,en/news,plain", browser.evaluate(SHOWN).asText());
      browser.set("sort", "number");
      assertEquals("en/news,zh/news,hostile,plain", browser.evaluate(SHOWN).asText());
      browser.set("filter", "WEDNESDAY committee");
      assertEquals("en/news", browser.evaluate(SHOWN).asText());
      assertEquals("1 of 4 groups", browser.evaluate(COUNT).asText());
      browser.set("filter", "\u6628\u65e5");
      assertEquals("zh/news", browser.evaluate(SHOWN).asText());
      browser.set("filter", "<script>");
      assertEquals("hostile", browser.evaluate(SHOWN).asText());
      browser.set("filter", "");
      browser.set("minSize", 3);
      assertEquals("en/news,zh/news", browser.evaluate(SHOWN).asText());
      browser.set("minSize", 41);
      assertEquals("", browser.evaluate(SHOWN).asText());
      assertEquals(
          SampleReport.HOSTILE_TITLE, browser.evaluate("document.title").asText(), "unchanged");
      assertEquals(1, browser.evaluate("document.scripts.length").asInt());
      assertEquals(List.of(), browser.problems());
      assertEquals(List.of(page.toUri().toString()), pages(browser));
    }
  }

  @Test
  void whatIsNotSeenIsNamedInTheBrowserToo() throws IOException {
    String all =
        IntStream.concat(IntStream.range(0, 0x3100), IntStream.range(0xf800, 0x10000))
            .filter(c -> c != '\r' && Character.getType(c) != Character.UNASSIGNED)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    String named =
        (all + "\udc00\ud800")
            .codePoints()
            .mapToObj(
                c ->
                    c != '\n' && c != '\t' && Markup.isUnseen(c)
                        ? Markup.format("U+%04X", c)
                        : Character.toString(c))
            .collect(Collectors.joining());
    Pair pair = new Pair(new Text("b", "", null), 0, 1, Double.NaN);
    Text kept = new Text("a", all + "\udc00\ud800", null);
    SampleReport.write(page, List.of(new ReportGroup(1, kept, List.of(pair))), 1 << 20);
    try (Chromium browser = browser()) {
      browser.open(page, 1280, 900, false);
      assertEquals(named, browser.evaluate("document.querySelector('.row').textContent").asText());
    }
  }

  /** Marks are exported in the format that the command line reads. */
  @Test
  void marksAreExported() throws IOException, InterruptedException {
    Path downloads = Files.createDirectory(folder.resolve("downloads"));
    try (Chromium browser = browser()) {
      browser.open(page, 1280, 900, false);
      browser.downloadInto(downloads);
      assertTrue(browser.evaluate("document.getElementById('marks').hidden").asBoolean());
      browser.set("filter", "zh/news");
      String marks = "document.querySelectorAll('.mark')";
      assertEquals(10, browser.evaluate(marks + ".length").asInt());
      browser.evaluate("document.querySelector('.more').click()");
      assertEquals(39, browser.evaluate(marks + ".length").asInt(), "all members");
      browser.evaluate(marks + "[0].click()");
      browser.evaluate(marks + "[1].click()");
      browser.evaluate(marks + "[1].click()");
      browser.set("filter", "hostile");
      browser.evaluate("document.querySelector('.mark').click()");
      String lines = "zh/news\tzh/news-copy\tnot\nhostile\t" + SampleReport.HOSTILE_ID + "\tnot\n";
      assertEquals(lines, browser.evaluate(LINES).asText());
      browser.evaluate("document.getElementById('save').click()");
      Path saved = downloads.resolve("not-duplicates.tsv");
      for (int i = 0; i < 1000 && !Files.exists(saved); i++) {
        Thread.sleep(10);
      }
      assertEquals(lines, Files.readString(saved));
      assertEquals(List.of(), browser.problems());
    }
  }

  @Test
  void moreGroupsComeAsThePageIsScrolled() throws IOException {
    List<ReportGroup> groups = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      Text kept = new Text("kept" + i, "a text of number " + i, null);
      groups.add(
          new ReportGroup(
              i + 1,
              kept,
              List.of(new Pair(new Text("copy" + i, kept.text(), null), 0, 1, Double.NaN))));
    }
    Path many = folder.resolve("many.html");
    SampleReport.write(many, groups, 4000);
    String html = Files.readString(many);
    assertEquals(250, groups(html).size());
    assertEquals(4, PART.matcher(html).results().count(), "20, 100, 100 and 30");
    try (Chromium browser = browser()) {
      browser.open(many, 1280, 900, false);
      browser.await("250 of 250 groups", COUNT);
      int first = browser.evaluate("document.querySelectorAll('.group').length").asInt();
      assertTrue(first >= 20 && first <= 80, first + " groups");
      String scroll = "scrollTo(0, document.documentElement.scrollHeight); ";
      browser.await("250", scroll + "document.querySelectorAll('.group').length");
      browser.set("filter", "copy24");
      assertEquals("11 of 250 groups", browser.evaluate(COUNT).asText());
      assertEquals(List.of(), browser.problems());
    }
  }

  /** Members are written one by one, as a group may have more members than fit into memory. */
  @Test
  void membersAreWrittenAsTheyCome() throws IOException {
    StringBuilder out = new StringBuilder();
    List<Integer> lengths = new ArrayList<>();
    Text kept = new Text("kept", "a text", null);
    Iterable<Pair> pairs =
        () ->
            IntStream.range(0, 1000)
                .peek(i -> lengths.add(out.length()))
                .mapToObj(i -> new Pair(new Text("copy" + i, "a text", null), 0, 1, Double.NaN))
                .iterator();
    new HtmlReport("title", "how", List.of(), List.of(), 4000)
        .write(out, List.of(new ReportGroup(1, kept, pairs)));
    assertEquals(1000, lengths.stream().distinct().count());
    assertEquals(1000, groups(out.toString()).getFirst().get("members").size());
  }

  @Test
  void fitsAPhoneAndTheDark() throws IOException {
    try (Chromium browser = browser()) {
      String paper = "getComputedStyle(document.body).backgroundColor";
      browser.open(page, 360, 740, false);
      String light = browser.evaluate(paper).asText();
      assertTrue(browser.evaluate("document.documentElement.scrollWidth").asInt() <= 360);
      browser.open(page, 360, 740, true);
      assertNotEquals(light, browser.evaluate(paper).asText());
      assertEquals(List.of(), browser.problems());
    }
  }

  private static List<String> pages(Chromium browser) {
    return browser.requests().stream().filter(address -> !address.startsWith("data:")).toList();
  }
}
