package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.verify.ResemblanceRescorer;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.opensearch.search.rescore.RescoreContext;
import org.opensearch.search.rescore.Rescorer;

/**
 * {@link ResemblanceRescorer} as a phase that may not cut hits: what it cuts, and what is beyond
 * the window, follows with score 0.
 */
record SourceRescorer(ResemblanceRescorer resemblance) implements Rescorer {

  @Override
  public TopDocs rescore(TopDocs topDocs, IndexSearcher searcher, RescoreContext context)
      throws IOException {
    ScoreDoc[] all = topDocs.scoreDocs;
    int window = Math.min(context.getWindowSize(), all.length);
    ScoreDoc[] candidates = Arrays.copyOf(all, window);
    context.setRescoredDocs(Stream.of(candidates).map(hit -> hit.doc).collect(Collectors.toSet()));
    Map<Integer, ScoreDoc> ranked = new LinkedHashMap<>();
    for (ScoreDoc hit :
        resemblance.rescore(searcher, new TopDocs(topDocs.totalHits, candidates), window)
            .scoreDocs) {
      ranked.put(hit.doc, hit);
    }
    for (ScoreDoc hit : all) {
      ranked.putIfAbsent(hit.doc, new ScoreDoc(hit.doc, 0, hit.shardIndex));
    }
    return new TopDocs(topDocs.totalHits, ranked.values().toArray(ScoreDoc[]::new));
  }

  @Override
  public Explanation explain(
      int doc, IndexSearcher searcher, RescoreContext context, Explanation source)
      throws IOException {
    if (!context.isRescored(doc)) {
      return Explanation.match(0, "beyond the window of " + context.getWindowSize(), source);
    }
    Explanation explained = resemblance.explain(searcher, source, doc);
    return explained.isMatch()
        ? explained
        : Explanation.match(0, explained.getDescription(), explained.getDetails());
  }
}
