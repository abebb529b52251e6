package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code --markup} on texts with HTML left in them. */
class MarkupTest {

  private static final String PLAIN =
      "The café & the ferry, where 1 < 2, were late again on Monday because of the fog";
  private static final String MARKED =
      "<div class='news item'><p>The caf&eacute; &amp; the <b>ferry</b>, where 1 &lt; 2,</p><br>were"
          + " late again on Monday<script>var x = 'y';</script> because of the <!-- thick -->"
          + " fog</div>";

  @TempDir private Path folder;

  private Path corpus(String format) throws IOException {
    return switch (format) {
      case "jsonl" -> {
        String lines =
            "{\"id\":\"a\",\"text\":\"%s\"}\n{\"id\":\"b\",\"text\":\"%s\"}\n"
                .replaceFirst("%s", PLAIN)
                .replace("%s", MARKED);
        yield Files.writeString(folder.resolve("c.jsonl"), lines);
      }
      case "csv" -> {
        String lines =
            "id,text\na,\"%s\"\nb,\"%s\"\n".replaceFirst("%s", PLAIN).replace("%s", MARKED);
        yield Files.writeString(folder.resolve("c.csv"), lines);
      }
      case "tsv" -> {
        String lines = "a\t%s\nb\t%s\n".replaceFirst("%s", PLAIN).replace("%s", MARKED);
        yield Files.writeString(folder.resolve("c.tsv"), lines);
      }
      default -> {
        Path texts = Files.createDirectory(folder.resolve("texts"));
        Files.writeString(texts.resolve("a." + format), PLAIN);
        Files.writeString(texts.resolve("b." + format), MARKED);
        yield texts;
      }
    };
  }

  @ParameterizedTest
  @CsvSource({"jsonl", "csv", "tsv", "txt", "md"})
  void isTakenOut(String format) throws IOException {
    Path corpus = corpus(format);
    Path groups = folder.resolve("groups.tsv");
    for (String keep : new String[] {null, "keep", "strip", "STRIP"}) {
      Object[] args = {"dedup", corpus, "-k", 0, "--out", groups, "--markup", keep};
      String out = run(keep == null ? new Object[] {"dedup", corpus, "-k", 0} : args).fine().out();
      boolean isStripped = "strip".equalsIgnoreCase(keep);
      assertTrue(out.contains(isStripped ? " 1 duplicate " : " 0 duplicates "), out);
    }
    assertTrue(Files.readString(groups).contains("\t0\t1.0000"), Files.readString(groups));
  }

  /** The clean corpus has the texts of the input, and an index has the texts that were compared. */
  @Test
  void whatIsWrittenIsWhatWasThere() throws IOException {
    Path corpus = folder.resolve("c.tsv");
    String first = "b\t" + MARKED + "\n";
    Files.writeString(corpus, first + "a\t" + PLAIN + "\n");
    Path clean = folder.resolve("clean.tsv");
    run("dedup", corpus, "--markup", "strip", "--write-clean", clean).fine();
    assertEquals(first, Files.readString(clean));
    Path index = folder.resolve("index");
    Object[] args = {"index", index, corpus, "--markup", "strip", "--dedup", "first"};
    assertTrue(run(args).fine().out().contains("1 duplicate "));
    Path text = Files.writeString(folder.resolve("text"), PLAIN);
    assertEquals(
        "b\t0\t1.0000\t" + PLAIN + "\n", run("search", index, "--file", text, "--verify", 1).out());
  }

  /** An index remembers how its texts were read, and reads a text to search for the same way. */
  @Test
  void anIndexRemembersIt() throws IOException {
    Path first = Files.writeString(folder.resolve("a.tsv"), "a\t" + MARKED + "\n");
    Path second = Files.writeString(folder.resolve("b.tsv"), "b\t" + MARKED + "\n");
    Path index = folder.resolve("index");
    run("index", index, first, "--markup", "strip", "--dedup", "mark").fine();
    assertTrue(run("index", index, second).fine().out().contains("1 duplicate "));
    Object[] again = {"index", index, second, "--markup", "keep"};
    run(again).refused("the index was made with --markup strip, but now it is --markup keep");
    Path text = Files.writeString(folder.resolve("text"), MARKED);
    Object[] search = {"search", index, "--file", text, "-k", 0};
    assertEquals(2, run(search).out().lines().count());
  }
}
