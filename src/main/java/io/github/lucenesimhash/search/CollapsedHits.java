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
 * Holds a ranked list of hits in which each near-duplicate is folded under a better-ranked hit.
 *
 * <pre>
 * Rule    From the top, each hit is folded under the first kept hit within the distance, or is kept if none exists.
 *         Groups are stars, not chains: every folded hit is near its kept hit, and no two kept hits are near each other.
 * Cost    For n hits, n doc values are read in document order, and at most n * n / 2 pairs of fingerprints are compared.
 * Source  The leader algorithm: J. Hartigan, Clustering Algorithms, 1975, chapter 3.
 * </pre>
 *
 * @param totalHits the total hits of the original list
 * @param groups the groups in the order of their kept hits
 */
public record CollapsedHits(TotalHits totalHits, List<Group> groups) {

  /** Copies the list, so that it cannot change. */
  public CollapsedHits {
    groups = List.copyOf(groups);
  }

  /**
   * Holds a kept hit and the hits that are folded under it.
   *
   * @param kept the best-ranked hit of the group
   * @param folded the other hits in rank order, each within the distance of the kept hit
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

  /** {@return the number of hits that are folded under others} */
  public int foldedCount() {
    return groups.stream().mapToInt(group -> group.folded().size()).sum();
  }

  /**
   * Folds the near-duplicates in a ranked list. Documents without a fingerprint are always kept.
   * Use this method for one page of hits, because each hit is compared with every kept hit above
   * it.
   *
   * @param reader the reader that was searched
   * @param field the field that holds the fingerprints
   * @param hits the hits, best first
   * @param maxDistance the maximum distance in bits, 0 to the width of the fingerprints
   * @return all hits, each kept or folded
   * @throws IllegalArgumentException if a hit is not in the reader, maxDistance is out of range, or
   *     segments of the reader were indexed with different schemes
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
   * Folds the near-duplicates in a list of hits whose fingerprints are known. The hits may come
   * from several indexes, if their numbers {@link ScoreDoc#doc} differ.
   *
   * @param hits the hits, best first
   * @param fingerprints the map from {@link ScoreDoc#doc} to the fingerprint of the document, if
   *     any
   * @param maxDistance the maximum distance in bits
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
