package io.github.lucenesimhash.dedup;

import java.util.OptionalLong;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;

/**
 * An offered document and what its fields tell.
 *
 * @param pending what others are compared with if it is accepted
 */
record Offer(Document document, OptionalLong fingerprint, Pending pending) {

  /**
   * @throws IllegalArgumentException if the id is not one indexed string, or there are several
   *     fingerprints, or no stored text although texts are verified
   */
  static Offer of(Document document, Settings settings) {
    IndexableField id = null;
    OptionalLong fingerprint = OptionalLong.empty();
    for (IndexableField field : document) {
      if (field.name().equals(settings.idField())) {
        check(id == null, "has several fields", settings.idField(), "one");
        id = field;
      } else if (field.name().equals(settings.field())) {
        Number value = field.numericValue();
        check(fingerprint.isEmpty(), "has several fields", settings.field(), "at most one");
        check(
            value instanceof Long,
            "has no fingerprint in field",
            settings.field(),
            "one or no field");
        fingerprint = OptionalLong.of(value.longValue());
      } else {
        check(
            !field.name().equals(settings.policy().groupField()),
            "has a field",
            field.name(),
            "none, because the writer adds it");
      }
    }
    check(id != null, "has no field", settings.idField(), "an id");
    TextCheck check = settings.textCheck();
    Pending pending =
        new Pending(
            id(id),
            false,
            fingerprint.orElse(0),
            settings.policy().quality(document),
            check == null || fingerprint.isEmpty() ? null : check.offered(document));
    return new Offer(document, fingerprint, pending);
  }

  /** As the index will hold it. */
  String id() {
    return pending.id();
  }

  private static String id(IndexableField field) {
    boolean indexed =
        field.fieldType().indexOptions() != IndexOptions.NONE && !field.fieldType().tokenized();
    check(
        indexed,
        "does not index as one term its field",
        field.name(),
        "a StringField or KeywordField");
    BytesRef bytes =
        field.stringValue() == null ? field.binaryValue() : new BytesRef(field.stringValue());
    check(bytes != null, "has no string in field", field.name(), "an id");
    check(
        bytes.length <= IndexWriter.MAX_TERM_LENGTH,
        "has " + bytes.length + " bytes in field",
        field.name(),
        "at most " + IndexWriter.MAX_TERM_LENGTH);
    return bytes.utf8ToString();
  }

  private static void check(boolean fine, String problem, String field, String expected) {
    if (!fine) {
      throw new IllegalArgumentException(
          "the document " + problem + " '" + field + "', expected " + expected);
    }
  }
}
