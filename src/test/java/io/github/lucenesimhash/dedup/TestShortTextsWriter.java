package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.By;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.PlainFeatures;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.util.BytesRef;

/**
 * Documents that are near by their words, and by nothing else where those are compared: at the
 * edges of the rule, pending or visible.
 */
public class TestShortTextsWriter extends WriterTestCase {

  static PlainFeatures range(int from, int to) {
    return PlainFeatures.of(LongStream.range(from, to).toArray());
  }

  static Document document(String id, Long fingerprint, PlainFeatures words) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    if (fingerprint != null) {
      document.add(new SimHashField("near", fingerprint));
    }
    PlainWords.addTo(document, words);
    return document;
  }

  private static List<Neighbour> neighbours(Object... idsAndDistances) {
    return IntStream.range(0, idsAndDistances.length / 2)
        .mapToObj(
            i ->
                new Neighbour(
                    new BytesRef((String) idsAndDistances[2 * i]),
                    (Integer) idsAndDistances[2 * i + 1]))
        .toList();
  }

  private void assertNear(boolean isNear, double minimum, PlainFeatures first, PlainFeatures second)
      throws IOException {
    boolean areCompared = Math.min(first.size(), second.size()) <= 64;
    for (boolean isVisible : new boolean[] {false, true}) {
      indexWriter.deleteAll();
      try (NearDuplicateWriter writer =
          builder()
              .comparison(Comparison.within(10).words(minimum).guarded(Guard.NUMBERS))
              .build()) {
        writer.add(document("first", 0L, first));
        if (isVisible) {
          writer.refresh();
        }
        for (int distance : new int[] {64, 5}) {
          boolean isPair = areCompared ? isNear : distance == 5;
          long fingerprint = -1L >>> (64 - distance);
          Outcome outcome = writer.add(document("second", fingerprint, second));
          assertEquals(isPair ? Action.SKIPPED : Action.ADDED, outcome.action());
          assertEquals(isPair ? neighbours("first", distance) : List.of(), outcome.neighbours());
          assertEquals(By.WORDS, outcome.by());
        }
      }
    }
  }

  /** Those of the index and those that are pending. */
  public void testHeldBackAreCounted() throws IOException {
    Comparison comparison = Comparison.within(10).words(.8).guarded(Guard.NUMBERS);
    try (NearDuplicateWriter writer = builder().comparison(comparison).build()) {
      for (int number = 1; number <= 4; number++) {
        LongStream words = LongStream.concat(LongStream.of(-number), LongStream.range(0, 19));
        PlainFeatures features = PlainFeatures.of(words.toArray());
        Outcome outcome = writer.add(document("" + number, 0L, features));
        assertEquals(Action.ADDED, outcome.action());
        assertEquals(number - 1, outcome.heldBack());
        if (number == 2) {
          writer.refresh();
        }
      }
    }
  }

  public void testAtTheMinimum() throws IOException {
    PlainFeatures other = PlainFeatures.of(0, 1, 2, 3, 4, 5, 6, 7, 100, 101);
    assertNear(true, 2 / 3., range(0, 10), other);
    assertNear(false, Math.nextUp(2 / 3.), range(0, 10), other);
    assertNear(true, 1, range(0, 1), range(0, 1));
    assertNear(false, 1, range(0, 1), range(0, 2));
    assertNear(true, .5, range(0, 64), range(0, 128));
    assertNear(false, Math.nextUp(.5), range(0, 64), range(0, 128));
  }

  public void testOneOfAPairHasSixtyFourWordsAtMost() throws IOException {
    assertNear(true, .8, range(0, 64), range(0, 80));
    assertNear(true, .8, range(0, 80), range(0, 64));
    assertNear(false, .8, range(0, 65), range(0, 80));
    assertNear(false, .8, range(0, 80), range(0, 65));
    assertNear(false, .8, range(0, 65), range(0, 65));
    PlainFeatures exchanged =
        PlainFeatures.of(LongStream.concat(longs(5, 10), longs(0, 5)).toArray());
    assertNear(true, .5, range(0, 10), range(0, 9));
    assertNear(false, .5, range(0, 10), exchanged);
  }

  private static LongStream longs(int from, int to) {
    return Arrays.stream(range(from, to).features());
  }

  /** By words and by fingerprints, of a few that are listed too. */
  public void testTheNearestAreFirst() throws IOException {
    indexWriter.addDocument(document("8 of 10", 0xFFL << 40, range(0, 8)));
    indexWriter.addDocument(document("9 of 10", -1L, range(0, 9)));
    indexWriter.addDocument(document("3 bits", 7L, null));
    indexWriter.addDocument(document("1 bit and 10 of 11", 1L, range(0, 11)));
    indexWriter.addDocument(document("no bits, 10 of 10", null, range(0, 10)));
    indexWriter.addDocument(document("far", -1L, range(4, 14)));
    indexWriter.addDocument(document("the same bits", 0L, range(4, 14)));
    List<Neighbour> all =
        neighbours(
            "no bits, 10 of 10",
            64,
            "3 bits",
            3,
            "1 bit and 10 of 11",
            1,
            "9 of 10",
            64,
            "8 of 10",
            8);
    for (int most = 1; most <= 6; most++) {
      try (NearDuplicateWriter writer =
          builder().comparison(Comparison.within(3).words(.8)).maxNeighbours(most).build()) {
        Outcome outcome = writer.add(document("new", 0L, range(0, 10)));
        assertEquals(all.subList(0, Math.min(most, 5)), outcome.neighbours());
        assertEquals(Action.SKIPPED, outcome.action());
      }
    }
  }

  public void testWordsWithoutAFingerprint() throws IOException {
    for (boolean isVisible : new boolean[] {false, true}) {
      indexWriter.deleteAll();
      try (NearDuplicateWriter writer =
          builder().comparison(Comparison.within(10).words(.8)).build()) {
        assertEquals(Action.ADDED, writer.add(document("a", null, range(0, 5))).action());
        if (isVisible) {
          writer.refresh();
        }
        Outcome outcome = writer.add(document("b", null, range(0, 5)));
        assertEquals(neighbours("a", 64), outcome.neighbours());
        assertEquals(By.WORDS, outcome.by());
        Outcome nothing = writer.add(document("c", null, null));
        assertEquals(By.NOTHING, nothing.by());
        Outcome fingerprint = writer.add(document("d", 5L, null));
        assertEquals(By.FINGERPRINTS, fingerprint.by());
        writer.delete("a");
        assertEquals(Action.ADDED, writer.add(document("b", null, range(0, 5))).action());
        assertEquals("an update", Action.ADDED, writer.add(document("b", -1L, null)).action());
        assertEquals(Action.ADDED, writer.add(document("e", null, range(0, 5))).action());
      }
    }
  }

  /** A pair by words is one whatever the texts; others are verified as ever. */
  public void testVerificationIsOfFingerprintsAlone() throws IOException {
    for (boolean isVisible : new boolean[] {false, true}) {
      indexWriter.deleteAll();
      try (NearDuplicateWriter writer =
          builder()
              .comparison(Comparison.STANDARD.words(.8))
              .texts(TextVerifier.standard(), "text")
              .build()) {
        Document first = document("first", 0L, range(0, 10));
        first.add(new StoredField("text", "one text of some words"));
        writer.add(first);
        if (isVisible) {
          writer.refresh();
        }
        for (String text : List.of("there is nothing like it in here", "one text of some words")) {
          for (PlainFeatures words : Arrays.asList(null, range(0, 10), range(0, 5))) {
            Document other = document("other", 1L, words);
            other.add(new StoredField("text", text));
            boolean isNear = words == null ? text.startsWith("one") : words.size() == 10;
            Outcome outcome = writer.add(other);
            assertEquals(isNear ? Action.SKIPPED : Action.ADDED, outcome.action());
            assertEquals(isNear ? neighbours("first", 1) : List.of(), outcome.neighbours());
          }
        }
      }
    }
  }

  /** As a user has it: documents from before words were kept, and a restart. */
  public void testAnIndexThatBeganWithoutWords() throws IOException {
    FingerprintScheme scheme = FingerprintScheme.standard();
    Document old = document("old", null, null);
    old.add(scheme.field("near").of("Red shoes for running women, size 38").get());
    indexWriter.addDocument(old);
    for (int restart = 0; restart < 2; restart++) {
      try (NearDuplicateWriter writer =
          builder()
              .comparison(Comparison.within(10).words(.7).guarded(Guard.NUMBERS))
              .schemeId(scheme.id())
              .build()) {
        for (String size : List.of("thirty", "forty", "fifty", "38", "40")) {
          Document document = document(restart + "/" + size, null, null);
          String text = "Blue bags for reading women, size " + size;
          scheme.field("near").fields(text).forEach(document::add);
          boolean isNumber = size.endsWith("8") || size.endsWith("0");
          boolean isFirst = restart == 0 && (isNumber || size.equals("thirty"));
          Outcome outcome = writer.add(document);
          assertEquals(isFirst ? Action.ADDED : Action.SKIPPED, outcome.action());
          if (size.equals("fifty")) {
            writer.refresh();
          }
        }
        Document shoes = document("shoes", null, null);
        scheme.field("near").fields("Red shoes for walking women, size 38").forEach(shoes::add);
        assertEquals("the old one has no words", Action.ADDED, writer.add(shoes).action());
        writer.delete("shoes");
      }
    }
  }

  /** The first is being written when the second is offered. */
  public void testACallWaitsForAnotherOfTheSameWords() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Document slow = document("slow", 0L, range(0, 10));
    slow.add(
        new Field(
            "body",
            new TokenStream() {
              @Override
              public boolean incrementToken() throws IOException {
                begun.countDown();
                try {
                  assertTrue("it goes on", goOn.await(2, TimeUnit.MINUTES));
                } catch (InterruptedException e) {
                  throw new IOException(e);
                }
                return false;
              }
            },
            TextField.TYPE_NOT_STORED));
    try (NearDuplicateWriter writer =
        builder().comparison(Comparison.within(10).words(.8)).build()) {
      FutureTask<Outcome> first = new FutureTask<>(() -> writer.add(slow));
      new Thread(first).start();
      begun.await();
      FutureTask<Outcome> other =
          new FutureTask<>(() -> writer.add(document("other", 1L, range(3, 13))));
      new Thread(other).start();
      assertEquals(Action.ADDED, other.get(1, TimeUnit.MINUTES).action());
      FutureTask<Outcome> second =
          new FutureTask<>(() -> writer.add(document("copy", 0xFFFFFFL, range(0, 10))));
      Thread thread = new Thread(second);
      thread.start();
      while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      boolean waits = thread.isAlive();
      goOn.countDown();
      assertTrue("it waits", waits);
      assertEquals(Action.ADDED, first.get().action());
      assertEquals(neighbours("slow", 24), second.get().neighbours());
    }
  }
}
