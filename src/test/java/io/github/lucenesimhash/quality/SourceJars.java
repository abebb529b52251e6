package io.github.lucenesimhash.quality;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Documents from the source jars of two releases of a library. Maven's dependency plugin fetches
 * the jars.
 */
public final class SourceJars {

  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern MARGIN = Pattern.compile("(?m)^[ \t]*\\*+ ?");
  private static final Pattern LICENCE =
      Pattern.compile("\\A\\s*/\\*(?!\\*).*?\\*/", Pattern.DOTALL);

  private final Path folder;

  public SourceJars(Path folder) {
    this.folder = folder;
  }

  /** Of each file of hutool the text of its javadoc comments, without their margins: Chinese. */
  public QualityCorpus hutool() throws IOException {
    return corpus(
        "zh hutool javadoc",
        List.of("hutool-all-5.8.16-sources.jar", "hutool-all-5.8.35-sources.jar"),
        SourceJars::javadoc);
  }

  /** Each source file of Lucene, without the licence at its top: English. */
  public QualityCorpus lucene() throws IOException {
    return corpus(
        "en lucene sources",
        List.of("lucene-core-9.12.0-sources.jar", "lucene-core-10.1.0-sources.jar"),
        source -> LICENCE.matcher(source).replaceFirst("").strip());
  }

  private QualityCorpus corpus(String name, List<String> jars, UnaryOperator<String> toText)
      throws IOException {
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    for (String jar : jars) {
      Path file = folder.resolve(jar);
      if (!Files.exists(file)) {
        throw new IOException("no " + jar + "; dependency:copy@quality-corpora fetches it");
      }
      try (ZipFile zip = new ZipFile(file.toFile())) {
        for (Enumeration<? extends ZipEntry> e = zip.entries(); e.hasMoreElements(); ) {
          ZipEntry entry = e.nextElement();
          if (entry.getName().endsWith(".java")) {
            byte[] bytes = zip.getInputStream(entry).readAllBytes();
            String source = new String(bytes, StandardCharsets.UTF_8);
            texts.put(jar + "!" + entry.getName(), toText.apply(source));
          }
        }
      }
    }
    return QualityCorpus.of(name, texts);
  }

  private static String javadoc(String source) {
    StringBuilder text = new StringBuilder();
    for (Matcher comment = JAVADOC.matcher(source); comment.find(); ) {
      text.append(MARGIN.matcher(comment.group(1)).replaceAll("").strip()).append('\n');
    }
    return text.toString().strip();
  }
}
