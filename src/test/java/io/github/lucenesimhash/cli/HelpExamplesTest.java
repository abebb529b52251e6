package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests that each command's help has two examples, which run on the files that they name. */
class HelpExamplesTest {

  private static final String TEXT =
      "The ferry from the island was late again on %s, and nobody at the harbour knew why,"
          + " although the sea was calm and the sky had been clear since the early morning, when"
          + " the first boats left for the fishing grounds";
  private static final Pattern EXAMPLE =
      Pattern.compile("(?m)^  .*?lucene-simhash ([^>)\\n]*?)(\\)' >> .*| > .*)?$");

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir private Path folder;

  @BeforeEach
  void prepare() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Path lines = folder.resolve("corpus.jsonl");
    for (String day : List.of("Monday", "Tuesday", "Friday")) {
      String text = String.format(Locale.ROOT, TEXT, day);
      Files.writeString(texts.resolve(day + ".txt"), text);
      Files.writeString(
          lines,
          (Files.exists(lines) ? Files.readString(lines) : "") + "{\"text\": \"" + text + "\"}\n");
    }
    Files.writeString(texts.resolve("news-01.txt"), "Bread should cool before it is cut");
    Files.writeString(folder.resolve("letter.txt"), String.format(Locale.ROOT, TEXT, "Sunday"));
    Files.copy(lines, folder.resolve("letters.jsonl"));
    Path index = folder.resolve("articles");
    run("index", index, texts, "--passages").fine();
    Files.writeString(folder.resolve("fingerprints.tsv"), run("fingerprint", texts).fine().out());
  }

  @Test
  void everyExampleRuns() throws IOException {
    CommandLine main = Main.line(new Main(null));
    for (String command : main.getSubcommands().keySet()) {
      String help = CommandLineRun.run(command, "--help").fine().out();
      String examples = help.substring(help.indexOf("\nExamples:\n"));
      List<String> lines =
          EXAMPLE.matcher(examples).results().map(match -> match.group(1)).toList();
      assertEquals(2, lines.size(), examples);
      for (String line : lines) {
        Object[] words =
            WORD.matcher(line)
                .results()
                .map(word -> inFolder(word.group(1) == null ? word.group(2) : word.group(1)))
                .toArray();
        assertEquals(command, words[0]);
        CommandLineRun done = CommandLineRun.run(words);
        assertEquals(0, done.exitCode(), line + ": " + done.err());
        clear(Arrays.copyOfRange(words, 1, words.length));
      }
    }
  }

  /** Returns a word of an example, with files that it reads or writes moved into the folder. */
  private Object inFolder(String word) {
    boolean isNew =
        Set.of(
                "clean",
                "clean.jsonl",
                "groups.tsv",
                "groups.html",
                "out.tsv",
                "loaded",
                "plain",
                "memory")
            .contains(word);
    return isNew || word.startsWith("with-") || Files.exists(folder.resolve(word))
        ? folder.resolve(word)
        : word;
  }

  /** Deletes the folders that an example wrote, so that the next example finds none of them. */
  private static void clear(Object... words) throws IOException {
    for (Object word : words) {
      if (word instanceof Path path
          && Set.of("loaded", "plain", "with-other", "clean")
              .contains(path.getFileName().toString())
          && Files.isDirectory(path)) {
        try (var files = Files.list(path)) {
          for (Path file : files.toList()) {
            Files.delete(file);
          }
        }
        Files.delete(path);
      }
    }
  }
}
