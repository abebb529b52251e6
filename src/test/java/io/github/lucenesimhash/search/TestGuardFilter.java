package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** The filter of a guard leaves what brute force over all documents leaves. */
public class TestGuardFilter extends LuceneTestCase {

  /** Few words, of which some are numbers, in few orders. */
  private static BytesRef words() {
    int size = random().nextInt(20) == 0 ? 60 + random().nextInt(69) : 1 + random().nextInt(4);
    long[] words =
        LongStream.generate(() -> Signature.word(random().nextInt(3), random().nextInt(3) == 0))
            .limit(size)
            .toArray();
    return new WordsField("near", words).binaryValue();
  }

  private static boolean isLeft(Guard guard, BytesRef asked, BytesRef words) {
    PlainFeatures own = PlainFeatures.ofDocValue(asked);
    PlainFeatures other = words == null ? null : PlainFeatures.ofDocValue(words);
    return other == null || !own.isComparedWith(other) || !own.isHeldBack(other, guard);
  }

  public void testAgainstBruteForce() throws IOException {
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      Map<String, BytesRef> all = new HashMap<>();
      for (int i = 0; i < 300; i++) {
        Document document = new Document();
        document.add(new StringField("id", "" + i, Field.Store.YES));
        document.add(new StringField("half", "" + i % 2, Field.Store.NO));
        BytesRef words = random().nextInt(5) == 0 ? null : words();
        if (words != null) {
          document.add(new WordsField("near", words, WordsField.TYPE));
        }
        all.put("" + i, words);
        writer.addDocument(document);
      }
      for (int i = 0; i < 10; i++) {
        String deleted = "" + random().nextInt(300);
        writer.deleteDocuments(new Term("id", deleted));
        all.remove(deleted);
      }
      try (var reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        int heldBack = 0;
        for (int i = 0; i < 50; i++) {
          BytesRef asked = words();
          Guard guard = random().nextBoolean() ? Guard.NUMBERS : Guard.STANDARD;
          Query filter = guard.newFilter("near", asked);
          Set<String> expected = new TreeSet<>(all.keySet());
          expected.removeIf(id -> !isLeft(guard, asked, all.get(id)));
          heldBack += all.size() - expected.size();
          assertEquals(expected, found(searcher, filter));
          Query half = new TermQuery(new Term("half", "1"));
          expected.removeIf(id -> Integer.parseInt(id) % 2 == 0);
          Query both =
              new BooleanQuery.Builder().add(half, Occur.MUST).add(filter, Occur.FILTER).build();
          assertEquals(expected, found(searcher, both));
          assertEquals(filter, guard.newFilter("near", BytesRef.deepCopyOf(asked)));
        }
        assertTrue(heldBack > 100);
      }
    }
  }

  private static Set<String> found(IndexSearcher searcher, Query query) throws IOException {
    Set<String> found = new TreeSet<>();
    for (ScoreDoc hit : searcher.search(query, 1_000).scoreDocs) {
      found.add(searcher.storedFields().document(hit.doc).get("id"));
    }
    return found;
  }

  public void testWhatGuardsNothingFindsAll() {
    assertEquals(MatchAllDocsQuery.INSTANCE, Guard.NONE.newFilter("near", words()));
    assertEquals(MatchAllDocsQuery.INSTANCE, Guard.NUMBERS.newFilter("near", null));
    Query filter = Guard.NUMBERS.newFilter("near", words());
    assertEquals("near:[not held back by numbers]", filter.toString());
  }
}
