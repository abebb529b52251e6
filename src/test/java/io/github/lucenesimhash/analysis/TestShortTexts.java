package io.github.lucenesimhash.analysis;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.PlainFeatures;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.search.WordsField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
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

  private static final Comparison SHORT = Comparison.within(10).words(.65).guarded(Guard.NUMBERS);
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
    return PlainFeatures.of(FeaturesInOrder.of(scheme.wordSide(), text));
  }

  /** Of a text and one in the index. */
  private double resemblance(String a, String b) {
    return words(b).size() > 128 ? 0 : words(a).resemblance(words(b));
  }

  private final Comparison comparison =
      Comparison.within(random().nextInt(30))
          .words(.5 + random().nextInt(6) / 10.)
          .guarded(random().nextBoolean() ? Guard.STANDARD : Guard.NONE);

  private boolean isNear(String a, String b) {
    boolean isHeldBack =
        words(a).isComparedWith(words(b)) && words(a).isHeldBack(words(b), comparison.guard());
    return !isHeldBack && isNear(a, b, comparison.maxDistance(), comparison.words());
  }

  private boolean isNear(String a, String b, int maxDistance, double minimum) {
    Optional<Fingerprint> own = scheme.fingerprint(a);
    Optional<Fingerprint> other = scheme.fingerprint(b);
    boolean isWithin =
        own.isPresent()
            && other.isPresent()
            && Fingerprint.distance(own.get().word(0), other.get().word(0)) <= maxDistance;
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
          scheme.field("near").fields(text).forEach(document::add);
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
                scheme.field("near").newNearQuery(text, comparison),
                other -> isNear(text, other));
            double minimum = .5 + random().nextDouble() / 2;
            Query query = scheme.wordSide().field("near.words").newSimilarityQuery(text, minimum);
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
      BytesRef words = WordsField.docValue(searcher.getIndexReader(), "near.words", doc);
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
      for (String text : List.of("Red shoes for running women", "渡轮今天又晚点了")) {
        Document document = new Document();
        standard.field("near").fields(text).forEach(document::add);
        writer.addDocument(document);
      }
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        for (String text : List.of("Red shoes for running men", "渡轮昨天又晚点了")) {
          assertEquals(0, searcher.count(standard.field("near").newDistanceQuery(text, 10)));
          assertEquals(1, searcher.count(standard.field("near").newNearQuery(text, SHORT)));
        }
      }
    }
  }

  /** In ten million titles one is within 10 bits of a query by chance every ten queries. */
  public void testFingerprintsThatAreNearByChance() throws IOException {
    FingerprintScheme standard = FingerprintScheme.standard();
    String text = "ferry 0";
    Fingerprint from = standard.fingerprint(text).orElseThrow();
    String other = "harbour late";
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      Document withWords = new Document();
      withWords.add(new SimHashField("near", from, SimHashField.fieldType(standard.id(), 64)));
      withWords.add(standard.wordSide().field("near.words").wordsField(other).orElseThrow());
      writer.addDocument(withWords);
      Document alone = new Document();
      alone.add(new SimHashField("near", from, SimHashField.fieldType(standard.id(), 64)));
      writer.addDocument(alone);
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        assertEquals(2, searcher.count(standard.field("near").newDistanceQuery(text, 10)));
        assertEquals(1, searcher.count(standard.field("near").newNearQuery(text, SHORT)));
      }
    }
  }

  public void testOtherSchemeIsRefused() throws IOException {
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      Document document = new Document();
      document.add(
          FingerprintScheme.parse("char").field("near").wordsField("some words").orElseThrow());
      writer.addDocument(document);
      try (IndexReader reader = writer.getReader()) {
        Query query = scheme.field("near").newSimilarityQuery("some words", .5);
        var e =
            expectThrows(IllegalArgumentException.class, () -> newSearcher(reader).count(query));
        assertTrue(
            e.getMessage(),
            e.getMessage().contains("char-") && e.getMessage().contains(scheme.id()));
      }
    }
  }
}
