package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.runInChild;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random command lines on random files: no input and no foreign file is changed, a failure is one
 * line, the exit code is a documented one, nothing half-written is left. {@code
 * -Dtests.multiplier=50} makes 2,000 runs, {@code -Dtests.seed=N} starts at another one. A full and
 * a read-only folder take part where the user may mount them.
 */
@Timeout(3600)
class CommandLineFuzzTest {

  private static final int RUNS = 40 * Integer.getInteger("tests.multiplier", 1);
  private static final int RUNS_TO_A_CHILD = 40;
  private static final Set<String> WRITTEN =
      Set.of("--out", "--report", "--write-clean", "--outcomes", "--plot", "--resume");

  private static final List<String> SCHEME = List.of("--stop-words", "--idf", "--word-weights");
  private static final Map<String, String> WRITTEN_BY =
      Map.of("dedup", "--out", "report", "--out", "scan", "--out", "evaluate", "--plot");

  /** What may be said on standard error beside a failure. */
  private static final Pattern NOTE =
      Pattern.compile(
          "lucene-simhash: (skipped|left out|\\d|the nearest|the most alike|the text has).*");

  @TempDir private Path folder;
  private FuzzWorld world;
  private Random random;

  /** A command line, what it names to read, and what of it is written. */
  private record Line(
      List<String> words, List<String> names, Set<Path> outputs, Set<Path> folders) {
    static Line of(String command) {
      return new Line(
          new ArrayList<>(List.of(command)),
          new ArrayList<>(),
          new LinkedHashSet<>(),
          new LinkedHashSet<>());
    }

    /** Every file that it reads. */
    Set<Path> inputs() throws IOException {
      Set<Path> inputs = new LinkedHashSet<>();
      for (String name : names) {
        Path path = Path.of(name);
        if (Files.exists(path)) {
          try (Stream<Path> files = Files.walk(path.toRealPath())) {
            for (Path file : files.toList()) {
              if (Files.isRegularFile(file)
                  && (file.equals(path.toRealPath()) || file.toString().matches(".*(txt|md)"))) {
                inputs.add(file.toRealPath());
              }
            }
          }
        }
      }
      return inputs;
    }

    boolean mayFindNoRoom() {
      return words.stream().anyMatch(word -> word.contains("full"));
    }
  }

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
      world = new FuzzWorld(place, Files.createDirectory(folder.resolve("template")));
      long first = Long.getLong("tests.seed", 0);
      for (long seed = first; seed < first + RUNS; seed++) {
        random = new Random(seed);
        Line line = line();
        try {
          check(line, seed % RUNS_TO_A_CHILD == RUNS_TO_A_CHILD / 2);
        } catch (AssertionError e) {
          throw new AssertionError(
              "-Dtests.seed=" + seed + " " + String.join(" ", line.words()) + "\n" + e.getMessage(),
              e);
        }
      }
    } finally {
      if (readOnly) {
        unmount(place.resolve("readonly"));
      }
      if (full) {
        unmount(place.resolve("full"));
      }
    }
  }

  private void check(Line line, boolean inChild) throws Exception {
    Map<Path, String> before = world.content();
    Set<Path> inputs = line.inputs();
    CommandLineRun run = inChild ? runInChild(folder, line.words().toArray()) : run(line);
    String said = "exit code " + run.exitCode() + "\n" + run.out() + run.err();
    List<Path> changed = FuzzWorld.changed(before, world.content());
    for (Path path : changed) {
      assertFalse(inputs.contains(path), "changed input " + path + "\n" + said);
      assertTrue(mayChange(path, line, run.exitCode(), before), "changed " + path + "\n" + said);
    }
    assertTrue(run.exitCode() >= 0 && run.exitCode() <= 3, said);
    assertTrue(run.exitCode() != 1 || line.mayFindNoRoom(), said);
    List<String> failures =
        run.err().lines().filter(each -> !NOTE.matcher(each).matches()).toList();
    assertEquals(isDone(run.exitCode()) ? 0 : 1, failures.size(), said);
    assertTrue(failures.stream().allMatch(each -> each.startsWith("lucene-simhash: ")), said);
    for (String word : List.of("unexpected", "Exception", "\tat ")) {
      assertFalse((run.out() + run.err()).contains(word), said);
    }
    for (int i = 1; isDone(run.exitCode()) && i < line.words().size(); i++) {
      if (WRITTEN.contains(line.words().get(i - 1))) {
        assertTrue(Files.exists(Path.of(line.words().get(i))), "not written\n" + said);
      }
    }
    if (!changed.isEmpty()) {
      world.restore();
    }
  }

  private boolean mayChange(Path path, Line line, int exitCode, Map<Path, String> before)
      throws IOException {
    if (path.toString().endsWith(".part")) {
      return false;
    }
    boolean isNew = !before.containsKey(path);
    Path real = Files.exists(path.getParent()) ? path.getParent().toRealPath() : path.getParent();
    real = real.resolve(path.getFileName());
    if (line.outputs().contains(real)) {
      return isDone(exitCode) || path.endsWith("journal") || (isNew && resumes(line, real));
    }
    for (Path own : line.folders()) {
      boolean foreign = !isNew && path.toString().matches(".*(\\.md|\\.doc|plan\\.txt)");
      if (real.startsWith(own) && !foreign) {
        return isDone(exitCode) || isLucenes(path, before, own);
      }
      if (own.startsWith(real) && isNew) {
        return isDone(exitCode);
      }
    }
    return false;
  }

  /** Fine, or done but for what was skipped. */
  private static boolean isDone(int exitCode) {
    return exitCode == 0 || exitCode == 3;
  }

  private static boolean resumes(Line line, Path path) {
    int option = line.words().indexOf("--resume");
    return option >= 0 && Files.isDirectory(path);
  }

  /** A run that fails may have looked into an index and left its lock. */
  private static boolean isLucenes(Path path, Map<Path, String> before, Path own) {
    return path.endsWith("write.lock")
        && before.keySet().stream().anyMatch(each -> each.startsWith(own));
  }

  private CommandLineRun run(Line line) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int room = line.words().contains("--version") || random.nextInt(30) > 0 ? 1 << 20 : 20;
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
    int exitCode =
        Main.run(
            line.words().toArray(String[]::new),
            new ByteArrayInputStream(
                "some text on standard input".getBytes(StandardCharsets.UTF_8)),
            limited,
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new CommandLineRun(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private Line line() throws IOException {
    String command =
        pick(
            "dedup",
            "dedup",
            "dedup",
            "report",
            "scan",
            "evaluate",
            "index",
            "index",
            "index",
            "index",
            "load",
            "search",
            "fingerprint",
            "stats",
            "nothing");
    Line line = Line.of(command);
    switch (command) {
      case "load" -> addInput(line, pick("prints.tsv", "prints.tsv", "prints.bin", "in"));
      case "scan", "search", "stats" -> {}
      default -> {
        for (int inputs = 1 + random.nextInt(2); inputs > 0; inputs--) {
          addInput(line, pick(FuzzWorld.INPUTS));
        }
      }
    }
    if (Set.of("scan", "search", "stats").contains(command)) {
      add(line, "--index", pick(FuzzWorld.INDEXES), false);
    } else if (Set.of("index", "load").contains(command)) {
      add(line, "--index", random.nextInt(4) == 0 ? pick(line.names()) : output(line), true);
    }
    switch (command) {
      case "scan" -> line.words().addAll(List.of("--text-field", pick("text", "id", "none")));
      case "search" ->
          line.words()
              .addAll(
                  random.nextBoolean()
                      ? List.of("--id", pick("t0", "t9"))
                      : List.of("--text", path(pick(FuzzWorld.INPUTS))));
      default -> {}
    }
    for (int options = random.nextInt(4); options > 0; options--) {
      option(line, command);
    }
    return line;
  }

  private void option(Line line, String command) throws IOException {
    String option =
        switch (random.nextInt(12) == 0 ? "any" : command) {
          case "dedup" ->
              random.nextInt(3) == 0
                  ? pick("-k", "--json", "--keep", pick(SCHEME))
                  : pick("--out", "--report", "--write-clean", "--resume", "--truth");
          case "report" -> pick("--out", "--keep", "-k", pick(SCHEME));
          case "scan" -> pick("--out", "--report", "--json", "-k");
          case "evaluate" -> pick("--plot", "--truth", "--json", "--plant");
          case "index" ->
              pick(
                  "--dedup", "--outcomes", "--store-text", "--no-verify", "--strict", pick(SCHEME));
          case "search" -> pick("--json", "--top", "-k");
          case "fingerprint" -> pick("--json", "--strict", pick(SCHEME));
          default -> pick("--json", "--strict", "--top", "--shingle", pick(SCHEME));
        };
    if (line.words().contains(option) || (SCHEME.contains(option) && isSchemed(line))) {
      return;
    }
    switch (option) {
      case "-k", "--shingle" ->
          line.words().addAll(List.of(option, pick("1", "3", "10", "64", "x")));
      case "--json", "--plant", "--store-text", "--no-verify", "--strict" ->
          line.words().add(option);
      case "--keep" -> line.words().addAll(List.of(option, pick("longest", "newest")));
      case "--top" -> line.words().addAll(List.of(option, "2"));
      case "--dedup" -> line.words().addAll(List.of(option, pick("first", "newest", "mark")));
      case "--truth" -> addTable(line, "--truth", "truth.tsv", "hard.tsv");
      case "--stop-words" -> addTable(line, "--stop-words", "stop.txt", "soft.txt");
      case "--idf" -> {
        line.words().addAll(List.of("--scheme", "classic-tfidf"));
        addTable(line, "--idf", "corpus.tsv", "in");
      }
      case "--word-weights" -> {
        line.words().addAll(List.of("--scheme", "classic-table"));
        addTable(line, "--word-weights", "weights.tsv", "in/weights.txt");
      }
      default -> add(line, option, output(line), true);
    }
  }

  /** Somewhere new in half of the cases; else what is read, or any file or folder there is. */
  private String output(Line line) {
    return switch (random.nextInt(6)) {
      case 0 -> pick(FuzzWorld.INPUTS);
      case 1 -> pick(pick(List.of(FuzzWorld.TABLES, FuzzWorld.INDEXES)));
      case 2 -> line.names().isEmpty() ? pick(FuzzWorld.TABLES) : pick(line.names());
      default -> pick(FuzzWorld.NEW);
    };
  }

  private static boolean isSchemed(Line line) {
    return line.words().contains("--scheme") || line.words().contains("--stop-words");
  }

  /** One that is sound in most cases; and in some what is to be written is the same file. */
  private void addTable(Line line, String option, String... sound) throws IOException {
    String name = random.nextInt(4) > 0 ? pick(sound) : pick(FuzzWorld.TABLES);
    add(line, option, name, false);
    String written = WRITTEN_BY.get(line.words().getFirst());
    if (written != null && !line.words().contains(written) && random.nextInt(3) == 0) {
      add(line, written, name, true);
    }
  }

  private void addInput(Line line, String name) {
    line.words().add(path(name));
    line.names().add(path(name));
  }

  private void add(Line line, String option, String name, boolean written) throws IOException {
    String path = name.equals("-") ? world.folder() + "/-" : path(name);
    line.words().addAll(List.of(option, path));
    if (!written) {
      line.names().add(path);
      return;
    }
    Path absolute = Path.of(path).toAbsolutePath();
    Path parent = absolute.getParent();
    Path real =
        Files.exists(absolute)
            ? absolute.toRealPath()
            : parent != null && Files.exists(parent)
                ? parent.toRealPath().resolve(absolute.getFileName())
                : absolute;
    if (WRITTEN.contains(option) && !option.equals("--write-clean")) {
      line.outputs().add(real);
      if (parent != null && Files.exists(parent) && absolute.getFileName() != null) {
        line.outputs().add(parent.toRealPath().resolve(absolute.getFileName())); // a link itself
      }
      if (option.equals("--resume")) {
        line.outputs().add(real.resolve("journal"));
      }
    } else {
      line.folders().add(real);
    }
  }

  private String path(String name) {
    if (name.equals("-") || name.startsWith("/")) {
      return name;
    }
    return name.isEmpty() || name.equals(".")
        ? world.folder().toString()
        : world.folder() + "/" + name;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
