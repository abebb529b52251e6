package io.github.lucenesimhash.analysis;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.PlainFeatures;
import io.github.lucenesimhash.search.ResemblanceField;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Texts of any length by a scheme's own fields and queries, against every two texts compared. */
public class TestShortTexts extends LuceneTestCase {

  private static final List<String> UNITS =
      List.of(
          "harbour ",
          "ferry ",
          "late ",
          "again ",
          "on ",
          "Monday ",
          "the ",
          "a ",
          "2026 ",
          "e-mail ",
          "Straße ",
          "渡",
          "轮",
          "晚点",
          "了",
          "港口",
          "没有",
          "人",
          "ＦＵＬＬ ",
          "，",
          "! ",
          "🙂 ");

  private final FingerprintScheme scheme =
      FingerprintScheme.parse(random().nextBoolean() ? "standard" : "en");

  private final List<String> texts = new ArrayList<>();

  /** Chinese, English, mixed, empty, one character, a copy of another text, an edited one. */
  private String text(int maxUnits) {
    int from = random().nextInt(UNITS.size());
    int to = RandomNumbers.randomIntBetween(random(), from + 1, UNITS.size());
    StringBuilder text = new StringBuilder();
    if (random().nextBoolean() && !texts.isEmpty()) {
      text.append(RandomPicks.randomFrom(random(), texts));
      if (random().nextBoolean()) {
        int at = random().nextInt(text.length() + 1);
        text.insert(at, RandomPicks.randomFrom(random(), UNITS));
      }
    } else if (random().nextInt(20) == 0) {
      text.append(RandomPicks.randomFrom(random(), List.of("", "x", "渡", "...", "🙂")));
    } else {
      for (int i = random().nextInt(maxUnits); i >= 0; i--) {
        text.append(UNITS.get(RandomNumbers.randomIntBetween(random(), from, to - 1)));
        text.append(random().nextInt(3) == 0 ? " " + random().nextInt(5 * maxUnits) + " " : "");
      }
    }
    texts.add(text.toString());
    return text.toString();
  }

  private static IndexWriterConfig config() {
    IndexWriterConfig config = newIndexWriterConfig();
    return random().nextBoolean()
        ? config
        : config.setCodec(new SimHashCodec()).setMergePolicy(newLogMergePolicy());
  }

  private PlainFeatures words(String text) {
    return PlainFeatures.of(scheme.wordSide().featureSequence(text));
  }

  /** Of a text and one in the index. */
  private double resemblance(String a, String b) {
    return words(b).size() > 128 ? 0 : words(a).resemblance(words(b));
  }

  private boolean isNear(String a, String b) {
    double size = words(a).size();
    int word = a.codePoints().anyMatch(Character::isIdeographic) ? 2 : 1;
    double minimum = Math.max(.65, Math.min(.8, (size - word) / (size + word)));
    return isNear(a, b, FingerprintScheme.DEFAULT_DISTANCE, minimum);
  }

  private boolean isNear(String a, String b, int maxDistance, double minimum) {
    OptionalLong own = scheme.fingerprint(a);
    OptionalLong other = scheme.fingerprint(b);
    boolean isWithin =
        own.isPresent()
            && other.isPresent()
            && Fingerprint.distance(own.getAsLong(), other.getAsLong()) <= maxDistance;
    return words(a).isComparedWith(words(b)) ? resemblance(a, b) >= minimum : isWithin;
  }

  public void testAgainstEveryText() throws IOException {
    for (int round = 0; round < 4 * RANDOM_MULTIPLIER; round++) {
      Map<Integer, String> live = new HashMap<>();
      int maxUnits = RandomPicks.randomFrom(random(), List.of(3, 15, 60, 200));
      try (Directory directory = newDirectory();
          RandomIndexWriter writer = new RandomIndexWriter(random(), directory, config())) {
        int documents = RandomNumbers.randomIntBetween(random(), 1, 120);
        for (int id = 0; id < documents; id++) {
          String text = text(maxUnits);
          Document document = new Document();
          document.add(new StringField("id", Integer.toString(id), Field.Store.YES));
          scheme.fields("near", text).forEach(document::add);
          writer.addDocument(document);
          live.put(id, text);
          if (random().nextInt(6) == 0) {
            int deleted = random().nextInt(id + 1);
            writer.deleteDocuments(new Term("id", Integer.toString(deleted)));
            live.remove(deleted);
          }
        }
        try (IndexReader reader = writer.getReader()) {
          IndexSearcher searcher = newSearcher(reader);
          for (int i = 0; i < 25; i++) {
            String text = text(maxUnits);
            assertFound(
                searcher,
                live,
                text,
                scheme.newNearQuery("near", text),
                other -> isNear(text, other));
            double minimum = .5 + random().nextDouble() / 2;
            Query query = scheme.wordSide().newResemblanceQuery("near.words", text, minimum);
            assertFound(searcher, live, text, query, other -> resemblance(text, other) >= minimum);
            assertFoundLike(searcher, live, minimum);
          }
        }
      }
    }
  }

