package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static io.github.lucenesimhash.cli.CommandLineRun.runWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.InputDocuments;
import io.github.lucenesimhash.testing.QuietCorpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that skipped input is counted and reported, and changes the exit code. */
class SkippedInputTest {

  private static final String LINES =
      "{\"id\":\"a\",\"text\":\"some text\"}\n{\"id\":\"b\",\"text\":\"other words\"}\n";

  @TempDir private Path folder;
  private Path texts;

  @BeforeEach
  void write() throws IOException {
    texts = Files.createDirectories(folder.resolve("texts/sub")).getParent();
    Files.writeString(texts.resolve("a.txt"), "some text");
  }

  private static void skipped(CommandLineRun run, int exitCode, String kinds) {
    assertEquals(
        "lucene-simhash: skipped " + kinds, run.err().lines().reduce("", (a, b) -> b), run.err());
    assertEquals(exitCode, run.exitCode(), run.err());
  }

  @Test
  void otherFilesOfAFolderAreCounted() throws IOException {
    for (String name : List.of("x.java", "sub/y.java", "sub/z.xml", "Makefile", "sub/b.Bin")) {
      Files.writeString(texts.resolve(name), "some text");
    }
    CommandLineRun run = run("fingerprint", texts);
    assertEquals(List.of("a.txt"), run.ids());
    skipped(run, 3, "2 .java, 1 .Bin, 1 .xml, 1 without extension");
    CommandLineRun json = run("dedup", texts, "--json");
    assertEquals(5, json.json().get("skipped").intValue());
    assertEquals(2, json.json().at("/skippedByKind/.java").intValue());
    assertTrue(run("dedup", texts).out().contains(", 5 skipped (2 .java, "));
    for (String command : List.of("dedup", "evaluate")) {
      Files.writeString(texts.resolve("a2.txt"), "some text");
      assertEquals(3, run(command, texts).exitCode(), command);
    }
    assertEquals(3, run("index", folder.resolve("index"), texts).exitCode());
    assertEquals(
        List.of("Makefile", "a.txt", "a2.txt", "sub/b.Bin", "sub/y.java", "sub/z.xml", "x.java"),
        run("fingerprint", texts, "--ext", "*").fine().ids());
    skipped(
        run("fingerprint", texts, "--ext", "java"),
        0,
        "2 .txt, 1 .Bin, 1 .xml, 1 without extension");
  }

  @Test
  void extensionsGoByTheirLettersInWhateverCase() throws IOException {
    Files.delete(texts.resolve("a.txt"));
    Files.writeString(texts.resolve("5.TXT"), "some text");
    Files.writeString(texts.resolve("6.Html"), "<p>some text");
    assertEquals(List.of("5.TXT", "6.Html"), run("fingerprint", texts).fine().ids());
    assertEquals(0, run("fingerprint", texts, "--ext", "Txt").exitCode());
  }

  @Test
  void linksAndHiddenFilesAreReadIfAskedFor() throws IOException {
    Files.createDirectory(texts.resolve(".git"));
    Files.writeString(texts.resolve(".git/c.txt"), "text");
    Files.writeString(texts.resolve(".d.txt"), "text");
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.writeString(outside.resolve("e.txt"), "text");
    Files.createSymbolicLink(texts.resolve("0.txt"), Path.of("a.txt"));
    Files.createSymbolicLink(texts.resolve("out"), outside);
    Files.createSymbolicLink(texts.resolve("sub/loop"), texts);
    CommandLineRun run = run("fingerprint", texts);
    assertEquals(List.of("a.txt"), run.ids());
    skipped(run, 3, "3 symbolic links, 2 hidden");
  }

  @Test
  void collectionsInFoldersAreRead() throws IOException {
    Files.writeString(texts.resolve("sub/b.jsonl"), LINES);
    Files.writeString(texts.resolve("sub/c.tsv"), "c\tsome text\nno tab\n");
    Files.writeString(texts.resolve("sub/d.ndjson"), "{\"text\":\"x\"}\n");
    assertEquals(
        List.of("a.txt", "a", "b", "c", "sub/d.ndjson:1"), run("fingerprint", texts).ids());
    CommandLineRun both = run("fingerprint", texts, "--ext", "jsonl,tsv");
    assertEquals(List.of("a", "b", "c"), both.ids());
    skipped(both, 3, "1 malformed, 1 .ndjson, 1 .txt");
  }

