package io.github.lucenesimhash.search;

import static io.github.lucenesimhash.search.TestWordsField.index;
import static io.github.lucenesimhash.search.TestWordsField.range;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** What the features of a text are told by, and where the sizes of texts make a difference. */
public class TestWordsBounds extends LuceneTestCase {

  private static BytesRef value(long... features) {
    return new WordsField("near", features).binaryValue();
  }

  /** Of texts of up to six features 48 bits are compared, of longer ones 24. */
  public void testSixFeaturesAreTheMostOfASmallText() {
    for (int size = 1; size <= 8; size++) {
      long[] features = range(7, 7 + size);
      long[] other = features.clone();
      other[0] = PlainFeatures.withKeyOf(7, 1);
      double expected = size > 6 ? 1 : (size - 1.) / (size + 1);
      assertEquals(expected, WordsField.similarity(value(features), value(other)), 0);
    }
  }

  /** Behind the keys of a small text are more of its bits: those are no key of the other. */
  public void testTheOtherBitsAreNoKeys() {
    long feature = 1L << 24 | 6; // its key is 7, its other bits 1
    assertEquals(0, WordsField.similarity(value(feature), value(1)), 0);
    assertEquals(0, WordsField.similarity(value(feature), value(7)), 0);
  }

  /** But one of its 64, in whose place the key has the number of a word that is there again. */
  public void testEachBitOfASmallTextsFeatureCounts() {
    for (int bit = 0; bit < Long.SIZE; bit++) {
      double expected = bit == 23 ? 1 : 0;
      double similarity = WordsField.similarity(value(0), value(1L << bit));
      assertEquals("bit " + bit, expected, similarity, 0);
    }
  }

  public void testEachByteOfAKeyCounts() {
    for (int shift = 0; shift < 24; shift += 8) {
      assertEquals(0, WordsField.similarity(value(1L << shift), value(2L << shift)), 0);
    }
    assertArrayEquals(new int[] {0x10203}, WordsField.keys(value(0x10203)));
  }

  /** Also where a text has a feature several times, each time with a key of its own. */
  public void testKeysAscend() {
    for (int i = 0; i < 100; i++) {
      long feature = random().nextInt(1 << 24);
      int[] keys = WordsField.keys(value(feature, 1, feature, 1 << 23, feature));
      assertArrayEquals(Arrays.stream(keys).sorted().toArray(), keys);
    }
  }

  public void testTheHighestMinimumIsOfEqualTexts() {
    ShortTexts rule = new ShortTexts(1);
    assertEquals(1, rule.similarity(value(1, 2, 3), value(1, 2, 3)), 0);
    assertEquals(0, rule.similarity(value(1, 2, 3), value(1, 3, 2)), 0);
  }

  /** A highlighter's reader shows the words of a text under the name of the field. */
  public void testWordsAreNoTermsOfFeatures() {
    for (int size = 1; size <= WordsField.MAX_FEATURES; size++) {
      byte[] term = new byte[ShortFeatures.TERM_BYTES];
      ShortFeatures.writeTerm(7, ShortFeatures.sizeClass(size), term);
      assertTrue(ShortFeatures.isTerm(new BytesRef(term)));
      assertFalse(ShortFeatures.isTerm(new BytesRef(term, 0, term.length - 1)));
    }
    for (String word : new String[] {"late", "on", "again", "\u6e21", "abc\u0000"}) {
      assertFalse(word, ShortFeatures.isTerm(new BytesRef(word)));
    }
    int least = ShortFeatures.sizeClass(WordsField.MAX_FEATURES) + 1;
    assertFalse(ShortFeatures.isTerm(new BytesRef(new byte[] {0, 0, 7, (byte) least})));
  }

