package io.github.lucenesimhash.dedup;

import static io.github.lucenesimhash.dedup.TestOffers.document;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.util.CharTokenizer;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.ThreadInterruptedException;

/** Tests verifiers that fail, or close the writer, while documents are looked up or added. */
public class TestFailingVerifier extends WriterTestCase {

  /** Returns an analyzer that makes words, after a call before each text. */
  private static Analyzer words(IORunnable first) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        return new TokenStreamComponents(
            new CharTokenizer() {
              @Override
              protected boolean isTokenChar(int c) {
                return c != ' ';
              }

              @Override
              public void reset() throws IOException {
                super.reset();
                first.run();
              }
            });
      }
    };
  }

  /** Returns a verifier of single words, which begins each text with a call. */
  static TextVerifier verifier(IORunnable first) {
    return TextVerifier.of(FingerprintScheme.of("words", words(first), "text").with("shingle=1"));
  }

  private NearDuplicateWriter writer(IORunnable first) throws IOException {
    return builder().comparison(Comparison.STANDARD).texts(verifier(first), "text").build();
  }

  private static void failOnce(AtomicReference<Throwable> failure) throws IOException {
    Throwable e = failure.getAndSet(null);
    if (e != null) {
      throw IOUtils.rethrowAlways(e);
    }
  }

  /** An interrupt during a look-up is thrown on; other failures may be met again, or not. */
  public void testAVerifierThatFailsOnceWhileDocumentsAreLookedUp() throws IOException {
    indexWriter.addDocument(document("a", 5, "one two three"));
    AtomicReference<Throwable> failure = new AtomicReference<>();
    try (NearDuplicateWriter writer = writer(() -> failOnce(failure))) {
      List<Throwable> ends =
          List.of(
              new ThreadInterruptedException(new InterruptedException()),
              new InterruptedIOException(),
              new ClosedByInterruptException(),
              new StackOverflowError());
      for (Throwable end : ends) {
        failure.set(end);
        String copy = "one two three " + end.getClass();
        Throwable thrown =
            expectThrows(Throwable.class, () -> writer.offer(List.of(document("b", 5, copy))));
        assertTrue("" + thrown, Stream.of(thrown, thrown.getCause()).anyMatch(end::equals));
        assertNull(failure.get());
        assertEquals(0, writer.pendingChanges());
      }
      failure.set(new IllegalStateException("once"));
      Offers offers = writer.offer(List.of(document("b", 5, "one two three")));
      assertNull(failure.get());
      offers.add(outcome -> assertEquals(Action.SKIPPED, outcome.action()));
    }
  }

  /** A failure for a text fails its document alone, also when a neighbour is still pending. */
  public void testAVerifierThatFailsWhileADocumentIsAdded() throws IOException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    try (NearDuplicateWriter writer = writer(() -> failOnce(failure))) {
      Offers offers =
          writer.offer(
              List.of(
                  document("a", 5, "one two three"),
                  document("b", 5, "one two three"),
                  document("c", 5, "one two three")));
      List<String> done = new ArrayList<>();
      failure.set(new StackOverflowError());
      expectThrows(StackOverflowError.class, () -> offers.add(outcome -> done.add(outcome.id())));
      offers.add(outcome -> done.add(outcome.id() + " " + outcome.action()));
      assertEquals(List.of("a", "c SKIPPED"), done);
    }
  }

  /** The current decision is finished, no other is made, and a second close does nothing. */
  public void testAVerifierThatClosesTheWriter() throws IOException {
    AtomicReference<NearDuplicateWriter> closed = new AtomicReference<>();
    IORunnable close = () -> IOUtils.close(closed.get());
    NearDuplicateWriter writer = writer(close);
    Offers offers =
        writer.offer(
            List.of(
                document("a", 5, "one two three"),
                document("b", 5, "one two three"),
                document("far", -1, "one two three")));
    closed.set(writer);
    List<String> done = new ArrayList<>();
    expectThrows(AlreadyClosedException.class, () -> offers.add(outcome -> done.add(outcome.id())));
    writer.close();
    expectThrows(AlreadyClosedException.class, offers::addNext);
    expectThrows(AlreadyClosedException.class, () -> writer.offer(List.of()));
    assertTrue(done.toString(), List.of("a").containsAll(done));
    assertEquals(1, indexWriter.getDocStats().numDocs);
  }
}
