package io.github.lucenesimhash.search;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Tables that are written a few entries at a time equal tables that are written at once. */
public class TestTablesInParts extends LuceneTestCase {

  private static IndexWriterConfig config(PostingsFormat near, boolean sorted) {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(TestUtil.alwaysPostingsFormat(near))
            .setMergePolicy(new LogDocMergePolicy())
            .setMergeScheduler(new SerialMergeScheduler())
            .setMaxBufferedDocs(300);
    return sorted
        ? config.setIndexSort(new Sort(new SortField("order", SortField.Type.LONG)))
        : config;
  }

  private void index(long seed, Directory directory, PostingsFormat near) throws IOException {
    Random random = new Random(seed);
    Shape shape = RandomPicks.randomFrom(random, Shape.values());
    RandomFingerprints fingerprints = new RandomFingerprints(random, shape);
    try (IndexWriter writer = new IndexWriter(directory, config(near, random.nextBoolean()))) {
      for (int id = 0; id < 2000; id++) {
        Document document = Answers.document(id);
        document.add(new StringField("id", "" + id, Field.Store.NO));
        document.add(new NumericDocValuesField("order", random.nextInt()));
        if (random.nextInt(10) > 0) {
          document.add(new SimHashField("near", fingerprints.next()));
        }
        writer.addDocument(document);
        if (random.nextInt(10) == 0) {
          writer.deleteDocuments(new Term("id", "" + random.nextInt(id + 1)));
        }
      }
      writer.forceMerge(1);
    }
    assertTrue(TestUtil.checkIndex(directory, CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS).clean);
  }

  public void testAsAtOnce() throws IOException {
    for (int i = 0; i < 2 * RANDOM_MULTIPLIER; i++) {
      long seed = random().nextLong();
      try (Directory once = Directories.random(random());
          Directory parts = Directories.random(random())) {
        index(seed, once, new SimHashPostingsFormat());
        index(seed, parts, new SimHashPostingsFormat(TestUtil.nextInt(random(), 1, 500)));
        assertSame(once, parts);
      }
    }
  }

  /** A bucket with one block value may have more entries than fit into a part. */
  public void testBucketLargerThanAPart() throws IOException {
    Shape shape = random().nextBoolean() ? Shape.ALL_EQUAL : Shape.FEW_VALUES;
    long seed = random().nextLong();
    try (Directory once = new ByteBuffersDirectory();
        Directory parts = new ByteBuffersDirectory()) {
      crowd(seed, shape, once, new SimHashPostingsFormat());
      crowd(seed, shape, parts, new SimHashPostingsFormat(50_000));
      assertSame(once, parts);
    }
  }

  private static void crowd(long seed, Shape shape, Directory directory, PostingsFormat near)
      throws IOException {
    RandomFingerprints fingerprints = new RandomFingerprints(new Random(seed), shape);
    IndexWriterConfig config =
        config(near, false)
            .setRAMBufferSizeMB(256)
            .setMaxBufferedDocs(IndexWriterConfig.DISABLE_AUTO_FLUSH); // one segment
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 1 << 18; i++) {
        writer.addDocument(List.of(new SimHashField("near", fingerprints.next())));
      }
    }
  }

  private void assertSame(Directory once, Directory parts) throws IOException {
    try (DirectoryReader expected = DirectoryReader.open(once);
        DirectoryReader actual = DirectoryReader.open(parts)) {
      assertTrue(getOnlyLeafReader(actual).terms("near") instanceof BlockTables);
      assertReaderEquals("parts", expected, actual);
    }
  }
}
