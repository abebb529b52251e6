package io.github.lucenesimhash.dedup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.dedup.PendingDocuments.Near;
import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.dedup.PendingDocuments.Table;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.PlainFeatures;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.testing.BruteForce;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
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
    pending.put(
        new State(new BytesRef(id), false, Signature.of(Fingerprint.of(fingerprint)), 0, null));
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

  @Test
  void amongManyAllAreFoundByTheirWords() {
    Random random = new Random(7);
    List<PlainFeatures> titles = new ArrayList<>();
    List<PlainFeatures> put = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      boolean isNew = i < 20 || random.nextBoolean();
      PlainFeatures words = isNew ? PlainWords.draw(random) : titles.get(random.nextInt(20));
      titles.add(words);
      put.add(PlainWords.edit(words, random));
      pending.put(state("" + i, put.get(i)));
    }
    int all = 0;
    int allHeldBack = 0;
    for (int i = 0; i < 250; i++) {
      PlainWords rule = PlainWords.random(random);
      PlainFeatures words = PlainWords.edit(titles.get(i), random);
      Map<String, Float> expected = new TreeMap<>();
      int heldBack = 0;
      for (int j = 0; j < put.size(); j++) {
        float resemblance = (float) rule.resemblance(words, put.get(j));
        if (resemblance > 0) {
          expected.put("" + j, resemblance);
        } else if (rule.unguarded().resemblance(words, put.get(j)) > 0) {
          heldBack++;
        }
      }
      Map<String, Float> found = new TreeMap<>();
      Comparison comparison =
          Comparison.within(0).words(rule.minResemblance()).guarded(rule.guard());
      Near near = near(state("other", words), comparison);
      near.found().forEach(each -> found.put(each.state().id().utf8ToString(), each.score()));
      assertEquals(heldBack, near.heldBack());
      allHeldBack += heldBack;
      assertEquals(expected.keySet(), found.keySet());
      found.forEach((id, resemblance) -> assertEquals(expected.get(id), resemblance, 1e-6));
      all += found.size();
    }
    assertTrue(all > 1000, all + " found");
    assertTrue(allHeldBack > 100, allHeldBack + " held back");
    delete("0");
    assertTrue(
        near(state("other", put.getFirst()), Comparison.within(0).words(1)).found().stream()
            .noneMatch(near -> near.state().id().utf8ToString().equals("0")));
  }

  private static State state(String id, PlainFeatures words) {
    Document document = new Document();
    PlainWords.addTo(document, words);
    BytesRef value = document.getField("near.words").binaryValue();
    Signature signature = new Signature(Optional.empty(), value);
    return new State(new BytesRef(id), false, signature, 0, null);
  }

  private Near near(State offered, Comparison comparison) {
    Settings settings = NearDuplicateWriter.builder(writer).comparison(comparison);
    return pending.table().near(offered, settings);
  }

  private List<String> within(long fingerprint, int maxDistance) {
    State offered =
        new State(new BytesRef("other"), false, Signature.of(Fingerprint.of(fingerprint)), 0, null);
    return near(offered, Comparison.within(maxDistance)).found().stream()
        .map(found -> found.state().id().utf8ToString())
        .toList();
  }
}
