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

/** What a {@link NearDuplicateWriter} does with a document that is a near-duplicate. */
public final class DuplicatePolicy {

  /** What becomes of a document that has near-duplicates in the index. */
  public enum Decision {
    /** It is left out, and nothing is changed. */
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
   * first of {@link Outcome#neighbours}. A mark does not change afterwards:
   *
   * <ul>
   *   <li>The name is the id of the document that began the group, {@code #}, and the fingerprint
   *       that it had then in hexadecimal digits. A document without a fingerprint is alone.
   *   <li>A document that joined a group was a near-duplicate of the one that began it: within the
   *       distance of its fingerprint, its text alike if texts are verified, and within the window
   *       and of its tenant, if there are such. That stays true when the document that began the
   *       group is deleted or offered again with another text.
   *   <li>No two documents of the index that began their groups are near-duplicates. A {@linkplain
   *       io.github.lucenesimhash.verify.Guard guard} keeps groups apart as it does documents.
   *   <li>A group is joined only while the document that began it is in the index. If it is deleted
   *       or offered again, a near-duplicate of the others may begin a group of its own.
   * </ul>
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
   * Outcome#neighbours} has them. One thread at a time calls it, and other calls of the writer wait
   * meanwhile; it must not call the writer.
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

  boolean adds(String field) {
    return groupField != null && (groupField.equals(field) || groupDistanceField().equals(field));
  }

  /** The name of the group that a document begins; without a fingerprint it is alone. */
  static String groupName(BytesRef id, Fingerprint fingerprint) {
    return Term.toString(id) + "#" + (fingerprint == null ? "" : fingerprint);
  }

  /**
   * Returns the fields of a document and its mark.
   *
   * @param begins the name of the group that it begins if there is none to join
   * @param joined the document whose group it joins, or null
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
