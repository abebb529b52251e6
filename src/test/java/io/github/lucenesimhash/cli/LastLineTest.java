package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that every command that reads documents ends with the same line, in the same words. */
class LastLineTest {

  private static final String READ =
      "5 documents, 1 without fingerprint, 2 skipped (1 malformed, 1 .java), ";
  private static final String GROUPS =
      "1 group, 2 duplicates (0 of 2 near pairs were unlike), 3 kept, S s";

  @TempDir private Path folder;
  private Path texts;
  private Path index;

  @BeforeEach
  void write() throws IOException {
    texts = Files.createDirectory(folder.resolve("texts"));
    index = folder.resolve("index");
    for (String name : new String[] {"a.txt", "b.txt", "c.md"}) {
      Files.writeString(texts.resolve(name), "the same text of some words");
    }
    Files.writeString(texts.resolve("d.txt"), "quite another one, with nothing in common");
    Files.writeString(texts.resolve("e.txt"), "");
    Files.writeString(texts.resolve("f.java"), "class F {}");
    Files.writeString(texts.resolve("g.jsonl"), "{bad\n");
  }

  private String last(Object... args) {
    CommandLineRun run = run(args);
    assertTrue(run.exitCode() == 0 || run.exitCode() == 3, run.err());
    return run.outWithoutSeconds().lines().toList().getLast();
  }

  @Test
  void ofGroups() throws IOException {
    assertEquals(READ + GROUPS, last("dedup", texts));
    assertEquals(READ + GROUPS, last("dedup", texts, "--out", folder.resolve("out.tsv")));
    run("index", index, texts, "--store-text");
    assertEquals("5 documents, 1 without fingerprint, 0 skipped, " + GROUPS, last("dedup", index));
    assertEquals(READ + "1 group, 2 duplicates, 3 kept, S s", last("dedup", texts, "--verify=0"));
  }

  @Test
  void ofWhatIsJudged() throws IOException {
    String read = "5 documents, 2 skipped (1 malformed, 1 .java), ";
    assertEquals(read + "S s", last("evaluate", texts));
  }

  @Test
  void ofIndexes() throws IOException {
    assertEquals(
        READ
            + "2 duplicates (2 left out, --dedup first -k 12 --verify 0.8), 3 documents in the"
            + " index, S s",
        last("index", index, texts, "--dedup", "first"));
    assertEquals(
        READ + "5 documents in the index, S s", last("index", folder.resolve("all"), texts));
    Path lines = folder.resolve("fingerprints");
    Files.writeString(lines, run("fingerprint", texts).out());
    assertEquals(
        "5 documents, 1 without fingerprint, 0 skipped, 5 documents in the index, S s",
        last("index", folder.resolve("loaded"), lines, "--format", "fingerprints"));
    assertEquals(
        "1 document, 0 skipped, 1 document in the index, S s",
        last("index", folder.resolve("one"), texts.resolve("a.txt")));
  }
}
