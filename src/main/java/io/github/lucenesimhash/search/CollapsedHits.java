package io.github.lucenesimhash.search;

import java.util.List;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TotalHits;

/**
 * A ranked list without its near-duplicates: each stands under the best-ranked hit that it is like.
 * Made by {@link SimHashField#collapse}.
 *
 * @param totalHits of the list that was collapsed
 * @param groups in the order of their kept hits
 */
public record CollapsedHits(TotalHits totalHits, List<Group> groups) {

  /** A list that nothing changes any more. */
  public CollapsedHits {
    groups = List.copyOf(groups);
  }

  /**
   * One place in the list.
   *
   * @param kept the best-ranked of the group
   * @param folded the others, in their order; each within the distance of the kept one
   */
  public record Group(ScoreDoc kept, List<ScoreDoc> folded) {

    /** A group that nothing changes any more. */
    public Group {
      folded = List.copyOf(folded);
    }
  }

  /** Hits that stay in the list. */
  public int keptCount() {
    return groups.size();
  }

  /** Hits that were left out. */
  public int foldedCount() {
    return groups.stream().mapToInt(group -> group.folded().size()).sum();
  }
}
