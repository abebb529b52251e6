package io.github.lucenesimhash.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Rescorer;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;

/**
 * Ranks the hits of a distance query by their exact resemblance to the text that was searched for,
 * and removes hits that are less similar than a minimum or that the {@linkplain
 * TextVerifier#guarded guard} of the verifier keeps apart from the text. The new score of a hit is
 * its resemblance. Ties are broken by document number.
 *
 * <pre>{@code
 * TextVerifier verifier = Comparison.STANDARD.verifier(scheme);
 * TopDocs candidates = searcher.search(scheme.field("near").newDistanceQuery(text, 12), 1000);
 * TopDocs verified =
 *     ResemblanceRescorer.jaccard(
 *             verifier.features(text), DocumentFeatures.stored("text", verifier), 0.8)
 *         .rescore(searcher, candidates, 10);
 * }</pre>
 *
 * <p>Safe for use by several threads if its {@link DocumentFeatures} are.
 */
public final class ResemblanceRescorer extends Rescorer {

  private final FeatureSet text;
  private final DocumentFeatures documents;
  private final double minimum;

  private ResemblanceRescorer(FeatureSet text, DocumentFeatures documents, double minimum) {
    if (!(minimum >= 0 && minimum <= 1)) {
      throw new IllegalArgumentException("minimum is " + minimum + ", expected 0 to 1");
    }
    this.text = text;
    this.documents = Objects.requireNonNull(documents, "documents");
    this.minimum = minimum;
  }

  /**
   * {@return a rescorer that scores by {@link FeatureSet#jaccard}}
   *
   * @param text the features of the text that is searched for
   * @param documents the reader of the features of hits, with the verifier of the text
   * @param minimum the minimum score of a hit, 0 to 1
   */
  public static ResemblanceRescorer jaccard(
      FeatureSet text, DocumentFeatures documents, double minimum) {
    return new ResemblanceRescorer(text, documents, minimum);
  }

  /**
   * Returns the topN most similar of the hits that are kept. The total counts all hits that are
   * kept, and is a lower bound if the first pass did not return all of its hits.
   */
  @Override
  public TopDocs rescore(IndexSearcher searcher, TopDocs firstPass, int topN) throws IOException {
    ScoreDoc[] byDoc = firstPass.scoreDocs.clone();
    Arrays.sort(byDoc, Comparator.comparingInt(hit -> hit.doc)); // reads texts in the order on disk
    List<ScoreDoc> kept = new ArrayList<>();
    for (ScoreDoc hit : byDoc) {
      FeatureSet features = features(searcher, hit.doc);
      double resemblance = text.jaccard(features);
      if (resemblance >= minimum && !features.isHeldBack(text)) {
        kept.add(new ScoreDoc(hit.doc, (float) resemblance, hit.shardIndex));
      }
    }
    kept.sort(Comparator.comparingDouble(hit -> -hit.score));
    Relation relation =
        firstPass.totalHits.value() == byDoc.length
            ? firstPass.totalHits.relation()
            : Relation.GREATER_THAN_OR_EQUAL_TO;
    return new TopDocs(
        new TotalHits(kept.size(), relation), kept.stream().limit(topN).toArray(ScoreDoc[]::new));
  }

  @Override
  public Explanation explain(IndexSearcher searcher, Explanation firstPass, int doc)
      throws IOException {
    FeatureSet features = features(searcher, doc);
    double resemblance = text.jaccard(features);
    String description = "jaccard of the text (" + text + ") and the document (" + features + ")";
    List<Explanation> details =
        List.of(
            firstPass,
            share("resemblance of the text and the document", resemblance),
            share("share of the text that is in the document", text.containment(features)),
            share("share of the document that is in the text", features.containment(text)));
    if (features.isHeldBack(text)) {
      return Explanation.noMatch(description + ", which the guard keeps apart", details);
    }
    return resemblance >= minimum
        ? Explanation.match((float) resemblance, description, details)
        : Explanation.noMatch(
            description + " is " + resemblance + ", expected at least " + minimum, details);
  }

  private static Explanation share(String name, double share) {
    return Explanation.match((float) share, name);
  }

  private FeatureSet features(IndexSearcher searcher, int doc) throws IOException {
    List<LeafReaderContext> leaves = searcher.getLeafContexts();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    return documents.features(leaf, doc - leaf.docBase);
  }
}
