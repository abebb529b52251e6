package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Comparison;
import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** Reads offered documents and documents of an index, and refuses what would do harm later. */
final class DocumentReader {

  /** An offered document, and what others are compared with if it is accepted. */
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
  static BytesRef id(IndexReader reader, String idField, int doc) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(idField);
    if (info != null && isSorted(info.getDocValuesType())) {
      SortedSetDocValues values = DocValues.getSortedSet(leaf.reader(), idField);
      boolean has = values.advanceExact(doc - leaf.docBase);
      return has ? BytesRef.deepCopyOf(values.lookupOrd(values.nextOrd())) : null;
    }
    IndexableField stored = reader.storedFields().document(doc, Set.of(idField)).getField(idField);
    if (stored == null) {
      return null;
    }
    return stored.binaryValue() == null ? new BytesRef(stored.stringValue()) : stored.binaryValue();
  }

  /**
   * Checks an index, as far as that is possible without reading all of it.
   *
   * @param expected a scheme, or null for that of the index
   * @return the scheme of the fingerprints, or null if none is known
   */
  static String checkIndex(IndexReader reader, String idField, String field, String expected)
      throws IOException {
    FieldInfos infos = FieldInfos.getMergedFieldInfos(reader);
    if (infos.fieldInfo(field) == null) {
      List<String> others = new ArrayList<>();
      for (FieldInfo info : infos) {
        if (!SimHashField.schemeIds(reader, info.name).isEmpty()) {
          others.add("'" + info.name + "'");
        }
      }
      String names = String.join(" and ", others);
      String problem = "the index has no field '" + field + "', but fingerprints in field " + names;
      Settings.check(others.isEmpty(), problem, "the name of such a field");
    }
    for (LeafReaderContext leaf : reader.leaves()) {
      if (leaf.reader().getFieldInfos().fieldInfo(field) != null) {
        checkSegment(leaf, idField, field);
      }
    }
    Set<String> stamped = SimHashField.schemeIds(reader, field);
    boolean isOne = expected == null && stamped.size() == 1;
    String schemes = String.join(" and ", stamped);
    Settings.check(
        isOne || stamped.stream().allMatch(id -> id.equals(expected)),
        "field '" + field + "' of the index holds fingerprints of scheme " + schemes,
        expected == null ? "one scheme" : "scheme " + expected);
    return isOne ? stamped.iterator().next() : expected;
  }

  /** Looks at the first document that has a fingerprint. */
  private static void checkSegment(LeafReaderContext leaf, String idField, String field)
      throws IOException {
    LeafReader reader = leaf.reader();
    DocValuesType type = reader.getFieldInfos().fieldInfo(field).getDocValuesType();
    Settings.check(
        type == DocValuesType.NUMERIC,
        "field '" + field + "' of the index has doc values of type " + type,
        "NUMERIC, as a SimHashField has");
    NumericDocValues fingerprints = DocValues.getNumeric(reader, field);
    Bits live = reader.getLiveDocs();
    int doc = fingerprints.nextDoc();
    while (doc != DocIdSetIterator.NO_MORE_DOCS && live != null && !live.get(doc)) {
      doc = fingerprints.nextDoc();
    }
    FieldInfo id = reader.getFieldInfos().fieldInfo(idField);
    boolean isIndexed = id != null && id.getIndexOptions() != IndexOptions.NONE;
    if (doc != DocIdSetIterator.NO_MORE_DOCS && (!isIndexed || id(reader, idField, doc) == null)) {
      String has =
          "document " + (leaf.docBase + doc) + " of the index has a fingerprint in field '";
      String problem = has + field + "', but no id in field '" + idField + "'";
      Settings.check(false, problem, "one that is indexed, and stored or a sorted doc value");
    }
  }
}
