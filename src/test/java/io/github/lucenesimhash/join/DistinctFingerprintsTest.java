package io.github.lucenesimhash.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DistinctFingerprintsTest {

  @Test
  void copiesAscendInWhateverOrderTheyWereGiven() throws IOException {
    long[] fingerprints = {7, 0, 7, -1, 7};
    int[] documents = {9, 8, 2, 4, 5};
    DistinctFingerprints set = DistinctFingerprints.of(fingerprints, documents);
    assertEquals(3, set.copies(1));
    assertEquals(2, set.document(1, 0));
    assertEquals(5, set.document(1, 1));
    assertEquals(9, set.document(1, 2));
    Set<String> pairs = new TreeSet<>();
    SimilarityJoin.within(0).pairs(set, (left, right, distance) -> pairs.add(left + " " + right));
    assertEquals(Set.of("2 5", "2 9", "5 9"), pairs);
  }
}
