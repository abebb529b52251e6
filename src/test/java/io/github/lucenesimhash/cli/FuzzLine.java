package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A random command line, the files that it names to read, and those that it may write. Commands,
 * options and their kinds come from the program's own model, so that a new option takes part by
 * itself. The test fails at an option with an unknown label.
 */
final class FuzzLine {

  /** The options that name files and folders to write. */
  static final Set<String> WRITTEN = Set.of("--out", "--report", "--outcomes", "--write-clean");

  private static final Set<String> FOLDERS = Set.of("--write-clean", "--move");
  private static final Set<String> WRITES_INDEX = Set.of("index", "serve");

  /** The values of options by label, valid and invalid ones. */
  private static final Map<String, List<String>> VALUES =
      Map.ofEntries(
          Map.entry("EXT", List.of("txt", ".MD", "*", "csv,tsv")),
          Map.entry(
              "NAME", List.of("id", "text", "meta.id", "none", "text,title", "gbk", "UTF-16")),
          Map.entry("COMMAND", List.of("cat {}", "cat", "false", "nowhere")),
          Map.entry("J", List.of(".5", ".9", "0", "1", "2", "x")),
          Map.entry("C", List.of(".9", "0", "1", "-1")),
          Map.entry("N", List.of("1", "2", "8", "30", "0", "x")),
          Map.entry("BITS", List.of("1", "3", "10", "64", "257", "x")),
          Map.entry("TIME", List.of("14d", "0.001s", "36h", "no")),
          Map.entry("GUARD", List.of("none", "numbers", "replaced,negations", "no", "words:")),
          Map.entry("WHICH", List.of("first", "longest", "newest", "oldest", "max:id", "min:")),
          Map.entry("HEX", List.of("00ff00ff00ff00ff", "0b01", "no")),
          Map.entry("ID", List.of("t0", "t9")),
          Map.entry("TEXT", List.of("the quick brown fox jumps over one lazy dog", "x", "")),
          Map.entry(
              "SCHEME",
              List.of(
                  "zh",
                  "titles",
                  "shingle=1 bits=128",
                  "char shingle=99",
                  "no",
                  "a=b c",
                  "stop-words=stop.txt",
                  "classic-tfidf idf=corpus.tsv",
                  "classic-table word-weights=weights.tsv")));

  private final FuzzWorld world;
  private final Random random;
  private final List<String> words = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final Set<Path> outputs = new LinkedHashSet<>();
  private final Set<Path> folders = new LinkedHashSet<>();

  FuzzLine(FuzzWorld world, Random random) throws IOException {
    this.world = world;
    this.random = random;
    fill();
  }

  List<String> words() {
    return words;
  }

  /** Returns the files that the command line may write. */
  Set<Path> outputs() {
    return outputs;
  }

  /** Returns the folders in which the command line may write. */
  Set<Path> folders() {
    return folders;
  }

  /** Returns every file that the command line may read. */
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

  boolean mayMove() {
    return words.contains("--move");
  }

  private void fill() throws IOException {
    Map<String, CommandLine> commands = Main.line(new Main(null)).getSubcommands();
    List<String> verbs = new ArrayList<>(commands.keySet());
    verbs.addAll(List.of("dedup", "dedup", "index", "search", "nothing"));
    words.add(pick(verbs));
    CommandLine command = commands.get(words.getFirst());
    if (command == null) {
      return;
    }
    for (PositionalParamSpec param : command.getCommandSpec().positionalParameters()) {
      boolean isAlone = param.paramLabel().equals("TEXT");
      int most = param.arity().max() > 1 ? 2 : 1;
      int count = isAlone ? random.nextInt(2) : 1 + random.nextInt(most);
      for (int i = 0; i < count; i++) {
        addValue("", param);
      }
    }
    List<OptionSpec> options = command.getCommandSpec().options();
    for (int left = random.nextInt(5); left > 0; left--) {
      addOption(pick(options));
    }
    for (OptionSpec option : options) {
      boolean isNeeded = words.getFirst().equals("search") && words.size() == 2;
      if (option.required() || (isNeeded && option.longestName().equals("--id"))) {
        addOption(option);
      }
    }
  }

