package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.search.WordsField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.BytesRef;

/** Reads offered documents and documents of an index, and refuses what would do harm later. */
final class DocumentReader {

  /** An offered document, and what others are compared with if it is accepted. */
  record Offer(Document document, IdField idField, State state) {

    BytesRef id() {
      return state.id();
    }

    Signature signature() {
      return state.signature();
    }
  }

  /** Of all documents; each null until one is known. */
  private record Schemes(String ofFingerprints, Integer bits, String ofWords) {}

  private final Settings settings;
  private Schemes schemes;

  DocumentReader(Settings settings) {
    this.settings = settings;
    schemes = new Schemes(settings.schemeId, settings.bits, settings.wordsSchemeId);
  }

  Offer read(Iterable<? extends IndexableField> document) {
    return readAll(List.of(document)).getFirst();
  }

  /** Takes the fields as they are now. One that is refused refuses all. */
  List<Offer> readAll(List<? extends Iterable<? extends IndexableField>> documents) {
    List<Offer> offers = new ArrayList<>();
    Schemes known = schemes();
    for (Iterable<? extends IndexableField> document : documents) {
      Offer offer = offer(document);
      known = schemes(offer, known);
      offers.add(offer);
    }
    return offers;
  }

  private synchronized Schemes schemes() {
    return schemes;
  }

  /** To be called before a document is decided on: the first that names a scheme decides it. */
  synchronized void decideSchemes(Offer offer) {
    schemes = schemes(offer, schemes);
  }

  /** The fields of a signature, stamped with the schemes that are known. */
  List<Field> fields(String name, Signature signature) {
    Schemes known = schemes();
    String scheme = known.ofFingerprints;
    String wordsScheme = known.ofWords;
    return signature.fields(
        name, scheme, wordsScheme == null ? WordsField.TYPE : WordsField.fieldType(wordsScheme));
  }

  /** The schemes that are known with a document, whose own must not be others. */
  private Schemes schemes(Offer offer, Schemes known) {
    String ofFingerprints = known.ofFingerprints;
    String ofWords = known.ofWords;
    Integer bits = known.bits;
    if (offer.document().getField(settings.field) instanceof SimHashField near) {
      ofFingerprints = scheme(near.schemeId(), ofFingerprints, "a fingerprint", near.name());
      int own = near.fingerprint().bits();
      String problem = "has a fingerprint of " + own + " bits in field";
      check(bits == null || bits == own, problem, near.name(), bits + " as others");
      bits = own;
    }
    if (offer.signature().words() != null
        && offer.document().getField(settings.wordsField()) instanceof WordsField words) {
      ofWords = scheme(words.schemeId(), ofWords, "words", words.name());
    }
    return new Schemes(ofFingerprints, bits, ofWords);
  }

  private static String scheme(String own, String known, String what, String field) {
    if (own == null) {
      return known;
    }
    String problem = "has " + what + " of scheme " + own + " in field";
    check(known == null || own.equals(known), problem, field, "scheme " + known);
    return own;
  }

  private Offer offer(Iterable<? extends IndexableField> fields) {
    Document document = new Document();
    Objects.requireNonNull(fields, "document").forEach(document::add);
    IdField idField = IdField.of(settings.idField, document);
    BytesRef id = idField.id(document);
    IndexableField near = only(document, settings.field);
    for (IndexableField field : document) {
      String name = field.name();
      boolean adds = settings.policy.adds(name);
      check(!adds, "has a field", name, "none, because the writer adds it");
      if (near == null && field instanceof SimHashField) {
        String problem = "has no fingerprint in field '" + settings.field + "', but one in field";
        check(false, problem, name, "it where the writer looks, or none");
      }
    }
    Origin origin = settings.scope.origin(document);
    Signature signature = Signature.NONE;
    if (near != null) {
      boolean fits = near instanceof SimHashField;
      check(fits, "has no fingerprint in field", near.name(), "one SimHashField or no field");
      signature = Signature.of(((SimHashField) near).fingerprint());
    }
    if (settings.comparison.comparesWords()) {
      signature = new Signature(signature.fingerprint(), words(document));
    }
    boolean isText = settings.textCheck != null && !signature.isEmpty();
    String text = isText ? settings.textCheck.text(document) : null;
    double quality = signature.isEmpty() ? 0 : settings.policy.quality(document);
    boolean isMarked = settings.policy.groupField != null;
    String group = isMarked ? Mark.name(id, signature) : null;
    State state = new State(id, false, signature, quality, text, origin, group);
    return new Offer(document, idField, state);
  }

