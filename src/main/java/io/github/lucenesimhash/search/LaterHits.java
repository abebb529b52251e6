package io.github.lucenesimhash.search;

import java.io.IOException;

/** Hits that are gathered when the first of them is asked for: never, where time is up before. */
final class LaterHits extends HitIterator {

  /** Gathers hits. */
  @FunctionalInterface
  interface Gatherer {
    Hits gather() throws IOException;
  }

  private final Gatherer gatherer;
  private final long cost;
  private Hits hits;

  LaterHits(Gatherer gatherer, long cost) {
    this.gatherer = gatherer;
    this.cost = cost;
  }

  @Override
  int distance() {
    return hits.distance();
  }

  @Override
  public int docID() {
    return hits == null ? -1 : hits.docID();
  }

  @Override
  public int nextDoc() throws IOException {
    return gathered().nextDoc();
  }

  @Override
  public int advance(int target) throws IOException {
    return gathered().advance(target);
  }

  private Hits gathered() throws IOException {
    if (hits == null) {
      hits = gatherer.gather();
    }
    return hits;
  }

  @Override
  public long cost() {
    return hits == null ? cost : hits.cost();
  }
}
