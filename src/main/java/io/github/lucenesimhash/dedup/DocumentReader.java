package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Recent.State;
import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.FeatureCache;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;

/** Reads offered and indexed documents, and rejects documents that cannot be compared. */
final class DocumentReader {

  /** Holds an offered document. If it is accepted, later documents are compared with its state. */
  record Offer(Document document, State state) {}

  final Settings settings;
  private final FeatureCache<String> features = new FeatureCache<>(8 << 20);

  /** The id of the scheme of all fingerprints, or null until it is known. */
  private final AtomicReference<String> schemeId;

  DocumentReader(Settings settings) {
    this.settings = settings;
    schemeId = new AtomicReference<>(settings.schemeId);
  }

  /** Reads the current fields of a document, or throws an exception if the document is rejected. */
  Offer offer(Iterable<? extends IndexableField> fields) {
    Document document = new Document();
    Objects.requireNonNull(fields, "document").forEach(document::add);
    BytesRef id = id(document, settings.idField);
    IndexableField[] near = document.getFields(settings.field);
    check(near.length <= 1, "has several fields", settings.field, "at most one");
    for (IndexableField field : document) {
      boolean adds = settings.policy.adds(field.name());
      check(!adds, "has a field", field.name(), "none, because the writer adds it");
      boolean isOther = near.length == 0 && field instanceof SimHashField;
      check(
          !isOther,
          "has a fingerprint in field",
          field.name(),
          "one in field '" + settings.field + "'");
    }
    Origin origin = settings.scope.origin(document);
    Fingerprint fingerprint = null;
    String text = null;
    double quality = 0;
    if (near.length == 1) {
      boolean fits = near[0] instanceof SimHashField;
      String expected = "one SimHashField or no field";
      check(fits, "has no fingerprint in field", settings.field, expected);
      fingerprint = ((SimHashField) near[0]).fingerprint();
      text = settings.verifier == null ? null : text(document);
      boolean hasText = settings.verifier == null || text != null;
      check(hasText, "has no stored text in field", settings.textField, "one to verify by");
      quality = settings.policy.quality(document);
      checkScheme(document, false);
    }
    boolean isMarked = settings.policy.groupField != null;
    String group = isMarked ? DuplicatePolicy.groupName(id, fingerprint) : null;
    State state = new State(id, false, fingerprint, quality, text, origin, group);
    return new Offer(document, state);
  }

  /** Checks the scheme of a document. The first one decided on sets the scheme of all documents. */
  void checkScheme(Document document, boolean isDecided) {
    if (document.getField(settings.field) instanceof SimHashField near && near.schemeId() != null) {
      String id = near.schemeId();
      String known = isDecided ? schemeId.compareAndExchange(null, id) : schemeId.get();
      String problem = "has a fingerprint of scheme " + id + " in field";
      check(known == null || known.equals(id), problem, settings.field, "scheme " + known);
    }
  }

  static void check(boolean fits, String problem, String field, String expected) {
    if (!fits) {
      Settings.check(false, "the document " + problem + " '" + field + "'", expected);
    }
  }

  /** Returns the id of an offered document. Several fields may hold it, but it must be one term. */
  private static BytesRef id(Document document, String name) {
    BytesRef id = null;
    boolean isTerm = false;
    boolean isReadable = false;
    for (IndexableField field : document.getFields(name)) {
      var type = field.fieldType();
      boolean isIndexed = type.indexOptions() != IndexOptions.NONE;
      boolean isOther = type.pointDimensionCount() > 0 || (isIndexed && type.tokenized());
      String problem = "has " + (isIndexed ? "words" : "a number") + " in field";
      check(!isOther, problem, name, "an id, as a StringField or KeywordField has it");
      BytesRef value = value(field);
      check(id == null || id.equals(value), "has several values in field", name, "one");
      id = value;
      isTerm |= isIndexed;
      isReadable |= type.stored() || isSorted(type.docValuesType());
    }
    boolean isId = isTerm && id != null;
    check(isId, "has no term in field", name, "an id, as a StringField or KeywordField has it");
    String readable = "an id that is stored or has a sorted doc value";
    check(isReadable, "does not store its field", name, readable);
    int most = IndexWriter.MAX_TERM_LENGTH;
    check(id.length <= most, "has " + id.length + " bytes in field", name, "at most " + most);
    return BytesRef.deepCopyOf(id);
  }

  private static BytesRef value(IndexableField field) {
    return field.stringValue() == null ? field.binaryValue() : new BytesRef(field.stringValue());
  }

  static boolean isSorted(DocValuesType type) {
    return type == DocValuesType.SORTED || type == DocValuesType.SORTED_SET;
  }

  static DocValuesType docValues(FieldInfo field) {
    return field == null ? DocValuesType.NONE : field.getDocValuesType();
  }

  /** Reads the parts of an indexed document that offered documents are compared with. */
  State read(IndexReader reader, int doc) throws IOException {
    DuplicatePolicy policy = settings.policy;
    Document stored = null;
    if (policy.quality != null) {
      stored = reader.storedFields().document(doc);
    } else if (settings.verifier != null) {
      Set<String> fields = new HashSet<>(List.of(settings.idField, settings.textField));
      stored = reader.storedFields().document(doc, fields);
    }
    BytesRef id = id(reader, settings.idField, doc, stored);
    if (id == null) {
      throw new IllegalStateException(
          "document " + doc + " of the index has no id in field '" + settings.idField + "'");
    }
    String text = settings.verifier == null ? null : text(stored);
    String group = null;
    if (policy.groupField != null) {
      BytesRef name = docValue(reader, policy.groupField, doc);
      group =
          name == null
              ? DuplicatePolicy.groupName(
                  id, SimHashField.fingerprint(reader, settings.field, doc).orElseThrow())
              : name.utf8ToString();
    }
    return new State(id, false, null, policy.quality(stored), text, Origin.NONE, group);
  }

  /** Returns the first sorted doc value of a document, or null if it has none. */
  static BytesRef docValue(IndexReader reader, String name, int doc) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    if (!isSorted(docValues(leaf.reader().getFieldInfos().fieldInfo(name)))) {
      return null;
    }
    SortedSetDocValues values = DocValues.getSortedSet(leaf.reader(), name);
    boolean has = values.advanceExact(doc - leaf.docBase);
    return has ? BytesRef.deepCopyOf(values.lookupOrd(values.nextOrd())) : null;
  }

  /**
   * Returns the id of an indexed document, or null if it has none. Reads the stored fields if
   * {@code stored} is null.
   */
  static BytesRef id(IndexReader reader, String name, int doc, Document stored) throws IOException {
    BytesRef id = docValue(reader, name, doc);
    if (id != null) {
      return id;
    }
    Document fields = stored == null ? reader.storedFields().document(doc, Set.of(name)) : stored;
    IndexableField field = fields.getField(name);
    return field == null ? null : value(field);
  }

  /** Returns the text of a document, one line for each stored value, or null if it has no text. */
  private String text(Document document) {
    List<String> values =
        Arrays.stream(document.getFields(settings.textField))
            .filter(value -> value.fieldType().stored() && value.stringValue() != null)
            .map(IndexableField::stringValue)
            .toList();
    return values.isEmpty() ? null : String.join("\n", values);
  }

  /** Returns the features of a document's text, which are compared to verify the document. */
  FeatureSet features(State state) throws IOException {
    if (state.text() == null) {
      throw new IllegalStateException(
          "document '"
              + Term.toString(state.id())
              + "' of the index has no text in field '"
              + settings.textField
              + "', expected a stored one");
    }
    return features.get(state.text(), () -> settings.verifier.features(state.text()));
  }
}
