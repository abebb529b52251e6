package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.util.IORunnable;
import org.junit.jupiter.api.Test;

/** Tests that duplicate files are moved and all others stay, and which moves are refused. */
class MoveTest extends MoveTestCase {

  @Test
  void movesAndMovesBack() throws IOException {
    Map<String, String> before = content(texts);
    String undo = "; to undo: dedup --undo " + moved + "\n";
    assertEquals("moved 3 files" + undo, told(dedup("--move", moved).fine()));
    Map<String, String> there = content(moved);
    assertTrue(there.remove("moved.jsonl").contains("\"to\":\"sub/c.txt\",\"kept\":\"a.txt\"}"));
    assertEquals(Map.of("b.txt", FOX + "\n", "sub/c.txt", FOX, "e.txt", SEA), there);
    Map<String, String> after = content(texts);
    assertEquals("moved 0 files\n", told(dedup("--move", moved).fine()));
    assertEquals(after, content(texts));
    CommandLineRun back = run("dedup", "--undo", moved).fine();
    String all = "moved back %d files, %d were in their place, 0 were not moved back\n";
    assertEquals(String.format(Locale.ROOT, all, 3, 0), back.out());
    assertEquals(before, content(texts));
    back = run("dedup", "--undo", moved).fine();
    assertEquals(String.format(Locale.ROOT, all, 0, 3), back.out());
    assertEquals(before, content(texts));
  }

