package io.github.lucenesimhash.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.bench.PageProgram.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The benchmarks page from programs that measure nothing, in copies of the real pages. */
class PageBenchTest {

  private static final List<String> DESIGNS =
      List.of("simhash", "default", "heap", "naive", "slow");

  @TempDir private Path folder;

  private Path page;
  private Path readme;
  private String before;

  @BeforeEach
  void copyPages() throws IOException {
    page = Files.copy(Path.of("src/site/markdown/benchmarks.md"), folder.resolve("page.md"));
    readme = Files.copy(Path.of("README.md"), folder.resolve("readme.md"));
    before = Files.readString(page);
  }

  @Test
  void searchIsMeasuredTwiceAndCopiedIntoTheReadme() throws IOException {
    String readmeBefore = Files.readString(readme);
    assertTrue(write(PageProgram.SEARCH));
    String asIs = "| `SimHashPostingsFormat` | **8.5** (1,234) | **8.5** (1,234) |";
    String avx2 = "| `SimHashPostingsFormat` | **17** (1,234) | **17** (1,234) |";
    String table = table("search");
    assertTrue(table.indexOf(asIs) > 0 && table.indexOf(asIs) < table.indexOf(avx2), table);
    assertTrue(table.contains("| BooleanQuery of four terms, then a check | 8.5 (1,234) | misses"));
    String stamp = "\\d+ cores, .+; JDK .+, Lucene \\d+\\.\\d+\\.\\d+; \\d{4}-\\d\\d-\\d\\d:\n\n";
    assertTrue(table.matches("(?s)" + stamp + "```sh\nmvn .* --documents 10M .*"), table);
    assertEquals(without("search", before), without("search", Files.readString(page)));

    List<String> rows = Files.readAllLines(page);
    String copied = Files.readString(readme);
    assertTrue(copied.contains(asIs) && !copied.contains(avx2), copied);
    assertTrue(copied.lines().filter(line -> line.startsWith("|")).allMatch(rows::contains));
    assertEquals(readmeBefore.replaceAll("(?m)^\\|.*$", ""), copied.replaceAll("(?m)^\\|.*$", ""));
    assertEquals(readmeBefore.lines().count(), copied.lines().count());
  }

  @Test
  void everyProgramWritesItsTables() throws IOException {
    assertTrue(write(PageProgram.values()));
    assertRow("growth", "| | 1M, k = 3 | 10M, k = 3 | 50M, k = 3 | 1M, k = 10 |");
    assertRow("growth", "| Lucene's default codec | 8.5 | 8.5 (0.10) | 8.5 (0.20) | 8.5 |");
    assertRow("fingerprint", "| texts A | en | 5 | 6 M | 7 M | 0.85 |");
    assertRow("writer", "| a way | 1.25 | 1.25 |");
    assertRow("load", "| a way | 1.25 |");
    assertRow("join", "| 1,000 | 0.50 | 0.70 | 9 MB |");
    assertRow("clean", "| all | 1.0 | 2.0 | 3 | done |");
    assertRow("formats", "| .csv.gz | 1.0 | 2.0 | 3.0 | 4 | 5 |");
    assertRow("hostile", "| a bomb | 1.0 | 256m | 2.0 | 3 | 3 | 1 document |");
    assertRow("short-texts", "| 5 | 18.0 bits, 2.0 % | 18.0 bits, 2.0 % | 99.3 % | 99.3 % | 1 |");
    String cell = " 0.950 (0.990 at 9) |";
    assertRow("schemes", "| standard |" + cell.repeat(5));
    assertRow(
        "verification", "| zh hutool javadoc (7) | **0.950** | 0.981 | **0.998** | 0.60 | 0.9");
  }

  @Test
  void tablesOfCorporaThatAreNotThereStay() throws IOException {
    PageBench.Runner runner =
        (call, avx2) -> quality(List.of("zh hutool javadoc", "en lucene sources"));
    assertTrue(PageBench.write(List.of(PageProgram.QUALITY), page, readme, runner));
    assertRow("short-texts", "| 5 | 18.0 bits, 2.0 % |");
    assertEquals(without("short-texts", before), without("short-texts", Files.readString(page)));
  }

  @Test
  void failedProgramChangesNothingAndTheNextIsMeasured() throws IOException {
    PageBench.Runner runner =
        (call, avx2) -> {
          if (avx2 && call.args().startsWith("join")) {
            throw new IllegalStateException("ended with status 1");
          }
          return output(call, avx2);
        };
    List<PageProgram> programs = List.of(PageProgram.JOIN, PageProgram.LOAD);
    assertFalse(PageBench.write(programs, page, readme, runner));
    assertEquals(without("load", before), without("load", Files.readString(page)));
    assertRow("load", "| a way | 1.25 |");
  }

  @Test
  void rowsThatThePageDoesNotHaveAreRefused() {
    String measured = "| k | 3 |\n|---|---|\n| ours | 5 |\n";
    assertEquals(measured, PageText.copyRows(measured, measured.replace('5', '4')));
    assertThrows(
        IllegalArgumentException.class,
        () -> PageText.copyRows(measured, measured.replace("ours", "theirs")));
    assertThrows(
        IllegalArgumentException.class,
        () -> PageText.copyRows(measured, measured.replace("| 3", "| 7")));
    assertThrows(IllegalArgumentException.class, () -> PageText.replace(before, "none", ""));
  }

