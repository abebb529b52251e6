package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.Found;
import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.search.Signature;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;

/**
 * What a document is marked with.
 *
 * @param group the name
 * @param centre the signature that it began with
 * @param distance from its fingerprint, empty if the document begins the group
 * @param isFoundBy whether the group is found by this document: later ones that are near it in time
 *     are compared with the group. The first document of a group is one, and of a story each that
 *     is farther than a part of the window from all others that are
 */
record Mark(String group, Signature centre, OptionalInt distance, boolean isFoundBy) {

  /** A story is not found by a document within this part of the window of one it is found by. */
  static final int AT_HAND = 64;

  /** Of the group that a document begins: its id and all that it is compared by. */
  static String name(BytesRef id, Signature compared) {
    return Term.toString(id) + "#" + compared.digest();
  }

  /**
   * The nearest group: of equally near stories the first by name, of other groups the first in the
   * list.
   *
   * @param nearest of all stories, or of the groups that were looked at
   */
  static Mark of(State offered, List<Found> nearest, Settings settings) {
    if (nearest.isEmpty()) {
      return new Mark(offered.group(), offered.signature(), OptionalInt.empty(), true);
    }
    Found first = nearest.getFirst();
    boolean isFoundBy = false;
    if (settings.hasStories()) {
      Comparator<Found> order =
          Comparator.<Found>comparingDouble(near -> -near.score())
              .thenComparing(near -> near.state().group());
      first = nearest.stream().min(order).orElseThrow();
      String story = first.state().group();
      Scope atHand = settings.scope.part(AT_HAND);
      isFoundBy =
          nearest.stream()
              .map(Found::state)
              .noneMatch(
                  near ->
                      near.group().equals(story)
                          && atHand.isCompared(near.origin(), offered.origin()));
    }
    State begun = first.state();
    OptionalInt distance = OptionalInt.of(first.distance());
    return new Mark(begun.group(), begun.signature(), distance, isFoundBy);
  }

  /**
   * Adds fields to those of a document.
   *
   * @param reader knows the schemes
   */
  void addTo(List<IndexableField> fields, Settings settings, DocumentReader reader) {
    DuplicatePolicy policy = settings.policy;
    fields.add(new KeywordField(policy.groupField, group, Field.Store.YES));
    if (distance.isPresent()) {
      fields.add(new NumericDocValuesField(policy.groupDistanceField(), distance.getAsInt()));
    }
    if (settings.hasStories() && isFoundBy) {
      fields.addAll(reader.fields(policy.storyField(), centre));
    }
  }

  /** What others are compared with if a document has this mark. */
  State state(State offered) {
    return isFoundBy && !offered.signature().isEmpty()
        ? new State(offered.id(), false, centre, 0, offered.text(), offered.origin(), group)
        : State.apart(offered.id());
  }
}
