package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DocumentReader.TextCheck;
import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.time.Duration;
import java.util.Objects;
import org.apache.lucene.index.IndexReader;
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
   * no clock is asked. A document of the index without a date is compared with none.
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
   * {@return this, where near-duplicates are only documents of the offered one's tenant} An id
   * belongs to the tenant of its document: a document of another tenant with this id is {@link
   * Outcome.Action#REFUSED}.
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
   * and their texts where texts are verified} At half of it one thread refreshes; at the end of it
   * every call waits for that. A document that replaces others may exceed it by their ids.
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

  /** Whether offered documents are compared with all that have a fingerprint. */
  boolean comparesAll() {
    return scope.isAll() && policy.groupField == null;
  }

  /**
   * Returns a query for some documents that one of this origin is compared with: in its window, of
   * its tenant, and of marked ones only those that began a group.
   */
  Query compared(Query documents, Origin origin, IndexReader reader) {
    BooleanQuery.Builder compared = new BooleanQuery.Builder();
    scope.filters(origin, reader).forEach(filter -> compared.add(filter, Occur.FILTER));
    compared.add(documents, Occur.MUST);
    if (policy.groupField != null) {
      compared.add(new FieldExistsQuery(policy.groupDistanceField()), Occur.MUST_NOT);
    }
    return compared.build();
  }

  /** More near-duplicates than these make no difference to any decision but by their quality. */
  long mostNeighbours() {
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
