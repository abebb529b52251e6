package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.SimHash.TieRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemeIdTest {

  private static final List<Weighting> TABLES =
      List.of(
          Weighting.table(Map.of("a", 2), 1),
          Weighting.table(Map.of("a", 2.5), 1),
          Weighting.table(Map.of("b", 2), 1),
          Weighting.table(Map.of("a", 2), 1.5),
          Weighting.table(Map.of("a", 2, "b", 2), 1),
          Weighting.table(Map.of("a\t4000000000000000\nb", 2), 1),
          Weighting.tfIdf(Map.of("a", 2), 1));

  interface Change extends UnaryOperator<FingerprintScheme.Builder> {}

  static List<Change> changes() {
    List<Change> changes =
        new ArrayList<>(
            List.of(
                b -> b.shingleSize(1),
                b -> b.shingleSize(3),
                b -> b.shingleSize(3).hanShingleSize(2),
                b -> b.shingleSize(3).hanShingleSize(1),
                b -> b.topFeatures(20),
                b -> b.topFeatures(21),
                b -> b.minFeatures(2),
                b -> b.stopWords(List.of("the")),
                b -> b.stopWords(List.of("the", "a")),
                b -> b.stopWords(List.of("the\na")),
                b -> b.stopWords(List.of("")),
                b -> b.hash(FeatureHash.murmur3(1)),
                b -> b.hash(FeatureHash.polynomial()),
                b -> b.sketch(Sketch.MINHASH),
                b -> b.sketch(Sketch.MINHASH).minFeatures(30),
                b -> b.tieRule(TieRule.ZERO),
                b -> b.interleaved(true),
                b -> b.weighting(Weighting.termFrequency()),
                b -> b.weighting(Weighting.termFrequency(5)),
                b -> b.weighting(Weighting.termFrequency(6)),
                b -> b.weighting(Weighting.logTermFrequency()),
                b -> b.weighting(Weighting.once().truncated(2)),
                b -> b.weighting(Weighting.logTermFrequency().truncated(2)),
                b -> b.weighting(Weighting.logTermFrequency().truncated(3))));
    TABLES.forEach(table -> changes.add(b -> b.weighting(table)));
    TABLES.forEach(table -> changes.add(b -> b.weighting(table.truncated(20))));
    return changes;
  }

  @Test
  void everyChangeHasAnIdOfItsOwn() {
    Set<String> ids = new HashSet<>();
    ids.add(FingerprintScheme.standard().id());
    List<FingerprintScheme> bases =
        List.of(
            FingerprintScheme.perDocument(),
            FingerprintScheme.chinese(),
            FingerprintScheme.english(),
            FingerprintScheme.characters(2),
            FingerprintScheme.builder("en", new KeywordAnalyzer(), "body").build(),
            FingerprintScheme.builder("en2", new KeywordAnalyzer(), "body").build());
    for (FingerprintScheme base : bases) {
      assertTrue(ids.add(base.id()), base.toString());
      for (Change change : changes()) {
        FingerprintScheme changed = change.apply(base.toBuilder()).build();
        assertTrue(ids.add(changed.id()), changed.toString());
        assertEquals(changed, parsed(changed));
      }
    }
  }

  /** The scheme made again from its text, by an application that has its tables and analyzers. */
  private static FingerprintScheme parsed(FingerprintScheme scheme) {
    SchemeSources sources =
        new SchemeSources() {
          @Override
          public FingerprintScheme.Builder analyzer(String name) {
            return FingerprintScheme.builder(name, new KeywordAnalyzer(), "body");
          }

          @Override
          public Weighting weighting(String name) {
            return TABLES.stream().filter(w -> w.toString().equals(name)).findFirst().orElseThrow();
          }

          @Override
          public Collection<String> stopWords(String name) {
            String option = SchemeOption.STOP_WORDS.toString();
            for (List<String> words : List.of(List.of("the"), List.of("the", "a"), List.of(""))) {
              FingerprintScheme with =
                  FingerprintScheme.english().toBuilder().stopWords(words).build();
              if (with.options().get(option).equals(name)) {
                return words;
              }
            }
            return List.of("the\na");
          }
        };
    assertEquals(scheme, FingerprintScheme.parse(scheme.options(), sources));
    return FingerprintScheme.parse(scheme.toString(), sources);
  }

  @ParameterizedTest
  @CsvSource({
    "standard, standard",
    "standard, scheme=standard shingle=3 sketch=minhash",
    "standard shingle=2 han-shingle=0, standard --shingle 2",
    "char shingle=4 sketch=minhash, char --sketch minhash --shingle=4",
    "char hash=polynomial tie=zero, classic-chars",
    "auto shingle=1 weights=tf(5) hash=polynomial tie=zero, classic-words",
    "en hash-seed=-7 interleaved=true, name=en hashSeed=-7 interleaved=true",
    "en top-features=9, --scheme en top_features=9",
  })
  void textsOfSchemes(String canonical, String written) {
    assertEquals(canonical, FingerprintScheme.parse(written).toString());
    assertEquals(FingerprintScheme.parse(canonical), FingerprintScheme.parse(written));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "klingon | scheme is 'klingon', expected one of standard, auto, zh",
        "en shingle=0 | shingle is '0', expected a whole number from 1 to 32",
        "en shingle | 'en shingle', expected a name and options as in",
        "en shingle=2 shingle=3 | each once",
        "en shingle=2 --Shingle 3 | shingle is given twice",
        "en stop-words=a.txt | stop-words is 'a.txt', which only the application could have",
        "classic-tfidf | weights is 'tf-idf', which only",
        "analyzer=mine | analyzer is 'mine', which only",
        "en weights=table(0123456789abcdef) | which only the application could have",
        "en weights=heavy | weights is 'heavy', expected one of once, tf, log-tf, idf, table",
        "en analyzer=mine | expected one of the two",
        "en hash=polynomial seed=1 | hash-seed is given, expected none with hash polynomial",
        "en layout=interleaved | option 'layout' is unknown, expected one of [scheme, analyzer,",
        "\"\" | scheme is '', expected",
      })
  void badTextsAreExplained(String text, String part) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> FingerprintScheme.parse(text))
            .getMessage();
    assertTrue(message.contains(part), message);
  }

  @ParameterizedTest
  @MethodSource("changes")
  void equalBuildsAreEqual(Change change) {
    FingerprintScheme one = change.apply(FingerprintScheme.english().toBuilder()).build();
    FingerprintScheme two = change.apply(FingerprintScheme.english().toBuilder()).build();
    assertEquals(one.id(), two.id());
    assertEquals(one, two);
    assertEquals(one.hashCode(), two.hashCode());
    assertEquals(one, one.toBuilder().build());
    assertEquals(one.id(), one.toBuilder().build().id());
    assertNotEquals(one, FingerprintScheme.english());
    assertNotEquals(one, one.id());
    assertTrue(one.id().matches("[A-Za-z0-9._-]+"), one.id());
  }

  @Test
  void unpairedSurrogatesAreToldFromQuestionMarks() {
    FingerprintScheme.Builder builder = FingerprintScheme.english().toBuilder();
    assertNotEquals(
        builder.stopWords(List.of("?")).build().id(),
        builder.stopWords(List.of("\uD800")).build().id());
  }

  @Test
  void orderAndRepetitionOfStopWordsDoNotMatter() {
    FingerprintScheme.Builder english = FingerprintScheme.english().toBuilder();
    String once = english.stopWords(List.of("a", "the")).build().id();
    assertEquals(once, english.stopWords(List.of("the", "a", "the")).build().id());
  }

  @Test
  void buildingOnDoesNotChangeASchemeAlreadyBuilt() {
    FingerprintScheme.Builder builder = FingerprintScheme.english().toBuilder();
    FingerprintScheme scheme = builder.build();
    String id = scheme.id();
    builder.shingleSize(5).stopWords(List.of("x")).build();
    assertEquals(id, scheme.id());
    assertEquals(FingerprintScheme.english().fingerprint("x y z"), scheme.fingerprint("x y z"));
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 33, Integer.MAX_VALUE})
  void badShingleSizeIsNamed(int size) {
    checkMessage(
        "shingle is '" + size + "', expected a whole number from 1 to 32",
        b -> b.shingleSize(size));
    assertThrows(
        IllegalArgumentException.class, () -> FingerprintScheme.characters(size), "" + size);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 33})
  void badHanShingleSizeIsNamed(int size) {
    checkMessage("han-shingle is '" + size, b -> b.hanShingleSize(size));
  }

  @Test
  void aHanShingleThatIsNotShorterIsNoOther() {
    FingerprintScheme.Builder english = FingerprintScheme.english().toBuilder();
    assertEquals(FingerprintScheme.english(), english.hanShingleSize(2).build());
    assertEquals(FingerprintScheme.english(), english.hanShingleSize(9).build());
    assertNotEquals(FingerprintScheme.english(), english.hanShingleSize(1).build());
    assertEquals(
        english.shingleSize(1).hanShingleSize(0).build(), english.hanShingleSize(2).build());
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1})
  void badNumbersOfFeaturesAreNamed(int n) {
    checkMessage("top-features is '" + n, b -> b.topFeatures(n));
    checkMessage("min-features is '" + n, b -> b.minFeatures(n));
    checkMessage("min-features is '0'", b -> b.minFeatures(0));
  }

  @Test
  void weightsAreRefusedWhereTheSketchTakesNone() {
    checkMessage(
        "features have weights, expected sketch simhash beside them",
        b -> b.weighting(Weighting.logTermFrequency()).sketch(Sketch.MINHASH).build().toBuilder());
  }

  private static void checkMessage(String part, Change change) {
    FingerprintScheme.Builder builder = FingerprintScheme.english().toBuilder();
    String message =
        assertThrows(IllegalArgumentException.class, () -> change.apply(builder)).getMessage();
    assertTrue(message.contains(part), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a;b", "中", "a\n"})
  void badAnalyzerNameIsNamed(String name) {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> FingerprintScheme.builder(name, new WhitespaceAnalyzer(), "body"))
            .getMessage();
    assertTrue(message.contains("'" + name + "'"), message);
  }
}
