package io.github.lucenesimhash.load;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.dedup.Outcome;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** A migrated index is searched, and guarded by a writer, like any other index. */
public class TestMigratedSearches extends LuceneTestCase {

  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();
  private static final int TOP = 10;

  private static IndexWriterConfig config() {
    return new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec()); // a random codec is slow
  }

  public void testFindsNearDuplicates() throws Exception {
    try (Directory from = Directories.random(random());
        Directory to = Directories.random(random())) {
      RealIndex.write(from, config(), 500, random().nextLong());
      try (DirectoryReader before = DirectoryReader.open(from)) {
        try (IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
          IndexMigration.fingerprints("body", "near", SCHEME)
              .addTo(before, writer, documents -> {});
        }
        try (DirectoryReader after = DirectoryReader.open(to)) {
          assertEquals(Set.of(SCHEME.id()), SimHashField.schemeIds(after, "near"));
          IndexSearcher searcher = new IndexSearcher(after);
          int searched = 0;
          for (int doc = 0; doc < after.maxDoc(); doc++) {
            String text = after.storedFields().document(doc).get("body");
            if (text != null) {
              TopDocs hits = searcher.search(SCHEME.field("near").newDistanceQuery(text, 3), TOP);
              assertEquals(doc, hits.scoreDocs[0].doc);
              assertEquals(1, hits.scoreDocs[0].score, 0);
              searched++;
            }
          }
          assertTrue("" + searched, searched > 300);
          assertSkipsCopies(to, after);
        }
      }
    }
  }

  private static void assertSkipsCopies(Directory directory, IndexReader reader)
      throws IOException {
    try (IndexWriter index = new IndexWriter(directory, config());
        NearDuplicateWriter writer = NearDuplicateWriter.builder(index).build()) {
      for (int doc = 0; doc < reader.maxDoc(); doc += 10) {
        String text = reader.storedFields().document(doc).get("body");
        if (text != null) {
          Document document = new Document();
          document.add(new StringField("id", "copy", Field.Store.YES));
          document.add(SCHEME.field("near").of(text).orElseThrow());
          assertEquals(Outcome.Action.SKIPPED, writer.add(document).action());
        }
      }
    }
  }
}
