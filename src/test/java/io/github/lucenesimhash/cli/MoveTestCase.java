package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A folder of files of which some are duplicates, and the messages of a run that moved them. */
abstract class MoveTestCase {

  static final String FOX = "the quick brown fox jumps over the lazy dog by the river";
  static final String SEA = "ferries to the island were late again because of the fog";
  static final String NOTE = "lucene-simhash: ";

  @TempDir Path folder;
  Path texts;
  Path moved;

  /** Writes a, b and sub/c of FOX (b with a line end more), d and e of SEA, and an unlike file. */
  @BeforeEach
  void write() throws IOException {
    texts = Files.createDirectory(folder.resolve("texts"));
    moved = folder.resolve("moved");
    Files.createDirectory(texts.resolve("sub"));
    Files.writeString(texts.resolve("a.txt"), FOX);
    Files.writeString(texts.resolve("b.txt"), FOX + "\n");
    Files.writeString(texts.resolve("sub/c.txt"), FOX);
    Files.writeString(texts.resolve("d.txt"), SEA);
    Files.writeString(texts.resolve("e.txt"), SEA);
    Files.writeString(texts.resolve("f.txt"), "nothing is like this one, it stands for itself");
  }

  /** Returns the content of all files in a folder by their paths, including hidden ones. */
  static Map<String, String> content(Path folder) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(each -> !Files.isDirectory(each)).toList()) {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        content.put(folder.relativize(file).toString(), bytes);
      }
    }
    return content;
  }

  CommandLineRun dedup(Object... options) {
    return run("dedup", texts, options);
  }

  /** Returns the last lines of the output, which report the moves. */
  static String told(CommandLineRun run) {
    return run.out().substring(run.out().indexOf(" s\n") + 3);
  }
}