  /** A document's own features look for what its text looks for. */
  private void assertFoundLike(IndexSearcher searcher, Map<Integer, String> live, double minimum)
      throws IOException {
    int doc = random().nextInt(Math.max(1, searcher.getIndexReader().maxDoc()));
    if (doc < searcher.getIndexReader().maxDoc()) {
      String id = searcher.storedFields().document(doc).get("id");
      BytesRef words = ResemblanceField.docValue(searcher.getIndexReader(), "near.words", doc);
      if (words != null && live.containsKey(Integer.parseInt(id))) {
        Query query =
            new ShortTexts(minimum)
                .newNearQuery("near.words", words, new MatchNoDocsQuery("no others"));
        String text = live.get(Integer.parseInt(id));
        assertFound(searcher, live, text, query, other -> isNear(text, other, -1, minimum));
      }
    }
  }

  private static void assertFound(
      IndexSearcher searcher,
      Map<Integer, String> live,
      String text,
      Query query,
      java.util.function.Predicate<String> isExpected)
      throws IOException {
    Set<Integer> found = new TreeSet<>();
    for (ScoreDoc hit : searcher.search(query, 1000).scoreDocs) {
      found.add(Integer.parseInt(searcher.storedFields().document(hit.doc).get("id")));
    }
    Set<Integer> expected =
        live.keySet().stream()
            .filter(id -> isExpected.test(live.get(id)))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(query + " of '" + text + "'", expected, found);
  }

