package io.github.lucenesimhash.search;

import org.apache.lucene.search.DocIdSetIterator;

/** Documents within the distance, in order, each with its distance. */
abstract class HitIterator extends DocIdSetIterator {

  /** Distance of the current document. */
  abstract int distance();

  /** From here on nobody needs documents farther than this; they may be left out. */
  void limit(int maxDistance) {}
}
