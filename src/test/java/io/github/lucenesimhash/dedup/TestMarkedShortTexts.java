package io.github.lucenesimhash.dedup;

import static io.github.lucenesimhash.dedup.TestShortTextsWriter.document;
import static io.github.lucenesimhash.dedup.TestShortTextsWriter.range;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.search.Comparison;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.Bits;

/** Groups of documents that are near by their words, and the names of these groups. */
public class TestMarkedShortTexts extends WriterTestCase {

  /**
   * A mark's distance is that of the fingerprints, and a group may begin without one: its name
   * tells its words from others that its id has later.
   */
  public void testMarks() throws IOException {
    try (NearDuplicateWriter writer =
        builder()
            .comparison(Comparison.within(10).words(.85))
            .policy(DuplicatePolicy.mark("group"))
            .build()) {
      assertEquals(Action.ADDED, writer.add(document("a", 0L, range(0, 10))).action());
      assertEquals(Action.MARKED, writer.add(document("b", 0xFFFFFFL, range(0, 9))).action());
      Outcome ofJoined = writer.add(document("c", 0xFFFFFFL, null));
      assertEquals("only what began a group is joined", Action.ADDED, ofJoined.action());
      assertEquals(Action.ADDED, writer.add(document("d", null, range(50, 55))).action());
      writer.refresh();
      assertEquals(Action.MARKED, writer.add(document("e", -1L, range(50, 55))).action());
      assertEquals(Action.ADDED, writer.add(document("f", null, range(1, 9))).action());
      assertEquals(Action.ADDED, writer.add(document("d", null, range(60, 65))).action());
      assertEquals(Action.MARKED, writer.add(document("g", -1L, range(60, 65))).action());
      assertEquals(Action.ADDED, writer.add(document("h", null, null)).action());
      writer.refresh();
    }
    String zeros = "0".repeat(16);
    assertEquals(
        Map.of(
            "a", "a#" + zeros + ".861f2ac38d7be008",
            "b", "a#" + zeros + ".861f2ac38d7be008, 24",
            "c", "c#0000000000ffffff",
            "d", "d#.03f6c3572a9fb232",
            "e", "d#.d41eeccac67133c3, 64",
            "f", "f#.e2005ecc8c7ba276",
            "g", "d#.03f6c3572a9fb232, 64",
            "h", "h#"),
        marks());
  }

  /** Its id and its fingerprint are those of another group's then, which is not its own. */
  public void testALeaderThatComesAgainWithOtherWords() throws IOException {
    try (NearDuplicateWriter writer =
        builder()
            .comparison(Comparison.within(10).words(.8))
            .policy(DuplicatePolicy.mark("group"))
            .build()) {
      for (int from : new int[] {0, 50}) {
        Document begun = document("begun", 0L, range(from, from + 10));
        assertEquals(Action.ADDED, writer.add(begun).action());
        Document copy = document("copy of " + from, 0L, range(from, from + 10));
        assertEquals(Action.MARKED, writer.add(copy).action());
      }
    }
    Map<String, String> marks = marks();
    assertEquals(marks.get("begun") + ", 0", marks.get("copy of 50"));
    assertNotEquals(marks.get("copy of 0"), marks.get("copy of 50"));
  }

  /** It began without the words that a writer compares now, or without a group. */
  public void testAGroupIsJoinedByTheNameItHas() throws IOException {
    for (Long fingerprint : Arrays.asList(null, 0L)) {
      indexWriter.deleteAll();
      try (NearDuplicateWriter writer = builder().policy(DuplicatePolicy.mark("group")).build()) {
        writer.add(document("marked", fingerprint, range(0, 10)));
      }
      indexWriter.addDocument(document("unmarked", fingerprint, range(50, 60)));
      try (NearDuplicateWriter writer =
          builder()
              .comparison(Comparison.within(10).words(.8))
              .policy(DuplicatePolicy.mark("group"))
              .build()) {
        for (int from : new int[] {0, 50}) {
          Document copy = document("copy of " + from, fingerprint, range(from, from + 10));
          assertEquals(Action.MARKED, writer.add(copy).action());
        }
      }
      String distance = fingerprint == null ? ", 64" : ", 0";
      Map<String, String> marks = marks();
      assertEquals(marks.get("marked") + distance, marks.get("copy of 0"));
      String name =
          fingerprint == null ? "unmarked#.735c4fd31200e140" : "unmarked#0000000000000000";
      assertEquals(name + distance, marks.get("copy of 50"));
    }
  }

  private Map<String, String> marks() throws IOException {
    Map<String, String> marks = new TreeMap<>();
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        NumericDocValues distances = leaf.reader().getNumericDocValues("group.distance");
        Bits live = leaf.reader().getLiveDocs();
        for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
          if (live == null || live.get(doc)) {
            boolean joined = distances != null && distances.advanceExact(doc);
            Document stored = leaf.reader().storedFields().document(doc);
            String distance = joined ? ", " + distances.longValue() : "";
            marks.put(stored.get("id"), stored.get("group") + distance);
          }
        }
      }
    }
    return marks;
  }
}
