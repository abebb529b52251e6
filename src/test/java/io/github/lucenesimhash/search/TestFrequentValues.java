package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.RamUsageTester;
import org.apache.lucene.tests.util.TestUtil;

/** Tests the frequent block values that are stored with the tables. */
public class TestFrequentValues extends LuceneTestCase {

  /** Returns the starts of values that are in the given numbers of documents. */
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
    FrequentValues frequent = new FrequentValues(4);
    frequent.find(2, starts(documents));
    for (int i = 0; i < 1000; i++) {
      double expected = i < 1000 - 64 ? 0 : 100 + i - 1.5;
      assertEquals(expected, excess(frequent, 2, i * 64), 0);
      assertEquals(0, excess(frequent, 1, i * 64), 0);
    }
    assertEquals("the value itself", 0, frequent.excess(2, 999 * 64, 0, 1.5), 0);
    assertTrue(RamUsageTester.ramUsed(frequent) <= 4 * 64 * 2 * Integer.BYTES + 400);
  }

  /** Returns the excess of the neighbour of a value that differs only in the last bit. */
  private static double excess(FrequentValues frequent, int block, int value) {
    return frequent.excess(block, value ^ 1, 1, 1.5);
  }

  public void testRareValuesAreNot() {
    int[] documents = new int[32];
    documents[3] = 15;
    documents[4] = 1;
    FrequentValues frequent = new FrequentValues(4);
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
        BlockTables tables = BlockTables.of(getOnlyLeafReader(reader), "near");
        int ones = (1 << tables.prefixBits()) - 1;
        assertTrue(tables.frequent().excess(0, ones ^ 1, 1, 0) >= 500);
        assertEquals(0, tables.frequent().excess(1, ones ^ 1, 1, 0), 0);
      }
    }
  }

  /** Plans avoid a value of a quarter of the documents for queries one bit beside the value. */
  public void testPlansAvoidThem() throws IOException {
    Codec codec = random().nextBoolean() ? TestUtil.getDefaultCodec() : new SimHashCodec();
    int documents = 100_000;
    long frequent = 0;
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config =
          new IndexWriterConfig().setCodec(codec).setMaxBufferedDocs(documents);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        SimHashField field = new SimHashField("near", 0);
        for (int i = 0; i < documents; i++) {
          long fingerprint = random().nextLong();
          frequent = i % 4 == 0 ? fingerprint | 0xFFFF : frequent;
          field.setLongValue(i % 4 == 0 ? frequent : fingerprint);
          writer.addDocument(List.of(field));
        }
        writer.forceMerge(1);
      }
      try (CountingReader reader = new CountingReader(DirectoryReader.open(directory))) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null);
        for (int maxDistance = 4; maxDistance <= 7; maxDistance++) {
          long fingerprint = frequent ^ 1L << random().nextInt(16);
          Query query =
              SimHashField.newDistanceQuery("near", Fingerprint.of(fingerprint), maxDistance);
          reader.takeReads();
          TopDocs hits = searcher.search(query, 1);
          long reads = reader.takeReads();
          assertTrue(codec + ", distance " + maxDistance + ": " + reads, reads < 2000);
          String explanation = searcher.explain(query, hits.scoreDocs[0].doc).toString();
          assertTrue(explanation, explanation.matches("(?s).*blocks\\[(0|-1), .*"));
        }
      }
    }
  }
}
