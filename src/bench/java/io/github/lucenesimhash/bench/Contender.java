package io.github.lucenesimhash.bench;

import java.util.Locale;
import org.apache.lucene.search.IndexSearcher;

/** The designs that are compared, ours first. */
enum Contender {
  SIMHASH("SimHashPostingsFormat", 64, "#c0392b"),
  DEFAULT("default codec", 64, "#2467a8"),
  HEAP("heap scan", 64, "#444444"),
  NAIVE("BooleanQuery + check", 3, "#d98200"),
  SLOW("slow doc-values query", 64, "#3a8f3a");

  final String title;

  /** The largest distance that it finds all documents within. */
  final int maxDistance;

  private final String color;

  Contender(String title, int maxDistance, String color) {
    this.color = color;
    this.title = title;
    this.maxDistance = maxDistance;
  }

  /** As the command line and the CSV files have it. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Contender of(String key) {
    return valueOf(key.toUpperCase(Locale.ROOT));
  }

  /** The color of a curve with this title. */
  static String color(String title) {
    for (Contender contender : values()) {
      if (contender.title.equals(title)) {
        return contender.color;
      }
    }
    throw new IllegalArgumentException(title);
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
