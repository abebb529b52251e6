package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.search.CollapsedHits;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * A field that an analyzer wrote answers as a {@link SimHashField} of the same texts in the same
 * documents.
 */
public class TestAnalyzedFingerprints extends LuceneTestCase {

  private static final List<FingerprintScheme> SCHEMES =
      List.of(
          FingerprintScheme.standard(),
          FingerprintScheme.parse("standard bits=128"),
          FingerprintScheme.parse("standard bits=256"),
          FingerprintScheme.parse("standard sketch=simhash bits=128"));

  private static final Query EVEN = new TermQuery(new Term("parity", "even"));

  public void testAnswersAreThoseOfTheField() throws IOException {
    for (int round = 0; round < 8 * RANDOM_MULTIPLIER; round++) {
      FingerprintScheme scheme = SCHEMES.get(round % SCHEMES.size());
      Analyzer analyzer = random().nextBoolean() ? chain(scheme) : new SimHashAnalyzer(scheme);
      IndexWriterConfig config =
          newIndexWriterConfig(
              new PerFieldAnalyzerWrapper(new SimHashAnalyzer(scheme), Map.of("near", analyzer)));
      if (random().nextBoolean()) {
        config.setCodec(new SimHashCodec("field"));
      }
      try (Directory directory = Directories.random(random());
          RandomIndexWriter writer = new RandomIndexWriter(random(), directory, config)) {
        FieldType type = randomFrom(TextField.TYPE_NOT_STORED, TextField.TYPE_STORED, docsOnly());
        int documents = 1 + random().nextInt(300);
        for (int i = 0; i < documents; i++) {
          String text = text();
          Document document = new Document();
          document.add(new StringField("id", "" + i, Store.NO));
          document.add(new StringField("parity", i % 2 == 0 ? "even" : "odd", Store.NO));
          if (random().nextInt(8) > 0) {
            document.add(new Field("near", text, type));
            scheme.field("field").of(text).ifPresent(document::add);
          }
          writer.addDocument(document);
          if (random().nextInt(6) == 0) {
            writer.deleteDocuments(new Term("id", "" + random().nextInt(documents)));
          }
        }
        try (DirectoryReader reader = writer.getReader()) {
          IndexSearcher searcher = newSearcher(reader);
          for (int i = 0; i < 6; i++) {
            int k = random().nextInt(i % 2 == 0 ? scheme.bits() + 1 : scheme.bits() * 12 / 64);
            compare(reader, searcher, scheme, k);
          }
          comparePairs(reader, scheme);
        }
      }
    }
  }

  @SafeVarargs
  private static <T> T randomFrom(T... all) {
    return all[random().nextInt(all.length)];
  }

  private static FieldType docsOnly() {
    FieldType type = new FieldType();
    type.setTokenized(true);
    type.setOmitNorms(true);
    type.setIndexOptions(IndexOptions.DOCS);
    return type;
  }

  /** What the standard scheme does, as a chain. */
  private static Analyzer chain(FingerprintScheme scheme) throws IOException {
    String sketch = scheme.toString().contains("simhash") ? "simhash" : "minhash";
    return CustomAnalyzer.builder()
        .withTokenizer("standard")
        .addTokenFilter("cjkWidth")
        .addTokenFilter("lowercase")
        .addTokenFilter("simHash", "bits", "" + scheme.bits(), "sketch", sketch)
        .build();
  }

  private static String text() {
    if (random().nextInt(20) == 0) {
      return " ... ";
    }
    StringBuilder text = new StringBuilder();
    int start = 1000 * random().nextInt(3);
    for (int i = 0; i < 60; i++) {
      text.append(random().nextInt(100) == 0 ? "other" : "w" + (start + i)).append(' ');
      text.append(random().nextInt(200) == 0 ? "中文" : "");
    }
    return text.toString();
  }

  private static Query required(String field, Query query, FingerprintScheme scheme) {
    return SimHashField.requireScheme(query, field, scheme.id());
  }

  private static void compare(
      DirectoryReader reader, IndexSearcher searcher, FingerprintScheme scheme, int k)
      throws IOException {
    Fingerprint fingerprint = scheme.fingerprint(text()).orElse(scheme.zero);
    int n = 1 + random().nextInt(30);
    Query filter = random().nextBoolean() ? null : EVEN;
    for (Query[] pair :
        new Query[][] {
          {
            required("field", SimHashField.newDistanceQuery("field", fingerprint, k), scheme),
            required("near", SimHashField.newDistanceQuery("near", fingerprint, k), scheme)
          },
          {
            SimHashField.newSlowDistanceQuery("field", fingerprint, k),
            SimHashField.newSlowDistanceQuery("near", fingerprint, k)
          },
          {
            SimHashField.newNearestQuery("field", fingerprint, n, filter),
            SimHashField.newNearestQuery("near", fingerprint, n, filter)
          }
        }) {
      TopDocs expected = searcher.search(pair[0], 1000);
      TopDocs found = searcher.search(pair[1], 1000);
      assertHits(expected, found);
      assertEquals(searcher.count(pair[0]), searcher.count(pair[1]));
      for (ScoreDoc hit : expected.scoreDocs) {
        assertEquals(hit.score, searcher.explain(pair[1], hit.doc).getValue().floatValue(), 0);
      }
    }
    assertHits(
        SimHashField.nearest(searcher, "field", fingerprint, n, filter),
        SimHashField.nearest(searcher, "near", fingerprint, n, filter));
    TopDocs all =
        searcher.search(
            MatchAllDocsQuery.INSTANCE,
            1000,
            new Sort(SimHashField.newDistanceSort("field", fingerprint)));
    assertHits(
        all,
        searcher.search(
            MatchAllDocsQuery.INSTANCE,
            1000,
            new Sort(SimHashField.newDistanceSort("near", fingerprint))));
    assertEquals(
        CollapsedHits.of(reader, "field", all, k).groups(),
        CollapsedHits.of(reader, "near", all, k).groups());
    if (all.scoreDocs.length > 0) {
      int doc = randomFrom(all.scoreDocs).doc;
      assertHits(
          searcher.search(
              SimHashField.newLikeQuery(searcher.getIndexReader(), "field", doc, k), 1000),
          searcher.search(
              SimHashField.newLikeQuery(searcher.getIndexReader(), "near", doc, k), 1000));
    }
  }

  private static ScoreDoc randomFrom(ScoreDoc[] hits) {
    return hits[random().nextInt(hits.length)];
  }

  private static void assertHits(TopDocs expected, TopDocs found) {
    assertEquals(hits(expected), hits(found));
  }

  private static List<String> hits(TopDocs hits) {
    return Arrays.stream(hits.scoreDocs).map(hit -> hit.doc + " scores " + hit.score).toList();
  }

  private static void comparePairs(DirectoryReader reader, FingerprintScheme scheme)
      throws IOException {
    List<List<String>> pairs = new ArrayList<>();
    for (String field : List.of("field", "near")) {
      List<String> found = new ArrayList<>();
      SimilarityJoin.within(12 * scheme.bits() / 64)
          .pairs(
              DistinctFingerprints.of(reader, field),
              (left, right, distance) -> found.add(left + "-" + right + " at " + distance));
      pairs.add(found);
    }
    assertEquals(pairs.get(0), pairs.get(1));
  }
}
