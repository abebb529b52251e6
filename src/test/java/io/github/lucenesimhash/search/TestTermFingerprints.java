package io.github.lucenesimhash.search;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SimHashAnalyzer;
import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The cache of fingerprints that an analyzer wrote: counted, bounded, and gone with segments. */
public class TestTermFingerprints extends LuceneTestCase {

  private static final int SEGMENTS = 5;

  private static TermFingerprints of(TermFingerprints.Cache cache, LeafReader leaf)
      throws IOException {
    return cache.get(leaf.getCoreCacheHelper(), leaf, "near");
  }

  private static LeafReader leaf(DirectoryReader reader, int i) {
    return reader.leaves().get(i).reader();
  }

  public void testCache() throws IOException {
    SimHashAnalyzer analyzer = new SimHashAnalyzer(FingerprintScheme.standard());
    IndexWriterConfig config =
        new IndexWriterConfig(analyzer).setMergePolicy(NoMergePolicy.INSTANCE);
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < SEGMENTS; i++) {
        for (int j = 0; j < 100; j++) {
          Document document = new Document();
          String text = "Document " + j + " of segment " + i + " says no more than this.";
          document.add(new TextField("near", text, Field.Store.NO));
          writer.addDocument(document);
        }
        writer.commit();
      }
      TermFingerprints.Cache cache;
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(SEGMENTS, reader.leaves().size());
        long bytes = of(new TermFingerprints.Cache(0), leaf(reader, 0)).ramBytesUsed();
        assertTrue("" + bytes, bytes >= 100 * Long.BYTES);
        cache = new TermFingerprints.Cache(2 * bytes);
        TermFingerprints first = of(cache, leaf(reader, 0));
        TermFingerprints second = of(cache, leaf(reader, 1));
        assertEquals(2 * bytes, cache.ramBytesUsed());
        assertSame(first, of(cache, leaf(reader, 0)));
        of(cache, leaf(reader, 2));
        assertEquals(2 * bytes, cache.ramBytesUsed());
        assertSame("used before the other", first, of(cache, leaf(reader, 0)));
        assertNotSame("the least recently used", second, of(cache, leaf(reader, 1)));
        for (int i = 0; i < SEGMENTS; i++) {
          of(cache, leaf(reader, i));
          assertEquals(2 * bytes, cache.ramBytesUsed());
        }
      }
      assertEquals(0, cache.ramBytesUsed());
    }
  }
}
