package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.Likeness;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.search.IndexSearcher;

/** Holds only the documents of a search whose texts are most alike. */
final class MostAlike {

  record Alike(int doc, Likeness likeness, int distance) {}

  private static final Comparator<Alike> BEST_FIRST =
      Comparator.<Alike>comparingDouble(hit -> hit.likeness.resemblance())
          .reversed()
          .thenComparingInt(Alike::distance)
          .thenComparingInt(Alike::doc);

  private final PriorityQueue<Alike> best = new PriorityQueue<>(BEST_FIRST.reversed());

  /** How many texts were compared, and how many of them are alike. */
  int candidates;

  long total;

  /** How many more the guard keeps apart. */
  long heldBack;

  /**
   * Compares the texts.
   *
   * @param text that is searched for
   * @param near says which of the two may go for the other
   * @param verifier of this comparison
   */
  MostAlike(
      NearSearch search,
      String text,
      Comparison near,
      TextVerifier verifier,
      int top,
      IndexSearcher searcher)
      throws IOException {
    FeatureSet features = verifier.features(text);
    search.forEach(
        searcher,
        doc -> {
          candidates++;
          FeatureSet its = verifier.features(search.index().text(doc));
          Likeness likeness = near.likeness(its, features);
          heldBack += likeness.isHeldBack() ? 1 : 0;
          if (likeness.isNear()) {
            total++;
            best.add(new Alike(doc, likeness, search.distance(doc)));
            if (best.size() > top) {
              best.poll();
            }
          }
        });
  }

  /** The most alike first, then the nearest; ties are in document order. */
  List<Alike> top() {
    List<Alike> all = new ArrayList<>(best);
    all.sort(BEST_FIRST);
    return all;
  }
}
