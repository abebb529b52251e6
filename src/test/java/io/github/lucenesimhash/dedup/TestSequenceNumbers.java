package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;

/** The numbers that the writer returns are those of the index writer. */
public class TestSequenceNumbers extends WriterTestCase {

  public void testAscend() throws IOException {
    try (NearDuplicateWriter writer = builder().comparison(Comparison.within(3)).build()) {
      long added = writer.add(OfferStream.document("a", 5)).sequenceNumber();
      long deleted = writer.delete("a");
      long addedAgain = writer.add(OfferStream.document("b", 5)).sequenceNumber();
      assertTrue(added + ", " + deleted, 0 < added && added < deleted);
      assertTrue(deleted + ", " + addedAgain, deleted < addedAgain);
    }
  }
}
