package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.search.SimHashCodec;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.tests.store.MockDirectoryWrapper;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/**
 * If a directory fails, an exception says so, the last commit stays, and a retry succeeds. Only one
 * thread runs where the index writer itself may fail for good. With several threads, Lucene 10.5
 * can leave files open and violate its own assertion while it closes, with and without this writer.
 */
public class TestFailures extends LuceneTestCase {

  private static final int THREADS = 8;

  private MockDirectoryWrapper directory;
  private Map<String, Long> committed = Map.of();
  private int failures;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newMockDirectory();
  }

  @Override
  public void tearDown() throws Exception {
    directory.close();
    super.tearDown();
  }

  private static OfferStream offers(int documents) {
    return new OfferStream(documents, random());
  }

  public void testDiskFull() throws Exception {
    OfferStream offers = offers(atLeast(500));
    long room = 0;
    do {
      room += TestUtil.nextInt(random(), 1, failures == 0 ? 500 : 50_000); // too little at first
      directory.setMaxSizeInBytes(directory.sizeInBytes() + room);
    } while (!offerAndCommit(offers, 1, 0, "fake disk full"));
    assertTrue("the disk was never full", failures > 0);
    assertGuarantee(offers);
  }

  public void testRandomErrors() throws Exception {
    OfferStream offers = offers(atLeast(500));
    for (int round = 0; round < 10; round++) {
      offerAndCommit(offers, 1, random().nextDouble() * 0.02, "random IOException");
    }
    assertTrue("nothing failed", failures > 0);
    assertTrue(offerAndCommit(offers, 1, 0, "nothing fails"));
    assertGuarantee(offers);
  }

  public void testRefreshFails() throws Exception {
    OfferStream offers = offers(atLeast(1000));
    Random chance = new Random(random().nextLong());
    MockDirectoryWrapper.Failure failure =
        new MockDirectoryWrapper.Failure() {
          @Override
          public void eval(MockDirectoryWrapper dir) throws IOException {
            if (doFail
                && callStackContains(SearcherManager.class, "refreshIfNeeded")
                && callStackContains(MockDirectoryWrapper.class, "openInput")
                && !callStackContainsAnyOf("flush", "merge")
                && chance.nextInt(10) == 0) {
              throw new IOException("refresh fails");
            }
          }
        };
    directory.failOn(failure);
    failure.setDoFail();
    while (failures == 0) {
      offerAndCommit(offers, THREADS, 0, "refresh fails");
    }
    failure.clearDoFail();
    assertTrue(offerAndCommit(offers, THREADS, 0, "nothing fails"));
    assertGuarantee(offers);
  }

  /**
   * Offers all documents until all are added or the index writer has failed for good, and commits.
   * Whatever happens, the index equals the last successful commit.
   *
   * @return whether nothing failed
   */
  private boolean offerAndCommit(OfferStream offers, int threads, double errorRate, String message)
      throws Exception {
    int before = failures;
    boolean commits = false;
    Map<String, Long> offered = Map.of();
    IndexWriter indexWriter = new IndexWriter(directory, config());
    try {
      directory.setRandomIOExceptionRate(errorRate);
      directory.setRandomIOExceptionRateOnOpen(errorRate);
      try (NearDuplicateWriter writer = writer(indexWriter, offers)) {
        boolean areOffered;
        do {
          areOffered = offerAll(offers, threads, writer, message);
        } while (!areOffered && indexWriter.isOpen());
      }
      if (indexWriter.isOpen()) {
        directory.setRandomIOExceptionRate(0);
        directory.setRandomIOExceptionRateOnOpen(0);
        try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
          offered = IndexContent.of(reader);
        }
        directory.setRandomIOExceptionRate(errorRate);
        commits = true;
        indexWriter.commit();
        commits = false;
        committed = offered;
      }
    } catch (IOException | AlreadyClosedException e) {
      assertSaysSo(e, message);
    } finally {
      directory.setRandomIOExceptionRate(0);
      directory.setRandomIOExceptionRateOnOpen(0);
      indexWriter.rollback();
    }
    if (DirectoryReader.indexExists(directory)) {
      TestUtil.checkIndex(directory);
      Map<String, Long> content = content();
      if (commits && content.equals(offered)) { // the failure came after the commit
        committed = offered;
      }
      assertEquals(committed, content);
    } else {
      assertEquals(committed, Map.of());
    }
    return failures == before;
  }

  private boolean offerAll(
      OfferStream offers, int threads, NearDuplicateWriter writer, String message) {
    try {
      Adding.all(
          writer,
          IntStream.range(0, offers.fingerprints.length).boxed().toList(),
          offers::document,
          threads,
          outcome -> {});
      return true;
    } catch (IOException | AlreadyClosedException e) {
      assertSaysSo(e, message);
      return false;
    }
  }

  private void assertSaysSo(Throwable e, String message) {
    failures++;
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (("" + cause.getMessage()).contains(message)) {
        return;
      }
    }
    throw new AssertionError("expected '" + message + "'", e);
  }

  private void assertGuarantee(OfferStream offers) throws IOException {
    Map<String, Long> content = content();
    offers.assertNoneNear(content);
    for (int i = 0; i < offers.fingerprints.length; i++) {
      int offered = i;
      assertTrue(
          "" + i,
          content.containsKey("" + i)
              || content.keySet().stream()
                  .anyMatch(id -> offers.isNear(offered, Integer.parseInt(id))));
    }
  }

  private Map<String, Long> content() throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      return IndexContent.of(reader);
    }
  }

  private static IndexWriterConfig config() {
    IndexWriterConfig config =
        newIndexWriterConfig()
            .setMergeScheduler(new SerialMergeScheduler())
            .setCommitOnClose(false);
    return random().nextBoolean() ? config.setCodec(new SimHashCodec("near")) : config;
  }

  private static NearDuplicateWriter writer(IndexWriter indexWriter, OfferStream offers)
      throws IOException {
    return offers
        .in(NearDuplicateWriter.builder(indexWriter))
        .maxPendingBytes(TestUtil.nextInt(random(), 20_000, 200_000))
        .build();
  }

  /** A document is not skipped in favour of one that a closed index writer has lost. */
  public void testNothingIsLeftOutWhenTheIndexWriterIsClosed() throws Exception {
    for (DuplicatePolicy policy :
        List.of(DuplicatePolicy.keepFirst(), DuplicatePolicy.keepNewest())) {
      IndexWriter indexWriter = new IndexWriter(directory, config());
      try (NearDuplicateWriter writer =
          NearDuplicateWriter.builder(indexWriter).policy(policy).maxReplaced(1).build()) {
        indexWriter.addDocument(OfferStream.document("1", 5));
        indexWriter.addDocument(OfferStream.document("2", 5));
        writer.refresh();
        indexWriter.rollback();
        expectThrows(AlreadyClosedException.class, () -> writer.add(OfferStream.document("3", 5)));
      }
    }
  }
}
