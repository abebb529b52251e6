package io.github.lucenesimhash.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the parts of pom.xml that pages repeat. */
final class Pom {

  private static final Pattern OWN =
      Pattern.compile(
          "<groupId>(.*)</groupId>\\s*<artifactId>(.*)</artifactId>\\s*<version>(.*)</version>");

  private Pom() {}

  static String text() throws IOException {
    return Files.readString(Path.of("pom.xml"));
  }

  static String version() throws IOException {
    return own().group(3);
  }

  /** Returns the project's own coordinates in the form of a dependency. */
  static String coordinates() throws IOException {
    return own().group();
  }

  private static Matcher own() throws IOException {
    Matcher own = OWN.matcher(text());
    if (!own.find()) {
      throw new AssertionError("pom.xml has no coordinates, expected its own");
    }
    return own;
  }
}
