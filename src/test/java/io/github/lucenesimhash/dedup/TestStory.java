package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** One hit for each story, compared with a loop. */
public class TestStory extends LuceneTestCase {

  private static final Sort LONGEST =
      new Sort(new SortField("length", SortField.Type.LONG, true), SortField.FIELD_DOC);

  private record Copy(int doc, String story, String tenant, long date, long length) {}

  private final List<Copy> copies = new ArrayList<>();

  /** More documents than are read at once; numbers in the reader are those of this order. */
  private void index(Directory directory) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      boolean hasGiant = random().nextBoolean();
      int stories = 1 + random().nextInt(50);
      for (int doc = 0; doc < 1500; doc++) {
        boolean isGiants = hasGiant && random().nextInt(20) > 0;
        String story = isGiants ? "giant" : "s" + random().nextInt(stories);
        String tenant = "t" + random().nextInt(2);
        long date = random().nextInt(isGiants ? 2000 : 1000);
        Copy copy = new Copy(doc, story, tenant, date, random().nextInt(5));
        Document document = new Document();
        document.add(new LongField("published", copy.date, Store.NO));
        document.add(new NumericDocValuesField("length", copy.length));
        document.add(new KeywordField("tenant", copy.tenant, Store.NO));
        if (random().nextInt(20) > 0) {
          document.add(new KeywordField("story", copy.story, Store.YES));
          copies.add(copy);
        }
        writer.addDocument(document);
        if (random().nextInt(500) == 0) {
          writer.flush();
        }
      }
    }
  }

  private List<Story> expected(String tenant, int most) {
    Comparator<Copy> newest =
        Comparator.comparingLong(Copy::date).reversed().thenComparingInt(Copy::doc);
    Map<String, List<Copy>> stories = new LinkedHashMap<>();
    copies.stream()
        .filter(copy -> tenant == null || copy.tenant.equals(tenant))
        .sorted(newest)
        .forEach(copy -> stories.computeIfAbsent(copy.story, s -> new ArrayList<>()).add(copy));
    Comparator<Copy> first = Comparator.comparingLong(Copy::date).thenComparingInt(Copy::doc);
    Comparator<Copy> longest =
        Comparator.comparingLong(Copy::length).reversed().thenComparingInt(Copy::doc);
    return stories.entrySet().stream()
        .limit(most)
        .map(
            story -> {
              List<Copy> all = story.getValue();
              return new Story(
                  story.getKey(),
                  all.size(),
                  all.getFirst().doc,
                  all.stream().min(first).orElseThrow().doc,
                  all.stream().min(longest).orElseThrow().doc);
            })
        .toList();
  }

  /** However many hits are of one story, few are held, and all are read once at most. */
  public void testAStoryOfManyHits() throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int date = 0; date < 20_000; date++) {
        Document document = new Document();
        document.add(new LongField("published", date, Store.NO));
        document.add(new KeywordField("story", date == 0 ? "other" : "giant", Store.YES));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        AtomicInteger searches = new AtomicInteger();
        IndexSearcher few =
            new IndexSearcher(reader) {
              @Override
              public <C extends Collector, T> T search(Query query, CollectorManager<C, T> hits)
                  throws IOException {
                T found = super.search(query, hits);
                if (found instanceof TopDocs page) {
                  assertTrue(page.scoreDocs.length + " at once", page.scoreDocs.length <= 1024);
                }
                searches.incrementAndGet();
                return found;
              }
            };
        assertEquals(
            List.of(new Story("giant", 19_999, 19_999, 1, 19_999), new Story("other", 1, 0, 0, 0)),
            Story.newestFirst(
                few,
                MatchAllDocsQuery.INSTANCE,
                "story",
                "published",
                new Sort(new SortedNumericSortField("published", SortField.Type.LONG, true)),
                2));
        assertTrue(searches + " searches", searches.get() <= 8);
      }
    }
  }

  public void testNewestFirst() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      index(directory);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        for (int most : new int[] {1, 2, 10, 1000}) {
          assertEquals(
              expected(null, most),
              Story.newestFirst(
                  searcher, MatchAllDocsQuery.INSTANCE, "story", "published", LONGEST, most));
          Map<String, Integer> newest = new LinkedHashMap<>();
          expected(null, most).forEach(story -> newest.put(story.name(), story.newest()));
          Map<String, Integer> all =
              searcher.search(
                  MatchAllDocsQuery.INSTANCE, new Story.NewestStories("story", "published", most));
          assertEquals(List.copyOf(newest.entrySet()), List.copyOf(all.entrySet()));
          assertEquals(
              expected("t1", most),
              Story.newestFirst(
                  searcher,
                  new TermQuery(new Term("tenant", "t1")),
                  "story",
                  "published",
                  LONGEST,
                  most));
        }
        var e =
            expectThrows(
                IllegalArgumentException.class,
                () ->
                    Story.newestFirst(
                        searcher, MatchAllDocsQuery.INSTANCE, "story", "published", LONGEST, 0));
        assertEquals("most is 0, expected 1 or more", e.getMessage());
        assertEquals(
            List.of(),
            Story.newestFirst(
                searcher,
                new TermQuery(new Term("tenant", "none")),
                "story",
                "published",
                LONGEST,
                10));
      }
    }
  }
}
