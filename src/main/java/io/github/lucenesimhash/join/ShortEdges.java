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

  private ShortTextJoin texts;

  /** Of the texts that have the same features and the same fingerprint, one stands for all. */
  private final BitSet standing = new BitSet();

  /** By the document: the number of its fingerprint. */
  private final int[] numbers;

  ShortEdges(DistinctFingerprints set, ShortTextJoin texts) {
    this.set = set;
    this.texts = texts;
    int documents = 0;
    for (int index = 0; index < set.documents(); index++) {
      documents = Math.max(documents, set.documentAt(index) + 1);
    }
    numbers = new int[documents];
    for (int number = 0; number < set.size(); number++) {
      Set<BytesRef> features = new HashSet<>();
      for (int copy = 0; copy < set.copies(number); copy++) {
        int document = set.document(number, copy);
        numbers[document] = number;
        standing.set(document, features.add(texts.features(document)));
      }
    }
  }

  /**
   * Hands on the edges beyond a distance; an edge may come more than once.
   *
   * @param asks numbers whose edges are wanted, of both
   * @param isApart numbers that are not to be joined with each other
   */
  void forEach(int beyond, IntPredicate asks, IntPredicate isApart, PairConsumer consumer)
      throws IOException {
    ShortTextJoin join =
        texts
            .only(document -> standing.get(document) && asks.test(numbers[document]))
            .apart(document -> isApart.test(numbers[document]));
    texts = texts.progress(share -> {}); // that of the first time is told of
    join.pairs(
        pair -> {
          int[] edge = {numbers[pair.a()], numbers[pair.b()]};
          Arrays.sort(edge);
          int distance = Fingerprint.distance(set.value(edge[0]), set.value(edge[1]));
          if (distance > beyond) {
            consumer.accept(edge[0], edge[1], distance);
          }
        });
  }
}
