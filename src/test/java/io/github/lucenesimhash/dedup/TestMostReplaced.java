package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DuplicatePolicy.Decision;
import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.verify.Comparison;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.index.DirectoryReader;

/** Tests documents that replace the maximum number of others. */
public class TestMostReplaced extends WriterTestCase {

  public void testNobodyDeletesWhatIsBeingReplaced() throws Exception {
    AtomicReference<NearDuplicateWriter> writer = new AtomicReference<>();
    AtomicReference<Thread> deleting = new AtomicReference<>();
    DuplicatePolicy policy =
        DuplicatePolicy.ask(
            (document, neighbours) -> {
              Thread thread = new Thread(() -> delete(writer.get(), neighbours.getLast().id()));
              deleting.set(thread);
              thread.start();
              while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
                Thread.onSpinWait();
              }
              assertTrue("a document that is being replaced was deleted", thread.isAlive());
              return Decision.REPLACE;
            });
    try (NearDuplicateWriter near =
        builder().policy(policy).comparison(Comparison.within(3)).maxReplaced(2).build()) {
      writer.set(near);
      near.add(OfferStream.document("a", 0b00_0111));
      near.add(OfferStream.document("b", 0b11_1000));
      assertEquals(Action.REPLACED, near.add(OfferStream.document("c", 0)).action());
      deleting.get().join();
    }
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      assertEquals(1, reader.numDocs());
    }
  }

  private static void delete(NearDuplicateWriter writer, String id) {
    try {
      writer.delete(id);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
