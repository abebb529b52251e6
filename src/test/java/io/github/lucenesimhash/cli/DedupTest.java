package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DedupTest {

  private static final String FOX = "the quick brown fox jumps over the lazy dog by the river";

  @TempDir private Path folder;
  private Path corpus;

  @BeforeEach
  void writeCorpus() throws IOException {
    corpus = Files.createDirectories(folder.resolve("corpus/sub")).getParent();
    Files.writeString(corpus.resolve("a.txt"), FOX);
    Files.writeString(corpus.resolve("b.md"), FOX.toUpperCase(Locale.ROOT));
    Files.writeString(corpus.resolve("empty.txt"), "");
    Files.writeString(corpus.resolve("other.txt"), "stock prices fell sharply in early trading");
    Files.writeString(corpus.resolve("sub/c.txt"), "\uFEFF" + FOX + ".".repeat(20));
  }

  @Test
  void printsGroupsAndASummary() {
    assertEquals(
        """
        a.txt
           0  b.md
           0  sub/c.txt
        5 documents, 1 without fingerprint, 0 skipped, 1 group, 2 duplicates (0 of 2 near pairs were unlike), 3 kept, S s
        """,
        run("dedup", corpus).fine().outWithoutSeconds());
  }

  @Test
  void keepsTheLongestIfAsked() throws IOException {
    String text = IntStream.range(0, 40).mapToObj(PlainRule::word).collect(Collectors.joining(" "));
    Files.writeString(corpus.resolve("1.txt"), text + "!".repeat(20));
    Files.writeString(corpus.resolve("2.txt"), text + " more");
    JsonNode json = run("dedup", corpus, "--keep", "longest", "--json").fine().json();
    assertEquals("2.txt", json.at("/groups/0/kept").textValue());
    assertEquals("1.txt", json.at("/groups/0/members/0/id").textValue());
    assertEquals("a.txt", json.at("/groups/1/kept").textValue(), "the first of equal ones");
  }

  @Test
  void printsJson() throws IOException {
    ObjectNode json = (ObjectNode) run("dedup", corpus, "--json").fine().json();
    assertTrue(json.remove("seconds").isNumber());
    assertEquals(
        "{\"groups\":[{\"kept\":\"a.txt\",\"diameter\":0,\"members\":[{\"id\":\"b.md\",\"distance\":0,"
            + "\"resemblance\":1.0},"
            + "{\"id\":\"sub/c.txt\",\"distance\":0,\"resemblance\":1.0}]}],\"scheme\":\""
            + FingerprintScheme.standard().id()
            + "\",\"maxDistance\":12,\"minResemblance\":0.8,\"guard\":\"numbers,negations\",\"comparedPairs\":2,"
            + "\"removedPairs\":0,\"heldBackPairs\":0,\"documents\":5,\"groupCount\":1,\"duplicates\":2,"
            + "\"withoutFingerprint\":1,\"kept\":3,\"skipped\":0,\"skippedByKind\":{}}",
        json.toString());
  }

  @Test
  void takesOtherExtensions() throws IOException {
    Files.writeString(corpus.resolve("sub/other.java"), FOX);
    CommandLineRun run = run("dedup", corpus, "--ext", "java,md");
    assertTrue(run.out().startsWith("b.md\n   0  sub/other.java\n2 documents, "), run.out());
    assertTrue(run.out().contains(", 4 skipped (4 .txt), "), run.out());
    assertEquals("lucene-simhash: skipped 4 .txt" + System.lineSeparator(), run.err());
    assertEquals(0, run.exitCode());
  }

  @Test
  void idsOfTwoFoldersStayApart() throws IOException {
    Path second = Files.createDirectory(folder.resolve("second"));
    Files.writeString(second.resolve("a.txt"), FOX);
    String out = run("dedup", corpus, second + "/", "--ext", "txt").out();
    assertEquals(
        corpus + "/a.txt\n   0  " + corpus + "/sub/c.txt\n   0  " + second + "/a.txt\n",
        out.substring(0, out.lastIndexOf("5 documents")));
  }

  @Test
  void outAppearsComplete() throws IOException {
    Path file = folder.resolve("result.txt");
    CommandLineRun toFile = run("dedup", corpus, "--out", file).fine();
    assertEquals(
        """
        5 documents, 1 without fingerprint, 0 skipped, 1 group, 2 duplicates (0 of 2 near pairs were unlike), 3 kept, S s
        """,
        toFile.outWithoutSeconds());
    assertTrue(Files.readString(file).startsWith("a.txt\n   0  b.md\n"));
    assertTrue(Files.readString(file).endsWith(toFile.out()));
  }

  @Test
  void outLeavesNothingHalfWrittenOnFailure() throws IOException {
    Files.write(corpus.resolve("z.txt"), new byte[] {(byte) 0xC3, 0x28});
    Path results = Files.createDirectory(folder.resolve("results"));
    Path file = Files.writeString(results.resolve("result.txt"), "before");
    run("dedup", corpus, "--out", file, "--strict", "--encoding", "UTF-8")
        .refused(corpus.resolve("z.txt") + ": invalid UTF-8");
    assertEquals("before", Files.readString(file));
    try (var files = Files.list(results)) {
      assertEquals(List.of(file), files.toList());
    }
  }
}
