package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.analysis.Tokens;
import io.github.lucenesimhash.testing.Directories;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Matches;
import org.apache.lucene.search.MatchesIterator;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.search.CheckHits;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Compares copied passages with brute force: the documents that have one, and the copied words.
 * Each case has its own index; a multiplier of 500 makes 20,000 cases, and 1,000,000 planted
 * copies.
 */
public class TestCopiedPassages extends LuceneTestCase {

  private static final String FIELD = "passages";

  private static BitSet found(IndexSearcher searcher, Weight weight, int doc, String text)
      throws Exception {
    List<LeafReaderContext> leaves = searcher.getLeafContexts();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    Matches matches = weight.matches(leaf, doc - leaf.docBase);
    BitSet found = new BitSet();
    Tokens words = Tokens.ofPassages(text, true);
    MatchesIterator each = matches.getMatches(FIELD);
    while (each.next()) {
      found.set(each.startPosition(), each.endPosition() + 1);
      assertEquals(words.from(each.startPosition()), each.startOffset());
      assertEquals(words.to(each.endPosition()), each.endOffset());
    }
    return found;
  }

  public void testDuel() throws Exception {
    int cases = 40 * RANDOM_MULTIPLIER;
    for (int i = 0; i < cases; i++) {
      long seed = random().nextLong();
      try {
        duel(new Random(seed));
      } catch (Throwable e) {
        throw new AssertionError("case of seed " + seed, e);
      }
    }
  }

