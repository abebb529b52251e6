package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestLookup extends LuceneTestCase {

  public void testASearcherIsSearchedOnceAndEachNewOneAgain() throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(
                directory, newIndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE))) {
      writer.addDocument(OfferStream.document("a", 5));
      writer.addDocument(OfferStream.document("far", -1));
      Lookup lookup = new Lookup(SimHashField.newDistanceQuery("near", 7, 3));
      try (DirectoryReader first = DirectoryReader.open(writer)) {
        IndexSearcher searcher = newSearcher(first);
        List<Hit> hits = lookup.in(searcher);
        assertEquals(List.of(new Hit(0, 1)), hits);
        writer.deleteDocuments(new Term("id", "a"));
        writer.addDocument(OfferStream.document("b", 4));
        assertSame(hits, lookup.in(searcher));
        try (DirectoryReader second = DirectoryReader.open(writer)) {
          List<Hit> newer = lookup.in(newSearcher(second));
          assertEquals(1, newer.size());
          assertEquals(2, newer.get(0).distance());
        }
        assertEquals("the older one is searched again", hits, lookup.in(searcher));
      }
    }
  }
}
