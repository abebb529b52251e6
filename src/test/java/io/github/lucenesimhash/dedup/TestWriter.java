package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DuplicatePolicy.Decision;
import io.github.lucenesimhash.dedup.Outcome.Action;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.store.AlreadyClosedException;

/** Tests calls with arguments and states at the limits of those that a writer allows. */
public class TestWriter extends WriterTestCase {

  public void testTwoOfOneIndexWriter() throws IOException {
    NearDuplicateWriter first = builder().build();
    String message = expectThrows(IllegalStateException.class, builder()::build).getMessage();
    assertTrue(message, message.startsWith("the index writer has a near-duplicate writer"));
    first.close();
    try (NearDuplicateWriter second = builder().build()) {
      first.close();
      expectThrows(IllegalStateException.class, builder()::build);
      assertEquals(Action.ADDED, second.add(OfferStream.document("a", 5)).action());
    }
  }

  /** A document is not skipped in favour of a lost one. */
  public void testAnIndexWriterThatIsClosedWithinADecision() throws IOException {
    DuplicatePolicy policy =
        DuplicatePolicy.ask(
            (document, neighbours) -> {
              try {
                indexWriter.rollback();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return Decision.SKIP;
            });
    try (NearDuplicateWriter writer = builder().policy(policy).build()) {
      writer.add(OfferStream.document("a", 5));
      Document near = OfferStream.document("b", 5);
      expectThrows(AlreadyClosedException.class, () -> writer.add(near));
    }
  }

  public void testOutcomesSayIds() throws IOException {
    try (NearDuplicateWriter writer = builder().build()) {
      Outcome outcome = writer.add(OfferStream.document("new", 5));
      assertEquals(
          "Outcome[id=new, action=ADDED, neighbours=[], totalNeighbours=0 hits,"
              + (" heldBack=0, sequenceNumber=" + outcome.sequenceNumber() + "]"),
          outcome.toString());
    }
  }

  public void testNull() throws IOException {
    try (NearDuplicateWriter writer = builder().window("published", Duration.ZERO).build()) {
      assertNamed("document", () -> writer.add(null));
      assertNamed("document", () -> writer.offer(Collections.singletonList(null)));
      assertNamed("id", () -> writer.delete((String) null));
      assertNamed("before", () -> writer.expire(null));
    }
  }

  private static void assertNamed(String name, ThrowingRunnable call) {
    assertEquals(name, expectThrows(NullPointerException.class, call).getMessage());
  }

  /** The first and the last possible dates expire one after the other. */
  public void testTheEndsOfTime() throws IOException {
    try (NearDuplicateWriter writer = builder().window("published", Duration.ZERO).build()) {
      long[] dates = {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE};
      boolean isPoint = random().nextBoolean();
      for (int i = 0; i < dates.length; i++) {
        Document document = OfferStream.document("" + i, 5);
        document.add(
            isPoint
                ? new LongField("published", dates[i], Store.NO)
                : new NumericDocValuesField("published", dates[i]));
        assertEquals(Action.ADDED, writer.add(document).action());
      }
      expectThrows(ArithmeticException.class, () -> writer.expire(Instant.MIN));
      assertLeft(3, writer, Instant.ofEpochMilli(Long.MIN_VALUE + 1));
      assertLeft(1, writer, Instant.ofEpochMilli(Long.MAX_VALUE));
      assertLeft(1, writer, Instant.ofEpochMilli(Long.MAX_VALUE).plusNanos(1));
      expectThrows(ArithmeticException.class, () -> writer.expire(Instant.MAX));
    }
  }

  private void assertLeft(int documents, NearDuplicateWriter writer, Instant expired)
      throws IOException {
    writer.expire(expired);
    assertEquals(expired.toString(), documents, indexWriter.getDocStats().numDocs);
  }
}