  public void testOneWordOfFive() throws IOException {
    FingerprintScheme standard = FingerprintScheme.standard();
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      for (String text : List.of("Red shoes for running women", "渡轮周一又晚点了")) {
        Document document = new Document();
        standard.fields("near", text).forEach(document::add);
        writer.addDocument(document);
      }
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        for (String text : List.of("Red shoes for running men", "渡轮周二又晚点了")) {
          assertEquals(0, searcher.count(standard.newDistanceQuery("near", text, 10)));
          assertEquals(1, searcher.count(standard.newNearQuery("near", text)));
        }
      }
    }
  }

  /** In ten million titles one is within 10 bits of a query by chance every ten queries. */
  public void testFingerprintsThatAreNearByChance() throws IOException {
    FingerprintScheme standard = FingerprintScheme.standard();
    String text = "ferry 0";
    long from = standard.fingerprint(text).orElseThrow();
    String other = "harbour late";
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      Document withWords = new Document();
      withWords.add(new SimHashField("near", from, standard.fieldType()));
      withWords.add(standard.wordSide().resemblanceField("near.words", other).orElseThrow());
      writer.addDocument(withWords);
      Document alone = new Document();
      alone.add(new SimHashField("near", from, standard.fieldType()));
      writer.addDocument(alone);
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        assertEquals(2, searcher.count(standard.newDistanceQuery("near", text, 10)));
        assertEquals(1, searcher.count(standard.newNearQuery("near", text)));
      }
    }
  }

  /** Who bites whom is the order, and answer sheets differ in how often, not in what. */
  public void testOrderAndRepeatedWordsCount() {
    FingerprintScheme standard = FingerprintScheme.standard();
    BytesRef news = standard.words("dog bites man").orElseThrow();
    BytesRef other = standard.words("Man bites dog!").orElseThrow();
    assertEquals(1 / 5., ResemblanceField.resemblance(news, other), 0);
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
      BytesRef one = new ResemblanceField("near", a).binaryValue();
      BytesRef other = new ResemblanceField("near", b).binaryValue();
      assertEquals(expected, ResemblanceField.resemblance(one, other), 0);
    }
  }

  /** An iterator of doc values gives the same bytes for the next document. */
  public void testBytesMayChange() {
    BytesRef value = BytesRef.deepCopyOf(words(0, 5, false));
    BytesRef other = words(0, 5, false);
    ShortTexts rule = new ShortTexts(.5);
    ToDoubleFunction<BytesRef> resemblance = rule.resemblanceTo(value);
    Query query = rule.newQuery("near", value);
    Arrays.fill(value.bytes, (byte) 3);
    assertEquals(1, resemblance.applyAsDouble(other), 0);
    assertEquals(rule.newQuery("near", other), query);
  }

  public void testTheStandardRule() {
    assertEquals(.65, ShortTexts.standard(null).minResemblance(), 0);
    Map<Integer, Integer> mostReplaced = // by the number of words
        Map.of(1, 0, 4, 0, 5, 1, 9, 1, 10, 1, 17, 1, 18, 2, 27, 3, 30, 3, 64, 7);
    mostReplaced.forEach((words, replaced) -> assertMostReplaced(words, replaced, false));
    Map.of(5, 1, 8, 1, 9, 1, 10, 2, 18, 2, 27, 3)
        .forEach((characters, replaced) -> assertMostReplaced(characters, replaced, true));
    BytesRef mixed = FingerprintScheme.standard().words("ferry to 渡 late again").orElseThrow();
    assertEquals(.65, ShortTexts.standard(mixed).minResemblance(), 0);
  }

  private static void assertMostReplaced(int count, int replaced, boolean hasHan) {
    BytesRef text = words(0, count, hasHan);
    ShortTexts rule = ShortTexts.standard(text);
    assertTrue(rule.resemblance(text, words(replaced, count, hasHan)) > 0);
    assertEquals(0, rule.resemblance(text, words(replaced + 1, count, hasHan)), 0);
  }

  private static BytesRef words(int from, int count, boolean hasHan) {
    long[] features = LongStream.range(from, from + count).toArray();
    return new ResemblanceField("near", features, hasHan, ResemblanceField.TYPE).binaryValue();
  }

  /** What stands in indexes, of a small text and a larger one. */
  public void testWordsStayTheSame() {
    FingerprintScheme standard = FingerprintScheme.standard();
    assertEquals("standard-1a9345ba4bea75a9", standard.wordSide().id());
    assertEquals(
        "[84 5a e1 3f ac 36 dc 5a e1 3f e6 8d 95 47 fb 7e 46 ef f4 6f f8 72 46 ef f4 e d0 4e a2 dd 9c]",
        standard.words("The ferry, the late 渡").orElseThrow().toString());
    assertEquals(
        "[7 5a e1 3f ac 36 dc d4 9b cd e6 8d 95 5a e1 3f ac 36 dc d4 9b cd e6 8d 95]",
        standard.words("the ferry is late the ferry is late").orElseThrow().toString());
  }

  public void testFieldsOfManyWords() {
    String words =
        String.join(" ", java.util.stream.IntStream.range(0, 129).mapToObj(i -> "w" + i).toList());
    assertEquals(List.of("near"), names(words));
    assertEquals(List.of("near", "near.words"), names(words.substring(0, words.lastIndexOf(' '))));
    assertEquals(List.of(), names("..."));
    assertEquals(scheme.wordSide(), scheme.wordSide().wordSide());
  }

  private List<String> names(String text) {
    return scheme.fields("near", text).stream().map(Field::name).toList();
  }

  public void testOtherSchemeIsRefused() throws IOException {
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      Document document = new Document();
      document.add(
          FingerprintScheme.parse("char").resemblanceField("near", "some words").orElseThrow());
      writer.addDocument(document);
      try (IndexReader reader = writer.getReader()) {
        Query query = scheme.newResemblanceQuery("near", "some words", .5);
        var e =
            expectThrows(IllegalArgumentException.class, () -> newSearcher(reader).count(query));
        assertTrue(
            e.getMessage(),
            e.getMessage().contains("char-") && e.getMessage().contains(scheme.id()));
      }
    }
  }
}
