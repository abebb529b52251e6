package io.github.lucenesimhash.search;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.github.lucenesimhash.testing.Rounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/**
 * Resemblance queries against brute force: random indexes (codecs, segments, merges, deletes,
 * missing fields, sorted ones), texts of features from few or many words, evenly or by Zipf's law,
 * edited and moved copies among them; random queries and thresholds, alone and beside a filter. A
 * case is one (index, query, minimum); {@code -Dtests.multiplier=N} runs N times as many.
 */
public class TestWordsDuel extends LuceneTestCase {

  private static final int INDEXES = Rounds.of(6, 15);
  private static final int CASES_PER_INDEX = 30;

  public void testAgainstBruteForce() throws IOException {
    for (int i = 0; i < INDEXES; i++) {
      duelOnOneIndex(new Sets(random()));
    }
  }

  /** Sets of features; every second one is an edited copy of another. */
  private static final class Sets {
    final Random random;
    final int words;
    final int maxSize;
    final double skew;
    final List<long[]> made = new ArrayList<>();

    Sets(Random random) {
      this.random = random;
      words = RandomPicks.randomFrom(random, List.of(3, 30, 1000, 100_000));
      maxSize = RandomPicks.randomFrom(random, List.of(2, 12, 40, WordsField.MAX_FEATURES));
      skew = random.nextBoolean() ? 1 : 4;
    }

    /** A few words have the low numbers. */
    private long word() {
      long number = (long) (words * Math.pow(random.nextDouble(), skew));
      long word = number * 0x9E3779B97F4A7C15L;
      return switch (random.nextInt(16)) {
        case 0, 1 -> PlainFeatures.withKeyOf(word, 1 + random.nextInt(2));
        case 2 -> PlainFeatures.withKeyOfSecond(word);
        default -> word;
      };
    }

    /** Of 1 to so many features. */
    long[] next(int limit) {
      boolean isCopy = random.nextBoolean() && !made.isEmpty();
      long[] from = isCopy ? RandomPicks.randomFrom(random, made) : new long[0];
      int size = isCopy ? from.length : RandomNumbers.randomIntBetween(random, 1, maxSize);
      long[] set = Arrays.copyOf(from, Math.min(size, limit));
      for (int i = from.length; i < set.length; i++) {
        set[i] = word();
      }
      for (int edits = isCopy ? random.nextInt(4) : 0; edits > 0; edits--) {
        int at = random.nextInt(set.length);
        if (random.nextInt(4) == 0) {
          int other = random.nextBoolean() ? random.nextInt(set.length) : Math.max(0, at - 1);
          long word = set[at];
          set[at] = set[other];
          set[other] = word;
        } else if (random.nextBoolean()) {
          set[at] = word();
        } else if (random.nextBoolean() && set.length > 1) {
          set = LongStream.concat(head(set, at), tail(set, at + 1)).toArray();
        } else if (set.length < limit) {
          set =
              LongStream.concat(
                      LongStream.concat(head(set, at), LongStream.of(word())), tail(set, at))
                  .toArray();
        }
      }
      made.add(set);
      return set;
    }

    private static LongStream head(long[] set, int end) {
      return Arrays.stream(set, 0, end);
    }

    private static LongStream tail(long[] set, int start) {
      return Arrays.stream(set, start, set.length);
    }

    long[] query() {
      return switch (random.nextInt(20)) {
        case 0 -> new long[0];
        case 1 -> LongStream.concat(Arrays.stream(next(128)), random.longs(200)).toArray();
        default -> next(2 * WordsField.MAX_FEATURES);
      };
    }

    double minimum() {
      return switch (random.nextInt(4)) {
        case 0 -> RandomPicks.randomFrom(random, List.of(.5, .6, 2 / 3., .7, .75, .8, .9, 1.));
        case 1 -> 1 - random.nextDouble();
        default -> .5 + random.nextDouble() / 2;
      };
    }
  }

  private record Held(PlainFeatures features, String group) {}

