package io.github.lucenesimhash.quality;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;

/** The Debian handbook cut into passages: texts of one style that say different things. */
final class HandbookPassages {

  private static final String PACKAGE = "debian-handbook";

  private HandbookPassages() {}

  /**
   * Whole lines, as many as make a passage long enough; no passage goes over a page's end.
   *
   * @param languageFolder {@code zh-CN} or {@code en-US}
   * @param minCharacters of a passage
   * @throws IOException if the package cannot be fetched or has no such folder
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
