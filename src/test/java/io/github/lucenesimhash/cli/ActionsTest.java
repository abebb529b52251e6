package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lucenesimhash.testing.JavaCommand;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.lucene.util.IOUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are duplicates are moved, linked and deleted; what is refused, and what is asked. */
class ActionsTest extends ActionsTestCase {

  @Test
  void deletes() throws IOException {
    Map<String, String> expected = content(texts);
    expected.keySet().removeAll(List.of("b.txt", "sub/c.txt", "e.txt"));
    assertEquals("deleted 3 files\n", told(dedup("--delete", "--yes").fine()));
    assertEquals(expected, content(texts));
    assertEquals("deleted 0 files\n", told(dedup("--delete", "--yes").fine()));
    assertEquals(expected, content(texts));
  }

  @Test
  void linksWhatIsTheSameByteByByte() throws IOException {
    Map<String, String> before = content(texts);
    String left = "left 1: each is alike, but not the same byte by byte\n";
    assertEquals("linked 2 files\n" + left, told(dedup("--link").fine()));
    assertEquals(before, content(texts));
    assertTrue(Files.isSameFile(texts.resolve("a.txt"), texts.resolve("sub/c.txt")));
    assertTrue(Files.isSameFile(texts.resolve("d.txt"), texts.resolve("e.txt")));
    assertFalse(Files.isSameFile(texts.resolve("a.txt"), texts.resolve("b.txt")));
    String there = "left 2: each has the kept file's content already\n";
    assertEquals("linked 0 files\n" + there + left, told(dedup("--link").fine()));
    assertEquals("deleted 1 file\n" + there, told(dedup("--delete", "--yes").fine()));
    assertTrue(Files.exists(texts.resolve("e.txt")));
  }

  @Test
  void movesAndMovesBack() throws IOException {
    Map<String, String> before = content(texts);
    Path log = moved.resolve("moved.jsonl");
    assertEquals("moved 3 files; undo: undo " + log + "\n", told(dedup("--move", moved).fine()));
    Map<String, String> there = content(moved);
    assertTrue(there.remove("moved.jsonl").contains("\"to\":\"sub/c.txt\",\"kept\":\"a.txt\"}"));
    assertEquals(Map.of("b.txt", FOX + "\n", "sub/c.txt", FOX, "e.txt", SEA), there);
    Map<String, String> after = content(texts);
    assertEquals("moved 0 files\n", told(dedup("--move", moved).fine()));
    assertEquals(after, content(texts));
    CommandLineRun undo = run("undo", log).fine();
    assertEquals("moved back 3 files, 0 were in their place, 0 are in neither\n", undo.out());
    assertEquals(before, content(texts));
    undo = run("undo", log).fine();
    assertEquals("moved back 0 files, 3 were in their place, 0 are in neither\n", undo.out());
    assertEquals(before, content(texts));
  }

  /** What is in the folder is not replaced, nor what is in the place of a file that comes back. */
  @Test
  void replacesNothing() throws IOException {
    Files.createDirectories(moved);
    Files.writeString(moved.resolve("b.txt"), "mine");
    Files.createSymbolicLink(moved.resolve("e.txt"), Path.of("nowhere"));
    dedup("--move", moved).fine();
    assertEquals("mine", Files.readString(moved.resolve("b.txt")));
    assertEquals(FOX + "\n", Files.readString(moved.resolve("b.2.txt")));
    assertEquals(SEA, Files.readString(moved.resolve("e.2.txt")));
    Files.writeString(texts.resolve("e.txt"), "a new one");
    CommandLineRun undo = run("undo", moved.resolve("moved.jsonl"));
    assertEquals(3, undo.exitCode());
    String kept = "'" + texts.resolve("e.txt") + "' was not moved back: there is another";
    assertEquals(NOTE + kept + System.lineSeparator(), undo.err());
    assertEquals("a new one", Files.readString(texts.resolve("e.txt")));
    assertEquals(SEA, Files.readString(moved.resolve("e.2.txt")));
    assertEquals("mine", Files.readString(moved.resolve("b.txt")));
    assertEquals(FOX + "\n", Files.readString(texts.resolve("b.txt")));
  }

