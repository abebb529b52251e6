package io.github.lucenesimhash.load;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedSetSortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.Bits;

/**
 * An index like those of applications is the same after its migration, to whom reads it and to whom
 * searches it. A million documents:
 *
 * <pre>mvn test -Dtest=TestMigratedSearches -Dtests.multiplier=500 -Dtest.seconds=7200</pre>
 */
public class TestMigratedSearches extends LuceneTestCase {

  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();
  private static final int QUERIES = 50;
  private static final int TOP = 10;

  /** Scores that deleted documents have no part in: they are gone afterwards. */
  private static final class Frequencies extends BM25Similarity {
    @Override
    protected float idf(long docFreq, long docCount) {
      return 1;
    }

    @Override
    protected float avgFieldLength(CollectionStatistics collection) {
      return 40;
    }
  }

  private record Found(String id, float score) {}

  public void testSameDocumentsAndResults() throws Exception {
    long seed = random().nextLong();
    boolean fast = random().nextBoolean();
    try (Directory from = FSDirectory.open(createTempDir());
        Directory to = FSDirectory.open(createTempDir())) {
      RealIndex.write(from, config(), 2000 * RANDOM_MULTIPLIER, seed);
      try (DirectoryReader before = DirectoryReader.open(from)) {
        assertTrue(before.hasDeletions());
        try (IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, fast))) {
          IndexMigration.fingerprints("body", "near", SCHEME)
              .addTo(before, writer, documents -> {});
        }
        TestUtil.checkIndex(to);
        try (DirectoryReader after = DirectoryReader.open(to)) {
          assertEquals(before.leaves().size(), after.leaves().size());
          assertFalse(after.hasDeletions());
          assertSameDocuments(before, after);
          assertSameResults(before, after, new Random(seed));
        }
      }
    }
  }

  private static IndexWriterConfig config() {
    return new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec()); // a random one is slow
  }

  private static void assertSameDocuments(IndexReader before, IndexReader after)
      throws IOException {
    Bits live = MultiBits.getLiveDocs(before);
    StoredFields old = before.storedFields();
    StoredFields copied = after.storedFields();
    NumericDocValues oldRatings = MultiDocValues.getNumericValues(before, "rating");
    NumericDocValues ratings = MultiDocValues.getNumericValues(after, "rating");
    NumericDocValues fingerprints = MultiDocValues.getNumericValues(after, "near");
    int copy = 0;
    int without = 0;
    for (int doc = 0; doc < before.maxDoc(); doc++) {
      if (live.get(doc)) {
        Document document = old.document(doc);
        assertEquals(document.toString(), copied.document(copy).toString());
        assertTrue(oldRatings.advanceExact(doc) && ratings.advanceExact(copy));
        assertEquals(oldRatings.longValue(), ratings.longValue());
        String text = document.get("body");
        Optional<Fingerprint> expected = text == null ? Optional.empty() : SCHEME.fingerprint(text);
        assertEquals(expected.isPresent(), fingerprints.advanceExact(copy));
        without += expected.isPresent() ? 0 : 1;
        if (expected.isPresent()) {
          assertEquals(expected.get().word(0), fingerprints.longValue());
        }
        copy++;
      }
    }
    assertEquals(after.maxDoc(), copy);
    assertTrue("" + without, without > copy / 20 && without < copy / 5);
  }

  private static void assertSameResults(IndexReader before, IndexReader after, Random random)
      throws IOException {
    IndexSearcher old = searcher(before);
    IndexSearcher copied = searcher(after);
    Sort byRating = new Sort(new SortField("rating", SortField.Type.LONG, true));
    Sort byTag = new Sort(new SortedSetSortField("tag", false), SortField.FIELD_DOC);
    int found = 0;
    double exact = 0;
    for (int i = 0; i < QUERIES; i++) {
      String word = "w" + RealIndex.word(random);
      long date = RealIndex.FIRST_DATE + random.nextInt(1_000_000);
      Query range = LongField.newRangeQuery("date", date, date + 10_000);
      for (Query query :
          List.of(
              new TermQuery(new Term("body", word)),
              new TermQuery(new Term("title", word)), // not stored
              new PhraseQuery("body", word, "w" + RealIndex.word(random)),
              new PrefixQuery(new Term("id", "d" + random.nextInt(100))),
              range)) {
        assertEquals(query.toString(), old.count(query), copied.count(query));
        List<Found> hits = found(old, old.search(query, TOP));
        assertEquals(query.toString(), hits, found(copied, copied.search(query, TOP)));
        found += hits.size();
      }
      for (Sort sort : List.of(byRating, byTag)) {
        assertEquals(
            found(old, old.search(range, TOP, sort)),
            found(copied, copied.search(range, TOP, sort)));
      }
      float[] vector = RealIndex.vector(random);
      // A filter that leaves few documents makes the search for vectors exact.
      Query few = new PrefixQuery(new Term("id", "d" + (10 + random.nextInt(90))));
      KnnFloatVectorQuery all = new KnnFloatVectorQuery("vector", vector, old.count(few), few);
      assertEquals(found(old, old.search(all, TOP)), found(copied, copied.search(all, TOP)));
      KnnFloatVectorQuery nearest = new KnnFloatVectorQuery("vector", vector, 10 * TOP);
      Set<Found> common = new HashSet<>(found(old, old.search(nearest, TOP)));
      common.retainAll(found(copied, copied.search(nearest, TOP)));
      exact += common.size();
    }
    assertTrue("" + found, found > QUERIES * TOP);
    assertTrue("of the nearest vectors " + exact, exact > .9 * QUERIES * TOP);
  }

  private static IndexSearcher searcher(IndexReader reader) {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    searcher.setSimilarity(new Frequencies());
    return searcher;
  }

  private static List<Found> found(IndexSearcher searcher, TopDocs hits) throws IOException {
    List<Found> found = new ArrayList<>();
    for (ScoreDoc hit : hits.scoreDocs) {
      String id = searcher.storedFields().document(hit.doc, Set.of("id")).get("id");
      found.add(new Found(id, hit.score));
    }
    return found;
  }

  /** The new field is searched as any. */
  public void testFindsNearDuplicates() throws Exception {
    try (Directory from = Directories.random(random());
        Directory to = Directories.random(random())) {
      RealIndex.write(from, config(), 500, random().nextLong());
      try (DirectoryReader before = DirectoryReader.open(from)) {
        try (IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
          IndexMigration.fingerprints("body", "near", SCHEME)
              .addTo(before, writer, documents -> {});
        }
        try (DirectoryReader after = DirectoryReader.open(to)) {
          assertEquals(Set.of(SCHEME.id()), SimHashField.schemeIds(after, "near"));
          IndexSearcher searcher = new IndexSearcher(after);
          int searched = 0;
          for (int doc = 0; doc < after.maxDoc(); doc++) {
            String text = after.storedFields().document(doc).get("body");
            if (text != null) {
              TopDocs hits = searcher.search(SCHEME.field("near").newDistanceQuery(text, 3), TOP);
              assertEquals(doc, hits.scoreDocs[0].doc);
              assertEquals(1, hits.scoreDocs[0].score, 0);
              searched++;
            }
          }
          assertTrue("" + searched, searched > 300);
        }
      }
    }
  }
}
