package io.github.lucenesimhash.dedup;

import java.util.List;

/**
 * What became of an offered document.
 *
 * @param id its own
 * @param action what was done
 * @param neighbours its near-duplicates at that time, nearest first, ties by id; its own older
 *     version is not among them
 * @param sequenceNumber of the change, as IndexWriter counts them, or -1 if nothing was changed
 */
public record Outcome(String id, Action action, List<Neighbour> neighbours, long sequenceNumber) {

  /** Kinds of outcome. */
  public enum Action {
    /** Added, in place of an older version under its id if there was one. */
    ADDED,
    /**
     * Left out because of its neighbours. An older version under its id was deleted: {@link
     * Outcome#sequenceNumber} is -1 if there was none.
     */
    SKIPPED,
    /** Added in place of its neighbours. */
    REPLACED,
    /** Added to the group of its nearest neighbour. */
    MARKED,
    /** Left out, because replacing would have deleted more documents than allowed. */
    REFUSED
  }

  /** Copies the list. */
  public Outcome {
    neighbours = List.copyOf(neighbours);
  }

  /** True if the document is in the index. */
  public boolean isIndexed() {
    return action != Action.SKIPPED && action != Action.REFUSED;
  }
}
