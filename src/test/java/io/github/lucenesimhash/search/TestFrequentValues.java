package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.RamUsageTester;

/** The frequent block values that are stored with the tables. */
public class TestFrequentValues extends LuceneTestCase {

  /** Where values start that are in this many documents each. */
  static int[] starts(int[] documents) {
    int[] starts = new int[documents.length + 1];
    for (int i = 0; i < documents.length; i++) {
      starts[i + 1] = starts[i] + documents[i];
    }
    return starts;
  }

  public void testTheMostFrequentAreKept() throws IOException {
    int[] documents = new int[1 << Blocks.BLOCK_BITS];
    for (int i = 0; i < 1000; i++) {
      documents[i * 64] = 100 + i;
    }
    FrequentValues frequent = new FrequentValues();
    frequent.find(2, starts(documents));
    for (int i = 0; i < 1000; i++) {
      double expected = i < 1000 - 64 ? 0 : 100 + i - 1.5;
      assertEquals(expected, excess(frequent, 2, i * 64), 0);
      assertEquals(0, excess(frequent, 1, i * 64), 0);
    }
    assertEquals("the value itself", 0, frequent.excess(2, 999 * 64, 0, 1.5), 0);
    assertTrue(RamUsageTester.ramUsed(frequent) <= 4 * 64 * 2 * Integer.BYTES + 400);
  }

  /** Of a value's neighbour that differs in its last bit only. */
  private static double excess(FrequentValues frequent, int block, int value) {
    return frequent.excess(block, value ^ 1, 1, 1.5);
  }

  public void testRareValuesAreNot() {
    int[] documents = new int[32];
    documents[3] = 15;
    documents[4] = 1;
    FrequentValues frequent = new FrequentValues();
    frequent.find(0, starts(documents));
    assertEquals(0, frequent.excess(0, 2, 1, 0), 0);
    documents[3] = 16;
    frequent.find(0, starts(documents));
    assertEquals(16, frequent.excess(0, 2, 1, 0), 0);
  }

  public void testReadBack() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(new SimHashCodec());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < 2000; i++) {
          long fingerprint = random().nextLong();
          Document document = new Document();
          document.add(new SimHashField("near", i % 4 == 0 ? fingerprint | 0xFFFFL : fingerprint));
          writer.addDocument(document);
          if (i == 1000) {
            writer.commit();
          }
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        BlockTables tables = BlockTerms.tables(getOnlyLeafReader(reader), "near");
        int ones = (1 << tables.prefixBits()) - 1;
        assertTrue(tables.frequent().excess(0, ones ^ 1, 1, 0) >= 500);
        assertEquals(0, tables.frequent().excess(1, ones ^ 1, 1, 0), 0);
      }
    }
  }
}
