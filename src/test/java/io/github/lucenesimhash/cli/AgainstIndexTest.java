package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** New documents are compared with an index of old ones. */
class AgainstIndexTest {

  @TempDir private Path folder;

  @Test
  void deletesWhatAnIndexHasTheTextOf() throws IOException {
    List<Path> folders = AgainstTest.folders(folder);
    Path added = folders.get(1);
    Path index = folder.resolve("index");
    Path bare = folder.resolve("bare");
    run("index", "--index", index, folders.get(0), "--store-text").fine();
    run("index", "--index", bare, folders.get(0)).fine();
    String expected = " needs: expected one made with index --store-text";
    run("dedup", added, "--against", bare)
        .refused(
            "--against '" + bare + "' is an index without the texts, which --verify" + expected);
    run("dedup", added, "--against", bare, "--no-verify", "--delete", "--yes")
        .refused(
            "--against '" + bare + "' is an index without the texts, which --delete" + expected);
    CommandLineRun run = run("dedup", added, "--against", bare, "--no-verify").fine();
    assertTrue(run.out().startsWith(bare + "/a.txt\n   0  b.txt\n"), run.out());
    run = run("dedup", added, "--against", index, "--delete", "--yes").fine();
    assertTrue(run.out().endsWith("deleted 2 files\n"), run.out());
    assertTrue(Files.notExists(added.resolve("b.txt")));
  }

  @Test
  void aFileStaysThatTheIndexWasMadeOf() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    String text = AgainstTest.FOX;
    Files.writeString(texts.resolve("a.txt"), text);
    Files.writeString(texts.resolve("b.txt"), text);
    Files.writeString(texts.resolve("p.html"), "<html><a href='x'>" + text + "</a></html>");
    Path index = folder.resolve("index");
    run("index", "--index", index, texts, "--store-text").fine();
    CommandLineRun run = run("dedup", texts, "--against", index, "--delete", "--yes").fine();
    assertTrue(run.out().contains("deleted 1 file\n"), run.out());
    assertTrue(Files.exists(texts.resolve("p.html")));
    assertTrue(Files.exists(texts.resolve("a.txt")));
  }

  /** An index knows names of files at most, and those as they were typed then. */
  @ParameterizedTest
  @ValueSource(strings = {"dots", "link", "renamed folder", "upper case", "record"})
  void aFileStaysWhateverTheIndexCallsIt(String how) throws IOException {
    Path texts = Files.createDirectories(folder.resolve("texts/sub")).getParent();
    Path file = Files.writeString(texts.resolve("a.txt"), AgainstTest.FOX);
    Path index = folder.resolve("index");
    Path named =
        switch (how) {
          case "dots" -> texts.resolve("sub/../a.txt");
          case "link" -> Files.createSymbolicLink(folder.resolve("l"), texts).resolve("a.txt");
          case "renamed folder" ->
              Files.writeString(
                  Files.createDirectory(folder.resolve("old")).resolve("a.txt"), AgainstTest.FOX);
          case "upper case" -> Files.writeString(folder.resolve("A.TXT"), AgainstTest.FOX);
          default ->
              Files.writeString(
                  folder.resolve("r.tsv"), "texts/a.txt (of last week)\t" + AgainstTest.FOX);
        };
    run("index", "--index", index, named, "--store-text").fine();
    CommandLineRun run = run("dedup", file, "--against", index, "--delete", "--yes").fine();
    String left =
        "left 1: each may be the very file that the kept text was taken from, by its name";
    assertTrue(run.out().endsWith("deleted 0 files\n" + left + "\n"), run.out());
    assertTrue(Files.exists(file));
  }

  /** Of a file of another name the index may have an old state. */
  @Test
  void aFileStaysWhoseTextTheIndexHasNot() throws IOException {
    Path old =
        Files.writeString(folder.resolve("old.txt"), AgainstTest.FOX + " " + AgainstTest.SEA);
    Path file =
        Files.writeString(
            folder.resolve("new.txt"), AgainstTest.FOX + " " + AgainstTest.SEA + " today");
    Path index = folder.resolve("index");
    run("index", "--index", index, old, "--store-text").fine();
    CommandLineRun run = run("dedup", file, "--against", index, "--delete", "--yes").fine();
    String left = "left 1: each is alike, but what is kept is no file, and not the same text";
    assertTrue(run.out().endsWith("deleted 0 files\n" + left + "\n"), run.out());
    assertTrue(Files.exists(file));
  }

  @Test
  void theIndexSaysWhichScheme() throws IOException {
    List<Path> folders = AgainstTest.folders(folder);
    Path index = folder.resolve("index");
    run("index", "--index", index, folders.get(0), "--store-text", "--scheme", "en").fine();
    JsonNode json = run("dedup", folders.get(1), "--against", index, "--json").fine().json();
    assertEquals(FingerprintScheme.parse("en").id(), json.get("scheme").textValue());
    assertEquals(2, json.get("duplicates").intValue());
    CommandLineRun other = run("dedup", folders.get(1), "--against", index, "--scheme", "char");
    assertEquals(2, other.exitCode(), other.err());
  }
}