  @Test
  void streamsNeedAFormat() throws IOException {
    String expected = " has an unknown format, expected --format jsonl, csv, tsv, html or txt";
    assertEquals(
        List.of("a", "b"), runWith(LINES, "fingerprint", "-", "--format", "jsonl").fine().ids());
    Path data = Files.writeString(folder.resolve("data.json"), "\uFEFF" + LINES);
    assertEquals(List.of("a", "b"), run("fingerprint", data).fine().ids());
    Path fifo = folder.resolve("pipe");
    assertEquals(0, exec("mkfifo", fifo.toString()));
    run("fingerprint", fifo).refused("input '" + fifo + "'" + expected);
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    Files.writeString(fifo, LINES);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
    assertEquals(List.of("a", "b"), run("fingerprint", fifo, "--format", "jsonl").fine().ids());
    writer.interrupt();
  }

  private static int exec(String... command) throws IOException {
    try {
      return new ProcessBuilder(command).start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"s.docx", "s.orc", "s.pdf", "s.zip", "s.dat"})
  void otherFormatsAreCounted(String name) throws IOException {
    Path file = texts.resolve(name);
    Files.write(file, "PK\u0003\u0004\0\0\0id,text".getBytes(StandardCharsets.UTF_8));
    String reason = "has NUL bytes, expected text";
    CommandLineRun run = run("dedup", file);
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains(reason), run.err());
    CommandLineRun all = run("fingerprint", texts, "--ext", "*");
    assertEquals(List.of("a.txt"), all.ids());
    skipped(all, 3, "1 not text");
    run("fingerprint", texts, "--ext", "*", "--strict").refused(file + ": " + reason);
  }

  @Test
  void aFileIsReadOnceWhateverItsNames() throws IOException {
    Path file = texts.resolve("a.txt");
    Path link = Files.createSymbolicLink(folder.resolve("link.txt"), file);
    CommandLineRun run = run("fingerprint", texts, file, link);
    assertEquals(List.of(texts + "/a.txt"), run.fine().ids());
  }

  @Test
  void unreadableRecordsOfAllCommandsShowInTheExitCode() throws IOException {
    Path file = Files.writeString(folder.resolve("a.jsonl"), LINES + "no JSON\n");
    Path out = folder.resolve("page.html");
    Stream.of(
            run("dedup", file),
            run("dedup", file, "--report", out),
            run("fingerprint", file),
            run("evaluate", file),
            run("index", folder.resolve("index"), file))
        .forEach(run -> skipped(run, 3, "1 malformed"));
    run("dedup", file, "--strict")
        .refused(
            run("index", folder.resolve("i2"), file, "--strict")
                .err()
                .strip()
                .replaceFirst("lucene-simhash: ", ""));
    Path none = Files.writeString(folder.resolve("none.jsonl"), "x\ny\n");
    CommandLineRun run = run("dedup", none);
    assertEquals(2, run.exitCode());
    assertTrue(
        run.err()
            .endsWith("no document in " + none + ", skipped 2 malformed" + System.lineSeparator()),
        run.err());
  }

  @Test
  void aTextThatCannotBeReadAgainIsSaid() throws IOException {
    Path file = folder.resolve("a.txt");
    Files.writeString(file, "some text of words");
    try (InputDocuments documents = new InputDocuments(QuietCorpus.of(file))) {
      documents.read(FingerprintScheme.standard(), false, true);
      assertEquals("some text of words", documents.text(0));
      Files.writeString(file, "another text");
      assertThrowsChanged(documents, "has another text there");
      Files.write(file, new byte[] {(byte) 0xFF, 0});
      assertThrowsChanged(documents, "has NUL bytes, expected text");
      Files.delete(file);
      assertThrowsChanged(documents, "cannot be read: there is no such file");
    }
  }

  private void assertThrowsChanged(InputDocuments documents, String how) {
    BadInput changed = assertThrows(BadInput.class, () -> documents.text(0));
    Path file = folder.resolve("a.txt");
    assertEquals(
        "input '" + file + "' changed while it was read: at document '" + file + "': " + how,
        changed.getMessage());
  }
}
