package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Every reader of a damaged file either does not notice the damage or throws an IOException that
 * names the file. The checksums always detect the damage.
 */
public class TestDamagedFiles extends LuceneTestCase {

  private static final int DATA_FLIPS = 5000;
  private static final int TRUNCATIONS = 150;

  /** The check that noticed the damage first. */
  private enum Noticed {
    OPENING,
    QUERIES,
    TERMS,
    CHECKSUM,
    NOTHING
  }

  private final Map<Noticed, Integer> counts = new EnumMap<>(Noticed.class);
  private List<Fingerprint> queries;

  @Override
  public void tearDown() throws Exception {
    if (VERBOSE) {
      System.out.println(getTestName() + " noticed by " + counts);
    }
    super.tearDown();
  }

  private Directory index(int documents) throws IOException {
    RandomFingerprints fingerprints =
        new RandomFingerprints(
            random(),
            random().nextBoolean() ? Shape.UNIFORM : Shape.FREQUENT_BLOCK,
            1 << random().nextInt(3));
    Directory directory = new ByteBuffersDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(new SimHashCodec("near")).setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int id = 0; id < documents; id++) {
        Document document = Answers.document(id);
        if (id % 5 > 0) {
          document.add(new SimHashField("near", fingerprints.make().toArray()));
        }
        writer.addDocument(document);
      }
    }
    queries = List.of(fingerprints.near(0), fingerprints.near(5), fingerprints.near(10));
    return directory;
  }

  private static String file(Directory directory, String extension) throws IOException {
    return Arrays.stream(directory.listAll())
        .filter(name -> name.endsWith("." + extension))
        .findFirst()
        .orElseThrow();
  }

  private Noticed count(Directory directory, String file, byte[] bytes) throws IOException {
    Noticed noticed = notice(new DamagedDirectory(directory, file, bytes), file);
    counts.merge(noticed, 1, Integer::sum);
    return noticed;
  }

  private Noticed notice(Directory directory, String file) throws IOException {
    Noticed first = Noticed.NOTHING;
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      LeafReader leaf = getOnlyLeafReader(reader);
      for (Noticed stage : List.of(Noticed.QUERIES, Noticed.TERMS, Noticed.CHECKSUM)) {
        try {
          use(stage, leaf);
        } catch (IOException e) {
          assertNames(file, e);
          first = first == Noticed.NOTHING ? stage : first;
        }
      }
    } catch (IOException e) {
      assertNames(file, e);
      return Noticed.OPENING;
    }
    return first;
  }

  /** Asserts that either file is named: moved offsets in one look like errors in the other. */
  private static void assertNames(String file, IOException e) {
    StringBuilder messages = new StringBuilder();
    for (Throwable t = e; t != null; t = t.getCause()) {
      messages.append(t).append('\n');
    }
    String both = file.substring(0, file.length() - 1);
    assertTrue(messages.toString(), messages.toString().contains(both));
  }

  private void use(Noticed stage, LeafReader leaf) throws IOException {
    switch (stage) {
      case QUERIES -> {
        search(leaf);
        search(new WrappedReader.TablesHidden(leaf));
      }
      case TERMS -> walk(leaf);
      case CHECKSUM -> leaf.checkIntegrity();
      default -> throw new AssertionError(stage);
    }
  }

  private void search(IndexReader reader) throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    for (int maxDistance : new int[] {0, 3, 10}) {
      for (Strategy strategy : new Strategy[] {Strategy.CHEAPEST, Strategy.BLOCKS}) {
        Fingerprint query = queries.get(maxDistance % queries.size());
        searcher.count(new HammingDistanceQuery("near", query, maxDistance, strategy));
      }
    }
  }

  private static void walk(LeafReader leaf) throws IOException {
    Terms terms = leaf.terms("near");
    TermsEnum iterator = terms.iterator();
    PostingsEnum postings = null;
    for (BytesRef term = iterator.next(); term != null; term = iterator.next()) {
      postings = iterator.postings(postings, PostingsEnum.ALL);
      int doc;
      while ((doc = postings.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS) {
        assertTrue("document " + doc, doc >= 0 && doc < leaf.maxDoc());
      }
    }
    assertNotNull(terms.getMin());
    assertNotNull(terms.getMax());
    for (byte prefix = 0; prefix < 9; prefix++) {
      iterator.seekCeil(new BytesRef(new byte[] {prefix, (byte) 0x80}));
    }
  }

  private static byte[] flipped(byte[] bytes, int at) {
    byte[] flipped = bytes.clone();
    flipped[at] ^= (byte) (1 << random().nextInt(8));
    return flipped;
  }

  public void testUndamagedIsFine() throws IOException {
    try (Directory directory = index(60)) {
      String data = file(directory, "shd");
      assertEquals(Noticed.NOTHING, count(directory, data, DamagedDirectory.read(directory, data)));
    }
  }

  public void testEveryByteOfMeta() throws IOException {
    try (Directory directory = index(60)) {
      String meta = file(directory, "shm");
      byte[] bytes = DamagedDirectory.read(directory, meta);
      for (int at = 0; at < bytes.length; at++) {
        for (int i = 0; i < 3; i++) {
          assertEquals(Noticed.OPENING, count(directory, meta, flipped(bytes, at)));
        }
      }
    }
  }

  public void testBytesOfData() throws IOException {
    int[] documents = {1, 7, 60, 300};
    for (int size : documents) {
      try (Directory directory = index(size + 1)) {
        String data = file(directory, "shd");
        byte[] bytes = DamagedDirectory.read(directory, data);
        for (int i = 0; i < DATA_FLIPS / documents.length * RANDOM_MULTIPLIER; i++) {
          int at = random().nextInt(bytes.length);
          assertNotEquals(
              "byte " + at, Noticed.NOTHING, count(directory, data, flipped(bytes, at)));
        }
      }
    }
  }

  public void testTruncated() throws IOException {
    try (Directory directory = index(60)) {
      for (String extension : new String[] {"shm", "shd"}) {
        String file = file(directory, extension);
        byte[] bytes = DamagedDirectory.read(directory, file);
        for (int i = 0; i < TRUNCATIONS * RANDOM_MULTIPLIER; i++) {
          int length = i == 0 ? 0 : random().nextInt(bytes.length);
          assertEquals(Noticed.OPENING, count(directory, file, Arrays.copyOf(bytes, length)));
        }
      }
    }
  }

  /** Wrong tables under a right checksum, as a defect of the library writes them, are detected. */
  public void testWrongTablesWithRightChecksum() throws IOException {
    try (Directory directory = index(60)) {
      String file = file(directory, "shd");
      byte[] bytes = DamagedDirectory.read(directory, file);
      BitSet padding = padding(directory, bytes.length);
      for (int i = 0; i < 500 * RANDOM_MULTIPLIER; i++) {
        int at = random().nextInt(bytes.length - CodecUtil.footerLength());
        byte[] damaged = withRightChecksum(flipped(bytes, at));
        if (!padding.get(at)) {
          assertNotEquals("byte " + at, Noticed.NOTHING, count(directory, file, damaged));
        }
      }
    }
  }

  /** A merge refuses wrong tables, and leaves the index unchanged. */
  public void testMergeRefusesWrongTables() throws IOException {
    try (Directory directory = index(60)) {
      String file = file(directory, "shd");
      byte[] bytes = DamagedDirectory.read(directory, file);
      int last = bytes.length - CodecUtil.footerLength() - Long.BYTES; // an entry
      Directory damaged =
          new DamagedDirectory(directory, file, withRightChecksum(flipped(bytes, last)));
      IndexWriterConfig config =
          new IndexWriterConfig().setMergeScheduler(new SerialMergeScheduler());
      try (IndexWriter writer = new IndexWriter(damaged, config)) {
        writer.addDocument(Answers.document(60));
        writer.commit();
        IOException refused = expectThrows(IOException.class, () -> writer.forceMerge(1));
        assertNames(file, refused);
        writer.rollback();
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(61, reader.numDocs());
      }
    }
  }

  /** A reader of an old commit can be checked after the files of its segments are gone. */
  public void testReaderThatOutlivesItsFiles() throws IOException {
    try (Directory directory = index(60)) {
      IndexWriterConfig config =
          new IndexWriterConfig()
              .setCodec(new SimHashCodec("near"))
              .setMergeScheduler(new SerialMergeScheduler());
      try (DirectoryReader old = DirectoryReader.open(directory);
          IndexWriter writer = new IndexWriter(directory, config)) {
        String file = file(directory, "shd");
        writer.addDocument(Answers.document(60));
        writer.commit();
        writer.forceMerge(1);
        writer.commit();
        assertFalse(Arrays.asList(directory.listAll()).contains(file));
        getOnlyLeafReader(old).checkIntegrity();
      }
    }
  }

  private static byte[] withRightChecksum(byte[] damaged) {
    CRC32 crc = new CRC32();
    crc.update(damaged, 0, damaged.length - Long.BYTES);
    for (int b = 0; b < Long.BYTES; b++) {
      damaged[damaged.length - 1 - b] = (byte) (crc.getValue() >>> (8 * b));
    }
    return damaged;
  }

  /** Returns the bytes of the tables' file that have no meaning. */
  private static BitSet padding(Directory directory, int length) throws IOException {
    BitSet padding = new BitSet(length);
    padding.set(
        CodecUtil.indexHeaderLength(SimHashPostingsFormat.DATA_CODEC, "SimHash_0"),
        length - CodecUtil.footerLength());
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      BlockTables tables = BlockTables.of(getOnlyLeafReader(reader), "near");
      for (int block = 0; block < tables.blocks(); block++) {
        BlockTable table = tables.table(block);
        int offsets = (int) table.offsets();
        padding.clear(offsets, offsets + (table.buckets() + 1) * Integer.BYTES);
        padding.clear((int) table.entries(), (int) table.end());
      }
    }
    return padding;
  }

  /** Wrong metadata under a right checksum causes an IOException or has no effect. */
  public void testWrongMetaWithRightChecksum() throws IOException {
    try (Directory directory = index(60)) {
      String file = file(directory, "shm");
      byte[] bytes = DamagedDirectory.read(directory, file);
      for (int i = 0; i < 500 * RANDOM_MULTIPLIER; i++) {
        int at = random().nextInt(bytes.length - CodecUtil.footerLength());
        count(directory, file, withRightChecksum(flipped(bytes, at)));
      }
    }
  }

  public void testCheckIndexNotices() throws IOException {
    try (Directory directory = index(60)) {
      for (String extension : new String[] {"shm", "shd"}) {
        String file = file(directory, extension);
        byte[] bytes = DamagedDirectory.read(directory, file);
        for (int i = 0; i < 20 * RANDOM_MULTIPLIER; i++) {
          Directory damaged =
              new DamagedDirectory(directory, file, flipped(bytes, random().nextInt(bytes.length)));
          try (CheckIndex check = new CheckIndex(damaged)) {
            check.setLevel(CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS);
            assertFalse(check.checkIndex().clean);
          }
        }
        assertTrue(TestUtil.checkIndex(directory).clean);
      }
    }
  }
}
