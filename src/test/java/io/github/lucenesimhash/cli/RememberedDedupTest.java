package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** An index goes on as it was begun. */
class RememberedDedupTest extends IndexTestCase {

  private String made(Object... options) {
    return run("index", index, corpus, options).fine().outWithoutSeconds();
  }

  @Test
  void goesOnWithoutTheOption() throws IOException {
    made("--dedup", "first", "-k", 12);
    Path outcomes = folder.resolve("outcomes");
    String out = made("--outcomes", outcomes);
    assertEquals(
        """
        4 documents, 1 without fingerprint, 0 skipped, 1 duplicate (1 left out, --dedup first -k 12 --verify 0.8, as the index remembers), 3 documents in the index, S s
        """,
        out);
    assertTrue(Files.readString(outcomes).startsWith("copy\tleft out\tfox\t"));
  }

  @Test
  void refusesOptionsThatMakeAnother() {
    made("--dedup", "mark");
    Object[][] others = {
      {"--dedup", "first", "--dedup first -k 12 --verify 0.8"},
      {"-k", 3, "--dedup mark -k 3 --verify 0.8"},
      {"--verify", ".5", "--dedup mark -k 12 --verify 0.5"},
      {"--dedup", "mark", "--verify=0", "--dedup mark -k 12 --verify 0"},
    };
    for (Object[] other : others) {
      Object[] args = new Object[2 + other.length]; // the last is what is said
      System.arraycopy(new Object[] {"index", index, corpus}, 0, args, 0, 3);
      System.arraycopy(other, 0, args, 3, other.length - 1);
      run(args)
          .refused(
              "the index was made with --dedup mark -k 12 --verify 0.8, but the options make "
                  + other[other.length - 1]);
    }
    made("--dedup", "mark", "-k", 12, "--verify", ".8");
  }

  @Test
  void wantsTheTextsOfAllDocuments() {
    made();
    String refusal =
        "index '"
            + index
            + "' holds documents without their texts, which --dedup compares: expected --verify 0"
            + " beside it, or a new index";
    run("index", index, corpus, "--dedup", "first").refused(refusal);
    made("--store-text"); // some of them
    run("index", index, corpus, "--dedup", "first").refused(refusal);
    assertTrue(
        made("--dedup", "first", "--verify=0").contains("--dedup first -k 10 --verify 0), "));
    assertTrue(made().contains("--verify 0, as the index remembers), "));
  }

  @Test
  void textsAreStoredToCompareThem() throws IOException {
    made("--dedup", "first");
    Path text = Files.writeString(folder.resolve("text"), FOX);
    CommandLineRun found = search("--file", text, "--verify", 1);
    assertEquals("fox\t0\t1.0000\t" + FOX + "\n", found.out());
  }
}
