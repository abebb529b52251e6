package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.analysis.WordCodes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Matches;
import org.apache.lucene.search.MatchesIterator;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.search.CheckHits;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/**
 * Copied passages beside brute force: which documents have one, and which of their words are in
 * one. Each case is an index of its own; a multiplier of 500 makes 20,000.
 */
public class TestCopiedPassages extends LuceneTestCase {

  private static final String FIELD = "passages";

  private static final List<String> BETWEEN =
      List.of(" ", " ", " ", "\n", ", ", ". ", "  ", "\r\n", " (", "! ", "\t", "\u3000", "。");

  /** Words that are the same however they are written. */
  private static String written(Random random, List<String> words) {
    StringBuilder text = new StringBuilder();
    for (String word : words) {
      boolean isHan = word.charAt(0) >= 0x4E00;
      if (isHan && random.nextInt(8) > 0) {
        text.append(word);
      } else {
        text.append(BETWEEN.get(random.nextInt(BETWEEN.size())));
        switch (random.nextInt(4)) {
          case 0 -> text.append(word.toUpperCase(Locale.ROOT));
          case 1 -> word.chars().forEach(c -> text.append(wide((char) c)));
          default -> text.append(word);
        }
      }
    }
    return text.toString();
  }

  private static char wide(char c) {
    return c > 0x20 && c < 0x7F ? (char) (c + 0xFEE0) : c;
  }

  private static List<String> words(Random random, int vocabulary, int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int word = random.nextInt(1 + random.nextInt(vocabulary));
      words.add(word % 3 == 0 ? Character.toString(0x4E00 + word) : "w" + word);
    }
    return words;
  }

  /** Which words of the other text are in a run of so many that the text has. */
  private static BitSet copied(List<String> text, List<String> other, int atLeast) {
    BitSet copied = new BitSet();
    int[] runs = new int[text.size() + 1]; // that end before each word of the text
    for (int i = 0; i < other.size(); i++) {
      for (int k = text.size(); k > 0; k--) {
        runs[k] = text.get(k - 1).equals(other.get(i)) ? runs[k - 1] + 1 : 0;
        if (runs[k] >= atLeast) {
          copied.set(i + 1 - runs[k], i + 1);
        }
      }
    }
    return copied;
  }

  private static BitSet found(IndexSearcher searcher, Weight weight, int doc, String text)
      throws Exception {
    List<LeafReaderContext> leaves = searcher.getLeafContexts();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    Matches matches = weight.matches(leaf, doc - leaf.docBase);
    BitSet found = new BitSet();
    WordCodes words = WordCodes.of(text, true);
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
      sources.add(words(random, vocabulary, random.nextInt(200)));
    }
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      int documents = 1 + random.nextInt(30);
      for (int i = 0; i < documents; i++) {
        List<String> words = words(random, vocabulary, random.nextInt(100));
        for (int copies = random.nextInt(3); copies > 0; copies--) {
          List<String> source = sources.get(random.nextInt(sources.size()));
          int from = random.nextInt(source.size() + 1);
          int to = Math.min(source.size(), from + 10 + random.nextInt(90));
          words.addAll(random.nextInt(words.size() + 1), source.subList(from, to));
        }
        String id = "" + random.nextInt(40);
        String text = written(random, words);
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
          String text = written(random, source);
          PassageQuery query = PassageField.newCopiedPassageQuery(FIELD, text, atLeast);
          Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE, 1);
          Map<String, BitSet> expected = new HashMap<>();
          alive.forEach(
              (id, words) -> {
                BitSet copied = copied(source, words, atLeast);
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

  public void testIsAQuery() throws Exception {
    Random random = random();
    List<String> source = words(random, 500, 120);
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random, directory)) {
      for (int i = 0; i < 30; i++) {
        List<String> words = words(random, 500, 50);
        words.addAll(random.nextInt(50), source.subList(i, i + 20 + i));
        Document document = new Document();
        document.add(new PassageField(FIELD, written(random, words)));
        writer.addDocument(document);
      }
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        PassageQuery query = PassageField.newCopiedPassageQuery(FIELD, written(random, source), 30);
        QueryUtils.check(random, query, searcher);
        CheckHits.checkExplanations(query, FIELD, searcher);
        assertTrue(searcher.count(query) > 0);
      }
    }
  }

  public void testRefusesFewWords() {
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () -> PassageField.newCopiedPassageQuery(FIELD, "text", 24));
    assertEquals("atLeast for field 'passages' is 24, expected 25 words or more", e.getMessage());
    assertNotNull(TestUtil.getDefaultCodec());
  }
}
