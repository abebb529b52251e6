package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests that an index continues with the options it was begun with. */
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
  void wantsTheTextsOfAllDocuments() {
    made();
    made("--store-text"); // of some documents only
    assertEquals(2, run("index", index, corpus, "--dedup", "first").exitCode());
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
