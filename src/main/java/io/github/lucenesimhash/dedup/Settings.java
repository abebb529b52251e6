package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.verify.FeatureCache;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;

/** What a {@link NearDuplicateWriter} was built with; its builder says more. */
final class Settings implements Cloneable {

  String idField = "id";
  String field = "near";
  String schemeId; // null if none is known
  Integer bits; // of a fingerprint; likewise
  Comparison comparison = Comparison.within(10);
  String wordsSchemeId; // null if none is known
  DuplicatePolicy policy = DuplicatePolicy.keepFirst();
  int maxReplaced = 10;
  int maxNeighbours = 100;
  TextCheck textCheck; // null if texts are not compared
  long maxPendingBytes = 4 << 20;
  Scope scope = new Scope(null, 0, null);

  @Override
  public Settings clone() {
    try {
      return (Settings) super.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** A copy for a writer, with the schemes of the index. */
  Settings checked(IndexWriter indexWriter) throws IOException {
    Settings built = clone();
    String problem = "the comparison is '" + comparison + "'";
    if (comparison.comparesTexts()) {
      check(textCheck != null, problem, "texts to be called, which says where texts are");
    } else {
      check(textCheck == null, problem, "one that verifies, since texts was called");
    }
    Stream.of(
            idField,
            field,
            comparison.comparesWords() ? wordsField() : "",
            textCheck == null ? "" : textCheck.field(),
            scope.dateField(),
            scope.tenantField())
        .filter(policy::adds)
        .findFirst()
        .ifPresent(
            used ->
                check(
                    false,
                    "the policy marks in field '" + used + "'",
                    "a field that nothing else is in"));
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      built.schemeId = DocumentReader.checkIndex(reader, built);
      if (comparison.comparesWords()) {
        built.wordsSchemeId = DocumentReader.checkWords(reader, built);
      }
    }
    return built;
  }

  static void check(boolean fits, String problem, String expected) {
    if (!fits) {
      throw new IllegalArgumentException(problem + ", expected " + expected);
    }
  }

  /** As many as a date can have, if there are more. */
  static long millis(Duration duration) {
    boolean fits = duration.compareTo(Duration.ofMillis(Long.MAX_VALUE)) < 0;
    return fits ? duration.toMillis() : Long.MAX_VALUE;
  }

  /** Whether groups live on while they are joined, and are found by more than one document. */
  boolean hasStories() {
    return policy.groupField != null && scope.hasWindow();
  }

  /** Of some documents those that offered ones are compared with: where groups begin, if any. */
  Query compared(Query documents) {
    if (policy.groupField == null || hasStories()) {
      return documents;
    }
    Query marked = new FieldExistsQuery(policy.groupDistanceField());
    return new BooleanQuery.Builder()
        .add(documents, Occur.MUST)
        .add(marked, Occur.MUST_NOT)
        .build();
  }

  /** The field of what offered signatures are compared with. */
  String comparedField() {
    return hasStories() ? policy.storyField() : field;
  }

  /** Of the words of short texts, in offered documents. */
  String wordsField() {
    return field + ShortTexts.WORDS;
  }

  /**
   * Whether one decision may tell two documents from each other: they are near, or near the same
   * story, which goes on for the one because of the other.
   */
  boolean mayInfluence(State a, State b) {
    boolean isNear =
        hasStories()
            ? comparison.mayShareNeighbour(a.signature(), b.signature())
            : comparison.isNear(a.signature(), b.signature());
    return isNear && scope.isCompared(a.origin(), b.origin());
  }

  /** More near-duplicates than these make no difference to any decision but by their quality. */
  long mostNeighbours() {
    if (hasStories()) {
      return Long.MAX_VALUE;
    }
    return policy.mayReplace ? Math.max(maxNeighbours, maxReplaced + 1L) : maxNeighbours;
  }

  /** Most that an outcome lists: whatever it replaced is listed. */
  int mostListed() {
    return policy.mayReplace ? Math.max(maxNeighbours, maxReplaced) : maxNeighbours;
  }

  /** Hits to begin with: as many as are listed, but at most 1,000, and the older version. */
  int firstHits() {
    return Math.min(maxNeighbours, 1000) + 1;
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
      check(values.length > 0, problem, "one to verify by");
      return values.length == 1 ? values[0] : String.join("\n", values);
    }

    String text(StoredFields stored, int doc) throws IOException {
      Document document = stored.document(doc, Set.of(field));
      if (document.get(field) == null) {
        String problem = "document " + doc + " of the index has no text in field '" + field + "'";
        throw new IllegalStateException(problem + ", expected a stored one to verify by");
      }
      return text(document);
    }
  }
}