  /** No file in the folder is replaced, and none at the place of a file that is moved back. */
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
    CommandLineRun undo = run("dedup", "--undo", moved);
    assertEquals(3, undo.exitCode());
    String kept = "'" + texts.resolve("e.txt") + "' was not moved back: it exists already";
    assertEquals(NOTE + kept + System.lineSeparator(), undo.err());
    assertEquals("a new one", Files.readString(texts.resolve("e.txt")));
    assertEquals(SEA, Files.readString(moved.resolve("e.2.txt")));
    assertEquals("mine", Files.readString(moved.resolve("b.txt")));
    assertEquals(FOX + "\n", Files.readString(texts.resolve("b.txt")));
  }

  @Test
  void resultsAreWrittenFirst() throws IOException {
    Path out = folder.resolve("groups.tsv");
    Path clean = folder.resolve("clean");
    dedup("--move", moved, "--out", out, "--write-clean", clean).fine();
    assertEquals(4, Files.readAllLines(out).size());
    assertEquals(content(clean), content(texts));
    Map<String, String> before = content(texts);
    Files.writeString(texts.resolve("g.txt"), SEA);
    CommandLineRun failed = dedup("--move", moved, "--out", folder.resolve("no/groups.tsv"));
    assertEquals(2, failed.exitCode());
    before.put("g.txt", SEA);
    assertEquals(before, content(texts));
  }

  /** A page has no links to files that the same run moves. */
  @Test
  void thePageLinksToWhatStays() throws IOException {
    Path page = folder.resolve("page.html");
    dedup("--report", page, "--move", moved).fine();
    String html = Files.readString(page);
    assertTrue(html.contains("./texts/a.txt"));
    assertFalse(html.contains("./texts/sub/c.txt"));
  }

  @Test
  void namesWithBlanksAndMarks() throws IOException {
    for (String name : List.of(" g h.txt", "'\"$(x).txt", "-rf.txt", "行.txt", ".txt", "z.md")) {
      Files.writeString(texts.resolve(name), SEA);
    }
    Map<String, String> before = content(texts);
    dedup("--move", moved);
    assertTrue(Files.exists(moved.resolve("行.txt")));
    run("dedup", "--undo", moved).fine();
    assertEquals(before, content(texts));
  }

  @Test
  void theFolderOfMovedFilesIsOutside() throws IOException {
    Map<String, String> before = content(folder);
    for (Path inside : List.of(texts, texts.resolve("moved"), folder)) {
      assertEquals(2, dedup("--move", inside).exitCode());
    }
    Path in = folder.resolve("moved/in");
    Files.writeString(moved, "mine");
    CommandLineRun run = dedup("--move", in);
    assertEquals(2, run.exitCode(), run.err());
    assertTrue(run.err().contains("--move '" + in + "' cannot be used: "), run.err());
    Files.delete(moved);
    assertEquals(2, dedup("--move", texts.resolve("../texts/a.txt/x")).exitCode());
    assertEquals(before, content(folder));
  }

  @Test
  void theFolderOfMovedFilesIsInTheirFileSystem() throws IOException {
    Path other = Path.of("/dev/shm");
    assumeTrue(Files.isDirectory(other) && differ(other, texts), "one file system");
    Path out = folder.resolve("groups.txt");
    Path there = other.resolve(folder.getFileName()).resolve("moved");
    Map<String, String> before = content(folder);
    for (Path input : List.of(texts, texts.resolve("a.txt"))) {
      run("dedup", input, "--move", there, "--out", out)
          .refused(
              "--move '"
                  + there
                  + "' is in another file system than '"
                  + input
                  + "', expected a folder in the same");
    }
    assertTrue(Files.notExists(there.getParent()));
    assertEquals(before, content(folder));
  }

  private static boolean differ(Path one, Path other) throws IOException {
    return !Files.getFileStore(one).equals(Files.getFileStore(other));
  }

  /** Moves duplicates; files change after the results are written and before any is moved. */
  private CommandLineRun changed(IORunnable change) {
    return CommandLineRun.runAnd(change, "dedup", texts, "--move", moved);
  }

  private void leftAlone(CommandLineRun run, String reason) {
    assertEquals(3, run.exitCode(), run.err());
    String line = NOTE + "'" + texts.resolve("sub/c.txt") + "' was not moved: " + reason;
    assertTrue(run.err().lines().anyMatch(line::equals), run.err());
    assertTrue(Files.exists(texts.resolve("sub/c.txt")));
    assertTrue(told(run).contains(" of 3; to undo: "), told(run));
  }

  private void rewrite(String name, String text) throws IOException {
    Files.deleteIfExists(texts.resolve(name));
    Files.writeString(texts.resolve(name), text);
  }

  private void link(String name, String target) throws IOException {
    Files.delete(texts.resolve(name));
    Files.createSymbolicLink(texts.resolve(name), texts.resolve(target));
  }

  @Test
  void aChangedDuplicateStays() throws IOException {
    leftAlone(changed(() -> rewrite("sub/c.txt", "changed")), "it changed since it was read");
    assertEquals("changed", Files.readString(texts.resolve("sub/c.txt")));
    rewrite("sub/c.txt", FOX);
    rewrite("b.txt", FOX + "\n");
    rewrite("e.txt", SEA);
    CommandLineRun run = changed(() -> link("sub/c.txt", "a.txt"));
    assertTrue(told(run).contains("left 1: each is a symbolic link\n"), told(run));
    assertTrue(Files.isSymbolicLink(texts.resolve("sub/c.txt")));
  }

  @Test
  void withoutItsKeptFileADuplicateStays() throws IOException {
    leftAlone(
        changed(() -> rewrite("a.txt", "changed")),
        "the file of the kept document changed since it was read");
    rewrite("a.txt", FOX);
    rewrite("b.txt", FOX + "\n");
    rewrite("e.txt", SEA);
    String gone = "the file of the kept document is gone, or is a symbolic link";
    leftAlone(changed(() -> Files.delete(texts.resolve("a.txt"))), gone);
    rewrite("a.txt", FOX);
    rewrite("e.txt", SEA);
    leftAlone(changed(() -> link("a.txt", "f.txt")), gone);
    assertEquals(FOX, Files.readString(texts.resolve("sub/c.txt")));
  }

  @Test
  void symbolicLinksStay() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link.txt"), texts.resolve("sub/c.txt"));
    CommandLineRun run = run("dedup", texts.resolve("a.txt"), link, "--move", moved).fine();
    assertTrue(told(run).contains("left 1: each is a symbolic link\n"), told(run));
    assertTrue(Files.isSymbolicLink(link));
    Path first = Files.createSymbolicLink(folder.resolve("first.txt"), texts.resolve("a.txt"));
    run = run("dedup", first, texts.resolve("sub/c.txt"), "--move", moved);
    assertEquals(3, run.exitCode(), run.out());
    assertTrue(Files.isRegularFile(texts.resolve("sub/c.txt"), LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  void anotherNameOfTheKeptFileStays() throws IOException {
    Files.delete(texts.resolve("sub/c.txt"));
    Files.createLink(texts.resolve("sub/c.txt"), texts.resolve("a.txt"));
    CommandLineRun run = dedup("--move", moved).fine();
    assertTrue(told(run).endsWith("left 1: each is the kept file by another name\n"), told(run));
    assertTrue(Files.isSameFile(texts.resolve("a.txt"), texts.resolve("sub/c.txt")));
  }

  @Test
  void withoutPermissionAFileStays() throws Exception {
    Path sub = texts.resolve("sub");
    assumeTrue(chattr("+i", sub), "only root can make a folder immutable");
    try {
      CommandLineRun run = dedup("--move", moved);
      assertEquals(3, run.exitCode(), run.out());
      assertTrue(run.err().contains("sub/c.txt' was not moved: "), run.err());
      assertEquals(FOX, content(texts).get("sub/c.txt"));
      assertFalse(Files.exists(moved.resolve("sub/c.txt")));
      assertTrue(Files.exists(moved.resolve("e.txt")));
    } finally {
      chattr("-i", sub);
    }
  }

  private static boolean chattr(String flag, Path path) throws InterruptedException {
    try {
      Process process = new ProcessBuilder("chattr", flag, path.toString()).start();
      return process.waitFor(10, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Two runs, each of which keeps a file that the other one moves, lose none of the files. */
  @Test
  void twoRunsLoseNothing() throws Exception {
    Path a = texts.resolve("a.txt");
    Path c = texts.resolve("sub/c.txt");
    Path[] targets = {folder.resolve("one"), folder.resolve("two")};
    Thread other = Thread.ofPlatform().start(() -> run("dedup", c, a, "--move", targets[1]));
    run("dedup", a, c, "--move", targets[0]);
    other.join();
    for (Path target : targets) {
      if (Files.exists(target)) {
        run("dedup", "--undo", target).fine();
      }
    }
    assertEquals(FOX, Files.readString(a));
    assertEquals(FOX, Files.readString(c));
  }
}
