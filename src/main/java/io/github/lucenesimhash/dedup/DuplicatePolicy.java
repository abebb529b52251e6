package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.dedup.PendingDocuments.Found;
import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;

/** What a {@link NearDuplicateWriter} does with a document that is a near-duplicate. */
public final class DuplicatePolicy {

  /** What becomes of a document that has near-duplicates in the index. */
  public enum Decision {
    /** It is left out, and so is an older version under its own id. */
    SKIP,
    /** It takes the place of all its near-duplicates, in one step. */
    REPLACE,
    /** It is added beside them. */
    ADD
  }

  final BiFunction<Document, List<Neighbour>, Decision> decision;
  final boolean mayReplace;
  private final ToDoubleFunction<Document> quality; // or null
  final String groupField; // of the group's name, or null

  private DuplicatePolicy(
      BiFunction<Document, List<Neighbour>, Decision> decision,
      boolean mayReplace,
      ToDoubleFunction<Document> quality,
      String groupField) {
    this.decision = decision;
    this.mayReplace = mayReplace;
    this.quality = quality;
    this.groupField = groupField;
  }

  /** {@return a policy by which the document that was there first stays, the new one is skipped} */
  public static DuplicatePolicy keepFirst() {
    return new DuplicatePolicy((document, neighbours) -> Decision.SKIP, false, null, null);
  }

  /** {@return a policy by which the new document replaces those that were there} */
  public static DuplicatePolicy keepNewest() {
    return new DuplicatePolicy((document, neighbours) -> Decision.REPLACE, true, null, null);
  }

  /**
   * The new document replaces those that were there if it is better than each of them; else it is
   * skipped.
   *
   * @param quality higher is better, for example the length of the text; NaN is never better, and
   *     nothing is better than NaN. May look at stored fields only; called by several threads
   * @return replaces or skips
   */
  public static DuplicatePolicy keepBetter(ToDoubleFunction<Document> quality) {
    Objects.requireNonNull(quality, "quality");
    return new DuplicatePolicy((document, neighbours) -> Decision.REPLACE, true, quality, null);
  }

  /**
   * Every document is added, and marked with the name of a group. A document that is no
   * near-duplicate of any document that began a group begins one; else it joins the group of the
   * one that is first in {@link Outcome#neighbours}, of equally near ones among those that {@link
   * NearDuplicateWriter.Builder#maxNeighbours} allows. A mark does not change afterwards:
   *
   * <ul>
   *   <li>The name is the id of the document that began the group, {@code #}, and the fingerprint
   *       that it had then in hexadecimal digits. A document without a fingerprint is alone.
   *   <li>Every document of the group was within the distance of that fingerprint. That holds also
   *       when the document that began it was deleted or offered again with another text.
   *   <li>No two documents of the index that began their groups are near-duplicates. A {@linkplain
   *       io.github.lucenesimhash.verify.Guard guard} keeps groups apart as it does documents.
   *   <li>A group is joined only while the document that began it is in the index. If it is deleted
   *       or offered again, a near-duplicate of the others may begin a group of its own.
   *   <li>Where texts are verified, the text of a document resembled that of the one that began its
   *       group when it joined.
   * </ul>
   *
   * <p><b>Stories</b> are the groups of a writer with a window. They live on while they are fed:
   *
   * <ul>
   *   <li>A story is found by the document that began it, and by each that joined it at a date
   *       which is more than a 64th of the window from those of all by which it was found then.
   *   <li>A document joins a story if it is near the fingerprint that began it, and within the
   *       window of a document of its tenant by which the story is found, be that earlier or later;
   *       if texts are verified, only of one that it resembles. So a story goes on until nothing
   *       has joined it for the window, less at most a 64th, also when the document that began it
   *       was deleted or has expired.
   *   <li>Of several it joins the nearest in the order of {@link Outcome#neighbours}, and of
   *       equally near ones the first by name. A late document that is near two stories does so,
   *       too: stories are never united, and a mark never changes.
   *   <li>An outcome's neighbours are the documents by which those stories are found, their
   *       distance is that to the fingerprint in the name.
   * </ul>
   *
   * <p>Documents by which a story is found have the fingerprint that it began with in a {@code
   * SimHashField} {@code groupField.story}. {@link Story#newestFirst} finds one hit for each story.
   *
   * <p>Two fields are added to what is indexed: {@code groupField} as a {@code KeywordField},
   * stored, holds the name, and {@code groupField.distance} as a NUMERIC doc value, in documents
   * that did not begin the group, their distance to its fingerprint.
   *
   * @param groupField one that nothing else is in
   * @return adds every document
   */
  public static DuplicatePolicy mark(String groupField) {
    Objects.requireNonNull(groupField, "groupField");
    return new DuplicatePolicy((document, neighbours) -> Decision.ADD, false, null, groupField);
  }

  /**
   * A callback decides, given the offered document and its near-duplicates, one or more, as {@link
   * Outcome#neighbours} has them. Called by several threads; it must not call the writer.
   *
   * @param callback returns no null
   * @return does what the callback says
   */
  public static DuplicatePolicy ask(BiFunction<Document, List<Neighbour>, Decision> callback) {
    Objects.requireNonNull(callback, "callback");
    return new DuplicatePolicy(callback, true, null, null);
  }

  boolean comparesQuality() {
    return quality != null;
  }

  double quality(Document document) {
    return quality == null ? 0 : quality.applyAsDouble(document);
  }

  String groupDistanceField() {
    return groupField + ".distance";
  }

  /** The field of the fingerprint that a story began with, in documents that it is found by. */
  String storyField() {
    return groupField + ".story";
  }

  boolean adds(String field) {
    return groupField != null
        && field != null
        && List.of(groupField, groupDistanceField(), storyField()).contains(field);
  }

  /**
   * What a document is marked with.
   *
   * @param group the name
   * @param centre the fingerprint that it began with; null if it has none
   * @param distance from its fingerprint, empty if the document begins the group
   * @param isFoundBy whether the group is found by this document: later ones that are near it in
   *     time are compared with the group. The first document of a group is one, and of a story each
   *     that is farther than a part of the window from all others that are
   */
  record Mark(String group, Fingerprint centre, OptionalInt distance, boolean isFoundBy) {

    /** A story is not found by a document within this part of the window of one it is found by. */
    static final int AT_HAND = 64;

    /** The name of the group that a document begins; without a fingerprint it is alone. */
    static String name(BytesRef id, Fingerprint fingerprint) {
      return Term.toString(id) + "#" + (fingerprint == null ? "" : fingerprint);
    }

    /**
     * The nearest group: of equally near stories the first by name, of other groups the first in
     * the list.
     *
     * @param nearest of all stories, or of the groups that were looked at
     */
    static Mark of(State offered, List<Found> nearest, Settings settings) {
      if (nearest.isEmpty()) {
        return new Mark(offered.group(), offered.fingerprint(), OptionalInt.empty(), true);
      }
      Found first = nearest.getFirst();
      boolean isFoundBy = false;
      if (settings.hasStories()) {
        Comparator<Found> order =
            Comparator.comparingInt(Found::distance).thenComparing(near -> near.state().group());
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
      return new Mark(begun.group(), begun.fingerprint(), distance, isFoundBy);
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
      if (settings.hasStories() && isFoundBy && centre != null) {
        fields.add(reader.field(policy.storyField(), centre));
      }
    }

    /** What others are compared with if a document has this mark. */
    State state(State offered) {
      return isFoundBy && offered.fingerprint() != null
          ? new State(offered.id(), false, centre, 0, offered.text(), offered.origin(), group)
          : State.apart(offered.id());
    }
  }
}
