package io.github.lucenesimhash.dedup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.dedup.PendingDocuments.Table;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.ReferenceManager.RefreshListener;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PendingDocumentsTest {

  private final Directory directory = new ByteBuffersDirectory();
  private final IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
  private final SearcherManager searchers = new SearcherManager(writer, null);
  private final PendingDocuments pending = new PendingDocuments(searchers, 1 << 20);

  PendingDocumentsTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    IOUtils.close(searchers, writer, directory);
  }

  private void put(String id, long fingerprint) {
    pending.put(new State(new BytesRef(id), false, Fingerprint.of(fingerprint), 0, null));
  }

  private void delete(String id) {
    pending.put(State.deleted(new BytesRef(id)));
  }

  /** It tells what it told before, also when the documents are forgotten meanwhile. */
  @Test
  void aTableForgetsNothing() throws IOException {
    put("a", 0b0);
    delete("b");
    Table before = pending.table();
    pending.refresh();
    assertFalse(before.get(new BytesRef("a")).isDeleted());
    assertTrue(before.get(new BytesRef("b")).isDeleted());
    assertNull(pending.table().get(new BytesRef("a")));
    assertEquals(0, pending.size());
    assertEquals(0, pending.ramBytesUsed());
  }

  @Test
  void onlyTheNewestChangeOfADocumentIsComparedWith() throws IOException {
    put("a", 0b0);
    put("b", 0b1);
    searchers.addListener(
        new RefreshListener() {
          @Override
          public void beforeRefresh() {
            put("a", 0b111);
            assertEquals(List.of("b"), within(0b0, 1));
          }

          @Override
          public void afterRefresh(boolean didRefresh) {}
        });
    pending.refresh();
    assertEquals(List.of("a"), within(0b0, 3));
    delete("a");
    assertEquals(List.of(), within(0b0, 3));
  }

  @Test
  void amongManyAllWithinTheDistanceAreFound() {
    SplittableRandom random = new SplittableRandom(7);
    BruteForce oracle = new BruteForce();
    for (int i = 0; i < 3000; i++) {
      long fingerprint = random.nextLong() & 0xFFF; // many within 3 bits of each other
      oracle.put(i, fingerprint);
      put("" + i, fingerprint);
    }
    for (int maxDistance : new int[] {0, 3, 64}) {
      long query = random.nextLong() & 0xFFF;
      assertEquals(
          oracle.within(query, maxDistance).keySet().stream().map(id -> "" + id).toList(),
          within(query, maxDistance));
      assertEquals(List.of(), within(~query, 3));
    }
  }

  private List<String> within(long fingerprint, int maxDistance) {
    State offered = new State(new BytesRef("other"), false, Fingerprint.of(fingerprint), 0, null);
    Settings settings =
        NearDuplicateWriter.builder(writer).comparison(Comparison.within(maxDistance));
    return pending.table().near(offered, settings).stream()
        .map(found -> found.state().id().utf8ToString())
        .toList();
  }
}
