package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Lookup.Found;
import io.github.lucenesimhash.dedup.Recent.State;
import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;

/** Holds the options of a {@link NearDuplicateWriter} and checks them. */
abstract sealed class Settings permits NearDuplicateWriter.Builder {

  String idField = "id";
  String field = "near";
  String schemeId; // null if none is known
  Comparison comparison = Comparison.within(10);
  DuplicatePolicy policy = DuplicatePolicy.keepFirst();
  int maxReplaced = 10;
  int maxNeighbours = 100;
  TextVerifier verifier; // null if texts are not compared
  String textField; // null if texts are not compared
  long maxPendingBytes = 4 << 20;
  Scope scope = new Scope(null, 0, null);

  /**
   * Sets the field of the id.
   *
   * @param name the name of the field, "id" by default
   * @return this
   */
  public NearDuplicateWriter.Builder idField(String name) {
    idField = Objects.requireNonNull(name, "name");
    return self();
  }

  /**
   * Sets the {@link SimHashField} of the fingerprint.
   *
   * @param name the name of the field, "near" by default
   * @return this
   */
  public NearDuplicateWriter.Builder field(String name) {
    field = Objects.requireNonNull(name, "name");
    return self();
  }

  /**
   * Sets the scheme of the fingerprints. Documents of another scheme are rejected.
   *
   * @param id the {@code FingerprintScheme.id}; by default the id of the index, or of the first
   *     document
   * @return this
   */
  public NearDuplicateWriter.Builder schemeId(String id) {
    schemeId = Objects.requireNonNull(id, "id");
    return self();
  }

  /**
   * Sets the comparison that defines near-duplicates. If the comparison verifies texts, call {@link
   * #texts}, too. By chance, each of a million fingerprints of 64 bits has 0.010 neighbours within
   * 10 bits, and 0.23 within 12.
   *
   * @param comparison the comparison, {@code Comparison.within(10)} by default
   * @return this
   */
  public NearDuplicateWriter.Builder comparison(Comparison comparison) {
    this.comparison = Objects.requireNonNull(comparison, "comparison");
    return self();
  }

  /**
   * Sets the field of the texts that the comparison verifies. Caches 8 MiB of their features.
   *
   * @param verifier the verifier, {@code TextVerifier.of(scheme)}; the comparison sets its guard
   * @param field a stored field of every document that has a fingerprint, offered or in the index;
   *     several values count as one text with line ends between them
   * @return this
   */
  public NearDuplicateWriter.Builder texts(TextVerifier verifier, String field) {
    this.verifier = Objects.requireNonNull(verifier, "verifier");
    textField = Objects.requireNonNull(field, "field");
    return self();
  }

  /**
   * Sets the policy for documents that have near-duplicates.
   *
   * @param policy the policy, {@code keepFirst} by default
   * @return this
   */
  public NearDuplicateWriter.Builder policy(DuplicatePolicy policy) {
    this.policy = Objects.requireNonNull(policy, "policy");
    return self();
  }

  /**
   * Sets the maximum number of documents that one document may replace, besides its older version.
   * A document that would replace more is {@link Outcome.Action#REFUSED}.
   *
   * @param documents the number of documents, at least 1; 10 by default
   * @return this
   */
  public NearDuplicateWriter.Builder maxReplaced(int documents) {
    check(documents >= 1, "max replaced is " + documents, "1 to 2147483647");
    maxReplaced = documents;
    return self();
  }

  /**
   * Sets the maximum number of near-duplicates that an {@link Outcome} lists. If the policy may
   * replace documents, the maximum is at least {@code maxReplaced}.
   *
   * @param documents the number of near-duplicates, at least 1; 100 by default
   * @return this
   */
  public NearDuplicateWriter.Builder maxNeighbours(int documents) {
    check(documents >= 1, "max neighbours is " + documents, "1 to 2147483647");
    maxNeighbours = documents;
    return self();
  }

  /**
   * Sets a window: a document is compared only with documents whose dates differ from its own by at
   * most the window, earlier or later. The current time does not matter.
   *
   * @param dateField a field of every document, offered or in the index, with one doc value, as
   *     {@code NumericDocValuesField} and the faster {@code LongField} have it: whole milliseconds
   *     since 1970; seconds, or numbers such as 20260101, would be taken for milliseconds
   * @param window the window, not negative; fractions of milliseconds are ignored
   * @return this
   */
  public NearDuplicateWriter.Builder window(String dateField, Duration window) {
    Objects.requireNonNull(dateField, "dateField");
    check(!window.isNegative(), "window is " + window, "a duration not below 0");
    long millis = TimeUnit.MILLISECONDS.convert(window); // clamped to the range of a long
    scope = new Scope(dateField, millis, scope.tenantField());
    return self();
  }

  /**
   * Sets the field of the tenant: a document is compared only with documents of its own tenant. An
   * id belongs to the tenant of its document; a document of another tenant with the same id is
   * {@link Outcome.Action#REFUSED}.
   *
   * @param field a field of every document, offered or in the index, with one doc value, as {@code
   *     KeywordField} and {@code SortedDocValuesField} have it
   * @return this
   */
  public NearDuplicateWriter.Builder tenant(String field) {
    Objects.requireNonNull(field, "field");
    scope = new Scope(scope.dateField(), scope.windowMillis(), field);
    return self();
  }