  /** As after moving the folder of moved files onto the files themselves. */
  @Test
  void undoDoesNotTakeAFileForItsOwnCopy() throws IOException {
    dedup("--move", moved).fine();
    Path log = moved.resolve("moved.jsonl");
    run("undo", log).fine();
    Files.copy(log, texts.resolve("moved.jsonl"));
    Map<String, String> before = content(texts);
    run("undo", texts.resolve("moved.jsonl"));
    assertEquals(before, content(texts));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--move", "--link", "--delete"})
  void aDryRunTouchesNothing(String act) throws IOException {
    Map<String, String> before = content(folder);
    Object[] options =
        act.equals("--move")
            ? new Object[] {act, moved, "--dry-run"}
            : new Object[] {act, "--dry-run"};
    String told = told(dedup(options).fine());
    String what = "would " + act.substring(2) + " ";
    String c = what + texts.resolve("sub/c.txt") + " (kept: a.txt)\n";
    assertTrue(told.contains(c), told);
    String bytes = act.equals("--link") ? "2 files, 112 bytes" : "3 files, 169 bytes";
    assertTrue(told.contains(what + bytes + "\n"), told);
    assertEquals(before, content(folder));
    CommandLineRun json = dedup(Stream.concat(Stream.of(options), Stream.of("--json")).toArray());
    assertEquals(6, json.json().get("documents").intValue());
    assertTrue(json.err().contains(c), json.err());
  }

  @Test
  void resultsAreWrittenFirst() throws IOException {
    Path out = folder.resolve("groups.csv");
    Path clean = folder.resolve("clean");
    dedup("--delete", "--yes", "--out", out, "--write-clean", clean).fine();
    assertEquals(4, Files.readAllLines(out).size());
    assertEquals(content(clean), content(texts));
    Map<String, String> before = content(texts);
    Files.writeString(texts.resolve("g.txt"), SEA);
    CommandLineRun failed = dedup("--delete", "--yes", "--out", folder.resolve("no/groups.csv"));
    assertEquals(2, failed.exitCode());
    before.put("g.txt", SEA);
    assertEquals(before, content(texts));
  }

  /** A page has no links to what the same run takes away. */
  @ParameterizedTest
  @ValueSource(strings = {"--move", "--link", "--delete", "--delete --dry-run"})
  void thePageLinksToWhatStays(String act) throws IOException {
    Path page = folder.resolve("page.html");
    List<Object> options = new ArrayList<>(List.of("--report", page));
    boolean isDry = act.endsWith("--dry-run");
    options.addAll(List.of(isDry ? act.split(" ", -1) : options(act, moved)));
    dedup(options.toArray()).fine();
    String html = Files.readString(page);
    assertTrue(html.contains("./texts/a.txt"), act);
    assertEquals(isDry || act.equals("--link"), html.contains("./texts/sub/c.txt"), act);
  }

  /** Pictures and links are no text: for a page or a PDF only another one will do. */
  @ParameterizedTest
  @ValueSource(strings = {"--move", "--link", "--delete"})
  void whatIsMoreThanItsTextStaysWithoutOneOfItsKind(String act) throws IOException {
    IOUtils.rm(texts);
    Files.createDirectory(texts);
    String html = "<html><a href='x'>" + SEA + "</a></html>";
    for (String name : List.of("a.txt", "b.pdf", "c.pdf", "d.docx")) {
      Files.writeString(texts.resolve(name), FOX);
    }
    Files.writeString(texts.resolve("e.md"), SEA);
    Files.writeString(texts.resolve("f.html"), html);
    Map<String, String> before = content(texts);
    List<Object> options = new ArrayList<>(Arrays.asList(options(act, moved)));
    options.addAll(List.of("--extract", "cat -- {}"));
    CommandLineRun run = dedup(options.toArray()).fine();
    String left = "left %d: each is more than its text, and what is kept is no .%s\n";
    String expected =
        String.format(Locale.ROOT, left, 1, "docx") + String.format(Locale.ROOT, left, 1, "html");
    assertTrue(
        told(run).endsWith(expected + String.format(Locale.ROOT, left, 2, "pdf")), told(run));
    assertEquals(before, content(texts));
    Files.delete(texts.resolve("a.txt"));
    Files.writeString(texts.resolve("f2.htm"), html);
    Files.delete(texts.resolve("e.md"));
    run = dedup(options.toArray()).fine();
    assertTrue(told(run).endsWith(String.format(Locale.ROOT, left, 1, "docx")), told(run));
    assertTrue(told(run).contains("ed 2 files"), told(run));
    assertTrue(Files.exists(texts.resolve("d.docx")));
  }

  @Test
  void namesWithBlanksAndMarks() throws IOException {
    for (String name : List.of(" g h.txt", "'\"$(x).txt", "-rf.txt", "行.txt", ".txt", "z.md")) {
      Files.writeString(texts.resolve(name), SEA);
    }
    Map<String, String> before = content(texts);
    dedup("--move", moved);
    assertTrue(Files.exists(moved.resolve("行.txt")));
    run("undo", moved.resolve("moved.jsonl")).fine();
    assertEquals(before, content(texts));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--delete|--delete asks on a terminal, and this is none: expected --yes",
        "--delete --link --yes|expected one of --move, --link and --delete",
        "--link --yes|--yes is given without --delete",
        "--dry-run|--dry-run is given without --move, --link or --delete",
        "--link --links|--link is given with --links",
        "--link --resume @/r|--link is given with --resume"
      })
  void refuses(String options, String message) throws IOException {
    Map<String, String> before = content(folder);
    dedup((Object[]) options.replace("@", folder.toString()).split(" ")).refused(message);
    assertEquals(before, content(folder));
  }

