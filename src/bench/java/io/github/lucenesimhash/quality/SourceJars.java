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
import picocli.CommandLine.Option;

/**
 * Provides documents from the source jars of two releases of a library, which Maven fetches on
 * first use.
 */
public final class SourceJars {

  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern MARGIN = Pattern.compile("(?m)^[ \t]*\\*+ ?");
  private static final Pattern LICENCE =
      Pattern.compile("\\A\\s*/\\*(?!\\*).*?\\*/", Pattern.DOTALL);

  @Option(
      names = "--jars",
      defaultValue = "target/quality-corpora",
      description = "Folder of the source jars.")
  private Path folder;

  /** Returns the javadoc of each file of Hutool, which is Chinese. */
  public QualityCorpus hutool() throws IOException {
    return corpus(
        "zh hutool javadoc",
        "cn.hutool:hutool-all",
        List.of("5.8.16", "5.8.35"),
        SourceJars::javadoc);
  }

  /** Returns each source file of Lucene, which is English, without its licence header. */
  public QualityCorpus lucene() throws IOException {
    return corpus(
        "en lucene sources",
        "org.apache.lucene:lucene-core",
        List.of("9.12.0", "10.1.0"),
        source -> LICENCE.matcher(source).replaceFirst("").strip());
  }

  private QualityCorpus corpus(
      String name, String library, List<String> versions, UnaryOperator<String> toText)
      throws IOException {
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    for (String version : versions) {
      Path file = jar(library, version);
      try (ZipFile zip = new ZipFile(file.toFile())) {
        for (Enumeration<? extends ZipEntry> e = zip.entries(); e.hasMoreElements(); ) {
          ZipEntry entry = e.nextElement();
          if (entry.getName().endsWith(".java")) {
            byte[] bytes = zip.getInputStream(entry).readAllBytes();
            String source = new String(bytes, StandardCharsets.UTF_8);
            texts.put(file.getFileName() + "!" + entry.getName(), toText.apply(source));
          }
        }
      }
    }
    return QualityCorpus.of(name, texts);
  }

  private Path jar(String library, String version) throws IOException {
    String artifact = library.substring(library.indexOf(':') + 1);
    Path file = folder.resolve(artifact + "-" + version + "-sources.jar");
    if (!Files.exists(file)) {
      Files.createDirectories(folder);
      PackageCorpora.run(
          folder,
          "mvn",
          "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy",
          "-Dartifact=" + library + ":" + version + ":jar:sources",
          "-DoutputDirectory=.");
    }
    return file;
  }

  private static String javadoc(String source) {
    StringBuilder text = new StringBuilder();
    for (Matcher comment = JAVADOC.matcher(source); comment.find(); ) {
      text.append(MARGIN.matcher(comment.group(1)).replaceAll("").strip()).append('\n');
    }
    return text.toString().strip();
  }
}
