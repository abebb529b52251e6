package io.github.lucenesimhash.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** Many fingerprints are in order, whether they use all bits or few. */
  @ParameterizedTest
  @ValueSource(ints = {64, 33, 20})
  void manyAreInOrder(int bits) {
    for (int count : new int[] {200, 20_000}) {
      long[] fingerprints = new Random(3).longs(count).map(f -> f >>> (64 - bits)).toArray();
      DistinctFingerprints set = DistinctFingerprints.of(fingerprints);
      assertEquals(Arrays.stream(fingerprints).distinct().count(), set.size());
      for (int number = 0; number < set.size(); number++) {
        assertEquals(fingerprints[set.document(number, 0)], set.value(number).lane(0));
        assertTrue(
            number == 0
                || Long.compareUnsigned(set.value(number - 1).lane(0), set.value(number).lane(0))
                    < 0);
      }
    }
  }

  @Test
  void numbersOutOfBoundsAreRefused() {
    DistinctFingerprints wide =
        DistinctFingerprints.of(
            List.of(
                Optional.of(Fingerprint.of(1, 2)),
                Optional.of(Fingerprint.of(3, 4)),
                Optional.of(Fingerprint.of(1, 2))));
    for (DistinctFingerprints set :
        List.of(
            wide,
            DistinctFingerprints.of(new long[] {7, 0, 7}),
            DistinctFingerprints.of(new long[] {7, 0}),
            DistinctFingerprints.of(new long[0]))) {
      for (int number : new int[] {-1, set.size(), set.size() + 1, Integer.MAX_VALUE - 1}) {
        assertThrows(IndexOutOfBoundsException.class, () -> set.value(number));
        assertThrows(IndexOutOfBoundsException.class, () -> set.copies(number));
        assertThrows(IndexOutOfBoundsException.class, () -> set.document(number, 0));
      }
      for (int number = 0; number < set.size(); number++) {
        int its = number;
        for (int copy : new int[] {-1, set.copies(number)}) {
          assertThrows(IndexOutOfBoundsException.class, () -> set.document(its, copy));
        }
      }
    }
  }

  @Test
  void asManyDocumentsAsFingerprintsAreTaken() {
    for (int documents : new int[] {1, 3}) {
      var e =
          assertThrows(
              IllegalArgumentException.class,
              () -> DistinctFingerprints.of(new long[2], new int[documents]));
      assertEquals(
          "2 fingerprints of " + documents + " documents, expected one for each", e.getMessage());
    }
  }

  @Test
  void thoseOfTwoSchemesAreNotCompared() throws IOException {
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        for (String scheme : Arrays.asList("one", "two", null)) {
          FieldType type = SimHashField.fieldType(scheme, 64);
          writer.addDocument(List.of(new SimHashField("by " + scheme, Fingerprint.of(7), type)));
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        DistinctFingerprints one = DistinctFingerprints.of(reader, "by one");
        DistinctFingerprints two = DistinctFingerprints.of(reader, "by two");
        DistinctFingerprints any = DistinctFingerprints.of(reader, "by null");
        SimilarityJoin join = SimilarityJoin.within(0);
        for (DistinctFingerprints other : List.of(one, any)) {
          assertEquals(1, join.pairs(one, other, (left, right, distance) -> {}).pairs());
          assertEquals(1, join.pairs(other, one, (left, right, distance) -> {}).pairs());
        }
        var e =
            assertThrows(
                IllegalArgumentException.class,
                () -> join.pairs(one, two, (left, right, distance) -> {}));
        assertTrue(e.getMessage().contains("scheme one, the right set by scheme two"));
      }
    }
  }
}
