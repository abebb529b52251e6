package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

  interface Change extends UnaryOperator<FingerprintScheme> {}

  static List<Change> changes() {
    List<Change> changes =
        new ArrayList<>(
            List.of(
                scheme -> scheme.with("shingle=1"),
                scheme -> scheme.with("shingle=3"),
                scheme -> scheme.with("padded=true"),
                scheme -> scheme.with("counted=true"),
                scheme -> scheme.with("top-features=20"),
                scheme -> scheme.with("top-features=21"),
                scheme -> scheme.withStopWords(List.of("the")),
                scheme -> scheme.withStopWords(List.of("the", "a")),
                scheme -> scheme.withStopWords(List.of("the\na")),
                scheme -> scheme.withStopWords(List.of("")),
                scheme -> scheme.with("hash-seed=1"),
                scheme -> scheme.with("hash=polynomial"),
                scheme -> scheme.with("sketch=minhash"),
                scheme -> scheme.with("bits=128"),
                scheme -> scheme.with("bits=256"),
                scheme -> scheme.with("bits=256 sketch=minhash"),
                scheme -> scheme.with("tie=zero"),
                scheme -> scheme.with("interleaved=true"),
                scheme -> scheme.with("weights=tf"),
                scheme -> scheme.with("weights=tf(5)"),
                scheme -> scheme.with("weights=tf(6)"),
                scheme -> scheme.with("weights=log-tf"),
                scheme -> scheme.with("weights=int(2*once)"),
                scheme -> scheme.with("weights=int(2*log-tf)"),
                scheme -> scheme.with("weights=int(3*log-tf)")));
    TABLES.forEach(table -> changes.add(scheme -> scheme.withWeighting(table)));
    TABLES.forEach(table -> changes.add(scheme -> scheme.withWeighting(table.truncated(20))));
    return changes;
  }

  @Test
  void everyChangeHasAnIdOfItsOwn() {
    Set<String> ids = new HashSet<>();
    ids.add(FingerprintScheme.standard().id());
    List<FingerprintScheme> bases =
        List.of(
            FingerprintScheme.parse("zh"),
            FingerprintScheme.parse("en"),
            FingerprintScheme.parse("char"),
            FingerprintScheme.of("en", new KeywordAnalyzer(), "body"),
            FingerprintScheme.of("en2", new KeywordAnalyzer(), "body"));
    for (FingerprintScheme base : bases) {
      assertTrue(ids.add(base.id()), base.toString());
      for (Change change : changes()) {
        FingerprintScheme changed = change.apply(base);
        assertTrue(ids.add(changed.id()), changed.toString());
        assertEquals(changed, parsed(changed));
      }
    }
  }

  /** Parses the text of a scheme, with the tables and analyzers that an application provides. */
  private static FingerprintScheme parsed(FingerprintScheme scheme) {
    SchemeSources sources =
        new SchemeSources() {
          @Override
          public FingerprintScheme analyzer(String name) {
            return FingerprintScheme.of(name, new KeywordAnalyzer(), "body");
          }

          @Override
          public Weighting weighting(String name) {
            return TABLES.stream().filter(w -> w.toString().equals(name)).findFirst().orElseThrow();
          }

          @Override
          public Collection<String> stopWords(String name) {
            String option = SchemeOption.STOP_WORDS.toString();
            for (List<String> words : List.of(List.of("the"), List.of("the", "a"), List.of(""))) {
              FingerprintScheme with = FingerprintScheme.parse("en").withStopWords(words);
              if (SchemeOption.split(with.toString()).get(option).equals(name)) {
                return words;
              }
            }
            return List.of("the\na");
          }
        };
    assertEquals(scheme, FingerprintScheme.parse(SchemeOption.split(scheme.toString()), sources));
    return FingerprintScheme.parse(scheme.toString(), sources);
  }

  @ParameterizedTest
  @CsvSource({
    "standard, standard",
    "standard, scheme=standard shingle=3 sketch=minhash",
    "standard shingle=2, standard --shingle 2",
    "standard padded=false, standard --padded false",
    "en padded=true, en padded=true",
    "titles, titles counted=true shingle=1 sketch=minhash",
    "en counted=true, en counted=true",
    "standard, standard bits=64",
    "standard bits=128, standard --bits 128",
    "en sketch=minhash bits=256, en bits=256 sketch=minhash",
    "char shingle=4 sketch=minhash, char --sketch minhash --shingle=4",
    "char hash=polynomial tie=zero, classic-chars",
    "zh shingle=1 weights=tf(5) hash=polynomial tie=zero, classic-words",
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
        "klingon | scheme is 'klingon', expected one of standard, titles, zh, en",
        "en shingle=0 | shingle is '0', expected a whole number from 1 to 32",
        "en shingle=33 | shingle is '33', expected a whole number from 1 to 32",
        "char shingle=-2147483648 | shingle is '-2147483648', expected a whole number from 1 to 32",
        "en top-features=-1 | top-features is '-1', expected a whole number from 0 to 2147483647",
        "en weights=log-tf sketch=minhash | features have weights, expected sketch simhash with them",
        "en shingle | 'en shingle', expected a name and options as in",
        "en shingle=2 shingle=3 | each once",
        "en shingle=2 --Shingle 3 | shingle is given twice",
        "auto | scheme is 'auto', expected one of standard, titles, zh, en",
        "iscc shingle=2 | scheme iscc is given the options [shingle], expected none but bits",
        "en sketch=iscc | sketch is 'iscc', expected one of minhash, simhash",
        "en bits=96 | bits is '96', expected one of 64, 128, 256",
        "en stop-words=a.txt | stop-words is 'a.txt', which only a Java application can provide, by withStopWords or",
        "classic-tfidf | weights is 'tf-idf', which only a Java application can provide",
        "analyzer=mine | analyzer is 'mine', which only a Java application can provide, by FingerprintScheme.of",
        "en weights=table(0123456789abcdef) | which only a Java application can provide, by withWeighting or",
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
  void equalSchemesAreEqual(Change change) {
    FingerprintScheme one = change.apply(FingerprintScheme.parse("en"));
    FingerprintScheme two = change.apply(FingerprintScheme.parse("en"));
    assertEquals(one.id(), two.id());
    assertEquals(one, two);
    assertEquals(one.hashCode(), two.hashCode());
    assertNotEquals(one, FingerprintScheme.parse("en"));
    assertNotEquals(one, one.id());
    assertTrue(one.id().matches("[A-Za-z0-9._-]+"), one.id());
  }

  @Test
  void anotherTableThanTheTextNamesIsRefused() {
    FingerprintScheme scheme = FingerprintScheme.parse("en").withWeighting(TABLES.get(0));
    SchemeSources same = SchemeSources.of(TABLES.get(0));
    assertEquals(scheme, FingerprintScheme.parse(scheme.toString(), same));
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> FingerprintScheme.parse(scheme.toString(), SchemeSources.of(TABLES.get(1))))
            .getMessage();
    assertEquals("weights are '" + TABLES.get(1) + "', expected '" + TABLES.get(0) + "'", message);
  }

  /** The features of an ISCC consist of characters, so the scheme can have no stop words. */
  @Test
  void isccHasNoStopWords() {
    FingerprintScheme iscc = FingerprintScheme.parse("iscc");
    assertEquals(iscc, iscc.withStopWords(List.of()));
    String message =
        assertThrows(IllegalArgumentException.class, () -> iscc.withStopWords(List.of("the")))
            .getMessage();
    assertEquals("scheme iscc is given the options [stop-words], expected none but bits", message);
  }

  @Test
  void unpairedSurrogatesAreToldFromQuestionMarks() {
    FingerprintScheme english = FingerprintScheme.parse("en");
    assertNotEquals(
        english.withStopWords(List.of("?")).id(), english.withStopWords(List.of("\uD800")).id());
  }

  @Test
  void orderAndRepetitionOfStopWordsDoNotMatter() {
    FingerprintScheme english = FingerprintScheme.parse("en");
    String once = english.withStopWords(List.of("a", "the")).id();
    assertEquals(once, english.withStopWords(List.of("the", "a", "the")).id());
  }

  @Test
  void anotherSchemeDoesNotChangeTheOneItWasMadeFrom() {
    FingerprintScheme scheme = FingerprintScheme.parse("en");
    String id = scheme.id();
    assertNotEquals(id, scheme.with("shingle=5").withStopWords(List.of("x")).id());
    assertEquals(id, scheme.id());
    assertEquals(FingerprintScheme.parse("en").fingerprint("x y z"), scheme.fingerprint("x y z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a;b", "中", "a\n"})
  void badAnalyzerNameIsNamed(String name) {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> FingerprintScheme.of(name, new WhitespaceAnalyzer(), "body"))
            .getMessage();
    assertTrue(message.contains("'" + name + "'"), message);
  }
}
