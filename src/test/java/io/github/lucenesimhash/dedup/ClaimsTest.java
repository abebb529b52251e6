package io.github.lucenesimhash.dedup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.ThreadInterruptedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClaimsTest {

  private final Directory directory = new ByteBuffersDirectory();
  private final IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
  private final Claims claims = new Claims(NearDuplicateWriter.builder(writer));

  ClaimsTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    IOUtils.close(writer, directory);
  }

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
