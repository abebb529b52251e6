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
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;

/** Holds the options of a {@link NearDuplicateWriter} and checks them. */
abstract sealed class Settings implements Cloneable permits NearDuplicateWriter.Builder {

  String idField = "id";
  String field = "near";
  String schemeId; // null if none is known
  Integer bits; // in a fingerprint; null if not known
  Comparison comparison = Comparison.within(10);
  DuplicatePolicy policy = DuplicatePolicy.keepFirst();
  int maxReplaced = 10;
  int maxNeighbours = 100;
  TextVerifier verifier; // null if texts are not compared
  String textField; // null if texts are not compared
  long maxPendingBytes = 4 << 20;
  Scope scope = new Scope(null, 0, null);

  /**
   * {@return this, with the field of the id}
   *
   * @param name "id" by default
   */
  public NearDuplicateWriter.Builder idField(String name) {
    idField = Objects.requireNonNull(name, "name");
    return self();
  }

  /**
   * {@return this, with the {@code SimHashField} of the fingerprint}
   *
   * @param name "near" by default
   */
  public NearDuplicateWriter.Builder field(String name) {
    field = Objects.requireNonNull(name, "name");
    return self();
  }

  /**
   * {@return this, with the scheme of the fingerprints; others are refused}
   *
   * @param id {@code FingerprintScheme.id}; by default that of the index, or of the first document
   */
  public NearDuplicateWriter.Builder schemeId(String id) {
    schemeId = Objects.requireNonNull(id, "id");
    return self();
  }

  /**
   * {@return this, with what a near-duplicate is} If it verifies texts, {@link #texts} says where
   * they are. Among a million fingerprints each has by chance 0.010 neighbours within 10 bits, and
   * 0.23 within 12.
   *
   * @param comparison {@code Comparison.within(10)} by default
   */
  public NearDuplicateWriter.Builder comparison(Comparison comparison) {
    this.comparison = Objects.requireNonNull(comparison, "comparison");
    return self();
  }

  /**
   * {@return this, with the texts that a comparison verifies} 8 MiB of their features are kept.
   *
   * @param verifier {@code TextVerifier.of(scheme)}; the guard is that of the comparison
   * @param field a stored field of every document that has a fingerprint, offered or in the index;
   *     several values count as one text with line ends between them
   */
  public NearDuplicateWriter.Builder texts(TextVerifier verifier, String field) {
    this.verifier = Objects.requireNonNull(verifier, "verifier");
    textField = Objects.requireNonNull(field, "field");
    return self();
  }

  /**
   * {@return this, with what to do with a near-duplicate}
   *
   * @param policy {@code keepFirst} by default
   */
  public NearDuplicateWriter.Builder policy(DuplicatePolicy policy) {
    this.policy = Objects.requireNonNull(policy, "policy");
    return self();
  }

  /**
   * {@return this, with the most documents that one may replace, besides its older version} A
   * document that would replace more is {@link Outcome.Action#REFUSED}.
   *
   * @param documents at least 1; 10 by default
   */
  public NearDuplicateWriter.Builder maxReplaced(int documents) {
    check(documents >= 1, "max replaced is " + documents, "1 to 2147483647");
    maxReplaced = documents;
    return self();
  }

  /**
   * {@return this, with the most near-duplicates that an {@link Outcome} lists, if none is
   * replaced}
   *
   * @param documents at least 1; 100 by default
   */
  public NearDuplicateWriter.Builder maxNeighbours(int documents) {
    check(documents >= 1, "max neighbours is " + documents, "1 to 2147483647");
    maxNeighbours = documents;
    return self();
  }

  /**
   * {@return this, with a window: a document is compared only with documents whose dates are no
   * farther than the window from its own, earlier or later, both ends included} No clock is asked.
   *
   * @param dateField a field of every document, offered or in the index, with one doc value, as
   *     {@code NumericDocValuesField} and the faster {@code LongField} have it: whole milliseconds
   *     since 1970; seconds or 20260101 would be taken for milliseconds
   * @param window not negative; parts of milliseconds do not count
   */
  public NearDuplicateWriter.Builder window(String dateField, Duration window) {
    Objects.requireNonNull(dateField, "dateField");
    check(!window.isNegative(), "window is " + window, "a duration not below 0");
    long millis = TimeUnit.MILLISECONDS.convert(window); // clamped to what a date can have
    scope = new Scope(dateField, millis, scope.tenantField());
    return self();
  }

  /**
   * {@return this, with tenants: a document is compared only with documents of its tenant} An id
   * belongs to the tenant of its document: a document of another tenant with this id is {@link
   * Outcome.Action#REFUSED}.
   *
   * @param field a field of every document, offered or in the index, with one doc value, as {@code
   *     KeywordField} and {@code SortedDocValuesField} have it
   */
  public NearDuplicateWriter.Builder tenant(String field) {
    Objects.requireNonNull(field, "field");
    scope = new Scope(scope.dateField(), scope.windowMillis(), field);
    return self();
  }

  /**
   * {@return this, with the memory for pending changes: about 300 bytes each, and the text if texts
   * are verified} When half of it is used, one thread refreshes; when all is used, every call waits
   * for that. A document that replaces others may exceed it by the size of their ids.
   *
   * @param bytes at least 1; 4 MiB by default
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

  /** Returns true if offered documents are compared with all that have a fingerprint. */
  boolean comparesAll() {
    return scope.dateField() == null && scope.tenantField() == null && policy.groupField == null;
  }

