package io.github.lucenesimhash.search;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Compares tables that are written, merged and read in each kind of directory with brute force. */
public class TestTablesInDirectories extends LuceneTestCase {

  private static final int[] SIZES = {1, 3, 1000, 1024};
  private static final int LARGE = 65_536;

  private static IndexWriterConfig config(boolean isCompound) {
    LogDocMergePolicy merges = new LogDocMergePolicy();
    merges.setNoCFSRatio(isCompound ? 1 : 0);
    return new IndexWriterConfig()
        .setCodec(new SimHashCodec("near"))
        .setUseCompoundFile(isCompound)
        .setMergeScheduler(new SerialMergeScheduler())
        .setMergePolicy(merges);
  }

  public void testEachDirectory() throws IOException {
    for (Directories kind : Directories.values()) {
      for (int words = 1; words <= Fingerprint.MAX_LANES; words *= 2) {
        int size = SIZES[random().nextInt(SIZES.length)];
        check(kind, words, TestUtil.nextInt(random(), 2, 10), size, random().nextBoolean());
      }
    }
  }

  public void testLargeSegments() throws IOException {
    if (RANDOM_MULTIPLIER == 1) {
      Directories kind = RandomPicks.randomFrom(random(), Directories.values());
      check(kind, 1, 2, LARGE, random().nextBoolean());
      return;
    }
    for (Directories kind : Directories.values()) {
      for (int words = 1; words <= Fingerprint.MAX_LANES; words *= 2) {
        for (boolean isCompound : new boolean[] {false, true}) {
          for (int size : SIZES) {
            for (int segments = 2; segments <= 10; segments++) {
              check(kind, words, segments, size, isCompound);
            }
          }
          check(kind, words, TestUtil.nextInt(random(), 2, 10), LARGE, isCompound);
        }
      }
    }
  }

