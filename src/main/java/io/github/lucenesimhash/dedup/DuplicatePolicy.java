package io.github.lucenesimhash.dedup;

import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import org.apache.lucene.document.Document;

/** What a {@link NearDuplicateWriter} does with a document that is a near-duplicate. */
public final class DuplicatePolicy {

  private static final DuplicatePolicy FIRST =
      new DuplicatePolicy((document, neighbours) -> Decision.SKIP, false, null, null);
  private static final DuplicatePolicy NEWEST =
      new DuplicatePolicy((document, neighbours) -> Decision.REPLACE, true, null, null);

  private final BiFunction<Document, List<Neighbour>, Decision> decision;
  private final boolean mayReplace;
  private final ToDoubleFunction<Document> quality;
  private final String groupField;

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

  /** The document that was there first stays, the new one is skipped. */
  public static DuplicatePolicy keepFirst() {
    return FIRST;
  }

  /** The new document replaces those that were there. */
  public static DuplicatePolicy keepNewest() {
    return NEWEST;
  }

  /**
   * The new document replaces those that were there if it is better than each of them; else it is
   * skipped.
   *
   * @param quality higher is better, for example the length of the text. It is called with offered
   *     documents, and with the stored fields of documents in the index, so it may look at stored
   *     fields only; by several threads at once
   */
  public static DuplicatePolicy keepBetter(ToDoubleFunction<Document> quality) {
    Objects.requireNonNull(quality, "quality");
    return new DuplicatePolicy((document, neighbours) -> Decision.REPLACE, true, quality, null);
  }

  /**
   * Every document is added, and marked with a group. A document that is no near-duplicate of a
   * group's first is the first of a group of its own; else it joins the nearest such group, ties by
   * id. So every document is near the first of its group, and the firsts are not near each other.
   *
   * <p>Two fields are added to what is indexed: {@code groupField} as a {@code KeywordField},
   * stored, holds the id of the group's first, and {@code groupField.distance} as a NUMERIC doc
   * value, in documents that are not the first, their distance to it.
   */
  public static DuplicatePolicy mark(String groupField) {
    Objects.requireNonNull(groupField, "groupField");
    return new DuplicatePolicy((document, neighbours) -> Decision.ADD, false, null, groupField);
  }

  /**
   * A callback decides, given the offered document and its near-duplicates, of which there is at
   * least one. It must not call the writer; it is called by several threads at once.
   */
  public static DuplicatePolicy ask(BiFunction<Document, List<Neighbour>, Decision> callback) {
    Objects.requireNonNull(callback, "callback");
    return new DuplicatePolicy(callback, true, null, null);
  }

  Decision decide(Document document, List<Neighbour> neighbours) {
    return Objects.requireNonNull(decision.apply(document, neighbours), "the callback's decision");
  }

  boolean mayReplace() {
    return mayReplace;
  }

  /** Whether quality decides. */
  boolean comparesQuality() {
    return quality != null;
  }

  double quality(Document document) {
    return quality == null ? 0 : quality.applyAsDouble(document);
  }

  /** The field of the group's id, or null. */
  String groupField() {
    return groupField;
  }

  /** The field of the distance to the group's first. */
  String groupDistanceField() {
    return groupField + ".distance";
  }
}
