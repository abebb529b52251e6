package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.search.SimHashField;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.util.BytesRef;

/** Reads the id and the fingerprint of offered documents, and refuses what would do harm later. */
final class OfferReader {

  private final Settings settings;

  /** Of all fingerprints; null until one is known. */
  private final AtomicReference<String> schemeId;

  OfferReader(Settings settings) {
    this.settings = settings;
    schemeId = new AtomicReference<>(settings.schemeId());
  }

  /**
   * @throws IllegalArgumentException if the id is not one indexed term that can be read back, or
   *     the fingerprint is in another field, of another scheme or not the only one, or there is no
   *     stored text although texts are verified
   */
  Offer read(Document document) {
    IndexableField id = null;
    SimHashField fingerprint = null;
    SimHashField other = null;
    for (IndexableField field : document) {
      String name = field.name();
      if (name.equals(settings.idField())) {
        check(id == null, "has several fields", name, "one");
        id = field;
      } else if (name.equals(settings.field())) {
        check(fingerprint == null, "has several fields", name, "at most one");
        check(
            field instanceof SimHashField,
            "has no fingerprint in field",
            name,
            "one SimHashField or no field");
        fingerprint = (SimHashField) field;
      } else {
        check(
            !settings.policy().adds(name), "has a field", name, "none, because the writer adds it");
        other = field instanceof SimHashField simHash ? simHash : other;
      }
    }
    check(id != null, "has no field", settings.idField(), "an id");
    check(
        fingerprint != null || other == null,
        "has no fingerprint in field '" + settings.field() + "', but one in field",
        other == null ? "" : other.name(),
        "it where the writer looks, or none");
    TextCheck texts = fingerprint == null ? null : settings.textCheck();
    Pending pending =
        new Pending(
            id(id),
            false,
            fingerprint == null ? 0 : fingerprint.numericValue().longValue(),
            settings.policy().quality(document),
            texts == null ? null : texts.offered(document));
    if (fingerprint != null) {
      checkScheme(fingerprint); // last: a document that is refused decides no scheme
    }
    return new Offer(
        document,
        fingerprint == null ? OptionalLong.empty() : OptionalLong.of(pending.fingerprint()),
        pending);
  }

  private void checkScheme(SimHashField fingerprint) {
    String stamped = fingerprint.schemeId();
    if (stamped != null && !schemeId.compareAndSet(null, stamped)) {
      check(
          stamped.equals(schemeId.get()),
          "has a fingerprint of scheme " + stamped + " in field",
          fingerprint.name(),
          "scheme " + schemeId.get());
    }
  }

  private static BytesRef id(IndexableField field) {
    IndexableFieldType type = field.fieldType();
    check(
        type.indexOptions() != IndexOptions.NONE && !type.tokenized(),
        "does not index as one term its field",
        field.name(),
        "a StringField or KeywordField; of a number, its digits as a string");
    check(
        type.stored() || IdReader.isSorted(type.docValuesType()),
        "does not store its field",
        field.name(),
        "an id that is stored or has a sorted doc value");
    BytesRef id =
        field.stringValue() == null ? field.binaryValue() : new BytesRef(field.stringValue());
    check(id != null, "has no value in field", field.name(), "an id");
    check(
        id.length <= IndexWriter.MAX_TERM_LENGTH,
        "has " + id.length + " bytes in field",
        field.name(),
        "at most " + IndexWriter.MAX_TERM_LENGTH);
    return BytesRef.deepCopyOf(id);
  }

  private static void check(boolean fine, String problem, String field, String expected) {
    if (!fine) {
      throw new IllegalArgumentException(
          "the document " + problem + " '" + field + "', expected " + expected);
    }
  }
}