  @Test
  void callsAreThoseOfTheBench() {
    for (PageProgram program : PageProgram.values()) {
      for (Call call : program.calls) {
        if (call.main() == Bench.class) {
          new CommandLine(Bench.class).parseArgs(call.args().split(" ", -1));
          new CommandLine(Bench.class).parseArgs(call.small().args().split(" ", -1));
        }
      }
    }
    String small = PageProgram.SEARCH.calls.getFirst().small().args();
    assertTrue(small.contains("--documents 10k ") && small.endsWith(" --seconds .01"), small);
  }

  private boolean write(PageProgram... programs) throws IOException {
    return PageBench.write(List.of(programs), page, readme, PageBenchTest::output);
  }

  private void assertRow(String table, String start) throws IOException {
    String text = table(table);
    assertTrue(text.lines().anyMatch(line -> line.startsWith(start)), text);
  }

  private String table(String name) throws IOException {
    String start = "<!-- table: " + name + " -->\n";
    String text = Files.readString(page);
    int at = text.indexOf(start) + start.length();
    return text.substring(at, text.indexOf("<!-- end -->", at));
  }

  private static String without(String table, String text) {
    return text.replaceFirst("(?s)<!-- table: " + table + " -->.*?<!-- end -->", "");
  }

  private static List<String> output(Call call, boolean avx2) {
    if (call.args().startsWith("dedup ")) {
      return List.of(
          "all",
          "distance  precision  recall  F1  false pairs",
          "      10     1.0000  0.9836  0.9917            0");
    }
    return switch (call.args().split(" ", 2)[0]) {
      case "search" -> latencies(call.args(), avx2 ? 17 : 8.5);
      case "fingerprint" ->
          List.of("| texts | x |", "|---|---|", "| texts A | en | 5 | 6 M | 7 M | 0.85 |");
      case "writer", "load" ->
          List.of("about", "", "| | us | x |", "|---|---|---|", "| a way | 3.0 | 1.25 |");
      case "clean" -> List.of("| stage | x |", "|---|---|", "| all | 1.0 | 2.0 | 3 | done |");
      case "formats" -> List.of("| x |", "|---|", "| .csv.gz | 1.0 | 2.0 | 3.0 | 4 | 5 |");
      case "hostile" ->
          List.of("| x |", "|---|", "| a bomb | 1.0 | 256m | 2.0 | 3 | 3 | 1 document |");
      case "join" ->
          List.of(
              "| fingerprints | x |",
              "|---|---|",
              "| 1,000 | uniform | array | 3 | 2 | 0.90 | 0.50 | 0.1 | 7 | 1.0 | 8 | plan |",
              "| 1,000 | uniform | array | 10 | 2 | 0.90 | 0.70 | 0.1 | 7 | 1.0 | 9 | plan |");
      default ->
          quality(
              List.of(
                  "zh hutool javadoc",
                  "en lucene sources",
                  "zh installation guide",
                  "en installation guide",
                  "en SPDX licences",
                  "mixed manual pages"));
    };
  }

  private static List<String> latencies(String args, double p50) {
    List<String> lines = new ArrayList<>(List.of("documents,segments"));
    boolean growth = args.contains("50M");
    for (int documents : growth ? new int[] {1, 10, 50} : new int[] {10}) {
      for (String design : growth ? DESIGNS.subList(0, 3) : DESIGNS) {
        for (int k : growth ? new int[] {3, 10} : new int[] {3, 7, 10, 12, 16}) {
          if (k == 3 || !design.equals("naive")) {
            lines.add(
                new LatencyRow(
                        documents * 1_000_000, 1, "uniform", design, k, p50, 1, 1234, 1, 99, 7)
                    .toCsv());
          }
        }
      }
    }
    return lines;
  }

  /** As the program writes it: the verified table, one of each corpus, the short texts. */
  private static List<String> quality(List<String> corpora) {
    List<String> lines = new ArrayList<>();
    lines.addAll(List.of("Standard scheme, k = 10, 8 bytes", "", "| corpus | x |", "|---|---|"));
    for (String corpus : corpora) {
      lines.add(
          "| "
              + corpus
              + " | 7 | 5 | 5 | 1.0000 | 0.9810 | 0.9980 | 0.10 + 0.20 + 0.30 | 0.9740 | 0.37 |");
    }
    for (String corpus : corpora) {
      lines.addAll(List.of("", corpus + ": 7 documents", "", "| scheme | k |", "|---|---|"));
      for (String scheme :
          List.of(
              "standard", "SimHash, 2 words", "classic weighted words", "classic tf-idf, top 20")) {
        for (int k : new int[] {9, 10}) {
          String f1 = k == 9 ? "0.9900" : "0.9500";
          lines.add(
              String.format(
                  Locale.ROOT, "| %s | %d | 1 | 1 | 1 | %s | 0 | 1 | 1 |", scheme, k, f1));
        }
      }
      lines.add("| 128 min-hashes, best threshold | | | | | 0.9999 | | 0.9999 | |");
    }
    lines.addAll(List.of("", "Blocks: even", "", "| corpus | x |", "|---|---|", "| a | 1 |"));
    lines.addAll(List.of("", "Short texts, 2000 pieces", "", "| texts | x |", "|---|---|"));
    for (String corpus : List.of("zh", "en")) {
      lines.add("| " + corpus + " | 5 | 18.0 | 0.020 | 1.0 | 0.993 | 2,000,000 | 3 | 2 |");
    }
    return lines;
  }
}