  @Test
  void refusesRecordsAndStreams() throws IOException {
    Path lines = texts.resolve("lines.jsonl");
    Files.writeString(lines, "{\"text\":\"" + FOX + "\"}\n");
    dedup("--delete", "--yes")
        .refused(
            "--delete is for files of one text each, and '"
                + lines
                + "' holds records: expected --write-clean, which leaves out records too");
    CommandLineRun.runWith(FOX, "dedup", "-", texts.resolve("a.txt"), "--delete", "--yes")
        .refused("--delete is for files, expected no standard input and no pipe");
    assertTrue(Files.exists(texts.resolve("b.txt")));
  }

  @Test
  void theFolderOfMovedFilesIsOutside() throws IOException {
    Map<String, String> before = content(folder);
    for (Path inside : List.of(texts, texts.resolve("moved"), folder)) {
      assertEquals(2, dedup("--move", inside).exitCode());
    }
    CommandLineRun run = dedup("--move", Path.of("/proc/moved"));
    assertEquals(2, run.exitCode(), run.err());
    assertTrue(run.err().contains("--move '/proc/moved' cannot be used: "), run.err());
    assertEquals(2, dedup("--move", texts.resolve("../texts/a.txt/x")).exitCode());
    run("undo", folder.resolve("no.jsonl"))
        .refused(
            "'"
                + folder.resolve("no.jsonl")
                + "' is no file, expected the moved.jsonl of a folder of moved files");
    assertEquals(before, content(folder));
  }

  @Test
  void movesToAnotherFileSystemAndBack() throws IOException {
    Path other = Path.of("/dev/shm");
    assumeTrue(Files.isWritable(other), "no /dev/shm");
    FileStore store = Files.getFileStore(other);
    assumeTrue(!store.equals(Files.getFileStore(folder)), "/dev/shm is no other file system");
    Path there = Files.createTempDirectory(other, "moved");
    try {
      Map<String, String> before = content(texts);
      dedup("--move", there).fine();
      Map<String, String> copied = content(there);
      copied.remove("moved.jsonl");
      assertEquals(Map.of("b.txt", FOX + "\n", "sub/c.txt", FOX, "e.txt", SEA), copied);
      assertFalse(Files.exists(texts.resolve("b.txt")));
      run("undo", there.resolve("moved.jsonl")).fine();
      assertEquals(before, content(texts));
      Path far = Files.writeString(there.resolve("far.txt"), SEA);
      CommandLineRun run = run("dedup", texts.resolve("d.txt"), far, "--link");
      assertEquals(3, run.exitCode(), run.out());
      assertEquals(SEA, Files.readString(far));
      assertEquals(2, content(there).size(), content(there).toString());
    } finally {
      IOUtils.rm(there);
    }
  }

  @Test
  void asksOnATerminal() throws Exception {
    Path script = Path.of("/usr/bin/script");
    assumeTrue(Files.isExecutable(script), "no script");
    String command =
        "'"
            + String.join("' '", JavaCommand.of("256m", Main.class))
            + "' dedup '"
            + texts
            + "' --delete";
    for (String answer : List.of("n", "y")) {
      Path typed = Files.writeString(folder.resolve("typed"), answer + "\n");
      Process process =
          new ProcessBuilder(script.toString(), "-qec", command, "/dev/null")
              .redirectInput(typed.toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("said").toFile())
              .start();
      assertTrue(process.waitFor(10, TimeUnit.MINUTES));
      String said = Files.readString(folder.resolve("said"));
      assertEquals(0, process.exitValue(), said);
      assertTrue(said.contains("delete 3 files, 169 bytes? [y/N] "), said);
      assertEquals(answer.equals("n"), Files.exists(texts.resolve("b.txt")), said);
    }
  }
}
