package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NamedThreadFactory;

/** No call waits until the texts of another are compared, even if the two documents are near. */
public class TestSlowVerification extends WriterTestCase {

  private static final String TEXT = words(0, 50);
  private static final String OTHER = words(100, 150);

  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final ExecutorService threads =
      Executors.newCachedThreadPool(new NamedThreadFactory("slow-verification"));

  private static String words(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
  }

  @Override
  public void tearDown() throws Exception {
    goOn.countDown();
    threads.shutdown();
    assertTrue(threads.awaitTermination(10, TimeUnit.MINUTES));
    super.tearDown();
  }

  /** Makes words, and stops at the word slow until the test lets it go on. */
  private final class Words extends Analyzer {

    @Override
    protected TokenStreamComponents createComponents(String field) {
      Tokenizer all = new WhitespaceTokenizer();
      CharTermAttribute word = all.getAttribute(CharTermAttribute.class);
      return new TokenStreamComponents(
          all,
          new TokenFilter(all) {
            @Override
            public boolean incrementToken() throws IOException {
              boolean is = input.incrementToken();
              if (is && word.toString().equals("slow")) {
                reached.countDown();
                try {
                  assertTrue(goOn.await(10, TimeUnit.MINUTES));
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              }
              return is;
            }
          });
    }
  }

  private NearDuplicateWriter writer() throws IOException {
    FingerprintScheme words = FingerprintScheme.of("words", new Words(), "text").with("shingle=1");
    return builder()
        .comparison(Comparison.STANDARD)
        .texts(TextVerifier.of(words), "text")
        .window("published", Duration.ofDays(1))
        .maxPendingBytes(random().nextBoolean() ? 1 : 4 << 20)
        .build();
  }

  private static Document document(String id, long fingerprint, String text) {
    Document document = OfferStream.document(id, fingerprint);
    document.add(new StoredField("text", text));
    document.add(new LongField("published", 100, Store.NO));
    return document;
  }

  private <T> T ends(Callable<T> call) throws Exception {
    return threads.submit(call).get(5, TimeUnit.MINUTES);
  }

  private Action add(NearDuplicateWriter writer, String id, long fingerprint, String text)
      throws Exception {
    return ends(() -> writer.add(document(id, fingerprint, text)).action());
  }

  public void testNoCallWaitsForIt() throws Exception {
    try (NearDuplicateWriter writer = writer()) {
      assertEquals(Action.ADDED, add(writer, "first", 5, OTHER));
      Future<Outcome> slow = threads.submit(() -> writer.add(document("slow", 5, "slow " + TEXT)));
      assertTrue(reached.await(5, TimeUnit.MINUTES));

      assertEquals(Action.ADDED, add(writer, "unrelated", ~5, OTHER));
      ends(() -> writer.expire(Instant.ofEpochMilli(100)));
      ends(() -> writer.delete("unrelated"));
      ends(() -> writer.delete("slow"));
      assertEquals(Action.ADDED, add(writer, "unrelated", ~5, OTHER));
      assertEquals(Action.ADDED, add(writer, "near", 4, TEXT));
      List<Outcome> outcomes = new ArrayList<>();
      ends(
          () -> {
            List<Integer> bulk = List.of(1, 2, 3);
            Adding.all(
                writer,
                bulk,
                i -> document("b" + i, 0xFFFFFL << (16 * i), OTHER),
                2,
                outcomes::add);
            writer.refresh();
            return indexWriter.commit();
          });
      assertEquals(3, outcomes.size());
      assertFalse(slow.isDone());

      goOn.countDown();
      Outcome outcome = slow.get(5, TimeUnit.MINUTES);
      assertEquals("because of one that came meanwhile", Action.SKIPPED, outcome.action());
      assertEquals(List.of(new Neighbour(new BytesRef("near"), 1)), PlainDedup.bare(outcome));
      writer.refresh();
      assertEquals(6, indexWriter.getDocStats().numDocs);
    }
  }

  /** A document is added if its near-duplicate expires, is deleted or is changed meanwhile. */
  public void testWhatWasNearIsGone() throws Exception {
    try (NearDuplicateWriter writer = writer()) {
      assertEquals(Action.ADDED, add(writer, "first", 5, TEXT));
      Future<Outcome> slow = threads.submit(() -> writer.add(document("slow", 5, "slow " + TEXT)));
      assertTrue(reached.await(5, TimeUnit.MINUTES));
      switch (random().nextInt(3)) {
        case 0 -> ends(() -> writer.expire(Instant.ofEpochMilli(101)));
        case 1 -> ends(() -> writer.delete("first"));
        default -> assertEquals(Action.ADDED, add(writer, "first", 5, OTHER));
      }
      goOn.countDown();
      assertEquals(Action.ADDED, slow.get(5, TimeUnit.MINUTES).action());
    }
  }
}
