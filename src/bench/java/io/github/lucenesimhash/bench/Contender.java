package io.github.lucenesimhash.bench;

import java.util.Locale;
import org.apache.lucene.search.IndexSearcher;

/** The designs that are compared. The design of this library is the first. */
enum Contender {
  SIMHASH("SimHashPostingsFormat", 64),
  DEFAULT("default codec", 64),
  HEAP("heap scan", 64),
  NAIVE("BooleanQuery + check", 3),
  SLOW("slow doc-values query", 64);

  final String title;

  /** The largest distance at which the design finds all documents. */
  final int maxDistance;

  Contender(String title, int maxDistance) {
    this.title = title;
    this.maxDistance = maxDistance;
  }

  /** Returns the name on the command line and in CSV files. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Contender of(String key) {
    return valueOf(key.toUpperCase(Locale.ROOT));
  }

  String codec() {
    return this == SIMHASH ? BenchIndex.SIMHASH : BenchIndex.DEFAULT;
  }

  boolean findsNearest() {
    return this == SIMHASH || this == DEFAULT || this == HEAP;
  }

  Design distance(IndexSearcher searcher, long[] fingerprints) {
    return switch (this) {
      case SIMHASH, DEFAULT -> Design.distanceQuery(searcher);
      case HEAP -> Design.heapScan(fingerprints);
      case NAIVE -> Design.naive(searcher);
      case SLOW -> Design.slow(searcher);
    };
  }

  Design nearest(IndexSearcher searcher, long[] fingerprints) {
    return this == HEAP ? NearestDesigns.heap(fingerprints) : NearestDesigns.nearest(searcher);
  }
}
