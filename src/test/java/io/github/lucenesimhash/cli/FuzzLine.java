package io.github.lucenesimhash.cli;

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

/** A random command line, what it names to read, and what of it is written. */
final class FuzzLine {

  static final Set<String> WRITTEN = Set.of("--out", "--report", "--write-clean", "--outcomes");

  private static final String SCHEME = "--scheme";
  private static final Map<String, String> WRITTEN_BY = Map.of("dedup", "--out");

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

  /** Files that it may write. */
  Set<Path> outputs() {
    return outputs;
  }

  /** Folders in which it may write. */
  Set<Path> folders() {
    return folders;
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

  private void fill() throws IOException {
    String command =
        pick(
            "dedup",
            "dedup",
            "dedup",
            "dedup",
            "dedup",
            "evaluate",
            "index",
            "index",
            "index",
            "index",
            "search",
            "fingerprint",
            "stats",
            "nothing");
    words.add(command);
    if (Set.of("search", "stats").contains(command)) {
      addInput(pick(FuzzWorld.INDEXES));
    } else if (command.equals("index")) {
      add("INDEX", random.nextInt(4) == 0 ? pick(FuzzWorld.INPUTS) : output(), true);
    }
    switch (command) {
      case "search", "stats" -> {}
      default -> {
        for (int inputs = 1 + random.nextInt(2); inputs > 0; inputs--) {
          addInput(pick(random.nextInt(8) == 0 ? FuzzWorld.INDEXES : FuzzWorld.INPUTS));
        }
      }
    }
    switch (command) {
      case "search" ->
          words.addAll(
              random.nextBoolean()
                  ? List.of("--id", pick("t0", "t9"))
                  : List.of("--file", path(pick(FuzzWorld.INPUTS))));
      default -> {}
    }
    for (int options = random.nextInt(4); options > 0; options--) {
      option(command);
    }
  }

  private void option(String command) throws IOException {
    String option =
        switch (random.nextInt(12) == 0 ? "any" : command) {
          case "dedup" ->
              random.nextInt(3) == 0
                  ? pick(
                      "-k",
                      "--json",
                      "--keep",
                      "--format",
                      "--encoding",
                      "--extract",
                      "--markup",
                      SCHEME)
                  : pick("--out", "--report", "--write-clean", "--decisions");
          case "evaluate" -> pick("--truth", "--json", "--sample", SCHEME);
          case "index" ->
              pick(
                  "--dedup",
                  "--outcomes",
                  "--format",
                  "--store-text",
                  "--no-verify",
                  "--strict",
                  pick("--window", "--tenant-field", "--expire"),
                  SCHEME);
          case "search" -> pick("--json", "--top", "-k");
          case "fingerprint" -> pick("--json", "--strict", SCHEME);
          default -> pick("--json", "--strict", "--top", SCHEME);
        };
    if (words.contains(option)) {
      return;
    }
    switch (option) {
      case "-k" -> words.addAll(List.of(option, pick("1", "3", "10", "64", "x")));
      case "--json", "--store-text", "--no-verify", "--strict", "--expire" -> words.add(option);
      case "--keep" -> words.addAll(List.of(option, pick("longest", "newest", "last")));
      case "--window" ->
          words.addAll(List.of(option, pick("14d", "0ms", "no"), "--date-field", "published"));
      case "--tenant-field" -> words.addAll(List.of(option, pick("id", "meta.id", "none")));
      case "--format" ->
          words.addAll(List.of(option, pick("csv", "html", "jsonl", "tsv", "fingerprints", "no")));
      case "--encoding" -> words.addAll(List.of(option, pick("gbk", "UTF-16", "UTF-8", "no")));
      case "--markup" -> words.addAll(List.of(option, pick("strip", "keep", "no")));
      case "--extract" -> words.addAll(List.of(option, pick("cat {}", "cat", "false", "nowhere")));
      case "--top", "--sample" -> words.addAll(List.of(option, "2"));
      case "--dedup" -> words.addAll(List.of(option, pick("first", "newest", "mark")));
      case "--truth", "--decisions" -> addTable(option, "", "truth.tsv", "hard.tsv");
      case "--scheme" -> {
        switch (random.nextInt(4)) {
          case 0 -> addTable(option, "stop-words=", "stop.txt", "soft.txt");
          case 1 -> addTable(option, "classic-tfidf idf=", "corpus.tsv", "in");
          case 2 ->
              addTable(option, "classic-table word-weights=", "weights.tsv", "in/weights.txt");
          default ->
              words.addAll(
                  List.of(option, pick("zh", "shingle=1", "char shingle=99", "no", "a=b c")));
        }
      }
      default -> add(option, output(), true);
    }
  }

  /** Somewhere new in half of the cases; else what is read, or any file or folder there is. */
  private String output() {
    return switch (random.nextInt(6)) {
      case 0 -> pick(FuzzWorld.INPUTS);
      case 1 -> pick(pick(List.of(FuzzWorld.TABLES, FuzzWorld.INDEXES)));
      case 2 -> names.isEmpty() ? pick(FuzzWorld.TABLES) : pick(names);
      default -> pick(FuzzWorld.NEW);
    };
  }

  /** One that is sound in most cases; and in some what is to be written is the same file. */
  private void addTable(String option, String start, String... sound) throws IOException {
    String name = random.nextInt(4) > 0 ? pick(sound) : pick(FuzzWorld.TABLES);
    words.addAll(List.of(option, start + path(name)));
    names.add(path(name));
    String written = WRITTEN_BY.get(words.getFirst());
    if (written != null && !words.contains(written) && random.nextInt(3) == 0) {
      add(written, name, true);
    }
  }

  private void addInput(String name) {
    words.add(path(name));
    names.add(path(name));
  }

  private void add(String option, String name, boolean written) throws IOException {
    String path = name.equals("-") ? world.folder() + "/-" : path(name);
    words.addAll(option.equals("INDEX") ? List.of(path) : List.of(option, path));
    if (!written) {
      names.add(path);
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
      outputs.add(real);
      if (parent != null && Files.exists(parent) && absolute.getFileName() != null) {
        outputs.add(parent.toRealPath().resolve(absolute.getFileName())); // a link itself
      }
    } else {
      folders.add(real);
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
