package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.Rounds;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/**
 * Compares distance queries with brute force: random indexes (codecs, segments, merges, deletes,
 * updates, missing fields), random queries, every distance, every strategy. A case is one (index,
 * query, maxDistance); {@code -Dtests.multiplier=N} runs N times as many cases.
 */
public class TestDistanceQueryDuel extends LuceneTestCase {

  private static final int INDEXES = Rounds.of(17, 52);
  private static final int CASES_PER_INDEX = 100;

  /**
   * The distance whose product with the number of words + 1 limits the search by blocks. Beyond it,
   * tens of thousands of terms are looked up for each word: in one case of 50 for one word, of 800
   * for four.
   */
  private static final int COSTLY_DISTANCE = 8;

  public void testOf64Bits() throws IOException {
    duel(1);
  }

  public void testOf128Bits() throws IOException {
    duel(2);
  }

  public void testOf256Bits() throws IOException {
    duel(4);
  }

  private static void duel(int words) throws IOException {
    for (int i = 0; i < INDEXES; i++) {
      duelOnOneIndex(words);
    }
  }

  private static void duelOnOneIndex(int words) throws IOException {
    RandomFingerprints fingerprints =
        new RandomFingerprints(random(), RandomPick.of(RandomFingerprints.Shape.values()), words);
    BruteForce oracle = new BruteForce();
    try (Directory directory = Directories.random(random());
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory, writerConfig())) {
      fill(writer, oracle, fingerprints);
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        for (int i = 0; i < CASES_PER_INDEX; i++) {
          int maxDistance = random().nextInt(64 * words + 1);
          Fingerprint query = fingerprints.near(maxDistance);
          Map<Integer, Integer> expected = oracle.within(query, maxDistance);
          for (Strategy strategy : Strategy.values()) {
            if (strategy != Strategy.BLOCKS
                || maxDistance <= COSTLY_DISTANCE * (words + 1)
                || rarely(50 * words * words)) {
              HammingDistanceQuery distanceQuery =
                  new HammingDistanceQuery("near", query, maxDistance, strategy);
              assertEquals(
                  distanceQuery + " by " + strategy, expected, search(searcher, distanceQuery));
            }
          }
        }
      }
    }
  }

  /**
   * Returns a configuration: half of the indexes use SimHashPostingsFormat, half a random codec. A
   * third of the indexes are sorted.
   */
  private static IndexWriterConfig writerConfig() {
    IndexWriterConfig config = newIndexWriterConfig();
    if (rarely(3)) {
      config.setIndexSort(new Sort(new SortField("order", SortField.Type.LONG)));
    }
    return random().nextBoolean() ? config.setCodec(new SimHashCodec("near")) : config;
  }

  private static void fill(
      RandomIndexWriter writer, BruteForce oracle, RandomFingerprints fingerprints)
      throws IOException {
    int documents = TestUtil.nextInt(random(), 1, rarely(10) ? 2000 : 200);
    for (int id = 0; id < documents; id++) {
      Document document = new Document();
      document.add(new StringField("id", Integer.toString(id), Field.Store.YES));
      document.add(new NumericDocValuesField("order", random().nextLong()));
      if (random().nextInt(8) > 0) {
        Fingerprint fingerprint = fingerprints.make();
        document.add(new SimHashField("near", fingerprint.toArray()));
        oracle.put(id, fingerprint);
      }
      writer.addDocument(document);
      if (random().nextInt(6) == 0) {
        int deleted = random().nextInt(id + 1);
        writer.deleteDocuments(new Term("id", Integer.toString(deleted)));
        oracle.remove(deleted);
      }
      if (random().nextInt(40) == 0) {
        writer.commit();
      }
    }
    if (rarely(5)) {
      writer.forceMerge(1);
    }
  }

  private static Map<Integer, Integer> search(IndexSearcher searcher, HammingDistanceQuery query)
      throws IOException {
    Map<Integer, Integer> found = new HashMap<>();
    int limit = Math.max(1, searcher.getIndexReader().maxDoc());
    for (ScoreDoc hit : searcher.search(query, limit).scoreDocs) {
      int id = Integer.parseInt(searcher.storedFields().document(hit.doc).get("id"));
      float distance = (1 - hit.score) * query.fingerprint.bits();
      assertEquals(Math.round(distance), distance, 0);
      assertNull("document " + id + " twice", found.put(id, Math.round(distance)));
    }
    return found;
  }

  private static boolean rarely(int oneIn) {
    return random().nextInt(oneIn) == 0;
  }

  /** Picks values with the test's own random numbers. */
  private static final class RandomPick {
    static <T> T of(T[] choices) {
      return choices[random().nextInt(choices.length)];
    }
  }
}
