package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.runInChild;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests random command lines on random files. No input and no foreign file is changed, a failure is
 * one line, the exit code is a documented one, and nothing half-written is left. {@code
 * -Dtests.multiplier=25} makes 5,000 runs, {@code -Dtests.first=N} starts at another run. A full
 * and a read-only folder take part where the user may mount them.
 */
class CommandLineFuzzTest {

  private static final int RUNS = 200 * Integer.getInteger("tests.multiplier", 1);
  private static final int RUNS_TO_A_CHILD = 200;

  /** The pattern of notes that standard error may have besides a failure. */
  private static final Pattern NOTE =
      Pattern.compile(
          "lucene-simhash: (skipped|read by|documents without|pairs of|left|moved|would move|not looked for|\\d|the nearest"
              + "|the most alike|the longest|the text has|--write-clean .* lacks|'.*' was not moved)"
              + ".*");

  @TempDir private Path folder;
  private FuzzWorld world;
  private Random random;
  private int done; // runs that were not refused

  private static boolean mount(Path folder, String options) throws IOException {
    Files.createDirectories(folder);
    try {
      List<String> command = List.of("mount", "-t", "tmpfs", "-o", options, "tmpfs", "" + folder);
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void unmount(Path folder) throws IOException, InterruptedException {
    new ProcessBuilder("umount", folder.toString()).start().waitFor();
  }

  @Test
  void randomCommandLines() throws Exception {
    Path place = Files.createDirectory(folder.resolve("world"));
    boolean full = mount(place.resolve("full"), "size=16k");
    boolean readOnly = full && mount(place.resolve("readonly"), "size=16k,ro");
    try {
      if (full) {
        Files.write(place.resolve("full/filler"), new byte[11 << 10]);
      }
      done = 0;
      world = new FuzzWorld(place, Files.createDirectory(folder.resolve("template")));
      long first = Long.getLong("tests.first", Seeds.of(0) >>> 1);
      for (long seed = first; seed < first + RUNS; seed++) {
        random = new Random(seed);
        FuzzLine line = new FuzzLine(world, random);
        try {
          check(line, seed % RUNS_TO_A_CHILD == RUNS_TO_A_CHILD / 2);
        } catch (AssertionError e) {
          throw new AssertionError(
              "-Dtests.first="
                  + seed
                  + " "
                  + String.join(" ", line.words())
                  + "\n"
                  + e.getMessage(),
              e);
        }
      }
      assertTrue(done > RUNS / 5, done + " of " + RUNS + " runs were not refused");
    } finally {
      if (readOnly) {
        unmount(place.resolve("readonly"));
      }
      if (full) {
        unmount(place.resolve("full"));
      }
    }
  }

  private void check(FuzzLine line, boolean inChild) throws Exception {
    Map<Path, String> before = world.content();
    Set<Path> inputs = line.inputs();
    CommandLineRun run = inChild ? runInChild(folder, line.words()) : run(line);
    String said = "exit code " + run.exitCode() + "\n" + run.out() + run.err();
    List<Path> changed = FuzzWorld.changed(before, world.content());
    done += isDone(run.exitCode()) ? 1 : 0;
    boolean mayMove = line.mayMove() && isDone(run.exitCode());
    Set<String> content = mayMove ? Set.copyOf(world.content().values()) : Set.of();
    for (Path path : changed) {
      if (mayMove && Files.notExists(path)) {
        assertTrue(content.contains(before.get(path)), "lost " + path + "\n" + said);
        continue;
      }
      assertFalse(inputs.contains(path), "changed input " + path + "\n" + said);
      assertTrue(mayChange(path, line, run.exitCode(), before), "changed " + path + "\n" + said);
    }
    assertTrue(run.exitCode() >= 0 && run.exitCode() <= 4, said);
    assertTrue(run.exitCode() != 4 || line.words().getFirst().equals("search"), said);
    assertTrue(run.exitCode() != 1 || line.mayFindNoRoom(), said);
    if (line.words().contains("--verbose")) {
      world.restore();
      return; // seconds and stack traces were requested
    }
    List<String> failures =
        run.err().lines().filter(each -> !NOTE.matcher(each).matches()).toList();
    assertEquals(isDone(run.exitCode()) ? 0 : 1, failures.size(), said);
    assertTrue(failures.stream().allMatch(each -> each.startsWith("lucene-simhash: ")), said);
    for (String word : List.of("unexpected", "Exception", "\tat ")) {
      assertFalse((run.out() + run.err()).contains(word), said);
    }
    boolean isHelp = line.words().contains("--help") || line.words().contains("--version");
    for (int i = 1; !isHelp && isDone(run.exitCode()) && i < line.words().size(); i++) {
      if (FuzzLine.WRITTEN.contains(line.words().get(i - 1))) {
        assertTrue(Files.exists(Path.of(line.words().get(i))), "not written\n" + said);
      }
    }
    if (!changed.isEmpty()) {
      world.restore();
    }
  }

  private boolean mayChange(Path path, FuzzLine line, int exitCode, Map<Path, String> before)
      throws IOException {
    if (path.toString().contains(".lucene-simhash-")) {
      return false;
    }
    boolean isNew = !before.containsKey(path);
    Path real = Files.exists(path.getParent()) ? path.getParent().toRealPath() : path.getParent();
    real = real.resolve(path.getFileName());
    if (line.outputs().contains(real)) {
      return isDone(exitCode);
    }
    boolean isIndex = Set.of("index", "serve").contains(line.words().getFirst());
    boolean isLucenes = Files.isDirectory(path) || path.getFileName().toString().startsWith("_");
    for (Path own : line.folders()) {
      boolean foreign = !isNew && path.toString().matches(".*(\\.md|\\.doc|plan\\.txt)");
      if (real.startsWith(own) && !foreign) {
        return isDone(exitCode) || path.endsWith("write.lock") || (isIndex && isNew && isLucenes);
      }
      if (own.startsWith(real) && isNew) {
        return isDone(exitCode) || isIndex;
      }
    }
    return false;
  }

  /** Returns whether a run is complete, or complete except for skipped records. */
  private static boolean isDone(int exitCode) {
    return exitCode == 0 || exitCode >= 3;
  }

  private CommandLineRun run(FuzzLine line) {
    int room = line.words().contains("--version") || random.nextInt(30) > 0 ? 1 << 20 : 20;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    OutputStream limited =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            if (out.size() == room) {
              throw new IOException("Broken pipe");
            }
            out.write(b);
          }
        };
    InputStream in = CommandLineRun.input("some text on standard input");
    CommandLineRun run = CommandLineRun.run(in, limited, line.words());
    return new CommandLineRun(run.exitCode(), out.toString(StandardCharsets.UTF_8), run.err());
  }
}
