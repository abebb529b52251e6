package io.github.lucenesimhash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that no comment begins with a word that needs the comment before it. */
class CommentsTest {

  /** A literal, a comment in stars, or consecutive line comments. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'"
              + "|/\\*(?s:.*?)\\*/|//[^\n]*(?:\n\\s*//[^\n]*)*");

  private static final Pattern NEEDS_ANOTHER =
      Pattern.compile(
          "(?s)/[*/](?:[\\s*/]|<p>|\\{@return\\s)*(?:Of|The same|Those|Its|Likewise|What|Such)\\b.*");

  @Test
  void noCommentNeedsTheOneBefore() throws IOException {
    List<String> found = new ArrayList<>();
    int comments = 0;
    for (String sources : List.of("src/main/java", "src/test/java", "src/bench/java")) {
      for (Path file : files(Path.of(sources))) {
        for (Matcher token = TOKEN.matcher(Files.readString(file)); token.find(); ) {
          comments += token.group().startsWith("/") ? 1 : 0;
          if (NEEDS_ANOTHER.matcher(token.group()).matches()) {
            found.add(file.getFileName() + ": " + token.group());
          }
        }
      }
    }
    assertEquals(List.of(), found, "begin with a verb, or name the thing");
    assertTrue(comments > 2000, comments + " comments");
  }

  private static List<Path> files(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files.filter(path -> path.toString().endsWith(".java")).sorted().toList();
    }
  }
}
