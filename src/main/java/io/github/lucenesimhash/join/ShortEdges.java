package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.lucene.util.BytesRef;

/** The pairs of short texts as edges of their fingerprints. */
final class ShortEdges {

  private final DistinctFingerprints set;

  /** Of the texts that have the same features and the same fingerprint, one stands for all. */
  private final ShortTextJoin join;

  /** By the document: the number of its fingerprint. */
  private final int[] numbers;

  ShortEdges(DistinctFingerprints set, ShortTextJoin texts) {
    this.set = set;
    int documents = 0;
    for (int index = 0; index < set.documents(); index++) {
      documents = Math.max(documents, set.documentAt(index) + 1);
    }
    numbers = new int[documents];
    BitSet standing = new BitSet();
    for (int number = 0; number < set.size(); number++) {
      Set<BytesRef> features = new HashSet<>();
      for (int copy = 0; copy < set.copies(number); copy++) {
        int document = set.document(number, copy);
        numbers[document] = number;
        standing.set(document, features.add(texts.features(document)));
      }
    }
    join = texts.only(standing::get);
  }

  /**
   * Hands on the edges beyond a distance; an edge may come more than once.
   *
   * @param isApart numbers that are not to be joined with each other
   */
  void forEach(int beyond, IntPredicate isApart, PairConsumer consumer) throws IOException {
    join.pairs(
        pair -> {
          int[] edge = {numbers[pair.a()], numbers[pair.b()]};
          Arrays.sort(edge);
          int distance = Fingerprint.distance(set.value(edge[0]), set.value(edge[1]));
          if (distance > beyond && !(isApart.test(edge[0]) && isApart.test(edge[1]))) {
            consumer.accept(edge[0], edge[1], distance);
          }
        });
  }
}