  private void addOption(OptionSpec option) throws IOException {
    if (words.contains(option.longestName())) {
      return;
    }
    if (option.arity().max() == 0) {
      words.add(option.longestName());
    } else {
      addValue(option.longestName(), option);
    }
  }

  /** Adds a value of an option, or of a parameter, for which the option is an empty string. */
  private void addValue(String option, ArgSpec arg) throws IOException {
    String label = arg.paramLabel();
    if (arg.completionCandidates() != null && !VALUES.containsKey(label)) {
      List<String> candidates = new ArrayList<>(List.of("no"));
      arg.completionCandidates().forEach(candidates::add);
      add(option, pick(candidates));
      return;
    }
    switch (label) {
      case "INPUT", "OLD" ->
          addRead(option, pick(random.nextInt(8) == 0 ? FuzzWorld.INDEXES : FuzzWorld.INPUTS));
      case "INDEX" -> {
        if (WRITES_INDEX.contains(words.getFirst())) {
          addWritten("INDEX", random.nextInt(4) == 0 ? pick(FuzzWorld.INDEXES) : output());
        } else {
          addRead(option, pick(FuzzWorld.INDEXES));
        }
      }
      case "FILE", "DIR", "TARGET", "PAIRS" -> {
        if (WRITTEN.contains(option) || FOLDERS.contains(option)) {
          addWritten(option, output());
        } else {
          addRead(option, pick(random.nextBoolean() ? FuzzWorld.TABLES : FuzzWorld.INPUTS));
        }
      }
      default -> {
        assertTrue(
            VALUES.containsKey(label), "label '" + label + "' of " + option + " is not known");
        add(option, withFile(pick(VALUES.get(label))));
      }
    }
  }

  /** Returns a value whose trailing file name, or empty name, is replaced by a table's path. */
  private String withFile(String value) {
    int at = Math.max(value.lastIndexOf('='), value.lastIndexOf(':')) + 1;
    String name = value.substring(at);
    if (at == 0 || !(name.isEmpty() || name.contains("."))) {
      return value;
    }
    String table = name.isEmpty() || random.nextInt(4) == 0 ? pick(FuzzWorld.TABLES) : name;
    names.add(path(table));
    return value.substring(0, at) + path(table);
  }

  private void add(String option, String value) {
    if (!option.isEmpty()) {
      words.add(option);
    }
    words.add(value);
  }

  private void addRead(String option, String name) {
    add(option, path(name));
    names.add(path(name));
  }

  /** Returns a new name in half of the cases, else an input or any file or folder of the world. */
  private String output() {
    return switch (random.nextInt(6)) {
      case 0 -> pick(FuzzWorld.INPUTS);
      case 1 -> pick(random.nextBoolean() ? FuzzWorld.TABLES : FuzzWorld.INDEXES);
      case 2 -> names.isEmpty() ? pick(FuzzWorld.TABLES) : pick(names);
      default -> pick(FuzzWorld.NEW);
    };
  }

  private void addWritten(String option, String name) throws IOException {
    String path = name.equals("-") ? world.folder() + "/-" : path(name);
    add(option.equals("INDEX") ? "" : option, path);
    Path absolute = Path.of(path).toAbsolutePath();
    Path parent = absolute.getParent();
    Path real =
        Files.exists(absolute)
            ? absolute.toRealPath()
            : parent != null && Files.exists(parent)
                ? parent.toRealPath().resolve(absolute.getFileName())
                : absolute;
    if (option.equals("INDEX") || FOLDERS.contains(option)) {
      folders.add(real);
    } else {
      outputs.add(real);
      if (parent != null && Files.exists(parent) && absolute.getFileName() != null) {
        outputs.add(parent.toRealPath().resolve(absolute.getFileName())); // the link itself
      }
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

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
