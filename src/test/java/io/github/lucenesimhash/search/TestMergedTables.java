package io.github.lucenesimhash.search;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergePolicy.OneMerge;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.OneMergeWrappingMergePolicy;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.Version;

/**
 * Merging tables gives the same bytes as merging fingerprints. The segments of one index are in the
 * fast format, those of another in Lucene's own.
 */
public class TestMergedTables extends LuceneTestCase {

  private static final int CASES = 30;

  public void testBytes() throws IOException {
    int compared = 0;
    for (int i = 0; i < CASES * RANDOM_MULTIPLIER; i++) {
      long seed = random().nextLong();
      String others = merged(seed, TestUtil.getDefaultCodec());
      if (!others.isEmpty()) {
        assertEquals("seed " + seed, merged(seed, new SimHashCodec("near")), others);
        compared++;
      }
    }
    assertTrue(compared + " cases", compared > CASES / 2);
  }

  /**
   * Returns the files of the format without Lucene's random ids. The result is empty if no document
   * with the field is left, or if one segment needs no merge.
   */
  private static String merged(long seed, Codec ofSegments) throws IOException {
    Random random = new Random(seed);
    boolean isSorted = random.nextInt(3) == 0;
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config = config(isSorted).setCodec(ofSegments);
      config.setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        fill(writer, random);
      }
      LogDocMergePolicy policy = new LogDocMergePolicy();
      policy.setNoCFSRatio(0);
      config = config(isSorted).setCodec(new SimHashCodec("near")).setMergePolicy(policy);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        writer.forceMerge(1);
      }
      assertTrue(TestUtil.checkIndex(directory, CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS).clean);
      SegmentInfos infos = SegmentInfos.readLatestCommit(directory);
      return infos.size() == 0 || !hasTables(directory)
          ? ""
          : bytes(directory, infos.info(0).info.name, "shm", SimHashPostingsFormat.META_CODEC)
              + bytes(directory, infos.info(0).info.name, "shd", SimHashPostingsFormat.DATA_CODEC);
    }
  }

  /** A merge that is aborted before its first table writes no table. */
  public void testAbortedMerge() throws IOException {
    assumeTrue("it tells", Version.LATEST.onOrAfter(Version.fromBits(10, 5, 0)));
    AtomicReference<OneMerge> merge = new AtomicReference<>();
    long[] written = {0};
    Directory directory =
        new FilterDirectory(new ByteBuffersDirectory()) {
          @Override
          public IndexOutput createOutput(String name, IOContext context) throws IOException {
            if (merge.get() != null && name.endsWith(".shm")) { // after Lucene's checks
              merge.get().setAborted();
            }
            return super.createOutput(name, context);
          }

          @Override
          public void deleteFile(String name) throws IOException {
            written[0] += name.endsWith(".shd") ? fileLength(name) : 0;
            super.deleteFile(name);
          }
        };
    UnaryOperator<OneMerge> noted =
        it -> {
          merge.set(it);
          return it;
        };
    MergePolicy policy = new OneMergeWrappingMergePolicy(new LogDocMergePolicy(), noted);
    IndexWriterConfig config =
        config(false).setCodec(new SimHashCodec("near")).setMergePolicy(policy);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 2; i++) {
        Document document = new Document();
        document.add(new SimHashField("near", i));
        writer.addDocument(document);
        writer.commit();
      }
      Exception e = expectThrows(IOException.class, () -> writer.forceMerge(1));
      assertTrue("" + e, e.getCause() instanceof MergePolicy.MergeAbortedException);
    }
    assertEquals(
        CodecUtil.indexHeaderLength(SimHashPostingsFormat.DATA_CODEC, "SimHash_0"), written[0]);
    directory.close();
  }

  private static boolean hasTables(Directory directory) throws IOException {
    return Arrays.stream(directory.listAll()).anyMatch(file -> file.endsWith(".shm"));
  }

  private static IndexWriterConfig config(boolean isSorted) {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setMergeScheduler(new SerialMergeScheduler())
            .setUseCompoundFile(false);
    return isSorted
        ? config.setIndexSort(new Sort(new SortField("order", SortField.Type.LONG)))
        : config;
  }

  private static void fill(IndexWriter writer, Random random) throws IOException {
    int words = 1 << random.nextInt(3);
    int every = random.nextBoolean() ? 1 : 1 + random.nextInt(20);
    int deleted = random.nextInt(3) == 0 ? 95 : random.nextInt(50);
    Shape shape = RandomPicks.randomFrom(random, Shape.values());
    RandomFingerprints fingerprints = new RandomFingerprints(random, shape, words);
    int segments = 2 + random.nextInt(4);
    for (int segment = 0; segment < segments; segment++) {
      int documents = 1 + random.nextInt(1 << random.nextInt(11));
      for (int id = 0; id < documents; id++) {
        Document document = new Document();
        document.add(new StringField("id", segment + "-" + id, Field.Store.NO));
        document.add(new NumericDocValuesField("order", random.nextInt(50)));
        if (random.nextInt(every) == 0) {
          document.add(new SimHashField("near", fingerprints.make().toArray()));
        }
        writer.addDocument(document);
      }
      writer.commit();
      for (int id = 0; id < documents; id++) {
        if (random.nextInt(100) < deleted) {
          writer.deleteDocuments(new Term("id", segment + "-" + id));
        }
      }
    }
  }

  private static String bytes(Directory directory, String segment, String extension, String codec)
      throws IOException {
    byte[] bytes = TestGoldenFormat.body(directory, segment, extension, codec);
    return HexFormat.of().formatHex(bytes) + "\n";
  }
}
