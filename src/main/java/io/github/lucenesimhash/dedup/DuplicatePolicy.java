package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Lookup.Found;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

  final boolean mayReplace;
  final ToDoubleFunction<Document> quality; // or null
  final String groupField; // holds the name of the group; or null

  private DuplicatePolicy(
      boolean mayReplace, ToDoubleFunction<Document> quality, String groupField) {
    this.mayReplace = mayReplace;
    this.quality = quality;
    this.groupField = groupField;
  }

  /**
   * {@return a policy by which the document that was there first stays, and the new one is skipped
   * if it may be dropped for it} A new document that only contains others is added beside them.
   */
  public static DuplicatePolicy keepFirst() {
    return new DuplicatePolicy(false, null, null);
  }

  /**
   * {@return a policy by which the new document replaces those that may be dropped for it} If there
   * are none, it is skipped if it may be dropped for one that was there.
   */
  public static DuplicatePolicy keepNewest() {
    return new DuplicatePolicy(true, null, null);
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
    return new DuplicatePolicy(true, quality, null);
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
    return new DuplicatePolicy(false, null, groupField);
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
