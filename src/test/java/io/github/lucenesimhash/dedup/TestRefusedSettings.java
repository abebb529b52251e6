package io.github.lucenesimhash.dedup;

import static java.lang.Double.NaN;

import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.time.Duration;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;

/** Rejects settings with which no writer can work. */
public class TestRefusedSettings extends WriterTestCase {

  public void testLimits() throws IOException {
    for (int bits : new int[] {-1, 257}) {
      String message = "distance is " + bits + ", expected 0 to 256";
      assertRefused(message, () -> builder().comparison(Comparison.within(bits)));
    }
    assertRefused("max replaced is 0, expected 1 to 2147483647", () -> builder().maxReplaced(0));
    assertRefused(
        "max neighbours is 0, expected 1 to 2147483647", () -> builder().maxNeighbours(0));
    assertRefused("max pending bytes is 0, expected 1 or more", () -> builder().maxPendingBytes(0));
    assertRefused(
        "window is PT-0.001S, expected a duration not below 0",
        () -> builder().window("date", Duration.ofMillis(-1)));
    for (double least : new double[] {-.1, 1.1, NaN}) {
      String message = "verification is " + least + ", expected 0 to 1";
      assertRefused(message, () -> builder().comparison(Comparison.STANDARD.verified(least)));
    }
    builder()
        .comparison(Comparison.within(64))
        .maxReplaced(1)
        .maxNeighbours(1)
        .window("date", Duration.ZERO)
        .maxPendingBytes(1)
        .build()
        .close();
  }

  public void testAComparisonOfTextsThatAreNowhere() {
    Comparison comparison = Comparison.parse("3 verify=0.8");
    assertRefused(
        "the comparison is '" + comparison + "', expected texts(verifier, field) to be called, too",
        () -> builder().comparison(comparison).build());
    assertRefused(
        "the comparison is '10 guard=numbers,negations', expected one that verifies, because texts was called",
        () -> builder().texts(TextVerifier.standard(), "text").build());
  }

  public void testAnIndexWriterThatSoftDeletes() throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setSoftDeletesField("gone");
    try (Directory soft = newDirectory();
        IndexWriter writer = new IndexWriter(soft, config)) {
      assertRefused(
          "the index writer soft-deletes by field 'gone', expected none, because documents are"
              + " replaced in one step",
          () -> NearDuplicateWriter.builder(writer).build());
    }
  }

  public void testAMarkInAFieldThatIsInUse() {
    for (String group : new String[] {"id", "near", "text"}) {
      NearDuplicateWriter.Builder builder =
          builder()
              .policy(DuplicatePolicy.mark(group))
              .comparison(Comparison.STANDARD)
              .texts(TextVerifier.standard(), "text");
      assertRefused(
          "the policy marks in field '" + group + "', expected a field that is used only for marks",
          builder::build);
    }
  }
}
