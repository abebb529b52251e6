package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** How much a search for what resembles a text reads. */
public class TestWordsWork extends LuceneTestCase {

  /** Features of some documents have another's key and number, so its list has them, too. */
  private static final int BY_CHANCE = 5;

  /** A third of the documents are one text, the others share a frequent word or two with it. */
  public void testEqualTextsAndLittleWork() throws IOException {
    int equal = 10_000;
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        for (int i = 0; i < 3 * equal; i++) {
          long[] features =
              i % 3 == 0
                  ? TestWordsField.range(0, 8)
                  : LongStream.concat(LongStream.of(0, 1 + i % 2), random().longs(6)).toArray();
          Document document = new Document();
          document.add(new WordsField("near", features));
          document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
          writer.addDocument(document);
        }
        writer.deleteDocuments(new Term("id", "3"));
        writer.forceMerge(1, true);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        LeafReader leaf = getOnlyLeafReader(reader);
        for (double minimum : new double[] {.5, .7, 1}) {
          assertEquals(
              equal - 1, searcher.count(TestWordsField.query(TestWordsField.range(0, 8), minimum)));
          long[] rare = {0, 1, 2, 100, 101, 102, 103, 104};
          assertEquals(0, searcher.count(TestWordsField.query(rare, minimum)));
          assertTrue(candidates(leaf, rare, minimum) <= BY_CHANCE);
          long[] edited = {0, 1, 2, 3, 4, 5, 100, 101};
          int most = minimum == .5 ? equal : 0;
          assertEquals(
              Math.max(0, most - 1), searcher.count(TestWordsField.query(edited, minimum)));
          assertTrue(candidates(leaf, edited, minimum) <= most + BY_CHANCE);
        }
        ScoreDoc[] hits =
            searcher.search(TestWordsField.query(TestWordsField.range(0, 7), .8), equal).scoreDocs;
        assertEquals(equal - 1, hits.length);
        assertTrue(IntStream.range(0, hits.length).allMatch(i -> hits[i].score == 7 / 8f));
      }
    }
  }

  private static int candidates(LeafReader leaf, long[] features, double minimum)
      throws IOException {
    return candidates(leaf, features, minimum, WordsPlan.MAX_POSTINGS).size();
  }

  private static List<Integer> candidates(
      LeafReader leaf, long[] features, double minimum, int maxPostings) throws IOException {
    WordsQuery query = new WordsQuery("near", ShortFeatures.of(features), minimum);
    WordsPlan plan = new WordsPlan(leaf, query, maxPostings, null);
    DocIdSetIterator candidates = plan.new Candidates();
    List<Integer> found = new ArrayList<>();
    while (candidates.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      found.add(candidates.docID());
    }
    return found;
  }

  /** Lists that are too long to be held are read in windows, which may begin anywhere. */
  public void testWindowsHoldTheSame() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        for (int i = 0; i < 2000; i++) {
          Document document = new Document();
          if (random().nextInt(4) > 0) {
            int size = 1 + random().nextInt(12);
            long[] features = random().longs(size, 0, 20).toArray();
            document.add(new WordsField("near", features));
          }
          writer.addDocument(document);
        }
        writer.forceMerge(1, true);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        LeafReader leaf = getOnlyLeafReader(reader);
        for (int i = 0; i < 50; i++) {
          long[] features = random().longs(1 + random().nextInt(12), 0, 20).toArray();
          double minimum = .3 + .7 * random().nextDouble();
          List<Integer> all = candidates(leaf, features, minimum, Integer.MAX_VALUE);
          int width = 1 + random().nextInt(2 * leaf.maxDoc());
          int most = random().nextInt(4) == 0 ? 0 : width * WordsField.MAX_FEATURES;
          assertEquals(all, candidates(leaf, features, minimum, most));
          int target = random().nextInt(leaf.maxDoc());
          WordsQuery query = new WordsQuery("near", ShortFeatures.of(features), minimum);
          int expected =
              all.stream().filter(doc -> doc >= target).findFirst().orElse(Integer.MAX_VALUE);
          assertEquals(
              expected, new WordsPlan(leaf, query, most, null).new Candidates().advance(target));
        }
      }
    }
  }

  /** In a segment like another one only those are looked up that were rare there. */
  public void testLooksUpTheRarest() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        for (int i = 0; i < 100; i++) {
          Document document = new Document();
          int common = random().nextInt(10);
          document.add(new WordsField("near", TestWordsField.range(common, common + 12)));
          writer.addDocument(document);
        }
        writer.forceMerge(1, true);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        LeafReader leaf = getOnlyLeafReader(reader);
        for (int i = 0; i < 50; i++) {
          long[] features = random().longs(12, 0, 30).distinct().toArray();
          double minimum = .8 + random().nextDouble() / 5;
          WordsQuery query = new WordsQuery("near", ShortFeatures.of(features), minimum);
          WordsPlan all = new WordsPlan(leaf, query, WordsPlan.MAX_POSTINGS, null);
          assertEquals(query.numberedKeys.length, all.rarest().keys().length);
          WordsPlan few = new WordsPlan(leaf, query, WordsPlan.MAX_POSTINGS, all.rarest());
          assertNull("looked up all of " + Arrays.toString(features), few.rarest());
          BinaryDocValues values = leaf.getBinaryDocValues("near");
          DocIdSetIterator candidates = few.new Candidates();
          for (int doc = 0; doc < leaf.maxDoc(); doc++) {
            assertTrue(values.advanceExact(doc));
            if (query.similarity(values.binaryValue()) > 0) {
              assertEquals(doc, candidates.docID() < doc ? candidates.advance(doc) : doc);
            }
          }
        }
      }
    }
  }
}
