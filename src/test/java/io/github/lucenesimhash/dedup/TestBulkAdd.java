package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Documents are looked up in groups; what an iterator and a failure see of that. */
public class TestBulkAdd extends LuceneTestCase {

  private static final int DOCUMENTS = 1000;

  private final OfferStream offers = new OfferStream(DOCUMENTS, random());
  private final List<String> reported = new ArrayList<>();
  private final List<String> indexed = new ArrayList<>();

  private void addAll(IntFunction<Document> toDocument, int threads, Directory directory)
      throws IOException {
    try (IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
        NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
      writer.addAll(
          IntStream.range(0, DOCUMENTS).boxed().toList(),
          toDocument::apply,
          threads,
          outcome -> {
            reported.add(outcome.id());
            if (outcome.isIndexed()) {
              indexed.add(outcome.id());
            }
          });
    }
  }

  private static List<String> ids(int end) {
    return IntStream.range(0, end).mapToObj(Integer::toString).toList();
  }

  private void assertAllReported(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(new HashSet<>(indexed), IndexContent.of(reader).keySet());
    }
  }

  public void testOneThreadKeepsTheOrder() throws IOException {
    try (Directory directory = newDirectory()) {
      addAll(offers::document, 1, directory);
      assertEquals(ids(DOCUMENTS), reported);
      assertAllReported(directory);
    }
  }

  public void testWhatWasMadeBeforeAFailureIsAdded() throws IOException {
    int failing = random().nextInt(DOCUMENTS);
    try (Directory directory = newDirectory()) {
      IllegalStateException e =
          expectThrows(
              IllegalStateException.class,
              () ->
                  addAll(
                      i -> {
                        if (i == failing) {
                          throw new IllegalStateException("no text");
                        }
                        return offers.document(i);
                      },
                      1,
                      directory));
      assertEquals("no text", e.getMessage());
      assertEquals(ids(failing), reported);
      assertAllReported(directory);
    }
  }

  public void testADocumentWithoutIdEndsIt() throws IOException {
    try (Directory directory = newDirectory()) {
      expectThrows(
          IllegalArgumentException.class,
          () -> addAll(i -> i == 500 ? new Document() : offers.document(i), 3, directory));
      assertFalse(reported.contains("500"));
      assertEquals("once each", Set.copyOf(reported).size(), reported.size());
      assertAllReported(directory);
    }
  }

  public void testTheFirstGroupIsReportedBeforeTheSecondIsMade() throws IOException {
    List<Integer> reportedBefore = new ArrayList<>();
    try (Directory directory = newDirectory()) {
      addAll(
          i -> {
            reportedBefore.add(reported.size());
            return offers.document(i);
          },
          1,
          directory);
    }
    assertTrue(Set.copyOf(reportedBefore).size() < DOCUMENTS / 10);
    assertTrue(reportedBefore.get(512) > 0);
    assertTrue(reportedBefore.get(512) <= 512);
  }

  public void testASlowIteratorIsNotWaitedFor() throws IOException {
    List<Integer> reportedBefore = new ArrayList<>();
    try (Directory directory = newDirectory()) {
      addAll(
          i -> {
            if (i == 30) {
              sleep();
            }
            reportedBefore.add(reported.size());
            return offers.document(i);
          },
          1,
          directory);
    }
    assertEquals("a group ends after a quarter of a second", 31, (int) reportedBefore.get(31));
  }

  private static void sleep() {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
