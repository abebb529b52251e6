package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.TieRule;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemeIdTest {

  interface Change extends UnaryOperator<FingerprintScheme.Builder> {}

  static List<Change> changes() {
    return List.of(
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
        b -> b.weighting(Weighting.termFrequency()),
        b -> b.weighting(Weighting.termFrequency(5)),
        b -> b.weighting(Weighting.termFrequency(6)),
        b -> b.weighting(Weighting.logTermFrequency()),
        b -> b.weighting(Weighting.once().truncated(2)),
        b -> b.weighting(Weighting.logTermFrequency().truncated(2)),
        b -> b.weighting(Weighting.logTermFrequency().truncated(3)),
        b -> b.weighting(Weighting.table(Map.of("a", 2), 1)),
        b -> b.weighting(Weighting.table(Map.of("a", 2.5), 1)),
        b -> b.weighting(Weighting.table(Map.of("b", 2), 1)),
        b -> b.weighting(Weighting.table(Map.of("a", 2), 1.5)),
        b -> b.weighting(Weighting.table(Map.of("a", 2, "b", 2), 1)),
        b -> b.weighting(Weighting.table(Map.of("a\t4000000000000000\nb", 2), 1)),
        b -> b.weighting(Weighting.tfIdf(Map.of("a", 2), 1)));
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
      }
    }
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
    checkMessage(size + ", expected 1 to 32", b -> b.shingleSize(size));
    assertThrows(
        IllegalArgumentException.class, () -> FingerprintScheme.characters(size), "" + size);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 33})
  void badHanShingleSizeIsNamed(int size) {
    checkMessage("Han shingle size is " + size, b -> b.hanShingleSize(size));
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
    checkMessage("top features is " + n, b -> b.topFeatures(n));
    checkMessage("minimum number of features is " + n, b -> b.minFeatures(n));
    checkMessage("minimum number of features is 0", b -> b.minFeatures(0));
  }

  @Test
  void weightsAreRefusedWhereTheSketchTakesNone() {
    checkMessage(
        "weighting is log-tf, expected once with sketch MINHASH",
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