  private void check(Directories kind, int words, int segments, int size, boolean isCompound)
      throws IOException {
    String shape = kind + ", " + 64 * words + " bits, " + segments + " segments of " + size;
    RandomFingerprints fingerprints = new RandomFingerprints(random(), shape(), words);
    BruteForce oracle = new BruteForce();
    try (Directory directory = kind.open()) {
      IndexWriterConfig config = config(isCompound).setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int id = 0; id < segments * size; id++) {
          Fingerprint fingerprint = fingerprints.make();
          oracle.put(id, fingerprint);
          Document document = Answers.document(id);
          document.add(new SimHashField("near", fingerprint.toArray()));
          writer.addDocument(document);
          if (id % size == size - 1) {
            writer.flush();
          }
        }
      }
      assertRight(shape, directory, fingerprints, oracle);
      try (IndexWriter writer = new IndexWriter(directory, config(isCompound))) {
        writer.forceMerge(1);
      }
      assertRight(shape + ", merged", directory, fingerprints, oracle);
      // The deeper checks read the terms one by one, which takes minutes for large segments.
      int level =
          size == SIZES[1]
              ? CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS
              : CheckIndex.Level.MIN_LEVEL_FOR_CHECKSUM_CHECKS;
      assertTrue(shape, TestUtil.checkIndex(directory, level).clean);
    }
  }

  private static Shape shape() {
    Shape[] shapes = {Shape.UNIFORM, Shape.NEAR_DUPLICATES, Shape.FREQUENT_BLOCK, Shape.COPIES};
    return shapes[random().nextInt(shapes.length)];
  }

  private static void assertRight(
      String shape, Directory directory, RandomFingerprints fingerprints, BruteForce oracle)
      throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        assertNotNull(shape, BlockTables.of(leaf.reader(), "near"));
      }
      IndexSearcher searcher = new IndexSearcher(reader);
      for (int maxDistance : new int[] {0, 3, 10}) {
        Fingerprint wanted = fingerprints.near(maxDistance);
        assertEquals(
            shape + ", " + wanted + " within " + maxDistance,
            oracle.within(wanted, maxDistance),
            Answers.of(searcher, SimHashField.newDistanceQuery("near", wanted, maxDistance)));
      }
    }
  }

  /**
   * A merge that reads one wrong number of a table, wherever it is, either keeps all documents or
   * is refused. No document is lost silently.
   */
  public void testWrongReadsAreRefused() throws IOException {
    RandomFingerprints fingerprints = new RandomFingerprints(random(), Shape.UNIFORM);
    List<Fingerprint> all = new ArrayList<>();
    int refused = 0;
    try (Directory source = Directories.BYTE_BUFFERS.open()) {
      IndexWriterConfig flushes = config(false).setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(source, flushes)) {
        for (int id = 0; id < 60; id++) {
          all.add(fingerprints.make());
          Document document = Answers.document(id);
          document.add(new SimHashField("near", all.getLast().toArray()));
          writer.addDocument(document);
          if (id % 20 == 19) {
            writer.flush();
          }
        }
      }
      for (int wrong = 0; wrong < 100 * RANDOM_MULTIPLIER; wrong++) {
        try (Directory copy = Directories.BYTE_BUFFERS.open()) {
          for (String file : source.listAll()) {
            copy.copyFrom(source, file, file, IOContext.DEFAULT);
          }
          refused += merge(copy, random().nextInt(1200)) ? 0 : 1;
          try (DirectoryReader reader = DirectoryReader.open(copy)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            for (int id = 0; id < all.size(); id++) {
              Map<Integer, Integer> hits =
                  Answers.of(searcher, SimHashField.newDistanceQuery("near", all.get(id), 0));
              assertTrue("document " + id + " is not found: " + hits, hits.containsKey(id));
            }
          }
        }
      }
    }
    assertTrue("only " + refused + " merges were refused", refused > 10);
  }

  private static boolean merge(Directory directory, int wrongRead) throws IOException {
    WrongReads wrong = new WrongReads(directory, wrongRead);
    IndexWriter writer = new IndexWriter(wrong, config(false));
    try {
      writer.forceMerge(1);
      writer.close();
      return true;
    } catch (IOException | IllegalStateException e) {
      writer.rollback();
      assertNotNull(e.toString(), cause(e));
      return false;
    }
  }

  private static CorruptIndexException cause(Throwable thrown) {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      if (e instanceof CorruptIndexException corrupt) {
        return corrupt;
      }
    }
    return null;
  }

  /** A directory in which the n-th number that is read from the tables is wrong. */
  private static final class WrongReads extends FilterDirectory {

    private final AtomicInteger left;

    WrongReads(Directory in, int n) {
      super(in);
      left = new AtomicInteger(n);
    }

    private long told(long number) {
      return left.getAndDecrement() == 0 ? number ^ 1L << random().nextInt(Long.SIZE) : number;
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      IndexInput input = super.openInput(name, context);
      return name.endsWith(".shd") ? new Input(input) : input;
    }

    private final class Input extends FilterIndexInput {

      Input(IndexInput in) {
        super("wrong " + in, in);
      }

      @Override
      public IndexInput clone() {
        return new Input(in.clone());
      }

      @Override
      public long readLong() throws IOException {
        return told(in.readLong());
      }

      @Override
      public RandomAccessInput randomAccessSlice(long offset, long length) throws IOException {
        RandomAccessInput slice = in.randomAccessSlice(offset, length);
        return new RandomAccessInput() {
          @Override
          public long length() {
            return slice.length();
          }

          @Override
          public byte readByte(long pos) throws IOException {
            return slice.readByte(pos);
          }

          @Override
          public short readShort(long pos) throws IOException {
            return slice.readShort(pos);
          }

          @Override
          public int readInt(long pos) throws IOException {
            return slice.readInt(pos);
          }

          @Override
          public long readLong(long pos) throws IOException {
            return told(slice.readLong(pos));
          }
        };
      }
    }
  }
}
