package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
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

/** Tests searches that are refused, and searches of a missing field, which find nothing. */
public class TestRefusedSearches extends LuceneTestCase {

  private static final TopDocs FIRST =
      new TopDocs(
          new TotalHits(1, TotalHits.Relation.EQUAL_TO), new ScoreDoc[] {new ScoreDoc(0, 1)});

  private interface Search {
    void in(DirectoryReader reader, IndexSearcher searcher) throws IOException;
  }

  private Directory directory;
  private IndexWriter writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = Directories.random(random());
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

  /** Returns searches of a field that no document has. */
  private static List<Search> ofField(String field) {
    List<Query> queries =
        List.of(
            SimHashField.newDistanceQuery(field, Fingerprint.of(1), 3),
            SimHashField.newDistanceQuery(field, Fingerprint.of(1), 30),
            SimHashField.newDistanceQuery(field, Fingerprint.of(1), 0),
            SimHashField.newSlowDistanceQuery(field, Fingerprint.of(1), 3),
            SimHashField.newNearestQuery(field, Fingerprint.of(1), 5, null),
            new DistanceBatch(field, RandomFingerprints.all(1), 3).query(0),
            new DistanceBatch(field, RandomFingerprints.all(1, 2, 3), 3).query(1));
    List<Search> searches = new ArrayList<>();
    for (Query query : queries) {
      searches.add((reader, searcher) -> assertEquals(0, searcher.count(query)));
      searches.add(
          (reader, searcher) ->
              assertEquals(reader.numDocs(), searcher.count(beside(query, Occur.SHOULD))));
      searches.add(
          (reader, searcher) ->
              assertEquals(reader.numDocs(), searcher.count(beside(query, Occur.MUST_NOT))));
    }
    searches.add(
        (reader, searcher) ->
            assertEquals(
                0,
                SimHashField.nearest(searcher, field, Fingerprint.of(1), 5, null)
                    .scoreDocs
                    .length));
    searches.add(
        (reader, searcher) ->
            assertEquals(
                reader.numDocs(),
                searcher.search(
                        MatchAllDocsQuery.INSTANCE,
                        5,
                        new Sort(SimHashField.newDistanceSort(field, Fingerprint.of(1))))
                    .scoreDocs
                    .length));
    searches.add(
        (reader, searcher) -> {
          if (reader.maxDoc() > 0) {
            assertEquals(1, CollapsedHits.of(reader, field, FIRST, 3).keptCount());
            assertEquals(0, searcher.count(SimHashField.newLikeQuery(reader, field, 0, 3)));
          }
        });
    return searches;
  }

  private static Query beside(Query query, Occur occur) {
    return new BooleanQuery.Builder()
        .add(MatchAllDocsQuery.INSTANCE, Occur.MUST)
        .add(query, occur)
        .build();
  }

  public void testFieldThatNoDocumentHasMatchesNothing() throws IOException {
    for (Search search : ofField("near")) {
      search(search);
    }
    add();
    for (Search search : ofField("near")) {
      search(search);
    }
    add(new SimHashField("title", 1));
    for (Search search : ofField("near")) {
      search(search);
    }
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
        "field 'near' holds fingerprints of schemes new and old, expected one scheme: those of different schemes cannot be compared";
    assertRefused(message, (reader, searcher) -> SimHashField.newLikeQuery(reader, "near", 0, 3));
    assertRefused(message, (reader, searcher) -> CollapsedHits.of(reader, "near", FIRST, 3));
  }

  private static SimHashField stamped(String schemeId) {
    return new SimHashField("near", Fingerprint.of(1), SimHashField.fieldType(schemeId, 64));
  }
}
