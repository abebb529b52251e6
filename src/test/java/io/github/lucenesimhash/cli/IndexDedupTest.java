package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.index.DirectoryReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexDedupTest {

  private static final String FOX =
      "the quick brown fox jumps over the lazy dog by the river and then sleeps until the next day";
  private static final String STOCKS = "stock prices fell sharply in early trading on Monday";

  @TempDir private Path folder;

  private Path corpus() throws IOException {
    return Files.writeString(
        folder.resolve("corpus.tsv"),
        "fox\t" + FOX + "\nstocks\t" + STOCKS + "\ncopy\t" + FOX + "!\nempty\t\n");
  }

  private String index(Path index, Object... options) throws IOException {
    return run("index", index, corpus(), options).fine().outWithoutSeconds();
  }

  @Test
  void keepsTheFirst() throws IOException {
    Path index = folder.resolve("index");
    Path outcomes = folder.resolve("outcomes.tsv");
    for (String again : List.of("", ", as the index remembers")) { // the second run ends alike
      assertEquals(
          "4 documents, 1 without fingerprint, 0 skipped, 1 duplicate (1 left out, --dedup first"
              + " -k 12 --verify 0.8"
              + again
              + "), 3 documents in the index, S s\n",
          index(index, "--dedup", "first", "--outcomes", outcomes));
      assertEquals("copy\tleft out\tfox\t0\t1.0000\n", Files.readString(outcomes));
      assertEquals("[empty, fox, stocks]", IndexWindowTest.ids(index).toString());
    }
  }

  @Test
  void keepsTheNewest() throws IOException {
    Path index = folder.resolve("index");
    Path outcomes = folder.resolve("outcomes.tsv");
    index(index, "--dedup", "newest", "-k", 3, "--outcomes", outcomes);
    assertEquals("[copy, empty, stocks]", IndexWindowTest.ids(index).toString());
    assertEquals("copy\treplaced\tfox\t0\t1.0000\n", Files.readString(outcomes));
  }

  @Test
  void marks() throws IOException {
    Path index = folder.resolve("index");
    String out = index(index, "--dedup", "mark");
    assertTrue(out.contains(" 0 skipped, 1 duplicate (1 marked, --dedup mark "), out);
    assertEquals("[copy, empty, fox, stocks]", IndexWindowTest.ids(index).toString());
    try (DirectoryReader reader = StoredIndex.openAny(index, "index")) {
      String group = reader.storedFields().document(2).get(DuplicateOptions.GROUP);
      assertTrue(group.matches("fox#[0-9a-f]{16}"), group);
    }
  }

  @Test
  void whatIsLeftOutChangesNothing() throws IOException {
    Path index = folder.resolve("index");
    Path outcomes = folder.resolve("outcomes.tsv");
    index(index, "--dedup", "first");
    Path update = Files.writeString(folder.resolve("update.tsv"), "stocks\t" + FOX + "\n");
    String end = run("index", index, update, "--outcomes", outcomes).fine().outWithoutSeconds();
    assertTrue(end.startsWith("1 document, 0 skipped, 1 duplicate (1 left out, "), end);
    assertTrue(end.contains(", 3 documents in the index"), end);
    assertEquals("stocks\tleft out\tfox\t0\t1.0000\n", Files.readString(outcomes));
    assertEquals("[empty, fox, stocks]", IndexWindowTest.ids(index).toString());
  }

  @Test
  void anIdBelongsToItsTenant() throws IOException {
    Path index = folder.resolve("index");
    Path outcomes = folder.resolve("outcomes.tsv");
    String line = "{\"id\":\"%s\",\"by\":\"%s\",\"text\":\"%s\"}\n";
    Path first = folder.resolve("first.jsonl");
    Files.writeString(first, String.format(Locale.ROOT, line, "m1", "a", FOX));
    run("index", index, first, "--dedup", "first", "--tenant-field", "by").fine();
    Path second = folder.resolve("second.jsonl");
    Files.writeString(
        second,
        String.format(Locale.ROOT, line, "m2", "b", FOX)
            + String.format(Locale.ROOT, line, "m1", "b", STOCKS));
    String end = run("index", index, second, "--outcomes", outcomes).fine().outWithoutSeconds();
    assertTrue(end.startsWith("2 documents, 0 skipped, 1 duplicate (1 refused, "), end);
    assertEquals("m1\trefused\t\t\n", Files.readString(outcomes));
    try (DirectoryReader reader = StoredIndex.openAny(index, "index")) {
      assertEquals(2, reader.numDocs());
      assertEquals(FOX, reader.storedFields().document(0).get("text"));
    }
  }

  @Test
  void verifies() throws IOException {
    Path near = Files.writeString(folder.resolve("b.tsv"), "a\t" + FOX + "\nb\t" + STOCKS + "\n");
    Path index = folder.resolve("index");
    Object[] far = {"index", index, near, "--dedup", "first", "-k", 64, "--verify=0"};
    assertTrue(
        run(far)
            .fine()
            .out()
            .startsWith(
                "2 documents, 0 skipped, 1 duplicate (1 left out, --dedup first -k 64 --verify 0),"
                    + " 1 document in the index, "));
    Path verified = folder.resolve("verified");
    assertTrue(
        index(verified, "--dedup", "first", "-k", 64)
            .contains(" 1 duplicate (1 left out, --dedup first -k 64 --verify 0.8), 3 documents"));
  }
}
