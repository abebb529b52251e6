package io.github.lucenesimhash.search;

import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.SlowCodecReaderWrapper;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.TestUtil;

/**
 * Tests indexes that are added to others: copied unchanged, or rewritten, also in the other format.
 */
public class TestTermsParityOfAddedIndexes extends TermsParityTestCase {

  private static final int ROUNDS = 2;

  private static IndexWriterConfig unmerged() {
    return new IndexWriterConfig()
        .setMaxBufferedDocs(50)
        .setMergePolicy(NoMergePolicy.INSTANCE)
        .setMergeScheduler(new SerialMergeScheduler());
  }

  private static CodecReader[] codecReaders(DirectoryReader reader) throws IOException {
    List<CodecReader> readers = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      readers.add(SlowCodecReaderWrapper.wrap(leaf.reader()));
    }
    return readers.toArray(CodecReader[]::new);
  }

  public void testCopied() throws IOException {
    for (int i = 0; i < ROUNDS * RANDOM_MULTIPLIER; i++) {
      try (IndexPair source = new IndexPair(TestTermsParityOfAddedIndexes::unmerged, FIELD);
          IndexPair target = new IndexPair(TestTermsParityOfAddedIndexes::unmerged, FIELD)) {
        fill(source, pick(Shape.values()), 100);
        fill(target, pick(Shape.values()), 100);
        source.closeWriters();
        target.addCopyOf(source);
        assertSame(target);
      }
    }
  }

  public void testWrittenAgain() throws IOException {
    for (int i = 0; i < ROUNDS * RANDOM_MULTIPLIER; i++) {
      try (IndexPair source = new IndexPair(TestTermsParityOfAddedIndexes::unmerged, FIELD);
          IndexPair target = new IndexPair(TestTermsParityOfAddedIndexes::unmerged, FIELD)) {
        fill(source, pick(Shape.values()), 100);
        fill(target, pick(Shape.values()), 100);
        source.both(writer -> writer.commit());
        // Both targets take the documents from the same source, so one of them changes their
        // format.
        Directory from = random().nextBoolean() ? source.lucene : source.simHash;
        try (DirectoryReader reader = DirectoryReader.open(from)) {
          CodecReader[] readers = codecReaders(reader);
          target.both(writer -> writer.addIndexes(readers));
        }
        assertSame(target);
      }
    }
  }

  public void testMergingChangesTheFormat() throws IOException {
    try (IndexPair pair = new IndexPair(TestTermsParityOfAddedIndexes::unmerged, FIELD);
        Directory toLucene = Directories.random(random());
        Directory toSimHash = Directories.random(random())) {
      fill(pair, Shape.NEAR_DUPLICATES, 200);
      pair.closeWriters();
      change(pair.simHash, toLucene, TestUtil.getDefaultCodec());
      change(pair.lucene, toSimHash, new SimHashCodec(FIELD));
      try (DirectoryReader lucene = DirectoryReader.open(toLucene);
          DirectoryReader simHash = DirectoryReader.open(toSimHash)) {
        assertSame(lucene, simHash);
      }
      assertClean(toLucene);
      assertClean(toSimHash);
    }
  }

  private static void change(Directory from, Directory to, Codec codec) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(codec).setMergePolicy(newLogMergePolicy());
    try (IndexWriter writer = new IndexWriter(to, config)) {
      writer.addIndexes(from);
      writer.commit();
      assertNotEquals(codec instanceof SimHashCodec, isInTables(to));
      writer.forceMerge(1);
      writer.commit();
      assertEquals(codec instanceof SimHashCodec, isInTables(to));
    }
  }

  private static boolean isInTables(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      return BlockTables.of(reader.leaves().get(0).reader(), FIELD) != null;
    }
  }
}
