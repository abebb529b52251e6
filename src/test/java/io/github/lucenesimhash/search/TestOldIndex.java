package io.github.lucenesimhash.search;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** An index that an earlier version wrote is read, checked, searched and written on. */
public class TestOldIndex extends LuceneTestCase {

  private static final String ZIP = "/index/simhash104-format0.zip";

  private static Directory open() throws IOException {
    Path path = createTempDir();
    try (InputStream zip = TestOldIndex.class.getResourceAsStream(ZIP)) {
      TestUtil.unzip(zip, path);
    }
    return newFSDirectory(path);
  }

  public void testHeaders() throws IOException {
    try (Directory directory = open()) {
      SegmentInfos segments = SegmentInfos.readLatestCommit(directory);
      assertEquals(2, segments.size());
      for (SegmentCommitInfo segment : segments) {
        assertEquals("SimHash104", segment.info.getCodec().getName());
        assertHeader(directory, segment, "shm", "SimHashPostingsMeta");
        assertHeader(directory, segment, "shd", "SimHashPostingsData");
      }
    }
    assertEquals("SimHash", SimHashPostingsFormat.NAME);
    assertEquals(0, SimHashPostingsFormat.VERSION_START);
    assertEquals(0, SimHashPostingsFormat.VERSION_CURRENT);
  }

  private static void assertHeader(
      Directory directory, SegmentCommitInfo segment, String extension, String codec)
      throws IOException {
    String name = segment.info.name + "_SimHash_0." + extension;
    assertTrue(segment.files().toString(), segment.files().contains(name));
    try (IndexInput in = directory.openInput(name, IOContext.READONCE)) {
      assertEquals(
          0, CodecUtil.checkIndexHeader(in, codec, 0, 0, segment.info.getId(), "SimHash_0"));
    }
  }

  public void testClean() throws IOException {
    try (Directory directory = open()) {
      CheckIndex.Status status =
          TestUtil.checkIndex(directory, CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS);
      assertTrue(status.clean);
      assertEquals(4, deleted(status));
    }
  }

  private static int deleted(CheckIndex.Status status) {
    return status.segmentInfos.stream().mapToInt(segment -> segment.liveDocStatus.numDeleted).sum();
  }

  public void testKnownAnswers() throws IOException {
    try (Directory directory = open();
        DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(2, reader.leaves().size());
      assertEquals(36, reader.numDocs());
      assertAnswers(reader);
      IndexSearcher searcher = newSearcher(reader);
      assertIds(searcher, 0, 0, 32);
      assertIds(searcher, 0, 3, 1, 2, 3, 32, 33, 34);
      assertIds(searcher, 0xFF, 1, 8, 9, 39);
      assertIds(searcher, -1L, 32);
      assertIds(searcher, -1L, 34, 30, 31);
    }
  }

  private static void assertIds(
      IndexSearcher searcher, long fingerprint, int maxDistance, Integer... ids)
      throws IOException {
    assertEquals(
        Arrays.asList(ids),
        List.copyOf(
            new TreeSet<>(
                Answers.of(
                        searcher, SimHashField.newDistanceQuery("near", fingerprint, maxDistance))
                    .keySet())));
  }

  private static void assertAnswers(DirectoryReader reader) throws IOException {
    BruteForce oracle = new BruteForce();
    for (int id = 0; id < OldIndex.DOCUMENTS; id++) {
      if (OldIndex.has(id) && !OldIndex.isDeleted(id)) {
        oracle.put(id, OldIndex.fingerprint(id));
      }
    }
    IndexSearcher searcher = newSearcher(reader);
    for (int maxDistance = 0; maxDistance <= 12; maxDistance++) {
      for (int id = 0; id < OldIndex.DOCUMENTS; id++) {
        Answers.assertRight(searcher, oracle, "near", OldIndex.fingerprint(id), maxDistance);
      }
    }
  }

  public void testStamp() throws IOException {
    try (Directory directory = open();
        DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = newSearcher(reader);
      assertEquals(1, searcher.count(SimHashField.newDistanceQuery("near", 0, 0, "old-scheme")));
      expectThrows(
          IllegalArgumentException.class,
          () -> searcher.count(SimHashField.newDistanceQuery("near", 0, 0, "new-scheme")));
    }
  }

  public void testMergedWithThisVersion() throws IOException {
    try (Directory old = open();
        Directory target = new ByteBuffersDirectory()) {
      var config = newIndexWriterConfig().setCodec(new SimHashCodec("near"));
      try (IndexWriter writer = new IndexWriter(target, config)) {
        writer.addIndexes(old);
        writer.forceMerge(1);
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          assertEquals(36, getOnlyLeafReader(reader).maxDoc());
          assertAnswers(reader);
        }
      }
    }
  }
}
