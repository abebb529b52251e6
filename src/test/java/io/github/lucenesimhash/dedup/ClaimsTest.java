package io.github.lucenesimhash.dedup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.ThreadInterruptedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClaimsTest {

  private final Claims claims = new Claims(new Settings());

  @BeforeEach
  void enterFirst() {
    claims.enter(Set.of(new BytesRef("a")));
  }

  @Test
  void whatFailsWhileItIsComparedIsLeft() {
    Set<BytesRef> fails = Collections.singleton(null); // no other set takes the question
    assertThrows(NullPointerException.class, () -> claims.enter(fails));
    assertEquals(1, claims.queue.size());
  }

  @Test
  void theUnrelatedDoNotWait() {
    State far = State.apart(new BytesRef("b"));
    assertTimeoutPreemptively(
        Duration.ofMinutes(1), () -> claims.enter(Set.of(new BytesRef("b")), far));
    assertEquals(2, claims.queue.size());
  }

  @Test
  void whatIsInterruptedWhileItWaitsIsLeft() {
    Thread.currentThread().interrupt();
    assertThrows(ThreadInterruptedException.class, claims::enterAlone);
    assertEquals(1, claims.queue.size());
  }
}
