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
     * Leaves the document out and changes nothing. If the document only contains its
     * near-duplicates, it may not be dropped and is added.
     */
    SKIP,
    /**
     * Adds the document and deletes, in one step, all near-duplicates that may be dropped in its
     * favour. The document is left out if no near-duplicate may be dropped, or too many may be.
     */
    REPLACE,
    /** Adds the document and keeps its near-duplicates. */
    ADD
  }

  final BiFunction<Document, List<Neighbour>, Decision> decision;
  final boolean mayReplace;
  final boolean asks; // whether a callback decides
  final ToDoubleFunction<Document> quality; // null if the quality does not matter
  final String groupField; // the field of the group's name, or null

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
   * Returns a policy that keeps the first document. A new document is skipped if it may be dropped
   * in favour of an indexed one, and added if it only contains others.
   *
   * @return the policy
   */
  public static DuplicatePolicy keepFirst() {
    return new DuplicatePolicy((document, neighbours) -> Decision.SKIP, false, false, null, null);
  }

  /**
   * Returns a policy that keeps the newest document. A new document replaces the documents that may
   * be dropped in its favour. If no document may be dropped, but the new one may be dropped in
   * favour of an indexed document, the new document is skipped.
   *
   * @return the policy
   */
  public static DuplicatePolicy keepNewest() {
    return new DuplicatePolicy((document, neighbours) -> Decision.REPLACE, true, false, null, null);
  }

  /**
   * Returns a policy that keeps the best document. A new document is skipped if it may be dropped
   * in favour of a document that is at least as good. Otherwise it replaces the worse documents
   * that may be dropped in its favour.
   *
   * @param quality the function that returns the quality of a document, higher is better, for
   *     example the length of the text; NaN is neither better nor worse than any quality. The
   *     function may read only stored fields, and several threads call it
   * @return the policy
   */
  public static DuplicatePolicy keepBetter(ToDoubleFunction<Document> quality) {
    Objects.requireNonNull(quality, "quality");
    return new DuplicatePolicy(
        (document, neighbours) -> Decision.REPLACE, true, false, quality, null);
  }

  /**
   * Returns a policy that adds every document and marks it with the name of a group. A
   * near-duplicate of documents that began groups joins the group of the first of {@link
   * Outcome#neighbours}. Any other document begins a group. So no two documents that began the
   * groups of an index are near-duplicates, and each document that joined a group was a
   * near-duplicate of the document that began it. When the first document of a group is deleted or
   * gets another fingerprint, no more documents join the group.
   *
   * <p>Each document gets the field {@code groupField}, a stored {@code KeywordField} with the name
   * of the group: the id of the document that began it, {@code #}, and the fingerprint of that
   * document in hexadecimal digits, if any. Documents that joined a group also get {@code
   * groupField.distance}, a NUMERIC doc value with the distance to this fingerprint.
   *
   * @param groupField the name of the field, which must not hold anything else
   * @return the policy
   */
  public static DuplicatePolicy mark(String groupField) {
    Objects.requireNonNull(groupField, "groupField");
    return new DuplicatePolicy(
        (document, neighbours) -> Decision.ADD, false, false, null, groupField);
  }

  /**
   * Returns a policy that asks a callback to decide. The callback gets the offered document and its
   * near-duplicates, at least one, in the order of {@link Outcome#neighbours}.
   *
   * @param callback the callback, which must not return null or call the writer; other calls of the
   *     writer wait for the callback
   * @return the policy
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

  /** Returns the fields and the mark of a document. {@code joined} is null if a group begins. */
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
