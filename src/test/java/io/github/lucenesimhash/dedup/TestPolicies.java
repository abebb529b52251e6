package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DuplicatePolicy.Decision;
import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.dedup.PlainDedup.Policy;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.Rounds;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** With one thread, every outcome and the index equal those of a map and a loop. */
public class TestPolicies extends LuceneTestCase {

  public void testKeepFirst() throws Exception {
    duel(Policy.FIRST, Policy.FIRST.of());
  }

  public void testKeepNewest() throws Exception {
    duel(Policy.NEWEST, Policy.NEWEST.of());
  }

  public void testKeepBetter() throws Exception {
    duel(Policy.BETTER, Policy.BETTER.of());
  }

  public void testMark() throws Exception {
    duel(Policy.MARK, Policy.MARK.of());
  }

  public void testAskToSkip() throws Exception {
    duel(Policy.FIRST, DuplicatePolicy.ask((document, neighbours) -> Decision.SKIP));
  }

  private interface Calls {
    void make(NearDuplicateWriter writer, IndexWriter indexWriter) throws IOException;
  }

  /** Returns the group of each document after some calls, marked within 3 bits. */
  private static Map<String, String> marked(Calls calls) throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
        NearDuplicateWriter writer =
            NearDuplicateWriter.builder(indexWriter)
                .comparison(Comparison.within(3))
                .policy(DuplicatePolicy.mark("group"))
                .build()) {
      calls.make(writer, indexWriter);
      indexWriter.commit();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        return groups(reader);
      }
    }
  }

  /** A group keeps its centre in its name, even if the document that began it is gone. */
  public void testAGroupOutlivesItsFirst() throws Exception {
    assertEquals(
        Map.of(
            "a", "a#ffffffffffffffff",
            "b", "a#0000000000000000",
            "c", "c#0000000000000001",
            "d", "a#ffffffffffffffff"),
        marked(
            (writer, indexWriter) -> {
              writer.add(OfferStream.document("a", 0));
              writer.add(OfferStream.document("b", 1));
              writer.delete("a");
              writer.add(OfferStream.document("c", 1));
              writer.add(OfferStream.document("a", -1));
              writer.add(OfferStream.document("d", -2));
            }));
  }

  /** A document joins its neighbour's stored group, even if that neighbour's fingerprint is new. */
  public void testAGroupKeepsItsNameWhereFingerprintsAreMadeAnew() throws Exception {
    String group = "a#0000000000000000";
    assertEquals(
        Map.of("a", group, "b", group),
        marked(
            (writer, indexWriter) -> {
              writer.add(OfferStream.document("a", 0));
              Document anew = OfferStream.document("a", -1);
              anew.add(new KeywordField("group", group, Store.YES));
              indexWriter.updateDocument(new Term("id", "a"), anew);
              writer.refresh();
              writer.add(OfferStream.document("b", -2));
            }));
  }

  private void duel(Policy plainPolicy, DuplicatePolicy policy) throws Exception {
    int maxReplaced = TestUtil.nextInt(random(), 1, 3);
    PlainDedup plain = new PlainDedup(plainPolicy, OfferStream.MAX_DISTANCE, maxReplaced);
    IndexWriterConfig config = newIndexWriterConfig();
    if (random().nextBoolean()) {
      config.setCodec(new SimHashCodec("near"));
    }
    boolean keyword = random().nextBoolean();
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, config);
        NearDuplicateWriter writer =
            NearDuplicateWriter.builder(indexWriter)
                .comparison(Comparison.within(OfferStream.MAX_DISTANCE))
                .policy(policy)
                .maxReplaced(maxReplaced)
                .maxPendingBytes(TestUtil.nextInt(random(), 1, 20_000))
                .build()) {
      List<Long> offered = new ArrayList<>();
      for (int i = atLeast(Rounds.isLong() ? 600 : 300); i > 0; i--) {
        String id = "" + random().nextInt(100);
        if (random().nextInt(10) == 0) {
          writer.delete(id);
          plain.delete(new BytesRef(id));
        } else {
          long fingerprint =
              !offered.isEmpty() && random().nextInt(3) > 0
                  ? OfferStream.nearTo(offered.get(random().nextInt(offered.size())), random())
                  : random().nextLong();
          offered.add(fingerprint);
          Document document = OfferStream.document(id, fingerprint);
          if (keyword) {
            document.removeField("id");
            document.add(new KeywordField("id", id, Store.YES));
          }
          BytesRef bytes = new BytesRef(id);
          List<Neighbour> neighbours = plain.neighbours(bytes, fingerprint);
          Outcome outcome = writer.add(document);
          assertEquals(bytes, outcome.idBytes());
          assertEquals(neighbours, outcome.neighbours());
          assertEquals(plain.action(fingerprint, neighbours), outcome.action());
          assertEquals(
              plain.make(outcome.action(), bytes, fingerprint, neighbours),
              outcome.sequenceNumber() >= 0);
        }
        if (random().nextInt(20) == 0) {
          writer.refresh();
          assertEquals(0, writer.pendingChanges());
        }
        if (random().nextInt(50) == 0) {
          indexWriter.commit();
        }
      }
      indexWriter.commit();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(plain.fingerprints(), IndexContent.of(reader));
        if (plainPolicy == Policy.MARK) {
          assertEquals(plain.groups(), groups(reader));
        }
      }
    }
  }

  private static Map<String, String> groups(DirectoryReader reader) throws Exception {
    Map<String, String> groups = new HashMap<>();
    for (String id : IndexContent.of(reader).keySet()) {
      groups.put(id, IndexContent.stored(reader, id).get("group"));
    }
    return groups;
  }

  public void testAQualityThatIsNoNumberIsNotBetter() throws Exception {
    DuplicatePolicy better =
        DuplicatePolicy.keepBetter(document -> Double.parseDouble(document.get("id")));
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
        NearDuplicateWriter writer =
            NearDuplicateWriter.builder(indexWriter).policy(better).build()) {
      writer.add(OfferStream.document("1", 5));
      assertEquals(Action.SKIPPED, writer.add(OfferStream.document("NaN", 5)).action());
      assertEquals(Action.REPLACED, writer.add(OfferStream.document("2", 5)).action());
    }
  }
}
