package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;

/**
 * A ranked list in which each near-duplicate is folded under the best-ranked hit that it is near.
 *
 * <pre>
 * Rule    From the top: a hit goes under the first kept hit within the distance, else it is kept. A star, not a chain:
 *         no folded hit is farther than that from its kept one, and no two kept ones are that near.
 * Cost    One doc value for each hit, read in document order; one popcount for each pair of a hit and a kept hit
 *         before it, so n * n / 2 at most.
 * Source  The leader algorithm: J. Hartigan, Clustering Algorithms, 1975, chapter 3.
 * </pre>
 *
 * @param totalHits of the list that was collapsed
 * @param groups in the order of their kept hits
 */
public record CollapsedHits(TotalHits totalHits, List<Group> groups) {

  /** Copies the list, so that it cannot change. */
  public CollapsedHits {
    groups = List.copyOf(groups);
  }

  /**
   * A kept hit with the hits that are folded under it.
   *
   * @param kept the best-ranked of the group
   * @param folded the others, in their order; each within the distance of the kept one
   */
  public record Group(ScoreDoc kept, List<ScoreDoc> folded) {

    /** Copies the group, so that it cannot change. */
    public Group {
      folded = List.copyOf(folded);
    }
  }

  /** {@return the number of hits that stay in the list} */
  public int keptCount() {
    return groups.size();
  }

  /** {@return the number of hits that were left out} */
  public int foldedCount() {
    return groups.stream().mapToInt(group -> group.folded().size()).sum();
  }

  /**
   * Folds near-duplicates of a ranked list: from the top, a hit within the distance of a kept hit
   * is folded under the first such hit, else it is kept. Documents without a fingerprint are always
   * kept. Made for a page of hits: each is compared with every kept one before it.
   *
   * @param reader what was searched
   * @param field holds the fingerprints
   * @param hits in any order, which says what is best
   * @param maxDistance bits, 0 to all of a fingerprint
   * @return all hits, each kept or folded
   * @throws IllegalArgumentException if a hit is not in the reader, maxDistance is out of range, or
   *     the reader's segments were stamped by different schemes
   * @throws IOException if the index cannot be read
   */
  public static CollapsedHits of(IndexReader reader, String field, TopDocs hits, int maxDistance)
      throws IOException {
    IndexedField.checkMaxDistance(reader, field, maxDistance);
    SchemeStamp.checkOnlyOne(reader, field);
    int[] docs = Arrays.stream(hits.scoreDocs).mapToInt(hit -> hit.doc).toArray();
    return of(hits, FingerprintValues.of(reader, field, docs), maxDistance);
  }

  /**
   * Folds near-duplicates of a list of hits whose fingerprints were read already, from any indexes.
   *
   * @param hits in any order, which says what is best
   * @param fingerprints of the hits that have one, each under its {@code doc}
   * @param maxDistance bits
   * @return all hits, each kept or folded
   */
  public static CollapsedHits of(
      TopDocs hits, Map<Integer, Fingerprint> fingerprints, int maxDistance) {
    Map<ScoreDoc, List<ScoreDoc>> foldedUnder = new LinkedHashMap<>();
    List<ScoreDoc> leaders = new ArrayList<>();
    List<Fingerprint> leading = new ArrayList<>();
    for (ScoreDoc hit : hits.scoreDocs) {
      Fingerprint own = fingerprints.get(hit.doc);
      ScoreDoc leader = null;
      for (int i = 0; own != null && i < leaders.size() && leader == null; i++) {
        Fingerprint kept = leading.get(i);
        boolean isNear = kept.bits() == own.bits() && kept.distance(own) <= maxDistance;
        leader = isNear ? leaders.get(i) : null;
      }
      if (leader != null) {
        foldedUnder.get(leader).add(hit);
        continue;
      }
      foldedUnder.put(hit, new ArrayList<>());
      if (own != null) {
        leaders.add(hit);
        leading.add(own);
      }
    }
    List<Group> groups =
        foldedUnder.entrySet().stream()
            .map(entry -> new Group(entry.getKey(), entry.getValue()))
            .toList();
    return new CollapsedHits(hits.totalHits, groups);
  }
}