  /**
   * Sets the memory for pending changes: about 300 bytes for each change, and its text if texts are
   * verified. When half of the memory is used, one thread refreshes. When all is used, every call
   * waits for the refresh. A single change may exceed the limit, and so may a document that
   * replaces others, by about 300 bytes for each of them.
   *
   * @param bytes the memory in bytes, at least 1; 4 MiB by default
   * @return this
   */
  public NearDuplicateWriter.Builder maxPendingBytes(long bytes) {
    check(bytes >= 1, "max pending bytes is " + bytes, "1 or more");
    maxPendingBytes = bytes;
    return self();
  }

  private NearDuplicateWriter.Builder self() {
    return (NearDuplicateWriter.Builder) this;
  }

  static void check(boolean fits, String problem, String expected) {
    if (!fits) {
      throw new IllegalArgumentException(problem + ", expected " + expected);
    }
  }

  /** Returns true if documents are compared regardless of their tenants, dates and groups. */
  boolean comparesAll() {
    return scope.dateField() == null && scope.tenantField() == null && policy.groupField == null;
  }

  /** Restricts a query to the documents that a document of this origin is compared with. */
  Query compared(Query documents, Origin origin, IndexReader reader) {
    BooleanQuery.Builder compared = scope.filters(origin, reader).add(documents, Occur.MUST);
    if (policy.groupField != null) { // only documents that began a group
      compared.add(new FieldExistsQuery(policy.groupDistanceField()), Occur.MUST_NOT);
    }
    return compared.build();
  }

  /**
   * Returns true if a near-duplicate is decisive: {@link #mostDecisive} decisive near-duplicates
   * determine the decision, whatever other near-duplicates exist.
   */
  boolean isDecisive(Found near, State offered) {
    return policy.groupField != null
        || (replacesAny()
            ? near.likeness().mayDropSecond() && (near.likeness().mayDropFirst() || !policy.asks)
            : near.likeness().mayDropFirst() && near.isAsGoodAs(offered.quality()));
  }

  /** Returns the number of decisive near-duplicates that determine the decision. */
  long mostDecisive() {
    return replacesAny() ? maxReplaced + 1L : 1;
  }

  private boolean replacesAny() {
    return policy.mayReplace && policy.quality == null;
  }

  /** Returns the maximum number of near-duplicates that an outcome lists. */
  int mostListed() {
    return policy.mayReplace ? Math.max(maxNeighbours, maxReplaced) : maxNeighbours;
  }

  /** Returns the number of hits to search first: up to 1,000 to list, and an older version. */
  int firstHits() {
    return Math.min(maxNeighbours, 1000) + 1;
  }

  /** Checks these settings for an index writer, and against its index without a scan. */
  void check(IndexWriter indexWriter) throws IOException {
    String softDeletes = indexWriter.getConfig().getSoftDeletesField();
    String problem = "the index writer soft-deletes by field '" + softDeletes + "'";
    check(softDeletes == null, problem, "none, because documents are replaced in one step");
    String compared = "the comparison is '" + comparison + "'";
    boolean verifies = comparison.comparesTexts();
    check(!verifies || verifier != null, compared, "texts(verifier, field) to be called, too");
    check(verifies || verifier == null, compared, "one that verifies, because texts was called");
    verifier = verifies ? verifier.guarded(comparison.guard()) : null;
    for (String used :
        Arrays.asList(idField, field, textField, scope.dateField(), scope.tenantField())) {
      String marks = "the policy marks in field '" + used + "'";
      check(!policy.adds(used), marks, "a field that is used only for marks");
    }
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      checkIndex(reader);
    }
  }

  /** Checks the fields of an index, and adopts the scheme of its fingerprints. */
  private void checkIndex(IndexReader reader) throws IOException {
    FieldInfos infos = FieldInfos.getMergedFieldInfos(reader);
    if (infos.fieldInfo(field) == null) {
      for (FieldInfo info : infos) {
        boolean isOther = !SimHashField.schemeIds(reader, info.name).isEmpty();
        String problem =
            "the index has no field '" + field + "', but fingerprints in field '" + info.name + "'";
        check(!isOther, problem, "the name of such a field");
      }
      return;
    }
    String holds = "field '" + field + "' of the index holds fingerprints of ";
    Set<Integer> widths = SimHashField.bits(reader, field);
    check(widths.size() == 1, holds + "widths " + widths, "the one width of a SimHashField");
    FieldInfo id = infos.fieldInfo(idField);
    boolean isTerm = id != null && id.getIndexOptions() != IndexOptions.NONE;
    check(isTerm, "the index has no terms in field '" + idField + "'", "ids");
    scope.checkIndexed(infos);
    Set<String> stamped = SimHashField.schemeIds(reader, field);
    boolean isOne = schemeId == null && stamped.size() == 1;
    check(
        isOne || stamped.stream().allMatch(stamp -> stamp.equals(schemeId)),
        holds + "scheme " + String.join(" and ", stamped),
        schemeId == null ? "one scheme" : "scheme " + schemeId);
    schemeId = isOne ? stamped.iterator().next() : schemeId;
  }
}
