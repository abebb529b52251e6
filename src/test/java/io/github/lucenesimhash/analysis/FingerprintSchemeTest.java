package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.pattern.PatternReplaceFilter;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintSchemeTest {

  @ParameterizedTest
  @ValueSource(strings = {"", " ", " \t\r\n\u3000\u00A0", "...?!", "。，！", "—《》"})
  void textWithoutFeaturesHasNoFingerprint(String text) {
    GoldenFingerprints.schemes()
        .forEach((name, scheme) -> assertTrue(scheme.fingerprint(text).isEmpty(), name));
    FingerprintScheme scheme = FingerprintScheme.parse("zh");
    assertTrue(scheme.field("near").of(text).isEmpty());
    assertInstanceOf(MatchNoDocsQuery.class, scheme.field("near").newDistanceQuery(text, 64));
  }

  @Test
  void wordsInTheOrderOfTheText() {
    FingerprintScheme scheme = FingerprintScheme.parse("en").withStopWords(List.of("the"));
    long cat = FeatureHash.code("cat".toCharArray(), 0, 3);
    long dog = FeatureHash.code("dog".toCharArray(), 0, 3);
    long two = FeatureHash.code("2nd".toCharArray(), 0, 3);
    assertArrayEquals(
        new long[] {dog, two, cat, two}, scheme.tokens("the dog 2nd cat ２nd", false).codes());
    assertArrayEquals(new long[] {dog, cat, dog}, scheme.tokens("dog cat dog", false).codes());
    assertArrayEquals(new long[0], scheme.tokens("...", true).codes());
    assertEquals(2, scheme.with("shingle=1").features("dog cat dog").length);
  }

  /** A token that a filter empties is no Han character, although its buffer keeps the chars. */
  @Test
  void emptyTokenIsNoHanCharacter() {
    Pattern han = Pattern.compile("\\p{IsHan}");
    try (Analyzer analyzer =
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            Tokenizer words = new WhitespaceTokenizer();
            return new TokenStreamComponents(words, new PatternReplaceFilter(words, han, "", true));
          }
        }) {
      FingerprintScheme scheme = FingerprintScheme.of("no-han", analyzer, "text");
      assertEquals(3, scheme.tokens("late 渡 ferry", false).size());
    }
  }

  @Test
  void noWordAtTheEndIsLost() {
    FingerprintScheme standard = FingerprintScheme.standard();
    assertEquals(5, standard.features("版本 1").length);
    assertNotEquals(standard.fingerprint("版本 1"), standard.fingerprint("版本 2"));
    assertNotEquals(standard.fingerprint("1 版本"), standard.fingerprint("2 版本"));
    assertEquals(3, standard.features("one").length);
    assertEquals(3, standard.features("版").length);
    assertEquals(6, standard.features("one two three four").length);
    assertEquals(6, standard.features("一二三四").length);
  }

  @Test
  void featuresAreDistinctAndAscend() {
    FingerprintScheme words = FingerprintScheme.standard().with("shingle=1");
    Random random = new Random(7);
    for (int size = 0; size < 3000; size += 1 + size / 8) {
      int[] text = random.ints(size, 0, 1 + size / 2).toArray();
      String joined = IntStream.of(text).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
      long[] expected =
          IntStream.of(text)
              .distinct()
              .mapToLong(i -> words.features("w" + i)[0])
              .sorted()
              .toArray();
      assertArrayEquals(expected, words.features(joined), size + " words");
    }
  }

  static List<FingerprintScheme> robust() {
    return List.of(
        FingerprintScheme.parse("zh"),
        FingerprintScheme.parse("char shingle=4"),
        FingerprintScheme.parse("en weights=log-tf"));
  }

  @ParameterizedTest
  @MethodSource("robust")
  void oneCharacterChangesFewBitsAndAnotherTextMany(FingerprintScheme scheme) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      words.add("word" + i * 7919 % 1009);
    }
    String text = String.join(" ", words);
    long original = scheme.fingerprint(text).get().lane(0);
    StringBuilder edited = new StringBuilder(text);
    edited.setCharAt(text.length() / 2, edited.charAt(text.length() / 2) == '5' ? '6' : '5');
    int distance = Fingerprint.distance(original, scheme.fingerprint(edited).get().lane(0));
    assertTrue(distance <= 10, "distance " + distance);
    String other = text.replace("word", "term");
    int unrelated = Fingerprint.distance(original, scheme.fingerprint(other).get().lane(0));
    assertTrue(unrelated > 12, "distance of another text " + unrelated);
  }

  /** Schemes that differ in bits only have the same words and features and may share verifiers. */
  @ParameterizedTest
  @ValueSource(strings = {"standard", "en", "zh", "char", "en weights=tf top-features=9"})
  void otherSidesHaveNoBits(String name) {
    FingerprintScheme scheme = FingerprintScheme.parse(name);
    for (int bits : new int[] {64, 128, 256}) {
      FingerprintScheme wide = scheme.with("bits=" + bits);
      assertEquals(bits, wide.bits());
      assertEquals(bits, wide.zero.bits());
      assertEquals(bits == 64, wide.id().equals(scheme.id()));
      assertArrayEquals(scheme.features("one two 三"), wide.features("one two 三"));
      assertEquals(Optional.of(bits), wide.fingerprint("one two").map(Fingerprint::bits));
      assertEquals(Optional.empty(), wide.fingerprint("..."));
      assertArrayEquals(
          scheme.tokens("one two 三", false).codes(), wide.tokens("one two 三", true).codes());
    }
  }

  @Test
  void tokensTellNumbersAndPlaces() {
    String text = "The 2nd ferry, 第三 boats: ３.14";
    for (String name : List.of("standard", "en shingle=1", "char shingle=4", "iscc")) {
      Tokens own = FingerprintScheme.parse(name).tokens(text, true);
      Tokens words = own.standard();
      List<String> shown = new ArrayList<>();
      for (int i = 0; i < words.size(); i++) {
        shown.add(text.substring(words.from(i), words.to(i)));
        assertEquals(words.codes()[i], words.code(i));
      }
      assertEquals(List.of("The", "2nd", "ferry", "第", "三", "boats", "３.14"), shown, name);
      long[] numbers = {words.code(1), FeatureHash.next(FeatureHash.START, '3'), words.code(6)};
      assertArrayEquals(numbers, words.numbers(), name);
      assertArrayEquals(numbers, own.numbers(), name);
    }
  }

  /** A text without characters that ISO 24138 keeps is no near-duplicate of another one. */
  @Test
  void isccHasItsOwnFeatures() {
    FingerprintScheme iscc = FingerprintScheme.parse("iscc");
    assertEquals(1, iscc.features("thirteen, char").length);
    assertEquals(6, iscc.features("Thirteen. Characters").length);
    assertEquals(Optional.empty(), iscc.fingerprint("\uE000"));
    assertTrue(FingerprintScheme.standard().fingerprint("\uE000").isPresent());
    assertEquals(iscc.fingerprint("Ein Text"), iscc.fingerprint("ein, text!"));
  }

  @Test
  void eightThreadsGiveWhatOneGives() throws Exception {
    List<String> texts = new ArrayList<>();
    Random random = new Random(8);
    for (int i = 0; i < 500; i++) {
      String chinese = "第" + random.nextInt(1000) + "篇文章讨论近似重复文本的检测";
      texts.add(i % 2 == 0 ? chinese : "text number " + random.nextInt(1000) + " of many");
    }
    FingerprintScheme scheme = FingerprintScheme.parse("zh");
    List<Optional<Fingerprint>> expected = texts.stream().map(scheme::fingerprint).toList();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<List<Optional<Fingerprint>>>> results = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        results.add(threads.submit(() -> texts.stream().map(scheme::fingerprint).toList()));
      }
      for (Future<List<Optional<Fingerprint>>> result : results) {
        assertEquals(expected, result.get());
      }
    } finally {
      threads.shutdownNow();
    }
    assertFalse(expected.contains(Optional.empty()));
  }

  @Test
  void streamWithoutCharactersIsRefused() {
    FingerprintScheme binary = FingerprintScheme.of("binary", new BinaryAnalyzer(), "body");
    String message =
        assertThrows(IllegalArgumentException.class, () -> binary.fingerprint("x")).getMessage();
    assertTrue(message.contains("no CharTermAttribute"), message);
  }

  @Test
  void noTextIsSaid() {
    FingerprintScheme scheme = FingerprintScheme.standard();
    List<Consumer<String>> uses =
        List.of(
            scheme::fingerprint,
            text -> scheme.tokens(text, false),
            text -> scheme.field("near").of(text),
            text -> scheme.field("near").newDistanceQuery(text, 3));
    for (Consumer<String> use : uses) {
      assertEquals(
          "text is null, expected a text, which may be empty",
          assertThrows(NullPointerException.class, () -> use.accept(null)).getMessage());
    }
  }
}
