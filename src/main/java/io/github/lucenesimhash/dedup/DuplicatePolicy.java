package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Lookup.Found;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;

/**
 * Determines what a {@link NearDuplicateWriter} does with a document that has near-duplicates in
 * the index.
 */
public final class DuplicatePolicy {

  /** The decision on a document that has near-duplicates in the index. */
  public enum Decision {
    /**
     * Leaves the document out and changes nothing. If the document may not be dropped for any of
     * its near-duplicates, because it only contains them, it is added.
     */
    SKIP,
    /**
     * Adds the document and deletes all near-duplicates that may be dropped for it, in one step. If
     * there are none, the document is left out.
     */
    REPLACE,
    /** Adds the document and keeps its near-duplicates. */
    ADD
  }

  final BiFunction<Document, List<Neighbour>, Decision> decision;
  final boolean mayReplace;
  final boolean asks; // whether a callback decides
  final ToDoubleFunction<Document> quality; // or null
  final String groupField; // field of the name of the group, or null

  private DuplicatePolicy(
      BiFunction<Document, List<Neighbour>, Decision> decision,
      boolean mayReplace,
      boolean asks,
      ToDoubleFunction<Document> quality,
      String groupField) {
    this.decision = decision;
    this.mayReplace = mayReplace;
    this.asks = asks;
    this.quality = quality;
    this.groupField = groupField;
  }

  /**
   * {@return a policy that keeps the first document: a new document is skipped if it may be dropped
   * for one that is in the index} A new document that only contains others is added.
   */
  public static DuplicatePolicy keepFirst() {
    return new DuplicatePolicy((document, neighbours) -> Decision.SKIP, false, false, null, null);
  }

  /**
   * {@return a policy that keeps the newest document: a new document replaces those that may be
   * dropped for it} If there are none, but it may be dropped for a document in the index, the new
   * document is skipped.
   */
  public static DuplicatePolicy keepNewest() {
    return new DuplicatePolicy((document, neighbours) -> Decision.REPLACE, true, false, null, null);
  }

  /**
   * {@return a policy that keeps the best document} A new document is skipped if it may be dropped
   * for one that is at least as good. Otherwise it replaces the worse documents that may be dropped
   * for it.
   *
   * @param quality returns the quality of a document, higher is better, for example the length of
   *     the text; NaN is neither better nor worse than any quality. It may read only stored fields,
   *     and is called by several threads
   */
  public static DuplicatePolicy keepBetter(ToDoubleFunction<Document> quality) {
    Objects.requireNonNull(quality, "quality");
    return new DuplicatePolicy(
        (document, neighbours) -> Decision.REPLACE, true, false, quality, null);
  }

  /**
   * {@return a policy that adds every document and marks it with the name of a group} A document
   * that is a near-duplicate of documents that began a group joins the group of the first of {@link
   * Outcome#neighbours}; any other document begins a group. So no two documents that began the
   * groups of an index are near-duplicates, and each document that joined a group was a
   * near-duplicate of the one that began it. When that one is deleted or offered again, no more
   * documents join the group.
   *
   * <p>Two fields are added to each document. {@code groupField}, a stored {@code KeywordField},
   * holds the name of the group: the id of the document that began it, {@code #}, and the
   * fingerprint of that document in hexadecimal digits. In documents that joined a group, {@code
   * groupField.distance}, a NUMERIC doc value, holds the distance to this fingerprint.
   *
   * @param groupField the name of the field, which must not hold anything else
   */
  public static DuplicatePolicy mark(String groupField) {
    Objects.requireNonNull(groupField, "groupField");
    return new DuplicatePolicy(
        (document, neighbours) -> Decision.ADD, false, false, null, groupField);
  }

  /**
   * {@return a policy by which a callback decides} The callback gets the offered document and its
   * near-duplicates, at least one, in the order of {@link Outcome#neighbours}.
   *
   * @param callback must not return null or call the writer; other calls of the writer wait for it
   */
  public static DuplicatePolicy ask(BiFunction<Document, List<Neighbour>, Decision> callback) {
    Objects.requireNonNull(callback, "callback");
    return new DuplicatePolicy(callback, true, true, null, null);
  }

  double quality(Document document) {
    return quality == null ? 0 : quality.applyAsDouble(document);
  }

  String groupDistanceField() {
    return groupField + ".distance";
  }

  boolean adds(String field) {
    return groupField != null && (groupField.equals(field) || groupDistanceField().equals(field));
  }

  /** Returns the name of the group that a document begins. */
  static String groupName(BytesRef id, Fingerprint fingerprint) {
    return Term.toString(id) + "#" + (fingerprint == null ? "" : fingerprint);
  }

  /**
   * Returns the fields of a document with its mark. The document joined is null if it begins a
   * group.
   */
  List<IndexableField> marked(Document document, String begins, Found joined) {
    List<IndexableField> fields = new ArrayList<>(document.getFields());
    String group = joined == null ? begins : joined.group();
    fields.add(new KeywordField(groupField, group, Field.Store.YES));
    if (joined != null) {
      fields.add(new NumericDocValuesField(groupDistanceField(), joined.distance()));
    }
    return fields;
  }
}
