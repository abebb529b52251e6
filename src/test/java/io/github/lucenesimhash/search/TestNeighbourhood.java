package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.search.CheckHits;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Tests queries for documents like another one, and the collapsing of hits. */
public class TestNeighbourhood extends LuceneTestCase {

  private static final int INDEXES = 10;
  private static final int CASES = 30;

  public void testLikeDuel() throws IOException {
    for (int i = 0; i < INDEXES * RANDOM_MULTIPLIER; i++) {
      try (RandomIndex index = new RandomIndex(random(), 1 + random().nextInt(400))) {
        IndexSearcher searcher = newSearcher(index.reader, false);
        List<Integer> docs = List.copyOf(index.live.keySet());
        for (int j = 0; j < CASES && !docs.isEmpty(); j++) {
          int doc = docs.get(random().nextInt(docs.size()));
          likeDuel(index, searcher, doc, random().nextInt(30));
        }
      }
    }
  }

  private static void likeDuel(RandomIndex index, IndexSearcher searcher, int doc, int maxDistance)
      throws IOException {
    Map<Integer, Float> expected = new HashMap<>();
    Fingerprint fingerprint = index.live.get(doc).fingerprint();
    if (fingerprint != null) {
      index
          .oracle(null)
          .within(fingerprint, maxDistance)
          .forEach(
              (other, distance) -> expected.put(other, 1 - distance / (float) fingerprint.bits()));
    }
    Query like = SimHashField.newLikeQuery(index.reader, "near", doc, maxDistance);
    assertEquals(expected, found(searcher, like));
    assertEquals(fingerprint == null, like instanceof MatchNoDocsQuery);

    Set<Integer> unlike = new HashSet<>(index.live.keySet());
    unlike.removeAll(expected.keySet());
    Query allBut =
        new BooleanQuery.Builder()
            .add(MatchAllDocsQuery.INSTANCE, Occur.MUST)
            .add(like, Occur.MUST_NOT)
            .build();
    assertEquals(unlike, found(searcher, allBut).keySet());

    String id = index.reader.storedFields().document(doc).get("id");
    Query others =
        new BooleanQuery.Builder()
            .add(like, Occur.MUST)
            .add(new TermQuery(new Term("id", id)), Occur.MUST_NOT)
            .build();
    expected.remove(doc);
    assertEquals(expected, found(searcher, others));
  }

  private static Map<Integer, Float> found(IndexSearcher searcher, Query query) throws IOException {
    Map<Integer, Float> found = new HashMap<>();
    int limit = Math.max(1, searcher.getIndexReader().maxDoc());
    for (ScoreDoc hit : searcher.search(query, limit).scoreDocs) {
      found.put(hit.doc, hit.score);
    }
    return found;
  }

  public void testLikeAsAQuery() throws IOException {
    try (RandomIndex index = new RandomIndex(random(), 300);
        IndexReader other = new MultiReader(new IndexReader[] {index.reader}, false)) {
      int doc =
          index.live.entrySet().stream()
              .filter(entry -> entry.getValue().fingerprint() != null)
              .findFirst()
              .orElseThrow()
              .getKey();
      Query like = SimHashField.newLikeQuery(index.reader, "near", doc, 30);
      QueryUtils.checkEqual(like, SimHashField.newLikeQuery(index.reader, "near", doc, 30));
      QueryUtils.checkUnequal(like, SimHashField.newLikeQuery(index.reader, "near", doc, 29));
      CheckHits.checkExplanations(like, "near", newSearcher(index.reader, false));
      assertEquals(
          newSearcher(index.reader, false).count(like), newSearcher(other, false).count(like));
      expectThrows(
          IllegalArgumentException.class,
          () -> SimHashField.newLikeQuery(index.reader, "near", doc, 257));
      for (int wrong : new int[] {-1, index.reader.maxDoc(), Integer.MAX_VALUE}) {
        IllegalArgumentException e =
            expectThrows(
                IllegalArgumentException.class,
                () -> SimHashField.newLikeQuery(index.reader, "near", wrong, 3));
        assertEquals(
            "document "
                + wrong
                + " is not in the reader, expected 0 to "
                + (index.reader.maxDoc() - 1),
            e.getMessage());
      }
    }
  }

