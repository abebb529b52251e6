package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.LogMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.SoftDeletesRetentionMergePolicy;
import org.apache.lucene.index.Sorter;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.TestUtil;

/** In the Terms API, the fast format equals Lucene's own: after flushes, merges and deletes. */
public class TestTermsParity extends TermsParityTestCase {

  private static final int INDEXES = 2;

  /** Returns a supplier of equal settings. */
  private static Supplier<IndexWriterConfig> configs(boolean merges) {
    int buffered = TestUtil.nextInt(random(), 2, 200);
    int mergeFactor = TestUtil.nextInt(random(), 2, 10);
    boolean compound = random().nextBoolean();
    return () -> {
      LogMergePolicy log = new LogDocMergePolicy();
      log.setMergeFactor(mergeFactor);
      log.setNoCFSRatio(compound ? 1 : 0);
      return new IndexWriterConfig()
          .setMaxBufferedDocs(buffered)
          .setUseCompoundFile(compound)
          .setMergePolicy(merges ? log : NoMergePolicy.INSTANCE)
          .setMergeScheduler(new SerialMergeScheduler());
    };
  }

  private static int documents() {
    return TestUtil.nextInt(random(), 1, random().nextInt(6) == 0 ? 1000 : 120);
  }

  public void testFlushedSegments() throws IOException {
    for (int i = 0; i < INDEXES * RANDOM_MULTIPLIER; i++) {
      try (IndexPair pair = new IndexPair(configs(false), FIELD)) {
        fill(pair, pick(Shape.values()), documents());
        assertSame(pair);
      }
    }
  }

  public void testMergedSegments() throws IOException {
    for (int i = 0; i < INDEXES * RANDOM_MULTIPLIER; i++) {
      try (IndexPair pair = new IndexPair(configs(true), FIELD)) {
        fill(pair, pick(Shape.values()), documents());
        assertSame(pair);
        fill(pair, pick(Shape.values()), documents());
        pair.both(writer -> writer.forceMerge(1));
        assertSame(pair);
      }
    }
  }

  public void testEveryShape() throws IOException {
    for (Shape shape : Shape.values()) {
      try (IndexPair pair = new IndexPair(configs(true), FIELD)) {
        fill(pair, shape, 100);
        pair.both(writer -> writer.forceMerge(1));
        assertSame(pair);
      }
    }
  }

  public void testSortedIndex() throws IOException {
    for (int i = 0; i < INDEXES * RANDOM_MULTIPLIER; i++) {
      Sort sort = new Sort(new SortField("order", SortField.Type.LONG, random().nextBoolean()));
      Supplier<IndexWriterConfig> unsorted = configs(random().nextBoolean());
      try (IndexPair pair = new IndexPair(() -> unsorted.get().setIndexSort(sort), FIELD)) {
        fill(pair, pick(Shape.values()), documents());
        assertSame(pair);
        if (random().nextBoolean()) {
          pair.both(writer -> writer.forceMerge(1));
          assertSame(pair);
        }
      }
    }
  }

  /** Terms are equal after merges that reorder documents, as policies that group them do. */
  public void testMergesThatReorder() throws IOException {
    for (int i = 0; i < INDEXES * RANDOM_MULTIPLIER; i++) {
      Supplier<IndexWriterConfig> configs = configs(true);
      Supplier<IndexWriterConfig> reversing =
          () -> {
            IndexWriterConfig config = configs.get();
            return config.setMergePolicy(new ReversingMergePolicy(config.getMergePolicy()));
          };
      try (IndexPair pair = new IndexPair(reversing, FIELD)) {
        fill(pair, pick(Shape.values()), documents());
        fill(pair, pick(Shape.values()), documents());
        assertSame(pair);
        pair.both(writer -> writer.forceMerge(1));
        assertSame(pair);
      }
    }
  }

  /** A policy by which each merge reverses the order of the documents. */
  private static final class ReversingMergePolicy extends FilterMergePolicy {

    ReversingMergePolicy(MergePolicy in) {
      super(in);
    }

    @Override
    public MergeSpecification findMerges(
        MergeTrigger trigger, SegmentInfos segments, MergeContext context) throws IOException {
      return reversed(super.findMerges(trigger, segments, context));
    }

    @Override
    public MergeSpecification findForcedMerges(
        SegmentInfos segments,
        int maxSegments,
        Map<SegmentCommitInfo, Boolean> toMerge,
        MergeContext context)
        throws IOException {
      return reversed(super.findForcedMerges(segments, maxSegments, toMerge, context));
    }

    private static MergeSpecification reversed(MergeSpecification found) {
      if (found == null) {
        return null;
      }
      MergeSpecification reversed = new MergeSpecification();
      found.merges.forEach(merge -> reversed.add(new ReversingMerge(merge)));
      return reversed;
    }
  }

  private static final class ReversingMerge extends MergePolicy.OneMerge {

    ReversingMerge(MergePolicy.OneMerge merge) {
      super(merge.segments);
    }

    @Override
    public Sorter.DocMap reorder(CodecReader reader, Directory directory, Executor executor) {
      int last = reader.maxDoc() - 1;
      return new Sorter.DocMap() {
        @Override
        public int oldToNew(int doc) {
          return last - doc;
        }

        @Override
        public int newToOld(int doc) {
          return last - doc;
        }

        @Override
        public int size() {
          return last + 1;
        }
      };
    }
  }

  public void testSoftDeletes() throws IOException {
    boolean retain = random().nextBoolean();
    Supplier<IndexWriterConfig> hard = configs(true);
    Supplier<IndexWriterConfig> soft =
        () -> {
          IndexWriterConfig config = hard.get().setSoftDeletesField("gone");
          MergePolicy policy = config.getMergePolicy();
          return retain
              ? config.setMergePolicy(
                  new SoftDeletesRetentionMergePolicy(
                      "gone", () -> MatchAllDocsQuery.INSTANCE, policy))
              : config;
        };
    try (IndexPair pair = new IndexPair(soft, FIELD)) {
      RandomFingerprints fingerprints = new RandomFingerprints(random(), Shape.NEAR_DUPLICATES);
      for (int i = 0; i < 300; i++) {
        int id = random().nextInt(100);
        Document document = document(id, fingerprints);
        pair.both(
            writer ->
                writer.softUpdateDocument(
                    new Term("id", Integer.toString(id)),
                    document,
                    new NumericDocValuesField("gone", 1)));
      }
      assertSame(pair);
      pair.both(writer -> writer.forceMerge(1));
      assertSame(pair);
    }
  }

  public void testTwoFieldsInOneFile() throws IOException {
    try (IndexPair pair = new IndexPair(configs(true), FIELD, "other")) {
      for (int id = 0; id < 200; id++) {
        Document document = new Document();
        if (id % 3 > 0) {
          document.add(new SimHashField(FIELD, random().nextLong()));
        }
        if (id % 7 > 0) {
          document.add(new SimHashField("other", id));
        }
        pair.both(writer -> writer.addDocument(document));
      }
      assertSame(pair);
      try (DirectoryReader reader = DirectoryReader.open(pair.simHash)) {
        IndexSearcher searcher = newSearcher(reader);
        assertEquals(
            1, searcher.count(SimHashField.newDistanceQuery("other", Fingerprint.of(2), 0)));
        assertEquals(
            0, searcher.count(SimHashField.newDistanceQuery("other", Fingerprint.of(7), 0)));
      }
    }
  }
}
