package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.verify.ResemblanceRescorer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;

/** Of all that a search finds, the documents whose texts are most alike; only so many are held. */
final class MostAlike {

  private static final int BATCH = 1024;

  record Alike(int doc, float resemblance, int distance) {}

  private static final Comparator<Alike> BEST_FIRST =
      Comparator.comparingDouble(Alike::resemblance)
          .reversed()
          .thenComparingInt(Alike::distance)
          .thenComparingInt(Alike::doc);

  private final PriorityQueue<Alike> best = new PriorityQueue<>(BEST_FIRST.reversed());

  /** How many texts were compared, and how many of them are alike. */
  int candidates;

  long total;

  /** How many more the guard keeps apart. */
  long heldBack;

  MostAlike(
      NearSearch search, ResemblanceRescorer rescorer, Guard guard, int top, IndexSearcher searcher)
      throws IOException {
    ResemblanceRescorer guarded = rescorer.guarded(guard);
    search.forEachBatch(
        searcher,
        BATCH,
        batch -> {
          candidates += batch.size();
          TotalHits all = new TotalHits(batch.size(), Relation.EQUAL_TO);
          TopDocs near = new TopDocs(all, batch.toArray(ScoreDoc[]::new));
          TopDocs unguarded = rescorer.rescore(searcher, near, batch.size());
          TopDocs alike = guarded.rescore(searcher, unguarded, batch.size());
          total += alike.scoreDocs.length;
          heldBack += unguarded.scoreDocs.length - alike.scoreDocs.length;
          for (ScoreDoc hit : alike.scoreDocs) {
            best.add(new Alike(hit.doc, hit.score, search.distance(hit.doc)));
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
