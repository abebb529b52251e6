package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests command lines that are refused and their messages: the table {@code refusals.txt}. */
class RefusalsTest {

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir private Path folder;

  /** Each line is refused with its message. A failure lists the lines whose message differs. */
  @Test
  void eachIsOneLineAndChangesNothing() throws IOException {
    List<String> lines;
    try (InputStream in = getClass().getResourceAsStream("refusals.txt")) {
      lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("!")) {
        String message = refused(words(line)).replace(folder.toString(), "HERE");
        if (!message.equals(lines.get(++i) + "\n")) {
          wrong.add(line + "\n" + message);
        }
      } else if (line.startsWith("$")) {
        run(words(line)).fine();
      } else if (line.startsWith("+")) {
        String[] file = line.split(" ", 3);
        Path path = Path.of(here(file[1]));
        Files.createDirectories(path.getParent());
        Files.writeString(path, here(file[2]).translateEscapes(), StandardCharsets.ISO_8859_1);
      }
    }
    assertEquals(List.of(), wrong);
  }

  private Object[] words(String line) {
    return WORD.matcher(line.substring(1))
        .results()
        .map(word -> here(word.group(1) == null ? word.group(2) : word.group(1)))
        .toArray();
  }

  private String here(String text) {
    return text.replace("HERE", folder.toString());
  }

  private String refused(Object... words) throws IOException {
    String which = String.join(" ", CommandLineRun.strings(words));
    Map<Path, String> before = content();
    CommandLineRun run = run(words);
    if (run.exitCode() != 2 || !run.out().isEmpty()) {
      return "exit code " + run.exitCode() + "\n" + run.out() + run.err();
    }
    assertEquals(before, content(), which);
    assertTrue(run.err().startsWith("lucene-simhash: "), which + "\n" + run.err());
    return run.err().substring("lucene-simhash: ".length());
  }

  /** Returns the content of every file, except {@code write.lock}, which is only listed. */
  private Map<Path, String> content() throws IOException {
    Map<Path, String> content = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.toList()) {
        boolean isRead = Files.isRegularFile(path) && !path.endsWith("write.lock");
        content.put(path, isRead ? Files.readString(path, StandardCharsets.ISO_8859_1) : "");
      }
    }
    return content;
  }
}
