package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DocumentReader.TextCheck;
import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.time.Duration;
import java.util.Objects;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;

/**
 * What a {@link NearDuplicateWriter} is built with: each setting, the method of the builder that
 * gives it, and what follows from all of them.
 */
abstract sealed class Settings implements Cloneable permits NearDuplicateWriter.Builder {

  String idField = "id";
  String field = "near";
  String schemeId; // null if none is known
  Integer bits; // of a fingerprint; likewise
  Comparison comparison = Comparison.within(10);
  DuplicatePolicy policy = DuplicatePolicy.keepFirst();
  int maxReplaced = 10;
  int maxNeighbours = 100;
  TextCheck textCheck; // null if texts are not compared
  long maxPendingBytes = 4 << 20;
  Scope scope = new Scope(null, 0, null);
  String softDeletesField; // of the index writer; null if documents are deleted at once

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
   * {@return this, with the scheme of the fingerprints} By default that of the index, or of the
   * first document that names one. An index or a document with another scheme's is refused.
   *
   * @param id as {@code FingerprintScheme.id}, not null
   */
  public NearDuplicateWriter.Builder schemeId(String id) {
    schemeId = Objects.requireNonNull(id, "id");
    return self();
  }

  /**
   * {@return this, with what a near-duplicate is} Where it verifies texts, {@link #texts} says
   * where they are; where it does not, the fingerprints alone decide, and {@link Outcome#by} says
   * so. Unrelated fingerprints meet by chance: among a million, one has 0.010 such neighbours
   * within 10 bits, and 0.23 within 12. {@link Outcome#heldBack} counts what its guard keeps apart.
   *
   * @param comparison {@code Comparison.within(10)} by default
   */
  public NearDuplicateWriter.Builder comparison(Comparison comparison) {
    this.comparison = Objects.requireNonNull(comparison, "comparison");
    return self();
  }

  /**
   * {@return this, with the texts that a comparison verifies} Those that were compared last are
   * kept with their features, 8 MiB of them.
   *
   * @param verifier makes the features that are compared, {@code TextVerifier.of(scheme)}; the
   *     guard is that of the comparison
   * @param field stored, in every document with a fingerprint, offered or in the index; several
   *     values count as one text with line ends between them
   */
  public NearDuplicateWriter.Builder texts(TextVerifier verifier, String field) {
    textCheck = new TextCheck(verifier, field);
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
   * {@return this, with the most documents that one may replace, its own older version not counted}
   * A document that would replace more is {@link Outcome.Action#REFUSED}.
   *
   * @param documents at least 1; 10 by default
   */
  public NearDuplicateWriter.Builder maxReplaced(int documents) {
    check(documents >= 1, "max replaced is " + documents, "1 to 2147483647");
    maxReplaced = documents;
    return self();
  }

  /**
   * {@return this, with the most near-duplicates that an {@link Outcome} lists, the nearest of all}
   * {@link Outcome#totalNeighbours} tells how many there are, as a lower bound where the others
   * were not looked at. A document that replaces others lists them all.
   *
   * @param documents at least 1; 100 by default
   */
  public NearDuplicateWriter.Builder maxNeighbours(int documents) {
    check(documents >= 1, "max neighbours is " + documents, "1 to 2147483647");
    maxNeighbours = documents;
    return self();
  }

  /**
   * {@return this, where near-duplicates are only those documents whose date is no farther than the
   * window from that of the offered one, earlier or later, both ends included} By the dates alone:
   * no clock is asked. {@link DuplicatePolicy#mark} makes stories of groups then.
   *
   * @param dateField in every document, offered or in the index: one whole number of milliseconds
   *     since 1970 as a doc value, as {@code LongField} and {@code NumericDocValuesField} have it.
   *     Seconds, or digits as 20260101, are taken for milliseconds, too: all of them are within a
   *     month of 1970, and a window of that length compares everything. A {@code LongField} is
   *     faster: segments that are out of the window are left out
   * @param window not negative; parts of milliseconds do not count
   */
  public NearDuplicateWriter.Builder window(String dateField, Duration window) {
    Objects.requireNonNull(dateField, "dateField");
    check(!window.isNegative(), "window is " + window, "a duration not below 0");
    scope = new Scope(dateField, millis(window), scope.tenantField());
    return self();
  }

  /**
   * {@return this, where near-duplicates are only documents of the offered one's tenant} Ids are
   * not: an id is of one document, whatever its tenant.
   *
   * @param field in every document, offered or in the index: one value as a doc value, as {@code
   *     KeywordField} and {@code SortedDocValuesField} have it
   */
  public NearDuplicateWriter.Builder tenant(String field) {
    Objects.requireNonNull(field, "field");
    scope = new Scope(scope.dateField(), scope.windowMillis(), field);
    return self();
  }

  /**
   * {@return this, with memory for changes that searchers do not show yet, about 300 bytes each,
   * and their texts where texts are verified} At half of it the writer refreshes; it is exceeded by
   * no more than what calls under way replace.
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

  /** The same, whatever the builder is told later. */
  Settings copy() {
    try {
      return (Settings) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
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

  /** The field of what offered fingerprints are compared with. */
  String comparedField() {
    return hasStories() ? policy.storyField() : field;
  }

  /**
   * Whether one decision may tell two documents from each other: they are near, or near the same
   * story, which goes on for the one because of the other.
   */
  boolean mayInfluence(State a, State b) {
    int distance = hasStories() ? 2 * comparison.maxDistance() : comparison.maxDistance();
    return a.fingerprint() != null
        && b.fingerprint() != null
        && a.fingerprint().distance(b.fingerprint()) <= distance
        && scope.isCompared(a.origin(), b.origin());
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
}
