package io.github.lucenesimhash.search;

import io.github.lucenesimhash.search.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.RamUsageTester;
import org.apache.lucene.tests.util.TestUtil;

/** What open segments keep on the heap. */
public class TestHeap extends LuceneTestCase {

  private static final int DOCUMENTS = 100_000;
  private static final int MAX_HOT_BYTES = 4 * 64 * 2 * Integer.BYTES + 400;

  private static void index(Directory directory, Codec codec, Shape shape, int documents)
      throws IOException {
    RandomFingerprints fingerprints = new RandomFingerprints(random(), shape);
    IndexWriterConfig config = new IndexWriterConfig().setCodec(codec);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      SimHashField field = new SimHashField("near", 0);
      Document document = new Document();
      document.add(field);
      for (int i = 0; i < documents; i++) {
        field.setLongValue(fingerprints.next());
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  private static void search(DirectoryReader reader) throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    assertTrue(searcher.count(SimHashField.newDistanceQuery("near", 0, 40)) > 0);
    assertTrue(searcher.count(SimHashField.newDistanceQuery("near", -1L << 32, 40)) > 0);
  }

  public void testHotValuesOfTables() throws IOException {
    for (Shape shape : Shape.values()) {
      try (Directory directory = new ByteBuffersDirectory()) {
        index(directory, new SimHashCodec("near"), shape, 3000);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          search(reader);
          BlockTables tables = tables(getOnlyLeafReader(reader));
          HotValues hot = tables.hot();
          assertSame(hot, tables.hot());
          assertTrue(Math.abs(RamUsageTester.ramUsed(hot) - hot.ramBytesUsed()) <= 100);
          assertTrue(hot.toString(), hot.ramBytesUsed() <= MAX_HOT_BYTES);
        }
      }
    }
  }

  private static BlockTables tables(LeafReader leaf) throws IOException {
    return ((BlockTerms) leaf.terms("near")).tables();
  }

  public void testHotValuesAreCapped() {
    HotValues.Builder builder = new HotValues.Builder(100, 16);
    for (int block = 0; block < 4; block++) {
      for (int value = 0; value < 65_536; value++) {
        builder.add(block, value, 16 + value);
      }
    }
    HotValues hot = builder.build();
    assertTrue(hot.ramBytesUsed() <= MAX_HOT_BYTES);
    for (int block = 0; block < 4; block++) {
      assertTrue(hot.excess(block, 65_535, 1, 0) > 4 * 65_000);
      assertEquals(0, hot.excess(block, 0, 3, 0), 0);
    }
  }

  public void testHotTermsGoWithTheirReaders() throws IOException {
    long before = HotTerms.ramBytesUsed();
    List<DirectoryReader> open = new ArrayList<>();
    try (Directory uniform = new ByteBuffersDirectory();
        Directory skewed = new ByteBuffersDirectory()) {
      index(uniform, TestUtil.getDefaultCodec(), Shape.UNIFORM, DOCUMENTS);
      index(skewed, TestUtil.getDefaultCodec(), Shape.HOT_BLOCK, DOCUMENTS);
      for (Directory directory : List.of(uniform, skewed, uniform)) {
        long others = HotTerms.ramBytesUsed();
        DirectoryReader reader = DirectoryReader.open(directory);
        open.add(reader);
        search(reader);
        long once = HotTerms.ramBytesUsed();
        assertTrue(once > others);
        assertTrue(once - others <= MAX_HOT_BYTES);
        assertTrue(once - others <= DOCUMENTS);
        search(reader);
        assertEquals(once, HotTerms.ramBytesUsed());
      }
      for (DirectoryReader reader : open) {
        long withIt = HotTerms.ramBytesUsed();
        reader.close();
        assertTrue(HotTerms.ramBytesUsed() < withIt);
      }
    }
    assertEquals(before, HotTerms.ramBytesUsed());
    assertEquals(0, before);
  }
}