  private BytesRef words(Document document) {
    IndexableField field = only(document, settings.wordsField());
    if (field == null) {
      return null;
    }
    if (!(field instanceof WordsField)) {
      String problem = "has '" + Scope.value(field) + "' in field";
      check(false, problem, field.name(), "one WordsField or no field");
    }
    return BytesRef.deepCopyOf(field.binaryValue());
  }

  private static IndexableField only(Document document, String name) {
    IndexableField[] fields = document.getFields(name);
    check(fields.length <= 1, "has several fields", name, "at most one");
    return fields.length == 0 ? null : fields[0];
  }

  private static void check(boolean fits, String problem, String field, String expected) {
    if (!fits) {
      Settings.check(false, "the document " + problem + " '" + field + "'", expected);
    }
  }

  /**
   * Checks an index, as far as that is possible without reading all of it: of each segment the
   * first document that has a fingerprint.
   *
   * @return the scheme of the fingerprints, or null if none is known
   */
  static String checkIndex(IndexReader reader, Settings settings) throws IOException {
    String field = settings.field;
    String scheme = settings.schemeId;
    FieldInfos infos = FieldInfos.getMergedFieldInfos(reader);
    FieldInfo fingerprints = infos.fieldInfo(field);
    if (fingerprints == null) {
      List<String> others = new ArrayList<>();
      for (FieldInfo info : infos) {
        boolean isOfWords = info.getDocValuesType() == DocValuesType.BINARY;
        boolean isUsed = isOfWords || settings.policy.adds(info.name);
        if (!isUsed && !SimHashField.schemeIds(reader, info.name).isEmpty()) {
          others.add("'" + info.name + "'");
        }
      }
      String names = String.join(" and ", others);
      String problem = "the index has no field '" + field + "', but fingerprints in field " + names;
      Settings.check(others.isEmpty(), problem, "the name of such a field");
      return scheme;
    }
    DocValuesType type = fingerprints.getDocValuesType();
    Set<Integer> bits = SimHashField.bits(reader, field);
    Settings.check(
        bits.size() == 1,
        "field '" + field + "' of the index has doc values of type " + type + ", bits " + bits,
        "those of a SimHashField");
    settings.bits = bits.iterator().next();
    String compared = settings.comparedField(); // of stories it may have words alone
    Settings.check(
        infos.fieldInfo(compared) != null || infos.fieldInfo(compared + ShortTexts.WORDS) != null,
        "the index has fingerprints, but none in field '" + compared + "'",
        "documents that were marked with a window from the first on");
    checkFirst(reader, settings, field, "a fingerprint");
    return onlyScheme(reader, field, "fingerprints", scheme);
  }

  /**
   * Checks the words of an index likewise, and returns their scheme. Old documents may have none.
   */
  static String checkWords(IndexReader reader, Settings settings) throws IOException {
    String field = settings.wordsField();
    for (LeafReaderContext leaf : reader.leaves()) {
      WordsField.docValue(leaf.reader(), field, 0); // refuses another kind of field
    }
    checkFirst(reader, settings, field, "words");
    return onlyScheme(reader, field, "words", null);
  }

  /** Checks the first document of each segment that has a field. */
  private static void checkFirst(IndexReader reader, Settings settings, String field, String what)
      throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      IndexSearcher segment = new IndexSearcher(leaf.reader());
      for (ScoreDoc first : segment.search(new FieldExistsQuery(field), 1).scoreDocs) {
        boolean hasId = IdField.id(leaf.reader(), settings.idField, first.doc) != null;
        String document = "document " + (leaf.docBase + first.doc) + " of the index";
        String problem =
            document + " has " + what + " in field '" + field + "', but no id in field";
        String expected = "one that is a term or a number, and stored or a doc value";
        Settings.check(hasId, problem + " '" + settings.idField + "'", expected);
        settings.scope.check(leaf, first.doc);
      }
    }
  }

  private static String onlyScheme(IndexReader reader, String field, String what, String known) {
    Set<String> stamped = SimHashField.schemeIds(reader, field);
    boolean isOne = known == null && stamped.size() == 1;
    String schemes = String.join(" and ", stamped);
    Settings.check(
        isOne || stamped.stream().allMatch(stamp -> stamp.equals(known)),
        "field '" + field + "' of the index holds " + what + " of scheme " + schemes,
        known == null ? "one scheme" : "scheme " + known);
    return isOne ? stamped.iterator().next() : known;
  }
}
