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

/** Says what a {@link NearDuplicateWriter} does with a document that is a near-duplicate. */
public final class DuplicatePolicy {

  /** Says what becomes of a document that has near-duplicates in the index. */
  public enum Decision {
    /**
     * It is left out, and nothing is changed. If no near-duplicate allows that, because it only
     * contains others, it is added.
     */
    SKIP,
    /**
     * It replaces all its near-duplicates that may be dropped for it, in one step. If there are
     * none, it is left out.
     */
    REPLACE,
    /** It is added beside them. */
    ADD
  }

  final BiFunction<Document, List<Neighbour>, Decision> decision;
  final boolean mayReplace;
  final boolean asks; // a callback, which may skip a document or replace others
  final ToDoubleFunction<Document> quality; // or null
  final String groupField; // holds the name of the group; or null

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
   * {@return a policy by which the document that was there first stays, and the new one is skipped
   * if it may be dropped for it} A new document that only contains others is added beside them.
   */
  public static DuplicatePolicy keepFirst() {
    return new DuplicatePolicy((document, neighbours) -> Decision.SKIP, false, false, null, null);
  }

  /**
   * {@return a policy by which the new document replaces those that may be dropped for it} If there
   * are none, it is skipped if it may be dropped for one that was there.
   */
  public static DuplicatePolicy keepNewest() {
    return new DuplicatePolicy((document, neighbours) -> Decision.REPLACE, true, false, null, null);
  }

  /**
   * {@return a policy by which the new document is skipped if it may be dropped for one that is as
   * good or better, and else replaces those that are worse and may be dropped for it}
   *
   * @param quality higher is better, for example the length of the text; NaN is never better, and
   *     nothing is better than NaN. May look at stored fields only; called by several threads
   */
  public static DuplicatePolicy keepBetter(ToDoubleFunction<Document> quality) {
    Objects.requireNonNull(quality, "quality");
    return new DuplicatePolicy(
        (document, neighbours) -> Decision.REPLACE, true, false, quality, null);
  }

  /**
   * {@return a policy by which every document is added, and marked with the name of a group} A
   * document that is a near-duplicate of documents that began a group joins the group of the first
   * of {@link Outcome#neighbours}, else it begins one. So no two documents of the index that began
   * their groups are near-duplicates, and each that joined a group was a near-duplicate of the one
   * that began it. After that one is deleted or offered again, nothing joins the group any more.
   *
   * <p>Two fields are added to what is indexed. {@code groupField}, a stored {@code KeywordField},
   * holds the name: the id of the document that began the group, {@code #}, and its fingerprint in
   * hexadecimal digits. {@code groupField.distance}, a NUMERIC doc value, holds the distance to
   * this fingerprint in documents that joined the group.
   *
   * @param groupField a field that holds nothing else
   */
  public static DuplicatePolicy mark(String groupField) {
    Objects.requireNonNull(groupField, "groupField");
    return new DuplicatePolicy(
        (document, neighbours) -> Decision.ADD, false, false, null, groupField);
  }

  /**
   * {@return a policy by which a callback decides, given the offered document and its
   * near-duplicates, one or more, as {@link Outcome#neighbours} has them}
   *
   * @param callback must not return null or call the writer, whose other calls wait meanwhile
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

  /** Returns the fields of a document and its mark; joined is null if it begins a group. */
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
