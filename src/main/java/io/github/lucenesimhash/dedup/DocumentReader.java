package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Recent.State;
import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.FeatureCache;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.Guard;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;

/** Reads offered documents and documents of an index, and refuses what would do harm later. */
final class DocumentReader {

  /** An offered document, and what others are compared with if it is accepted. */
  record Offer(Document document, State state) {

    BytesRef id() {
      return state.id();
    }

    Optional<Fingerprint> fingerprint() {
      return Optional.ofNullable(state.fingerprint());
    }
  }

  /** What the fingerprints of all documents have in common; each null until it is known. */
  private record Schemes(String id, Integer bits) {}

  private final Settings settings;
  private Schemes schemes;

  DocumentReader(Settings settings) {
    this.settings = settings;
    schemes = new Schemes(settings.schemeId, settings.bits);
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

  /** The schemes that are known with a document, whose own must not be others. */
  private Schemes schemes(Offer offer, Schemes known) {
    if (!(offer.document().getField(settings.field) instanceof SimHashField near)) {
      return known;
    }
    String id = near.schemeId();
    if (id != null) {
      String problem = "has a fingerprint of scheme " + id + " in field";
      check(known.id == null || id.equals(known.id), problem, near.name(), "scheme " + known.id);
    }
    int bits = near.fingerprint().bits();
    String problem = "has a fingerprint of " + bits + " bits in field";
    boolean isAsOthers = known.bits == null || known.bits == bits;
    check(isAsOthers, problem, near.name(), known.bits + " as others");
    int most = settings.comparison.maxDistance();
    check(bits >= most, problem, near.name(), most + " or more, the distance");
    return new Schemes(id == null ? known.id : id, bits);
  }

  private Offer offer(Iterable<? extends IndexableField> fields) {
    Document document = new Document();
    Objects.requireNonNull(fields, "document").forEach(document::add);
    BytesRef id = IdField.id(document, settings.idField);
    IndexableField near = only(document, settings.field);
    for (IndexableField field : document) {
      String name = field.name();
      boolean adds = settings.policy.adds(name);
      check(!adds, "has a field", name, "none, because the writer adds it");
      boolean isDeleted = name.equals(settings.softDeletesField);
      check(!isDeleted, "has a field", name, "none, because it soft-deletes the document");
      if (near == null && field instanceof SimHashField) {
        String problem = "has no fingerprint in field '" + settings.field + "', but one in field";
        check(false, problem, name, "it where the writer looks, or none");
      }
    }
    Origin origin = settings.scope.origin(document);
    Fingerprint fingerprint = null;
    if (near != null) {
      boolean fits = near instanceof SimHashField;
      check(fits, "has no fingerprint in field", near.name(), "one SimHashField or no field");
      fingerprint = ((SimHashField) near).fingerprint();
    }
    boolean isText = settings.textCheck != null && fingerprint != null;
    String text = isText ? settings.textCheck.text(document) : null;
    double quality = fingerprint == null ? 0 : settings.policy.quality(document);
    boolean isMarked = settings.policy.groupField != null;
    String group = isMarked ? DuplicatePolicy.groupName(id, fingerprint) : null;
    State state = new State(id, false, fingerprint, quality, text, origin, group);
    return new Offer(document, state);
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
   * How texts are verified: several values of a stored field are one text of so many lines.
   *
   * @param features of the texts that were compared last
   */
  record TextCheck(TextVerifier verifier, String field, FeatureCache<String> features) {

    private static final long CACHE_BYTES = 8 << 20;

    TextCheck(TextVerifier verifier, String field) {
      this(
          Objects.requireNonNull(verifier, "verifier"),
          Objects.requireNonNull(field, "field"),
          new FeatureCache<>(CACHE_BYTES));
    }

    TextCheck guarded(Guard guard) {
      return new TextCheck(verifier.guarded(guard), field);
    }

    FeatureSet features(String text) throws IOException {
      return features.get(text, () -> verifier.features(text));
    }

    String text(Document document) {
      String[] values =
          Arrays.stream(document.getFields(field))
              .filter(value -> value.fieldType().stored() && value.stringValue() != null)
              .map(IndexableField::stringValue)
              .toArray(String[]::new);
      String problem = "the document has no stored text in field '" + field + "'";
      Settings.check(values.length > 0, problem, "one to verify by");
      return values.length == 1 ? values[0] : String.join("\n", values);
    }

    /** Returns the text of a document of the index, given its stored fields. */
    String text(Document document, int doc) {
      if (document.get(field) == null) {
        String problem = "document " + doc + " of the index has no text in field '" + field + "'";
        throw new IllegalStateException(problem + ", expected a stored one to verify by");
      }
      return text(document);
    }
  }
}
