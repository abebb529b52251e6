package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.time.Duration;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.BaseMergePolicyTestCase.MockMergeContext;
import org.apache.lucene.tests.util.LuceneTestCase;

/** How many spans there are at most, and merges that are asked for. */
public class TestDateMergeBounds extends LuceneTestCase {

  private Directory directory;
  private IndexWriter writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newMockDirectory(); // no file is left open
    DateMergePolicy byDay = new DateMergePolicy("published", Duration.ofMillis(10));
    IndexWriterConfig config =
        new IndexWriterConfig().setMergePolicy(byDay).setMergeScheduler(new SerialMergeScheduler());
    writer = new IndexWriter(directory, config);
  }

  @Override
  public void tearDown() throws Exception {
    writer.close();
    directory.close();
    super.tearDown();
  }

  private void add(String id, long date) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Store.NO));
    document.add(new LongField("published", date, Store.NO));
    writer.addDocument(document);
  }

  private int segments() throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      return reader.leaves().size();
    }
  }

  /** Between the first and the last three documents; with one more each is twice as long. */
  public void testThereAreSixtyFourSpans() throws IOException {
    for (int span = 0; span < 68; span++) {
      add("" + span, 10L * span);
      writer.flush();
    }
    writer.forceMerge(1);
    assertEquals(68, segments());
    add("68", 10L * 68);
    writer.forceMerge(1);
    assertTrue(segments() <= 40); // 35 where no merge by itself went before
  }

  /** A refresh waits for merges of the newest span alone. */
  public void testNewestAreMergedByARefresh() throws IOException {
    MergePolicy all =
        new FilterMergePolicy(NoMergePolicy.INSTANCE) {
          @Override
          public MergeSpecification findFullFlushMerges(
              MergeTrigger trigger, SegmentInfos infos, MergeContext context) {
            MergeSpecification one = new MergeSpecification();
            one.add(new OneMerge(infos.asList()));
            return one;
          }
        };
    writer.getConfig().setMergePolicy(new DateMergePolicy("published", Duration.ofMillis(10), all));
    for (int i = 0; i < 4; i++) {
      add("" + i, i < 2 ? 5 : 15);
      writer.flush();
    }
    assertEquals(3, segments());
  }

  /** If they are small. */
  public void testARefreshMergesAsTheDefaultSays() throws IOException {
    MergePolicy byDay = writer.getConfig().getMergePolicy();
    writer.getConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    for (int i = 0; i < 20; i++) {
      add("" + i, 5);
      writer.flush();
    }
    writer.commit();
    SegmentInfos infos = SegmentInfos.readLatestCommit(directory);
    MergePolicy.MergeContext context = new MockMergeContext(SegmentCommitInfo::getDelCount);
    assertNotNull(byDay.findFullFlushMerges(MergeTrigger.GET_READER, infos, context));
  }

  /** They are older than all dates. */
  public void testSegmentsWithoutDatesStayApart() throws IOException {
    for (int i = 0; i < 4; i++) {
      if (i < 2) {
        add("" + i, i);
      } else {
        writer.addDocument(new Document());
      }
      writer.flush();
    }
    writer.forceMerge(1);
    assertEquals(2, segments());
  }

  /** As long as there is one span only, its segments are merged as those of the newest. */
  public void testOneSpanIsMerged() throws IOException {
    for (int i = 0; i < 40; i++) {
      add("" + i, 5);
      writer.flush();
    }
    assertTrue(segments() + " segments", segments() < 20);
  }

  /** Also where the policy within would not. */
  public void testOneSegmentIsWrittenAgain() throws IOException {
    MergePolicy forced =
        new FilterMergePolicy(new TieredMergePolicy()) {
          @Override
          public MergeSpecification findMerges(
              MergeTrigger trigger, SegmentInfos infos, MergeContext context) {
            return null;
          }
        };
    writer
        .getConfig()
        .setMergePolicy(new DateMergePolicy("published", Duration.ofMillis(10), forced));
    for (int i = 0; i < 60; i++) {
      add("" + i, i < 10 ? 5 : 15);
      if (i == 9 || i == 59) {
        writer.flush();
      }
    }
    for (int i = 0; i < 9; i++) {
      writer.deleteDocuments(new Term("id", "" + i));
    }
    writer.commit();
    writer.maybeMerge();
    writer.commit();
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      assertEquals(51, reader.maxDoc());
    }
  }

  public void testDeletionsAreMergedAway() throws IOException {
    for (int span = 0; span < 2; span++) {
      for (int i = 0; i < 10; i++) {
        add(span + "." + i, 10L * span);
      }
      writer.flush();
    }
    for (int i = 0; i < 2; i++) {
      writer.deleteDocuments(new Term("id", "1." + i));
    }
    writer.commit();
    writer.forceMergeDeletes();
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      assertEquals(18, reader.maxDoc());
      assertEquals(18, reader.numDocs());
    }
  }
}
