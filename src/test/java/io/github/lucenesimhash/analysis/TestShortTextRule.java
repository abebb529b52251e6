package io.github.lucenesimhash.analysis;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.search.WordsField;
import io.github.lucenesimhash.verify.FeatureSet;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.search.Query;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** What the words of a text are in an index, and by which rule two short texts are a pair. */
public class TestShortTextRule extends LuceneTestCase {

  private final FingerprintScheme scheme = FingerprintScheme.standard();

  private double resemblance(String a, String b) {
    return WordsField.similarity(scheme.read(a).words(), scheme.read(b).words());
  }

  private static String text(int maxWords) {
    return IntStream.range(0, RandomNumbers.randomIntBetween(random(), 1, maxWords))
        .mapToObj(i -> "w" + random().nextInt(2 * maxWords))
        .collect(Collectors.joining(" "));
  }

  /** Who bites whom is the order, and answer sheets differ in how often, not in what. */
  public void testOrderAndRepeatedWordsCount() {
    assertEquals(1 / 5., resemblance("dog bites man", "Man bites dog!"), 0);
    assertEquals(2 / 3., resemblance("a a b", "a b"), 0);
    assertEquals(2 / 4., resemblance("a b a", "a a b"), 0);
    assertEquals(3 / 5., resemblance("渡渡轮轮", "渡轮轮船"), 0);
    String sheet = "1 a 2 b 3 c ";
    assertEquals(List.of("near"), names(sheet.repeat(22)));
  }

  /** What embedding.md says of sets. */
  public void testSortedFeaturesAreSets() {
    for (int i = 0; i < 100; i++) {
      long[] a = scheme.wordSide().features("渡 " + text(20));
      long[] b = scheme.wordSide().features("渡 " + text(20));
      double expected = FeatureSet.of(a).jaccard(FeatureSet.of(b));
      BytesRef one = new WordsField("near", a).binaryValue();
      BytesRef other = new WordsField("near", b).binaryValue();
      assertEquals(expected, WordsField.similarity(one, other), 0);
    }
  }

  /** An iterator of doc values gives the same bytes for the next document. */
  public void testBytesMayChange() {
    BytesRef value = BytesRef.deepCopyOf(words(0, 5));
    BytesRef other = words(0, 5);
    ShortTexts rule = new ShortTexts(.5);
    ToDoubleFunction<BytesRef> resemblance = rule.similarityTo(value);
    Query query = rule.newQuery("near", value);
    Arrays.fill(value.bytes, (byte) 3);
    assertEquals(1, resemblance.applyAsDouble(other), 0);
    assertEquals(rule.newQuery("near", other), query);
  }

  private static BytesRef words(int from, int count) {
    long[] features = LongStream.range(from, from + count).toArray();
    return new WordsField("near", features, WordsField.TYPE).binaryValue();
  }

  /** What stands in indexes, of a small text and a larger one. */
  public void testWordsStayTheSame() {
    assertEquals("standard-6c4b28afa2d9ab55", scheme.wordSide().id());
    assertEquals(
        "[4 c7 2 8 2b f7 53 c7 2 8 65 f3 8 75 f0 3b 12 36 62 65 cb cd 12 36 62 87 7d 9a 82 11 c5]",
        scheme.read("The ferry, the late 渡").words().toString());
    assertEquals(
        "[7 c7 2 8 2b f7 53 e0 a9 5b 65 f3 8 c7 2 8 2b f7 53 e0 a9 5b 65 f3 8]",
        scheme.read("the ferry is late the ferry is late").words().toString());
  }

  /** One pass makes what a pass for each would make. */
  public void testReadMakesBoth() {
    List<String> schemes =
        List.of(
            "standard",
            "zh",
            "auto",
            "en",
            "en shingle=1",
            "en top-features=3",
            "en hash=polynomial",
            "classic-words",
            "char");
    for (int i = 0; i < 500; i++) {
      FingerprintScheme read =
          FingerprintScheme.parse(schemes.get(random().nextInt(schemes.size())));
      read = random().nextBoolean() ? read : read.withStopWords(List.of("w1", "w2", "渡"));
      String text = text(140) + (random().nextBoolean() ? " 渡轮又晚点了" : "");
      Signature signature = read.read(text);
      assertEquals(text, read.fingerprint(text), signature.fingerprint());
      BytesRef words =
          read.analyzers.isOfCharacters()
              ? null
              : read.wordSide().field("near").wordsField(text).map(Field::binaryValue).orElse(null);
      assertEquals(read + " of " + text, words, signature.words());
    }
  }

  public void testFieldsOfManyWords() {
    String words = String.join(" ", IntStream.range(0, 129).mapToObj(i -> "w" + i).toList());
    assertEquals(List.of("near"), names(words));
    assertEquals(List.of("near", "near.words"), names(words.substring(0, words.lastIndexOf(' '))));
    assertEquals(List.of(), names("..."));
    assertEquals(scheme.wordSide(), scheme.wordSide().wordSide());
  }

  private List<String> names(String text) {
    return scheme.field("near").fields(text).stream().map(Field::name).toList();
  }
}
