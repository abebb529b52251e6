package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.packed.PackedInts;
import org.junit.Assume;

/** Tests the bytes on disk of one segment, and searches of a sparse and of the largest segment. */
public class TestFormatSizes extends LuceneTestCase {

  /** The number of bytes for headers, footers and the field's entry. */
  private static final int FIXED = 600;

  private interface Fingerprints {
    long of(int id);
  }

  /** Writes one segment in which every n-th document has a fingerprint. */
  private static void index(Directory directory, int documents, int every, Fingerprints of)
      throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new SimHashCodec("near"))
            .setUseCompoundFile(false)
            .setRAMBufferSizeMB(1900);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      SimHashField field = new SimHashField("near", 0);
      for (int id = 0; id < documents; id++) {
        Document document = Answers.document(id);
        if (id % every == 0) {
          field.setLongValue(of.of(id));
          document.add(field);
        }
        writer.addDocument(document);
      }
    }
  }

  private static long bytes(Directory directory) throws IOException {
    long bytes = 0;
    for (String name : directory.listAll()) {
      if (name.endsWith(".shm") || name.endsWith(".shd")) {
        bytes += directory.fileLength(name);
      }
    }
    return bytes;
  }

  public void testBytesPerDocument() throws IOException {
    for (int documents = 10; documents <= 100_000; documents *= 10) {
      try (Directory directory = new ByteBuffersDirectory()) {
        index(directory, documents, 1, id -> random().nextLong());
        long bytes = bytes(directory);
        assertTrue(documents + ": " + bytes, bytes >= 32L * documents);
        assertTrue(documents + ": " + bytes, bytes <= 36L * documents + FIXED);
      }
    }
  }

  /** Headers do not change, because later versions must be able to read them. */
  public void testHeaders() throws IOException {
    assertEquals("SimHash", SimHashPostingsFormat.NAME);
    try (Directory directory = Directories.random(random())) {
      index(directory, 3, 1, id -> id);
      SegmentInfo segment = SegmentInfos.readLatestCommit(directory).info(0).info;
      assertEquals("Lucene104", segment.getCodec().getName());
      assertEquals(Lucene104Codec.class, segment.getCodec().getClass());
      assertHeader(directory, segment, "shm", "SimHashPostingsMeta");
      assertHeader(directory, segment, "shd", "SimHashPostingsData");
    }
  }

  private static void assertHeader(
      Directory directory, SegmentInfo segment, String extension, String codec) throws IOException {
    String name = segment.name + "_SimHash_0." + extension;
    try (IndexInput in = directory.openInput(name, IOContext.READONCE)) {
      assertEquals(1, CodecUtil.checkIndexHeader(in, codec, 1, 1, segment.getId(), "SimHash_0"));
    }
  }

  /** Searches of a sparse field are exact, although its entries cannot hold all of their bits. */
  public void testSparseField() throws IOException {
    for (int every : new int[] {3, 1000, 19_999}) {
      RandomFingerprints fingerprints = new RandomFingerprints(random(), Shape.NEAR_DUPLICATES);
      BruteForce oracle = new BruteForce();
      try (Directory directory = new ByteBuffersDirectory()) {
        index(
            directory,
            60_000,
            every,
            id -> {
              long fingerprint = fingerprints.next();
              oracle.put(id, fingerprint);
              return fingerprint;
            });
        assertTrue(bytes(directory) <= 36L * (60_000 / every + 1) + FIXED);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          BlockTables terms = (BlockTables) getOnlyLeafReader(reader).terms("near");
          assertTrue(PackedInts.bitsRequired(reader.maxDoc() - 1) > terms.prefixBits());
          IndexSearcher searcher = newSearcher(reader);
          for (int i = 0; i < 50; i++) {
            int distance = random().nextInt(12);
            Answers.assertRight(searcher, oracle, "near", fingerprints.query(distance), distance);
          }
        }
      }
    }
  }

  public void testLargestSegment() throws IOException {
    Assume.assumeTrue("takes minutes", RANDOM_MULTIPLIER >= 20);
    int documents = 1 << 24;
    try (Directory directory = newFSDirectory(createTempDir())) {
      index(directory, documents, 1, TestFormatSizes::mix);
      assertTrue(bytes(directory) <= 33L * documents);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(documents, getOnlyLeafReader(reader).maxDoc());
        IndexSearcher searcher = newSearcher(reader);
        for (int i = 0; i < 100; i++) {
          int distance = random().nextInt(11);
          long query = mix(random().nextInt(documents)) ^ (1L << distance) - 1;
          int expected = 0;
          for (int id = 0; id < documents; id++) {
            expected += Long.bitCount(mix(id) ^ query) <= distance ? 1 : 0;
          }
          assertTrue(expected > 0);
          assertEquals(
              expected,
              searcher.count(
                  SimHashField.newDistanceQuery("near", Fingerprint.of(query), distance)));
        }
      }
    }
  }

  private static long mix(int id) {
    long z = (id + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