  private void duelOnOneIndex(Sets sets) throws IOException {
    Map<Integer, Held> live = new HashMap<>();
    IndexWriterConfig config = newIndexWriterConfig();
    if (random().nextInt(3) == 0) {
      config.setIndexSort(new Sort(new SortField("order", SortField.Type.LONG)));
    }
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory, config)) {
      int documents = RandomNumbers.randomIntBetween(random(), 1, rarely(10) ? 3000 : 200);
      for (int id = 0; id < documents; id++) {
        Document document = new Document();
        String group = random().nextInt(10) == 0 ? "few" : "many";
        document.add(new StringField("id", Integer.toString(id), Field.Store.YES));
        document.add(new StringField("group", group, Field.Store.NO));
        document.add(new NumericDocValuesField("order", random().nextLong()));
        if (random().nextInt(8) > 0) {
          long[] features = sets.next(WordsField.MAX_FEATURES);
          document.add(new WordsField("near", features));
          live.put(id, new Held(PlainFeatures.of(features), group));
        }
        writer.addDocument(document);
        if (random().nextInt(8) == 0) {
          int deleted = random().nextInt(id + 1);
          writer.deleteDocuments(new Term("id", Integer.toString(deleted)));
          live.remove(deleted);
        }
        if (random().nextInt(40) == 0) {
          writer.commit();
        }
      }
      if (rarely(5)) {
        writer.forceMerge(1);
      }
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        for (int i = 0; i < CASES_PER_INDEX; i++) {
          duel(searcher, live, sets.query(), sets.minimum());
        }
      }
    }
  }

  private static void duel(
      IndexSearcher searcher, Map<Integer, Held> live, long[] features, double minimum)
      throws IOException {
    Query query = WordsField.newSimilarityQuery("near", features, minimum);
    assertEquals(query.toString(), expected(live, features, minimum, null), found(searcher, query));
    PlainFeatures own = PlainFeatures.of(features);
    int size = own.size();
    if (minimum >= .5 && size > 0 && size <= WordsField.MAX_FEATURES) {
      Map<Integer, Float> pairs = expected(live, features, minimum, null);
      pairs.keySet().removeIf(id -> !own.isComparedWith(live.get(id).features));
      BytesRef value = new WordsField("near", features).binaryValue();
      Query ofPairs = new ShortTexts(minimum).newQuery("near", value);
      assertEquals("pairs of " + query, pairs, found(searcher, ofPairs));
      Set<Integer> compared = new TreeSet<>(live.keySet());
      compared.removeIf(id -> !own.isComparedWith(live.get(id).features));
      Query ofUncompared = ShortTexts.newUncomparedQuery("near", value);
      Set<Integer> others = new TreeSet<>(found(searcher, MatchAllDocsQuery.INSTANCE).keySet());
      others.removeAll(found(searcher, ofUncompared).keySet());
      assertEquals("all but " + ofUncompared, compared, others);
    }
    for (String group : List.of("few", "many")) {
      Query filtered =
          new BooleanQuery.Builder()
              .add(query, Occur.MUST)
              .add(new TermQuery(new Term("group", group)), Occur.FILTER)
              .build();
      assertEquals(
          query + " in " + group,
          expected(live, features, minimum, group),
          found(searcher, filtered));
    }
  }

  private static Map<Integer, Float> expected(
      Map<Integer, Held> live, long[] features, double minimum, String group) {
    PlainFeatures own = PlainFeatures.of(features);
    Map<Integer, Float> expected = new TreeMap<>();
    live.forEach(
        (id, held) -> {
          double resemblance = own.resemblance(held.features);
          if (resemblance >= minimum && (group == null || held.group.equals(group))) {
            expected.put(id, (float) resemblance);
          }
        });
    return expected;
  }

  private static Map<Integer, Float> found(IndexSearcher searcher, Query query) throws IOException {
    Map<Integer, Float> found = new TreeMap<>();
    int limit = Math.max(1, searcher.getIndexReader().maxDoc());
    for (ScoreDoc hit : searcher.search(query, limit).scoreDocs) {
      int id = Integer.parseInt(searcher.storedFields().document(hit.doc).get("id"));
      assertNull("document " + id + " twice", found.put(id, hit.score));
    }
    return found;
  }

  private static boolean rarely(int oneIn) {
    return random().nextInt(oneIn) == 0;
  }
}