  /** Returns a query for the given documents that a document of this origin is compared with. */
  Query compared(Query documents, Origin origin, IndexReader reader) {
    BooleanQuery.Builder compared = scope.filters(origin, reader).add(documents, Occur.MUST);
    if (policy.groupField != null) { // only those that began a group
      compared.add(new FieldExistsQuery(policy.groupDistanceField()), Occur.MUST_NOT);
    }
    return compared.build();
  }

  /**
   * Returns true if {@link #mostDecisive} near-duplicates like this one decide, whatever others
   * there are.
   */
  boolean isDecisive(Found near, State offered) {
    if (policy.groupField != null) {
      return true;
    }
    return replacesAny()
        ? near.likeness().secondMayGo() && (near.likeness().firstMayGo() || !policy.asks)
        : near.likeness().firstMayGo() && near.isAsGoodAs(offered.quality());
  }

  /** Returns the number of decisive near-duplicates after which no other need be looked at. */
  long mostDecisive() {
    return policy.groupField == null && replacesAny() ? maxReplaced + 1L : 1;
  }

  private boolean replacesAny() {
    return policy.mayReplace && policy.quality == null;
  }

  /** Returns the number of near-duplicates to find, if enough of them are decisive. */
  long mostNeighbours() {
    return policy.mayReplace ? Math.max(maxNeighbours, maxReplaced + 1L) : maxNeighbours;
  }

  /** Returns the most near-duplicates that an outcome lists. */
  int mostListed() {
    return policy.mayReplace ? Math.max(maxNeighbours, maxReplaced) : maxNeighbours;
  }

  /** Returns the number of hits to begin with: as many as are listed, and the older version. */
  int firstHits() {
    return Math.min(maxNeighbours, 1000) + 1;
  }

  /** Returns a copy for an index writer, checked against its index as far as that needs no scan. */
  Settings checked(IndexWriter indexWriter) throws IOException {
    Settings built;
    try {
      built = (Settings) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
    String softDeletes = indexWriter.getConfig().getSoftDeletesField();
    String problem = "the index writer soft-deletes by field '" + softDeletes + "'";
    check(softDeletes == null, problem, "none, because documents are replaced in one step");
    built.verifier = verifier == null ? null : verifier.guarded(comparison.guard());
    built.checkTogether();
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      built.readSchemes(reader);
    }
    return built;
  }

  private void checkTogether() {
    String problem = "the comparison is '" + comparison + "'";
    boolean verifies = comparison.comparesTexts();
    check(!verifies || verifier != null, problem, "texts to be called, which says where texts are");
    check(verifies || verifier == null, problem, "one that verifies, since texts was called");
    for (String used :
        Arrays.asList(idField, field, textField, scope.dateField(), scope.tenantField())) {
      String marks = "the policy marks in field '" + used + "'";
      check(!policy.adds(used), marks, "a field that nothing else is in");
    }
  }

  /** Checks the fingerprints of an index, and notes their scheme and bits if there are some. */
  private void readSchemes(IndexReader reader) throws IOException {
    FieldInfos infos = FieldInfos.getMergedFieldInfos(reader);
    FieldInfo fingerprints = infos.fieldInfo(field);
    if (fingerprints == null) {
      for (FieldInfo info : infos) {
        boolean isOther = !SimHashField.schemeIds(reader, info.name).isEmpty();
        String problem =
            "the index has no field '" + field + "', but fingerprints in field '" + info.name + "'";
        check(!isOther, problem, "the name of such a field");
      }
      return;
    }
    Set<Integer> widths = SimHashField.bits(reader, field);
    check(
        widths.size() == 1,
        "field '"
            + field
            + "' of the index has doc values of type "
            + fingerprints.getDocValuesType(),
        "those of a SimHashField, all of as many bits"
            + (widths.isEmpty() ? "" : ", not " + widths));
    bits = widths.iterator().next();
    for (LeafReaderContext leaf : reader.leaves()) {
      checkFirst(leaf);
    }
    Set<String> stamped = SimHashField.schemeIds(reader, field);
    boolean isOne = schemeId == null && stamped.size() == 1;
    check(
        isOne || stamped.stream().allMatch(stamp -> stamp.equals(schemeId)),
        "field '"
            + field
            + "' of the index holds fingerprints of scheme "
            + String.join(" and ", stamped),
        schemeId == null ? "one scheme" : "scheme " + schemeId);
    schemeId = isOne ? stamped.iterator().next() : schemeId;
  }

  /** Checks the first document of a segment that has a fingerprint. */
  private void checkFirst(LeafReaderContext leaf) throws IOException {
    IndexSearcher segment = new IndexSearcher(leaf.reader());
    for (ScoreDoc first : segment.search(new FieldExistsQuery(field), 1).scoreDocs) {
      String has = "document " + (leaf.docBase + first.doc) + " of the index has ";
      FieldInfo id = leaf.reader().getFieldInfos().fieldInfo(idField);
      boolean isTerm = id != null && id.getIndexOptions() != IndexOptions.NONE;
      check(
          isTerm && DocumentReader.id(leaf.reader(), idField, first.doc, null) != null,
          has + "a fingerprint in field '" + field + "', but no id in field '" + idField + "'",
          "one that is a term, and stored or a sorted doc value");
      scope.checkIndexed(leaf, first.doc, has);
    }
  }
}
