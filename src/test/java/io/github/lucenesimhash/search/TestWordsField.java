package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What the field puts into an index, and what it and its queries refuse. */
public class TestWordsField extends LuceneTestCase {

  static final long[] FEATURES = {5, 0x2_000_003L, 0x7000_0000_0000L, 5};

  static void index(Directory directory, Field... fields) throws IOException {
    index(directory, Codec.getDefault(), fields);
  }

  static void index(Directory directory, Codec codec, Field... fields) throws IOException {
    IndexWriterConfig config =
        newIndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE).setCodec(codec);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (Field field : fields) {
        Document document = new Document();
        document.add(field);
        writer.addDocument(document);
      }
    }
  }

  static long[] range(int from, int to) {
    return LongStream.range(from, to).toArray();
  }

  static Query query(long[] features, double minimum) {
    return WordsField.newSimilarityQuery("near", features, minimum);
  }

  private static List<Integer> docs(IndexSearcher searcher, Query query) throws IOException {
    return Arrays.stream(searcher.search(query, 20_000).scoreDocs)
        .map(hit -> hit.doc)
        .sorted()
        .toList();
  }

  /** Of a million texts of one word many have the key of another, and are found in its list. */
  public void testAnotherFeatureOfOneKey() throws IOException {
    long[] other = {PlainFeatures.withKeyOf(7, 1)};
    try (Directory directory = newDirectory()) {
      index(directory, new WordsField("near", new long[] {7}), new WordsField("near", other));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        assertEquals(List.of(0), docs(searcher, query(new long[] {7}, .1)));
        assertEquals(List.of(1), docs(searcher, query(other, .1)));
        long[] many = LongStream.concat(LongStream.of(other), LongStream.range(50, 59)).toArray();
        assertEquals(List.of(0, 1), docs(searcher, query(many, .1)));
      }
    }
  }

  /** One of a pair has 64 features at most, whichever is looked for. */
  public void testPairsOfShortTexts() throws IOException {
    Field[] fields = {
      new WordsField("near", range(0, 64)),
      new WordsField("near", range(0, 65)),
      new WordsField("near", range(0, 128)),
      new WordsField("near", range(0, 50))
    };
    List<List<Integer>> expected =
        List.of(List.of(0, 1, 2, 3), List.of(0, 3), List.of(0), List.of(0, 1, 3));
    ShortTexts rule = new ShortTexts(.5);
    try (Directory directory = newDirectory()) {
      index(directory, fields);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        for (int i = 0; i < fields.length; i++) {
          Query query = rule.newQuery("near", fields[i].binaryValue());
          assertEquals(expected.get(i), docs(searcher, query));
          QueryUtils.check(random(), query, searcher);
          for (int j = 0; j < fields.length; j++) {
            boolean isPair = expected.get(i).contains(j);
            double resemblance = rule.similarity(fields[i].binaryValue(), fields[j].binaryValue());
            assertEquals(isPair, resemblance > 0);
            assertEquals(isPair, searcher.explain(query, j).isMatch());
          }
        }
        String explained =
            searcher.explain(rule.newQuery("near", fields[1].binaryValue()), 1).getDescription();
        assertEquals("document has more than 64 features", explained);
      }
    }
    var e = expectThrows(IllegalArgumentException.class, () -> new ShortTexts(.49));
    assertEquals("minSimilarity is 0.49, expected .5 to 1", e.getMessage());
  }

  public void testRefusedFeatures() {
    for (long[] features : List.of(new long[0], range(0, WordsField.MAX_FEATURES + 1))) {
      var e = expectThrows(IllegalArgumentException.class, () -> new WordsField("near", features));
      assertEquals(
          "field 'near' has " + features.length + " features, expected 1 to 128", e.getMessage());
    }
    var e =
        expectThrows(
            IllegalArgumentException.class,
            () -> new WordsField("near", FEATURES, StringField.TYPE_STORED));
    assertTrue(e.getMessage(), e.getMessage().contains("expected one of WordsField.fieldType"));
    new WordsField("near", range(0, WordsField.MAX_FEATURES));
  }

  public void testRefusedMinimums() {
    for (double minimum : new double[] {0, -1, 1.01, Double.NaN}) {
      var e = expectThrows(IllegalArgumentException.class, () -> query(FEATURES, minimum));
      assertEquals(
          "minSimilarity for field 'near' is " + minimum + ", expected more than 0 and at most 1",
          e.getMessage());
    }
  }

  public void testOtherSchemeIsRefused() throws IOException {
    try (Directory directory = newDirectory()) {
      index(
          directory,
          new WordsField("near", FEATURES, WordsField.fieldType("one")),
          new WordsField("near", FEATURES, WordsField.fieldType("one")));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        assertEquals(
            2, searcher.count(SimHashField.requireScheme(query(FEATURES, 1), "near", "one")));
        Query other = SimHashField.requireScheme(query(FEATURES, 1), "near", "two");
        var e = expectThrows(IllegalArgumentException.class, () -> searcher.count(other));
        assertTrue(
            e.getMessage(),
            e.getMessage().contains("scheme one") && e.getMessage().contains("scheme two"));
      }
    }
  }

  public void testNothingToFind() throws IOException {
    try (Directory directory = newDirectory()) {
      index(directory, new WordsField("near", FEATURES));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        for (Query query :
            List.of(
                query(new long[0], .5),
                query(range(0, 257), .5),
                new ShortTexts(.5)
                    .newQuery("other", new WordsField("other", FEATURES).binaryValue()))) {
          assertEquals(0, searcher.count(query));
          assertTrue(searcher.rewrite(query) instanceof MatchNoDocsQuery);
        }
        Query misspelt = WordsField.newSimilarityQuery("other", FEATURES, .5);
        String expected =
            "no document has field 'other', expected a WordsField: the index has 'near'";
        for (ThrowingRunnable search :
            List.<ThrowingRunnable>of(
                () -> searcher.count(misspelt),
                () -> WordsField.newLikeQuery(reader, "other", 0, .5))) {
          assertEquals(expected, expectThrows(IllegalArgumentException.class, search).getMessage());
        }
      }
    }
  }

  public void testLike() throws IOException {
    try (Directory directory = newDirectory()) {
      index(
          directory,
          new WordsField("near", range(0, 10)),
          new StringField("id", "none", Field.Store.NO),
          new WordsField("near", range(0, 9)),
          new WordsField("near", range(0, 5)));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        assertEquals(List.of(2, 3), docs(searcher, WordsField.newLikeQuery(reader, "near", 0, .5)));
        assertEquals(List.of(2), docs(searcher, WordsField.newLikeQuery(reader, "near", 0, .9)));
        assertEquals(List.of(), docs(searcher, WordsField.newLikeQuery(reader, "near", 1, .5)));
        expectThrows(
            IllegalArgumentException.class, () -> WordsField.newLikeQuery(reader, "near", 4, .5));
      }
    }
  }

  public void testReaderThatShowsNoTerms() throws IOException {
    try (Directory directory = newDirectory()) {
      index(directory, new WordsField("near", range(0, 8)), new WordsField("near", range(7, 9)));
      try (DirectoryReader reader = new WithoutTerms(DirectoryReader.open(directory))) {
        assertEquals(List.of(0), docs(newSearcher(reader), query(range(0, 10), .7)));
      }
    }
  }

  private static final class WithoutTerms extends FilterDirectoryReader {

    WithoutTerms(DirectoryReader in) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader leaf) {
              return new FilterLeafReader(leaf) {
                @Override
                public Terms terms(String field) {
                  return null;
                }

                @Override
                public CacheHelper getCoreCacheHelper() {
                  return null;
                }

                @Override
                public CacheHelper getReaderCacheHelper() {
                  return null;
                }
              };
            }
          });
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
      return new WithoutTerms(in);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  public void testExplanations() throws IOException {
    try (Directory directory = newDirectory()) {
      index(
          directory,
          new WordsField("near", range(0, 8)),
          new WordsField("near", range(7, 9)),
          new StringField("id", "none", Field.Store.NO));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        Query query = query(range(0, 10), .7);
        Explanation hit = searcher.explain(query, 0);
        assertTrue(hit.isMatch());
        assertEquals(.8f, hit.getValue().floatValue(), 0);
        for (String part :
            List.of("8 = shared", "10 = own", "8 = document's", "near:[10 features]~0.7")) {
          assertTrue(hit.toString(), hit.toString().contains(part));
        }
        assertTrue(searcher.explain(query, 1).toString().contains("below the minimum of 0.7"));
        assertFalse(searcher.explain(query, 2).isMatch());
      }
    }
  }

  public void testQueryContract() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
        for (int i = 0; i < 200; i++) {
          Document document = new Document();
          document.add(new WordsField("near", range(i % 5, 10 + i % 3)));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        QueryUtils.check(random(), query(range(0, 10), .6), newSearcher(reader, true, true, false));
      }
    }
    QueryUtils.checkEqual(query(new long[] {1, 2}, .5), query(new long[] {1, 2}, .5));
    QueryUtils.checkUnequal(query(new long[] {1, 2}, .5), query(new long[] {2, 1}, .5));
    QueryUtils.checkUnequal(query(new long[] {1, 2}, .5), query(new long[] {1, 2, 2}, .5));
    QueryUtils.checkUnequal(query(new long[] {1, 2}, .5), query(new long[] {1, 2}, .6));
    QueryUtils.checkUnequal(query(new long[] {1, 2}, .5), query(new long[] {1, 3}, .5));
    assertEquals("near:[4 features]~0.5", query(FEATURES, .5).toString());
  }
}