  public void testCountOfLikeADeletedDocument() throws IOException {
    try (Directory directory = Directories.random(random());
        IndexWriter writer =
            new IndexWriter(
                directory, new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE))) {
      for (int id = 0; id < 2; id++) {
        Document document = new Document();
        document.add(new SimHashField("near", id));
        document.add(new StringField("id", Integer.toString(id), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.deleteDocuments(new Term("id", "0"));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(2, reader.maxDoc());
        Query like = SimHashField.newLikeQuery(reader, "near", 0, 3);
        assertEquals(1, new IndexSearcher(reader).count(like));
      }
    }
  }

  public void testCollapseDuel() throws IOException {
    for (int i = 0; i < INDEXES * RANDOM_MULTIPLIER; i++) {
      try (RandomIndex index = new RandomIndex(random(), 1 + random().nextInt(400))) {
        IndexSearcher searcher = newSearcher(index.reader, false);
        for (int j = 0; j < CASES; j++) {
          Query query =
              random().nextBoolean()
                  ? RandomIndex.group("half")
                  : SimHashField.newDistanceQuery("near", index.fingerprints.near(10), 40);
          collapseDuel(index, searcher.search(query, 200), random().nextInt(35));
        }
      }
    }
  }

  private static void collapseDuel(RandomIndex index, TopDocs hits, int maxDistance)
      throws IOException {
    CollapsedHits collapsed = CollapsedHits.of(index.reader, "near", hits, maxDistance);
    Map<ScoreDoc, ScoreDoc> keptOf = new HashMap<>();
    collapsed
        .groups()
        .forEach(group -> group.folded().forEach(hit -> keptOf.put(hit, group.kept())));
    Set<ScoreDoc> kept = new HashSet<>();
    for (ScoreDoc hit : hits.scoreDocs) {
      ScoreDoc leader = null;
      for (CollapsedHits.Group group : collapsed.groups()) {
        if (kept.contains(group.kept()) && isNear(index, group.kept(), hit, maxDistance)) {
          leader = group.kept();
          break;
        }
      }
      assertSame(leader, keptOf.get(hit));
      if (leader == null) {
        assertSame(hit, collapsed.groups().get(kept.size()).kept());
        kept.add(hit);
      }
    }
    assertEquals(kept.size(), collapsed.keptCount());
    assertEquals(hits.scoreDocs.length - kept.size(), collapsed.foldedCount());
    assertSame(hits.totalHits, collapsed.totalHits());
  }

  private static boolean isNear(RandomIndex index, ScoreDoc a, ScoreDoc b, int maxDistance) {
    Fingerprint first = index.live.get(a.doc).fingerprint();
    Fingerprint second = index.live.get(b.doc).fingerprint();
    return first != null && second != null && first.distance(second) <= maxDistance;
  }

  public void testCollapseRefusesOtherReadersHits() throws IOException {
    try (RandomIndex index = new RandomIndex(random(), 20)) {
      for (int wrong : new int[] {-1, index.reader.maxDoc()}) {
        TopDocs hits =
            new TopDocs(
                new TotalHits(1, TotalHits.Relation.EQUAL_TO),
                new ScoreDoc[] {new ScoreDoc(0, 2), new ScoreDoc(wrong, 1)});
        expectThrows(
            IllegalArgumentException.class, () -> CollapsedHits.of(index.reader, "near", hits, 3));
      }
      TopDocs none = new TopDocs(new TotalHits(0, TotalHits.Relation.EQUAL_TO), new ScoreDoc[0]);
      assertEquals(0, CollapsedHits.of(index.reader, "near", none, 3).keptCount());
      expectThrows(
          IllegalArgumentException.class, () -> CollapsedHits.of(index.reader, "near", none, -1));
    }
  }
}
