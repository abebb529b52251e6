package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Comparison;
import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;

/** Reads offered documents, refusing what would do harm later, and ids of documents in an index. */
final class DocumentReader {

  /**
   * An offered document.
   *
   * @param state what others are compared with if it is accepted
   */
  record Offer(Document document, State state) {

    BytesRef id() {
      return state.id();
    }

    OptionalLong fingerprint() {
      return state.fingerprint();
    }

    Comparison comparison() {
      return fingerprint().isEmpty()
          ? Comparison.NOTHING
          : state.features() == null ? Comparison.FINGERPRINTS : Comparison.TEXTS;
    }
  }

  private final Settings settings;

  /** Of all fingerprints; null until one is known. */
  private final AtomicReference<String> schemeId;

  DocumentReader(Settings settings) {
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
        boolean fits = field instanceof SimHashField;
        check(fits, "has no fingerprint in field", name, "one SimHashField or no field");
        fingerprint = (SimHashField) field;
      } else {
        boolean adds = settings.policy().adds(name);
        check(!adds, "has a field", name, "none, because the writer adds it");
        other = field instanceof SimHashField simHash ? simHash : other;
      }
    }
    check(id != null, "has no field", settings.idField(), "an id");
    double quality = settings.policy().quality(document);
    if (fingerprint == null) {
      String problem = "has no fingerprint in field '" + settings.field() + "', but one in field";
      String name = other == null ? "" : other.name();
      check(other == null, problem, name, "it where the writer looks, or none");
      return new Offer(document, new State(id(id), false, OptionalLong.empty(), quality, null));
    }
    OptionalLong bits = OptionalLong.of(fingerprint.numericValue().longValue());
    Settings.TextCheck texts = settings.textCheck();
    State state =
        new State(id(id), false, bits, quality, texts == null ? null : texts.features(document));
    checkScheme(fingerprint); // last: a document that is refused decides no scheme
    return new Offer(document, state);
  }

  private void checkScheme(SimHashField fingerprint) {
    String stamped = fingerprint.schemeId();
    if (stamped != null && !schemeId.compareAndSet(null, stamped)) {
      boolean same = stamped.equals(schemeId.get());
      String problem = "has a fingerprint of scheme " + stamped + " in field";
      check(same, problem, fingerprint.name(), "scheme " + schemeId.get());
    }
  }

  private static BytesRef id(IndexableField field) {
    String name = field.name();
    check(
        field.fieldType().indexOptions() != IndexOptions.NONE && !field.fieldType().tokenized(),
        "does not index as one term its field",
        name,
        "a StringField or KeywordField; of a number, its digits as a string");
    boolean isReadable = field.fieldType().stored() || isSorted(field.fieldType().docValuesType());
    String readable = "an id that is stored or has a sorted doc value";
    check(isReadable, "does not store its field", name, readable);
    String string = field.stringValue();
    BytesRef id = string == null ? field.binaryValue() : new BytesRef(string);
    check(id != null, "has no value in field", name, "an id");
    int most = IndexWriter.MAX_TERM_LENGTH;
    check(id.length <= most, "has " + id.length + " bytes in field", name, "at most " + most);
    return BytesRef.deepCopyOf(id);
  }

  private static void check(boolean fits, String problem, String field, String expected) {
    Settings.check(fits, "the document " + problem + " '" + field + "'", expected);
  }

  private static boolean isSorted(DocValuesType type) {
    return type == DocValuesType.SORTED || type == DocValuesType.SORTED_SET;
  }

  /** The id of a document of an index, or null if it has none that can be read. */
  static BytesRef id(LeafReader reader, String idField, int doc) throws IOException {
    FieldInfo info = reader.getFieldInfos().fieldInfo(idField);
    if (info != null && isSorted(info.getDocValuesType())) {
      SortedSetDocValues values = DocValues.getSortedSet(reader, idField);
      boolean has = values.advanceExact(doc);
      return has ? BytesRef.deepCopyOf(values.lookupOrd(values.nextOrd())) : null;
    }
    IndexableField stored = reader.storedFields().document(doc, Set.of(idField)).getField(idField);
    if (stored == null) {
      return null;
    }
    return stored.binaryValue() == null ? new BytesRef(stored.stringValue()) : stored.binaryValue();
  }
}
