package io.github.lucenesimhash.quality;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;

/** Cuts the Debian handbook into passages: texts of one style and different contents. */
final class HandbookPassages {

  private static final String PACKAGE = "debian-handbook";

  private HandbookPassages() {}

  /**
   * Returns passages of whole lines. No passage continues on the next page.
   *
   * @param languageFolder {@code zh-CN} or {@code en-US}
   * @param minCharacters the minimum length of a passage
   * @throws IOException if the package cannot be fetched or does not contain the language folder
   */
  static QualityCorpus of(
      PackageCorpora packages, String name, String languageFolder, int minCharacters)
      throws IOException {
    SequencedMap<String, String> passages = new LinkedHashMap<>();
    Path pages =
        packages
            .debian(PACKAGE)
            .resolve("usr/share/doc/debian-handbook/html")
            .resolve(languageFolder);
    try (Stream<Path> files = Files.list(pages)) {
      for (Path page : files.filter(file -> file.toString().endsWith(".html")).sorted().toList()) {
        StringBuilder passage = new StringBuilder();
        for (String line : lines(Files.readString(page))) {
          passage.append(line).append('\n');
          if (passage.length() >= minCharacters) {
            passages.put(page.getFileName() + "#" + passages.size(), passage.toString());
            passage.setLength(0);
          }
        }
      }
    }
    return QualityCorpus.of(name, passages);
  }

  private static List<String> lines(String html) throws IOException {
    return PackageCorpora.text(html)
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList();
  }
}
