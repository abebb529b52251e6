package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.report.Chromium;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page of a real run in a browser, against the JSON of the same run. */
class ReportTest {

  private static final Path CORPUS = Path.of("test-corpus");

  @TempDir private Path folder;

  @Test
  void figuresAgreeWithTheJson() throws IOException {
    Path page = folder.resolve("report.html");
    JsonNode json = run("dedup", CORPUS, "--json", "--report", page).fine().json();
    try (Chromium browser = Chromium.start(Files.createDirectory(folder.resolve("profile")))) {
      browser.open(page, 1280, 900, false);
      for (String figure :
          List.of(
              "documents",
              "groupCount",
              "duplicates",
              "removedPairs",
              "withoutFingerprint",
              "skipped")) {
        String shown =
            browser
                .evaluate("document.querySelector('[data-figure=" + figure + "]').textContent")
                .asText();
        assertEquals(json.get(figure).asText(), shown.replace(",", ""), figure);
      }
      assertTrue(json.get("removedPairs").intValue() > 0, "verification had work to do");
      assertEquals(List.of(), browser.problems());
      assertTrue(
          browser.requests().stream()
              .allMatch(address -> address.startsWith("file:") || address.startsWith("data:")));
    }
  }

  @Test
  void saysThatTextsAreNotCompared() throws IOException {
    Path page = folder.resolve("page.html");
    run("dedup", CORPUS, "--report", page, "--verify=0").fine();
    String quick = Files.readString(page);
    assertTrue(quick.contains("texts are not compared"), "says so");
    assertFalse(quick.contains("\"alike\":"), "resemblances are not known");
  }

  @Test
  void saysWhereItComesFrom() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("a & b"));
    for (String name : List.of("1.txt", "javascript:alert(1).txt", "\u6587 #?%.txt")) {
      Files.writeString(texts.resolve(name), "the quick brown fox jumps over the lazy dog");
    }
    Path page = Files.createDirectory(folder.resolve("pages")).resolve("report.html");
    run("dedup", texts, "--report", page).fine();
    String html = Files.readString(page);
    String name = texts.toString().replace("&", "&amp;");
    assertTrue(html.contains("<title>Near-duplicates in " + name + "</title>"), html);
    assertTrue(html.contains("<dt>Input</dt><dd>" + name + "</dd>"), html);
    assertTrue(html.matches("(?s).*<dt>Made</dt><dd>20\\d\\d-.*"), html);
    try (Chromium browser = Chromium.start(Files.createDirectory(folder.resolve("profile")))) {
      browser.open(page, 1280, 900, false);
      JsonNode links =
          browser.evaluate("[...document.querySelectorAll('.group a')].map(a => a.href)");
      Set<URI> expected = new HashSet<>();
      Set<URI> shown = new HashSet<>();
      try (var files = Files.list(texts)) {
        files.forEach(file -> expected.add(file.toUri()));
      }
      links.forEach(link -> shown.add(Path.of(URI.create(link.textValue())).toUri()));
      assertEquals(expected, shown);
    }
  }

  /** The next run keeps apart the pairs that are marked on the page. */
  @Test
  void marksAreReadAgain() throws IOException {
    Path corpus = folder.resolve("corpus.jsonl");
    String text = "\"text\":\"the quick brown fox jumps over the lazy dog\"}\n";
    StringBuilder lines = new StringBuilder();
    for (String id : List.of("kept", "a\\tb\\u202e\\\\u0041 <b>", "c")) {
      lines.append("{\"id\":\"").append(id).append("\",").append(text);
    }
    Files.writeString(corpus, lines);
    Path page = folder.resolve("report.html");
    Path marks = folder.resolve("marks.tsv");
    run("dedup", corpus, "--report", page).fine();
    try (Chromium browser = Chromium.start(Files.createDirectory(folder.resolve("profile")))) {
      browser.open(page, 1280, 900, false);
      browser.evaluate("document.querySelector('.mark').click()");
      Files.writeString(
          marks, browser.evaluate("document.getElementById('lines').value").textValue());
      browser.evaluate("document.getElementById('save').click()"); // closing then asks nothing
    }
    assertEquals("kept\ta\\u0009b\\u202e\\u005cu0041 <b>\tnot\n", Files.readString(marks));
    JsonNode json = run("dedup", corpus, "--decisions", marks, "--json").fine().json();
    assertEquals(1, json.get("groups").size());
    assertEquals("c", json.at("/groups/0/members/0/id").textValue());
    assertEquals(1, json.at("/groups/0/members").size());
  }

  @Test
  void aFailedRunLeavesNoPage() throws IOException {
    Path page = folder.resolve("report.html");
    run("dedup", CORPUS, "--report", page, "--encoding", "UTF-16", "--strict");
    assertFalse(Files.exists(page));
    try (var files = Files.list(folder)) {
      assertEquals(List.of(), files.toList());
    }
  }
}
