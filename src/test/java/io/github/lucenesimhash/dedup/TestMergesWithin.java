package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergePolicy.OneMerge;
import org.apache.lucene.index.OneMergeWrappingMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.SoftDeletesRetentionMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** All merges are those of the policy within, which may keep or change what they write. */
public class TestMergesWithin extends LuceneTestCase {

  private static final int IDS = 60;
  private static final int VERSIONS = 4;

  /** As a policy has it that changes what is merged. */
  private static final class Own extends OneMerge {
    Own(OneMerge merge) {
      super(merge);
    }
  }

  private static MergePolicy plain() {
    return random().nextBoolean() ? new TieredMergePolicy() : new LogDocMergePolicy();
  }

  /** Versions of documents, of as many days; only the last versions are live. */
  private static int maxDoc(MergePolicy policy, boolean isForced) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setSoftDeletesField("gone")
            .setMergePolicy(policy)
            .setMergeScheduler(new SerialMergeScheduler());
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int version = 0; version < VERSIONS; version++) {
        for (int id = 0; id < IDS; id++) {
          Document document = new Document();
          document.add(new StringField("id", "" + id, Store.YES));
          document.add(new LongField("published", version, Store.NO));
          writer.softUpdateDocument(
              new Term("id", "" + id), document, new NumericDocValuesField("gone", 1));
          if (id % 20 == 0) {
            writer.flush();
          }
        }
        writer.commit();
      }
      writer.maybeMerge();
      if (isForced) {
        writer.forceMerge(1);
        writer.forceMergeDeletes();
      }
      assertEquals(IDS, writer.getDocStats().numDocs);
      return writer.getDocStats().maxDoc;
    }
  }

  public void testRetainedDocumentsStay() throws IOException {
    MergePolicy retention =
        new SoftDeletesRetentionMergePolicy("gone", () -> MatchAllDocsQuery.INSTANCE, plain());
    MergePolicy byDate = new DateMergePolicy("published", Duration.ofMillis(1), retention);
    assertEquals(IDS * VERSIONS, maxDoc(byDate, random().nextBoolean()));
  }

  public void testMergesStayTheirOwn() throws IOException {
    MergePolicy own = new OneMergeWrappingMergePolicy(plain(), Own::new);
    MergePolicy byDate = new DateMergePolicy("published", Duration.ofMillis(1), own);
    AtomicInteger merges = new AtomicInteger();
    MergePolicy checked =
        new OneMergeWrappingMergePolicy(
            byDate,
            merge -> {
              assertTrue(merge.getClass().toString(), merge instanceof Own);
              merges.incrementAndGet();
              return merge;
            });
    maxDoc(checked, random().nextBoolean());
    assertTrue(merges.get() > 0);
  }
}
