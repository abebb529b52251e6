package io.github.lucenesimhash.quality;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import picocli.CommandLine.Mixin;

/**
 * Provides any number of English and Chinese texts that people wrote: the installation guide and
 * the handbook of Debian, the licences of SPDX, the javadoc of two releases of Hutool, the sources
 * of two releases of Lucene, and then pieces of the sources of the JDK.
 */
public final class RealTexts {

  private static final int PASSAGE = 1000;
  private static final int PIECE = 2000; // characters of the JDK's sources

  @Mixin private SourceJars jars;
  @Mixin private PackageCorpora packages;

  /**
   * Returns texts that every format can hold: texts of one line, without characters that HTML
   * drops.
   *
   * @throws IOException if the texts cannot be fetched or are too few
   */
  public List<String> texts(int count) throws IOException {
    List<String> texts = new ArrayList<>();
    for (QualityCorpus corpus :
        List.of(
            packages.installationGuide("zh guide", "zh_CN"),
            packages.installationGuide("en guide", "en"),
            HandbookPassages.of(packages, "zh handbook", "zh-CN", PASSAGE),
            HandbookPassages.of(packages, "en handbook", "en-US", PASSAGE),
            packages.licences(),
            jars.hutool(),
            jars.lucene())) {
      texts.addAll(corpus.texts());
    }
    addPieces(texts, count);
    if (texts.size() < count) {
      throw new IOException("there are " + texts.size() + " texts, expected " + count);
    }
    return texts.stream()
        .limit(count)
        .map(text -> text.replaceAll("[\\s\\p{Cc}\\p{Cf}\\p{Z}]+", " ").strip())
        .toList();
  }

  /** Adds pieces of the sources of the JDK, which are English. */
  private static void addPieces(List<String> texts, int count) throws IOException {
    Path sources = Path.of(System.getProperty("java.home"), "lib", "src.zip");
    try (ZipFile zip = new ZipFile(sources.toFile())) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements() && texts.size() < count) {
        ZipEntry entry = entries.nextElement();
        if (entry.getName().endsWith(".java")) {
          byte[] bytes = zip.getInputStream(entry).readAllBytes();
          addPieces(texts, new String(bytes, StandardCharsets.UTF_8));
        }
      }
    }
  }

  /** Cuts a text into pieces of whole lines, without the rest at the end. */
  private static void addPieces(List<String> texts, String source) {
    StringBuilder piece = new StringBuilder();
    for (String line : source.lines().toList()) {
      piece.append(line).append('\n');
      if (piece.length() >= PIECE) {
        texts.add(piece.toString());
        piece.setLength(0);
      }
    }
  }
}
