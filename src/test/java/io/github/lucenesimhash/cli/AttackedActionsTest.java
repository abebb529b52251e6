package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last file of a text stays, whatever else changes files meanwhile. */
class AttackedActionsTest extends ActionsTestCase {

  /** The command of --keep runs after all was read, and before anything is done. */
  private CommandLineRun attacked(String act, String commands) {
    List<Object> options = new ArrayList<>(Arrays.asList(options(act, moved)));
    String first = "; sed -u 's/^.{\"id\":\"\\([^\"]*\\).*/\\1/'";
    options.addAll(List.of("--keep", "cd '" + texts + "'; " + commands + first));
    return dedup(options.toArray());
  }

  private void leftAlone(CommandLineRun run, String file, String reason, String act) {
    assertEquals(3, run.exitCode(), run.err());
    String done = Map.of("--move", "moved", "--link", "linked", "--delete", "deleted").get(act);
    String line = NOTE + "'" + texts.resolve(file) + "' was not " + done + ": " + reason;
    assertTrue(run.err().lines().anyMatch(line::equals), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--move", "--link", "--delete"})
  void aChangedDuplicateStays(String act) throws IOException {
    CommandLineRun run = attacked(act, "printf changed > sub/c.txt");
    leftAlone(run, "sub/c.txt", "it changed since it was read", act);
    assertEquals("changed", Files.readString(texts.resolve("sub/c.txt")));
    rewrite("sub/c.txt", FOX);
    run = attacked(act, "ln -sf ../a.txt sub/c.txt");
    assertTrue(told(run).contains("left 1: each is a symbolic link\n"), told(run));
    assertTrue(Files.isSymbolicLink(texts.resolve("sub/c.txt")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--move", "--link", "--delete"})
  void withoutItsKeptFileADuplicateStays(String act) throws IOException {
    CommandLineRun run = attacked(act, "printf changed > a.txt");
    leftAlone(run, "sub/c.txt", "what is kept for it changed since it was read", act);
    assertEquals(FOX, Files.readString(texts.resolve("sub/c.txt")));
    rewrite("a.txt", FOX);
    run = attacked(act, "rm -f a.txt");
    String gone = "what is kept for it is gone, or a symbolic link";
    leftAlone(run, "sub/c.txt", gone, act);
    assertEquals(FOX, Files.readString(texts.resolve("sub/c.txt")));
    rewrite("a.txt", FOX);
    run = attacked(act, "ln -sf sub/c.txt a.txt");
    leftAlone(run, "sub/c.txt", gone, act);
    assertEquals(FOX, Files.readString(texts.resolve("sub/c.txt")));
  }

  private void rewrite(String name, String text) throws IOException {
    Files.deleteIfExists(texts.resolve(name));
    Files.writeString(texts.resolve(name), text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--move", "--link", "--delete"})
  void anotherNameOfTheKeptFileStays(String act) throws IOException {
    CommandLineRun run = attacked(act, "ln -f a.txt sub/c.txt");
    assertTrue(told(run).contains("left 1: each has the kept file's content already\n"), told(run));
    assertTrue(Files.isSameFile(texts.resolve("a.txt"), texts.resolve("sub/c.txt")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--move", "--link", "--delete"})
  void symbolicLinksStay(String act) throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link.txt"), texts.resolve("sub/c.txt"));
    List<Object> args = new ArrayList<>(List.of("dedup", texts.resolve("a.txt"), link));
    args.addAll(Arrays.asList(options(act, moved)));
    CommandLineRun run = run(args.toArray()).fine();
    assertTrue(told(run).contains("left 1: each is a symbolic link\n"), told(run));
    assertTrue(Files.isSymbolicLink(link));
    args.set(1, texts.resolve("sub/c.txt"));
    args.set(2, Files.createSymbolicLink(folder.resolve("second.txt"), texts.resolve("a.txt")));
    args.add("--keep");
    args.add("read -r group; echo '" + folder.resolve("second.txt") + "'");
    run = run(args.toArray());
    assertEquals(3, run.exitCode(), run.out());
    assertTrue(Files.isRegularFile(texts.resolve("sub/c.txt"), LinkOption.NOFOLLOW_LINKS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--move", "--link", "--delete"})
  void withoutPermissionAllStays(String act) throws Exception {
    Path sub = texts.resolve("sub");
    assumeTrue(chattr("+i", sub), "only root can make a folder immutable");
    try {
      Map<String, String> before = content(texts);
      CommandLineRun run = dedup(options(act, moved));
      assertEquals(3, run.exitCode(), run.out());
      assertTrue(run.err().contains("sub/c.txt' was not "), run.err());
      assertEquals(before.get("sub/c.txt"), content(texts).get("sub/c.txt"));
      assertEquals(before.keySet().contains("sub/c.txt"), content(texts).containsKey("sub/c.txt"));
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

  @Test
  void whatAKilledRunLeftAsideIsTold() throws IOException {
    Path c = texts.resolve("sub/c.txt");
    Path aside = Files.move(c, c.resolveSibling(".lucene-simhash-0123abcd-c.txt"));
    CommandLineRun run = dedup();
    assertEquals(3, run.exitCode(), run.err());
    assertTrue(run.err().startsWith(NOTE + "skipped " + aside + ": was put aside"), run.err());
    assertTrue(Files.exists(aside));
  }

  @Test
  void undoPutsBackWhatAKilledRunLeftAside() throws IOException {
    Map<String, String> before = content(texts);
    dedup("--move", moved).fine();
    Files.move(moved.resolve("b.txt"), texts.resolve(".lucene-simhash-0123abcd-b.txt"));
    Files.move(moved.resolve("e.txt"), moved.resolve(".lucene-simhash-0123abcd-e.txt"));
    run("undo", moved.resolve("moved.jsonl")).fine();
    assertEquals(before, content(texts));
  }

  @Test
  void whatAKilledRunLeftAsideComesBack() throws IOException {
    Map<String, String> before = content(texts);
    Path c = texts.resolve("sub/c.txt");
    Files.move(c, c.resolveSibling(".lucene-simhash-0123abcd-c.txt"));
    Files.copy(
        texts.resolve("b.txt"), texts.resolve(".lucene-simhash-0123abcd-b.txt")); // it is back
    Path own = Files.writeString(texts.resolve(".lucene-simhash-0123abcd-f.txt"), "mine");
    CommandLineRun run = dedup("--link");
    assertTrue(run.err().startsWith(NOTE + "'" + own), run.err());
    Map<String, String> after = content(texts);
    assertEquals("mine", after.remove(own.getFileName().toString()));
    assertEquals(before, after);
  }
}
