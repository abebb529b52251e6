package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DuplicatePolicy.Decision;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Tests refreshes at critical moments of a look-up. */
public class TestLookup extends WriterTestCase {

  private static List<String> ids(Outcome outcome) {
    return outcome.neighbours().stream().map(Neighbour::id).toList();
  }

  /** A delete counts even if the writer refreshes while the first hit is read under the lock. */
  public void testADeleteThatBecomesVisibleIsNotForgotten() throws IOException {
    AtomicReference<NearDuplicateWriter> refreshed = new AtomicReference<>();
    DuplicatePolicy better =
        DuplicatePolicy.keepBetter(
            document -> {
              NearDuplicateWriter writer = refreshed.getAndSet(null);
              if (writer != null) {
                refresh(writer);
              }
              return 0;
            });
    try (NearDuplicateWriter writer = builder().policy(better).build()) {
      Offers offers = writer.offer(List.of(OfferStream.document("other", 5)));
      indexWriter.addDocument(OfferStream.document("kept", 5));
      indexWriter.addDocument(OfferStream.document("deleted", 4));
      writer.refresh();
      writer.delete("deleted");
      refreshed.set(writer);
      offers.check(outcome -> assertEquals(List.of("kept"), ids(outcome)));
      assertNull("it was refreshed", refreshed.get());
      assertEquals(0, writer.pendingChanges());
    }
  }

  private static void refresh(NearDuplicateWriter writer) {
    try {
      writer.refresh();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** No document is found twice by look-ups during a refresh, when all are visible and recent. */
  public void testNoneIsFoundTwiceWhileChangesAreForgotten() throws Exception {
    int documents = 200;
    try (NearDuplicateWriter writer =
        builder()
            .policy(DuplicatePolicy.ask((document, neighbours) -> Decision.ADD))
            .comparison(Comparison.within(3))
            .maxNeighbours(1000)
            .build()) {
      for (int round = atLeast(20); round > 0; round--) {
        for (int i = 0; i < documents; i++) {
          writer.add(OfferStream.document("" + i, 5));
        }
        FutureTask<Void> refresh =
            new FutureTask<>(
                () -> {
                  writer.refresh();
                  return null;
                });
        new Thread(refresh).start();
        List<Outcome> outcomes = new ArrayList<>();
        do {
          writer.offer(List.of(OfferStream.document("other", 5))).check(outcomes::add);
        } while (!refresh.isDone());
        refresh.get(10, TimeUnit.MINUTES);
        for (Outcome outcome : outcomes) {
          assertEquals(documents, outcome.neighbours().size());
          assertEquals(documents, new HashSet<>(ids(outcome)).size());
        }
      }
    }
  }
}