  private void duel(Random random) throws Exception {
    int vocabulary = 1 << random.nextInt(12);
    Map<String, List<String>> alive = new HashMap<>();
    Map<String, String> texts = new HashMap<>();
    List<List<String>> sources = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      sources.add(PassageOracle.words(random, vocabulary, random.nextInt(200)));
    }
    try (Directory directory = Directories.random(random());
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      int documents = 1 + random.nextInt(30);
      for (int i = 0; i < documents; i++) {
        List<String> words = PassageOracle.words(random, vocabulary, random.nextInt(100));
        for (int copies = random.nextInt(3); copies > 0; copies--) {
          List<String> source = sources.get(random.nextInt(sources.size()));
          int from = random.nextInt(source.size() + 1);
          int to = Math.min(source.size(), from + 10 + random.nextInt(90));
          words.addAll(random.nextInt(words.size() + 1), source.subList(from, to));
        }
        String id = "" + random.nextInt(40);
        String text = PassageOracle.written(random, words);
        Document document = new Document();
        document.add(new StringField("id", id, Field.Store.YES));
        document.add(new PassageField(FIELD, text));
        writer.updateDocument(new Term("id", id), document);
        alive.put(id, words);
        texts.put(id, text);
        if (random.nextInt(10) == 0) {
          String deleted = "" + random.nextInt(40);
          writer.deleteDocuments(new Term("id", deleted));
          alive.remove(deleted);
        }
        if (random.nextInt(10) == 0) {
          writer.commit();
        }
      }
      if (random.nextBoolean()) {
        writer.forceMerge(1);
      }
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        for (int i = 0; i < 4; i++) {
          List<String> source = sources.get(random.nextInt(sources.size()));
          int atLeast = PassageField.MIN_WORDS + (random.nextBoolean() ? 0 : random.nextInt(60));
          String text = PassageOracle.written(random, source);
          PassageQuery query = PassageField.newCopiedPassageQuery(FIELD, text, atLeast);
          Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE, 1);
          Map<String, BitSet> expected = new HashMap<>();
          alive.forEach(
              (id, words) -> {
                BitSet copied = PassageOracle.copied(source, words, atLeast);
                if (!copied.isEmpty()) {
                  expected.put(id, copied);
                }
              });
          Map<String, BitSet> actual = new HashMap<>();
          for (ScoreDoc hit : searcher.search(query, 100).scoreDocs) {
            String id = reader.storedFields().document(hit.doc).get("id");
            actual.put(id, found(searcher, weight, hit.doc, texts.get(id)));
            assertTrue(hit.score >= atLeast && hit.score <= source.size());
          }
          assertEquals(expected, actual);
          assertEquals(List.of(), query.leftOut(searcher));
        }
      }
    }
  }

  /** Copies of 25 to 250 words are found, however they are written. */
  public void testPlantedCopies() throws Exception {
    int copies = 2000 * RANDOM_MULTIPLIER;
    List<List<String>> sources = new ArrayList<>();
    List<Set<String>> expected = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      sources.add(PassageOracle.words(random(), 40_000, 300));
      expected.add(new HashSet<>());
    }
    try (Directory directory = newFSDirectory(createTempDir());
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int i = 0; i < copies; i++) {
        int of = random().nextInt(sources.size());
        int length = PassageField.MIN_WORDS * (1 + random().nextInt(10));
        int from = random().nextInt(300 - length + 1);
        List<String> words = PassageOracle.words(random(), 40_000, random().nextInt(40));
        words.addAll(
            random().nextInt(words.size() + 1), sources.get(of).subList(from, from + length));
        Document document = new Document();
        document.add(new StringField("id", "" + i, Field.Store.YES));
        document.add(new PassageField(FIELD, PassageOracle.written(random(), words)));
        writer.addDocument(document);
        expected.get(of).add("" + i);
        if (random().nextInt(20) == 0) {
          writer.deleteDocuments(new Term("id", "" + i));
          expected.get(of).remove("" + i);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        for (int i = 0; i < sources.size(); i++) {
          String text = PassageOracle.written(random(), sources.get(i));
          PassageQuery query =
              PassageField.newCopiedPassageQuery(FIELD, text, PassageField.MIN_WORDS);
          Set<String> found = new HashSet<>();
          for (ScoreDoc hit : searcher.search(query, copies).scoreDocs) {
            assertTrue(hit.score >= PassageField.MIN_WORDS);
            found.add(reader.storedFields().document(hit.doc, Set.of("id")).get("id"));
          }
          assertEquals(expected.get(i), found);
        }
      }
    }
  }

  /**
   * A passage of very many documents is ignored and reported, and the words around it are found.
   */
  public void testFrequentPassages() throws Exception {
    List<String> menu = PassageOracle.words(random(), 40_000, 60);
    List<String> own = PassageOracle.words(random(), 40_000, 60);
    try (Directory directory = Directories.random(random());
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      for (int i = 0; i < 100; i++) {
        List<String> words = new ArrayList<>(PassageOracle.words(random(), 40_000, 20));
        words.addAll(List.of("y" + i));
        words.addAll(menu);
        words.add("z" + i);
        words.addAll(i < 5 ? own : PassageOracle.words(random(), 40_000, 60));
        Document document = new Document();
        document.add(new PassageField(FIELD, PassageOracle.written(random(), words)));
        writer.addDocument(document);
      }
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        List<String> words = new ArrayList<>(menu);
        words.addAll(own);
        String text = String.join(" ", words);
        PassageQuery all = PassageField.newCopiedPassageQuery(FIELD, text, 25);
        assertEquals(100, searcher.count(all));
        PassageQuery rare = all.atMostIn(20);
        TopDocs hits = searcher.search(rare, 6);
        assertEquals(120, hits.scoreDocs[4].score, 0);
        assertTrue(hits.scoreDocs.length == 5 || hits.scoreDocs[5].score == 60);
        assertEquals(1, rare.leftOut(searcher).size());
        PassageQuery.LeftOut part = rare.leftOut(searcher).getFirst();
        String told = text.substring(part.from(), part.to());
        assertTrue(told, String.join(" ", menu).contains(told.substring(0, 100)));
        assertEquals(List.of(), all.leftOut(searcher));
      }
    }
  }

  public void testIsAQuery() throws Exception {
    Random random = random();
    List<String> source = PassageOracle.words(random, 500, 120);
    try (Directory directory = Directories.random(random());
        RandomIndexWriter writer = new RandomIndexWriter(random, directory)) {
      for (int i = 0; i < 30; i++) {
        List<String> words = PassageOracle.words(random, 500, 50);
        words.addAll(random.nextInt(50), source.subList(i, i + 20 + i));
        Document document = new Document();
        document.add(new PassageField(FIELD, PassageOracle.written(random, words)));
        writer.addDocument(document);
      }
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        PassageQuery query =
            PassageField.newCopiedPassageQuery(FIELD, PassageOracle.written(random, source), 30);
        QueryUtils.check(random, query, searcher);
        CheckHits.checkExplanations(query, FIELD, searcher);
        assertTrue(searcher.count(query) > 0);
      }
    }
  }
}
