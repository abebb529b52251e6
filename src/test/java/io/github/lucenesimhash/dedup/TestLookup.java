package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestLookup extends LuceneTestCase {

  public void testASearcherIsSearchedOnceAndEachNewOneAgain() throws IOException {
    try (Directory directory = Directories.random(random());
        IndexWriter writer =
            new IndexWriter(
                directory, newIndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE))) {
      writer.addDocument(OfferStream.document("a", 5));
      writer.addDocument(OfferStream.document("far", -1));
      Lookup lookup =
          new Lookup(
              null,
              NearDuplicateWriter.builder(writer),
              (in, most) ->
                  in.search(
                      SimHashField.newDistanceQuery("near", Fingerprint.of(7), 3),
                      new TopScoreDocCollectorManager(most, null, Integer.MAX_VALUE)));
      try (DirectoryReader first = DirectoryReader.open(writer)) {
        IndexSearcher searcher = newSearcher(first);
        TopDocs hits = lookup.in(searcher, 10);
        assertEquals(1, hits.scoreDocs.length);
        assertEquals(0, hits.scoreDocs[0].doc);
        assertEquals(1 - 1 / 64f, hits.scoreDocs[0].score, 0);
        writer.deleteDocuments(new Term("id", "a"));
        writer.addDocument(OfferStream.document("b", 4));
        assertSame(hits, lookup.in(searcher, 10));
        try (DirectoryReader second = DirectoryReader.open(writer)) {
          TopDocs newer = lookup.in(newSearcher(second), 10);
          assertEquals(1, newer.scoreDocs.length);
          assertEquals(1 - 2 / 64f, newer.scoreDocs[0].score, 0);
        }
        assertEquals(
            "the older one is searched again", 0, lookup.in(searcher, 10).scoreDocs[0].doc);
      }
    }
  }
}