  /** Neither of two texts of 66 features is short: they are no pair, whatever they share. */
  public void testExactlyAsAlikeButTooLong() throws IOException {
    long[] features = range(0, 66);
    try (Directory directory = newDirectory()) {
      index(directory, new WordsField("near", range(22, 88)));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        assertEquals(1, searcher.count(TestWordsField.query(features, .5)));
        Query pairs = new ShortTexts(.5).newQuery("near", value(features));
        assertEquals(0, searcher.count(pairs));
        Explanation explanation = searcher.explain(pairs, 0);
        assertFalse(explanation.toString(), explanation.isMatch());
        assertTrue(searcher.explain(TestWordsField.query(features, .5), 0).isMatch());
      }
    }
  }

  public void testUncomparedAreThoseWithMoreFeatures() throws IOException {
    try (Directory directory = newDirectory()) {
      index(
          directory,
          new WordsField("near", range(0, 64)),
          new WordsField("near", range(0, 65)),
          new WordsField("near", range(0, 128)),
          new StringField("id", "none", Field.Store.NO));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        Query short64 = ShortTexts.newUncomparedQuery("near", value(range(0, 64)));
        assertEquals(1, searcher.count(short64));
        Query long65 = ShortTexts.newUncomparedQuery("near", value(range(0, 65)));
        assertEquals(3, searcher.count(long65));
      }
    }
  }

  /** What a disjunction leaves out must not be able to come first. */
  public void testTheNearestIsFoundAmongOthers() throws IOException {
    try (Directory directory = newDirectory()) {
      Field other = new WordsField("near", range(3, 10));
      index(directory, other, other, other);
      index(directory, new WordsField("near", range(0, 10)));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        Query near = TestWordsField.query(range(0, 10), .5);
        Query any = new BoostQuery(MatchAllDocsQuery.INSTANCE, .5f);
        Query both =
            new BooleanQuery.Builder().add(any, Occur.SHOULD).add(near, Occur.SHOULD).build();
        TopDocs hits =
            new IndexSearcher(reader).search(both, new TopScoreDocCollectorManager(1, null, 1));
        assertEquals(3, hits.scoreDocs[0].doc);
        assertEquals(1.5f, hits.scoreDocs[0].score, 0);
      }
    }
  }

  public void testTextsWithAndWithoutWords() {
    Query others = TestWordsField.query(range(0, 3), .5);
    assertSame(others, new ShortTexts(.7).newNearQuery("near", null, others));
    FieldType type = WordsField.fieldType("scheme of bounds");
    WordsField field = new WordsField("near", new long[] {1, 2}, type);
    assertEquals("scheme of bounds", field.schemeId());
    assertEquals("WordsField <near:2 features>", field.toString());
  }

  /** More features than a document can have. */
  public void testLongQuery() throws IOException {
    try (Directory directory = newDirectory()) {
      index(directory, new WordsField("near", range(0, 128)), new WordsField("near", range(0, 64)));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        Query query = TestWordsField.query(range(0, 129), .5);
        assertEquals(1, searcher.count(query));
        assertEquals(128 / 129f, searcher.search(query, 1).scoreDocs[0].score, 0);
      }
    }
  }

  public void testDocumentsOfSeveralSegments() throws IOException {
    try (Directory directory = newDirectory()) {
      index(directory, new StringField("id", "none", Field.Store.NO));
      index(
          directory,
          new WordsField("near", new long[] {7}),
          new WordsField("near", new long[] {8}),
          new WordsField("near", new long[] {9}));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertNull(WordsField.docValue(reader, "near", 0));
        assertEquals(value(7), WordsField.docValue(reader, "near", 1));
        for (int doc : new int[] {-1, 4}) {
          var e =
              expectThrows(
                  IllegalArgumentException.class, () -> WordsField.docValue(reader, "near", doc));
          assertEquals(
              "document " + doc + " is not in the reader, expected 0 to 3", e.getMessage());
        }
        expectThrows( // also of a document without features
            IllegalArgumentException.class, () -> WordsField.newLikeQuery(reader, "near", 0, 0));
      }
    }
  }

  public void testNothingIsLikeADocumentOfOneOfTwoSchemes() throws IOException {
    try (Directory directory = newDirectory()) {
      for (String scheme : new String[] {"one", "two"}) {
        FieldType type = WordsField.fieldType(scheme);
        index(directory, new WordsField("near", new long[] {7}, type));
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        var e =
            expectThrows(
                IllegalArgumentException.class,
                () -> WordsField.newLikeQuery(reader, "near", 0, .5));
        assertTrue(e.getMessage(), e.getMessage().contains("one and two"));
      }
    }
  }
}
