package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.evaluate.KnownPairs.Kind;
import io.github.lucenesimhash.evaluate.KnownPairs.KnownPair;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Pairs that someone has looked at and found to be no duplicates: neither is in the group that is
 * kept for the other.
 *
 * @param pairs of documents, the smaller one in the upper half
 * @param unknown pairs that do not name two of the documents
 */
record Decisions(Set<Long> pairs, int unknown) {

  static final Decisions NONE = new Decisions(Set.of(), 0);

  /** Reads the pairs that a list calls unlike. */
  static Decisions of(TruthPairs list, Documents documents) throws IOException {
    Set<Long> pairs = new HashSet<>();
    for (KnownPair known : list.among(documents.count(), documents::id)) {
      if (known.kind() == Kind.NEGATIVE) {
        pairs.add(pair(known.a(), known.b()));
      }
    }
    return new Decisions(pairs, list.count(Kind.NEGATIVE) - pairs.size());
  }

  boolean keepApart(int document, int other) {
    return pairs.contains(pair(document, other));
  }

  private static long pair(int a, int b) {
    return (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
  }
}
