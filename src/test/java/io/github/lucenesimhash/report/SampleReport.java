package io.github.lucenesimhash.report;

import io.github.lucenesimhash.report.HtmlReport.Figure;
import io.github.lucenesimhash.report.HtmlReport.Note;
import io.github.lucenesimhash.report.ReportGroup.Pair;
import io.github.lucenesimhash.report.ReportGroup.Text;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A page with hostile texts among its groups. */
final class SampleReport {

  static final String HOSTILE_ID = "x\" onmouseover=\"document.title='id'";
  static final String HOSTILE_TEXT =
      "</div></script><script>document.title='script'</script>"
          + "<img src=http://localhost:9/a.png onerror=\"document.title='image'\">"
          + " \u202edrowssap\u202c &amp; \u0000 zero\u200bwidth \ud800 <!--<style>*{display:none}";

  static final String HOSTILE_TITLE = "a</title><script>document.title='title'</script>";

  private SampleReport() {}

  static void write(Path file) throws IOException {
    HtmlReport report =
        new HtmlReport(
            HOSTILE_TITLE,
            "Within 12 bits, texts alike at 0.8 or more, in <b>corpus</b>.",
            List.of(new Note("Command", "dedup '" + HOSTILE_TEXT + "'")),
            List.of(
                new Figure("documents", "documents", 1_234_567),
                new Figure("groups", "groups<i>", 4)),
            4000);
    try (Writer out = Files.newBufferedWriter(file)) {
      report.write(out, groups());
    }
  }

  static void write(Path file, List<ReportGroup> groups, int excerpt) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      new HtmlReport("title", "how", List.of(), List.of(), excerpt).write(out, groups);
    }
  }

  private static List<ReportGroup> groups() {
    String filler =
        String.join(" ", IntStream.range(0, 300).mapToObj(i -> "word" + i).toList()) + ". ";
    String english = "The committee met on Tuesday. " + filler + "It will report in the spring.";
    String chinese =
        "\u4e2d\u56fd\u79d1\u5b66\u9662\u4eca\u5929\u5ba3\u5e03\u4e86\u65b0\u7684\u7814\u7a76\u6210\u679c\u3002"
            .repeat(12);
    return List.of(
        group(
            2,
            "zh/news",
            chinese,
            40,
            12,
            .8,
            chinese.replaceFirst("\u4eca\u5929", "\u6628\u65e5")),
        group(1, "en/news", english, 3, 4, .91, english.replace("Tuesday", "Wednesday")),
        group(3, "hostile", HOSTILE_TEXT, 2, 7, .85, HOSTILE_TEXT + " more"),
        group(4, "plain", "some text", 2, 0, 1, "some text"));
  }

  private static ReportGroup group(
      int number, String id, String kept, int size, int distance, double alike, String member) {
    String memberId = id.equals("hostile") ? HOSTILE_ID : id + "-copy";
    List<Pair> pairs = new ArrayList<>();
    pairs.add(
        new Pair(new Text(memberId, member, "./" + id + ".txt"), distance, alike, Double.NaN));
    for (int i = 2; i < size; i++) {
      pairs.add(
          new Pair(new Text(id + "-copy" + i, kept, null), i % (distance + 1), 1, Double.NaN));
    }
    return new ReportGroup(number, new Text(id, kept, null), pairs);
  }

  public static void main(String[] args) throws IOException {
    write(Path.of(args[0]));
  }
}
