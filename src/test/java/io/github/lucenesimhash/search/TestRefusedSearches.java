package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A misspelt field and fingerprints of another scheme are refused, whatever is asked. */
public class TestRefusedSearches extends LuceneTestCase {

  private static final TopDocs FIRST =
      new TopDocs(
          new TotalHits(1, TotalHits.Relation.EQUAL_TO), new ScoreDoc[] {new ScoreDoc(0, 1)});

  /** A search. */
  private interface Search {
    void in(DirectoryReader reader, IndexSearcher searcher) throws IOException;
  }

  private Directory directory;
  private IndexWriter writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    IndexWriterConfig config = new IndexWriterConfig();
    writer =
        new IndexWriter(
            directory, random().nextBoolean() ? config : config.setCodec(new SimHashCodec("near")));
  }

  @Override
  public void tearDown() throws Exception {
    writer.close();
    directory.close();
    super.tearDown();
  }

  private void add(SimHashField... fields) throws IOException {
    Document document = new Document();
    List.of(fields).forEach(document::add);
    writer.addDocument(document);
    if (random().nextBoolean()) {
      writer.commit();
    }
  }

  private void search(Search search) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      search.in(reader, newSearcher(reader, false));
    }
  }

  private void assertRefused(String message, Search search) throws IOException {
    search(
        (reader, searcher) -> {
          IllegalArgumentException e =
              expectThrows(IllegalArgumentException.class, () -> search.in(reader, searcher));
          assertEquals(message, e.getMessage());
        });
  }

  private static Search query(Query query) {
    return (reader, searcher) -> assertEquals(0, searcher.count(query));
  }

  private static List<Search> ofField(String field) {
    return List.of(
        query(SimHashField.newDistanceQuery(field, Fingerprint.of(1), 3)),
        query(SimHashField.newDistanceQuery(field, Fingerprint.of(1), 30)),
        query(SimHashField.newDistanceQuery(field, Fingerprint.of(1), 0)),
        query(SimHashField.newSlowDistanceQuery(field, Fingerprint.of(1), 3)),
        query(SimHashField.newNearestQuery(field, Fingerprint.of(1), 5, null)),
        (reader, searcher) ->
            assertEquals(
                0,
                SimHashField.nearest(searcher, field, Fingerprint.of(1), 5, null).scoreDocs.length),
        (reader, searcher) -> CollapsedHits.of(reader, field, FIRST, 3),
        (reader, searcher) ->
            searcher.search(
                MatchAllDocsQuery.INSTANCE,
                5,
                new Sort(SimHashField.newDistanceSort(field, Fingerprint.of(1)))));
  }

  public void testMisspeltField() throws IOException {
    add(new SimHashField("near", 1));
    add(new SimHashField("title", 1));
    for (Search search : ofField("naer")) {
      assertRefused(
          "no document has field 'naer', expected a field of fingerprints: the index has 'near',"
              + " 'title'",
          search);
    }
  }

  public void testFieldThatNoDocumentHasYet() throws IOException {
    search(query(SimHashField.newDistanceQuery("near", Fingerprint.of(1), 3)));
    add();
    for (Search search : ofField("near")) {
      search(search);
    }
    add(new SimHashField("title", 1));
    for (int size : new int[] {1, 3}) {
      search(
          query(
              new DistanceBatch("near", RandomFingerprints.all(new long[size]), 3)
                  .query(size - 1)));
    }
  }

  /** The writer asks each segment by itself, and an exception would close it. */
  public void testDeletesWhereASegmentLacksTheField() throws IOException {
    add(new SimHashField("near", 1));
    writer.commit();
    add(new SimHashField("title", 1));
    writer.deleteDocuments(
        SimHashField.newDistanceQuery("near", Fingerprint.of(1), random().nextInt(65)),
        SimHashField.newSlowDistanceQuery("near", Fingerprint.of(1), 3));
    search((reader, searcher) -> assertEquals(1, reader.numDocs()));
  }

  public void testOtherScheme() throws IOException {
    add(stamped("old"));
    String message =
        "field 'near' holds fingerprints of scheme old, but the query was made with scheme new";
    Query near = SimHashField.newDistanceQuery("near", Fingerprint.of(1), 3);
    Query nearest = SimHashField.newNearestQuery("near", Fingerprint.of(1), 3, null);
    for (Query query : List.of(near, nearest)) {
      assertRefused(message, query(SimHashField.requireScheme(query, "near", "new")));
    }
    assertRefused(message, (reader, searcher) -> SimHashField.requireScheme(reader, "near", "new"));
    search(
        (reader, searcher) -> {
          SimHashField.requireScheme(reader, "near", "old");
          assertEquals(1, searcher.count(SimHashField.requireScheme(near, "near", "old")));
          assertEquals(1, searcher.count(SimHashField.requireScheme(nearest, "near", "old")));
          assertEquals(1, searcher.count(SimHashField.newLikeQuery(reader, "near", 0, 3)));
        });
    Query required = SimHashField.requireScheme(near, "near", "old");
    QueryUtils.checkEqual(required, SimHashField.requireScheme(near, "near", "old"));
    QueryUtils.checkUnequal(required, SimHashField.requireScheme(near, "near", "new"));
    QueryUtils.checkUnequal(required, SimHashField.requireScheme(nearest, "near", "old"));
  }

  public void testTwoSchemes() throws IOException {
    add(stamped("old"));
    writer.commit();
    add(stamped("new"));
    String message =
        "field 'near' holds fingerprints of schemes new and old, expected those of one scheme: no"
            + " others can be compared";
    assertRefused(message, (reader, searcher) -> SimHashField.newLikeQuery(reader, "near", 0, 3));
    assertRefused(message, (reader, searcher) -> CollapsedHits.of(reader, "near", FIRST, 3));
  }

  private static SimHashField stamped(String schemeId) {
    return new SimHashField("near", Fingerprint.of(1), SimHashField.fieldType(schemeId, 64));
  }
}
