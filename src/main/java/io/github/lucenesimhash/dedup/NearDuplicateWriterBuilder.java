package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Settings.TextCheck;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.ResemblanceField;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;

/** Settings of a {@link NearDuplicateWriter}; every method checks its value at once. */
public final class NearDuplicateWriterBuilder {

  private final IndexWriter indexWriter;
  private final Settings settings = new Settings();

  NearDuplicateWriterBuilder(IndexWriter indexWriter) {
    this.indexWriter = Objects.requireNonNull(indexWriter, "indexWriter");
  }

  /**
   * {@return this, with the field of the id; "id" by default}
   *
   * @param name as {@link NearDuplicateWriter#add} takes it
   */
  public NearDuplicateWriterBuilder idField(String name) {
    settings.idField = Objects.requireNonNull(name, "name");
    return this;
  }

  /**
   * {@return this, with the field of the fingerprint; "near" by default}
   *
   * @param name of a {@code SimHashField}
   */
  public NearDuplicateWriterBuilder field(String name) {
    settings.field = Objects.requireNonNull(name, "name");
    return this;
  }

  /**
   * {@return this, with the scheme of the fingerprints} By default that of the index, or of the
   * first document that names one. An index or a document with another scheme's is refused.
   *
   * @param id as {@code FingerprintScheme.id}, not null
   */
  public NearDuplicateWriterBuilder schemeId(String id) {
    settings.schemeId = Objects.requireNonNull(id, "id");
    return this;
  }

  /**
   * {@return this, with all that says what a near-duplicate is} {@link #maxDistance}, {@link
   * #shortTexts}, {@link #guard} and {@link #verify} change parts of it. If it verifies texts,
   * {@code verify} must say where they are, before.
   *
   * @param comparison {@code Comparison.within(10)} by default
   */
  public NearDuplicateWriterBuilder comparison(Comparison comparison) {
    settings.comparison = Objects.requireNonNull(comparison, "comparison");
    return this;
  }

  /**
   * {@return this, with what keeps short texts apart that are near by their words, or verified}
   * {@link Outcome#heldBack} counts them. Fingerprints alone are not guarded.
   *
   * @param guard {@link Guard#STANDARD} by default
   */
  public NearDuplicateWriterBuilder guard(Guard guard) {
    return comparison(settings.comparison.guarded(guard));
  }

  /**
   * {@return this, with the distance of near-duplicates} Unrelated texts meet by chance: among a
   * million, one has 0.010 such neighbours within 10 bits, and 0.23 within 12.
   *
   * @param bits 0 to 64; 10 by default
   */
  public NearDuplicateWriterBuilder maxDistance(int bits) {
    Settings.check(bits >= 0 && bits <= 64, "max distance is " + bits, "0 to 64");
    return comparison(settings.comparison.distance(bits));
  }

  /**
   * {@return this, where short texts are compared by their words, and by nothing else} Two
   * documents that have words, one of them at most {@value ResemblanceField#MAX_SHORT_FEATURES},
   * are near-duplicates if their words resemble each other so much, and only then, whatever the
   * distance of the fingerprints. All others are compared by their fingerprints. The words are
   * those in a {@link ResemblanceField} of the fingerprint's field with {@code .words} behind its
   * name, as {@code FingerprintScheme.fields} gives both. A document without them, as that of a
   * long text, is compared by its fingerprint alone; one with words and no fingerprint by its
   * words. Pairs by words are not verified. By default words are not looked at.
   *
   * @param minResemblance of a pair, as {@link ResemblanceField} defines it: the words that both
   *     have in the same order, divided by those in either, .5 to 1
   * @throws IllegalArgumentException if it is out of range
   */
  public NearDuplicateWriterBuilder shortTexts(double minResemblance) {
    return comparison(settings.comparison.words(new ShortTexts(minResemblance).minResemblance()));
  }

  /**
   * {@return this, with what to do with a near-duplicate}
   *
   * @param policy {@link DuplicatePolicy#keepFirst} by default
   */
  public NearDuplicateWriterBuilder policy(DuplicatePolicy policy) {
    settings.policy = Objects.requireNonNull(policy, "policy");
    return this;
  }

  /**
   * {@return this, with the most documents that one may replace, its own older version not counted}
   * A document that would replace more is {@link Outcome.Action#REFUSED}.
   *
   * @param documents at least 1; 10 by default
   */
  public NearDuplicateWriterBuilder maxReplaced(int documents) {
    Settings.check(documents >= 1, "max replaced is " + documents, "1 to 2147483647");
    settings.maxReplaced = documents;
    return this;
  }

  /**
   * {@return this, with the most near-duplicates that an {@link Outcome} lists, the nearest of all}
   * {@link Outcome#totalNeighbours} tells how many there are, as a lower bound where the others
   * were not looked at. A document that replaces others lists them all.
   *
   * @param documents at least 1; 100 by default
   */
  public NearDuplicateWriterBuilder maxNeighbours(int documents) {
    Settings.check(documents >= 1, "max neighbours is " + documents, "1 to 2147483647");
    settings.maxNeighbours = documents;
    return this;
  }

  /**
   * {@return this, verifying by the standard features, 0.8 at least}
   *
   * @param textField as in {@link #verify(TextVerifier, String, double)}
   */
  public NearDuplicateWriterBuilder verify(String textField) {
    return verify(TextVerifier.standard(), textField, 0.8);
  }

  /**
   * {@return this, where near-duplicates by the fingerprints are only those whose texts resemble
   * each other too} Without it, the fingerprints of two that are not compared by their words decide
   * alone, and {@link Outcome#by} says so. The texts that were compared last are kept with their
   * features, 8 MiB of them. Where both texts are short, the {@link #guard} is asked too.
   *
   * @param verifier makes the features that are compared
   * @param textField stored, in every document with a fingerprint, or words that are compared,
   *     offered or in the index; several values count as one text with line ends between them
   * @param minJaccard of the texts' features, 0 to 1
   */
  public NearDuplicateWriterBuilder verify(
      TextVerifier verifier, String textField, double minJaccard) {
    Settings.check(minJaccard >= 0 && minJaccard <= 1, "min Jaccard is " + minJaccard, "0 to 1");
    Objects.requireNonNull(verifier, "verifier");
    Objects.requireNonNull(textField, "textField");
    settings.textCheck = new TextCheck(verifier, textField);
    return comparison(settings.comparison.verified(minJaccard));
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
  public NearDuplicateWriterBuilder within(String dateField, Duration window) {
    Objects.requireNonNull(dateField, "dateField");
    Settings.check(!window.isNegative(), "window is " + window, "a duration not below 0");
    settings.scope = new Scope(dateField, Settings.millis(window), settings.scope.tenantField());
    return this;
  }

  /**
   * {@return this, where near-duplicates are only documents of the offered one's tenant} Ids are
   * not: an id is of one document, whatever its tenant.
   *
   * @param tenantField in every document, offered or in the index: one value as a doc value, as
   *     {@code KeywordField} and {@code SortedDocValuesField} have it
   */
  public NearDuplicateWriterBuilder per(String tenantField) {
    Objects.requireNonNull(tenantField, "tenantField");
    Scope scope = settings.scope;
    settings.scope = new Scope(scope.dateField(), scope.windowMillis(), tenantField);
    return this;
  }

  /**
   * {@return this, with memory for changes that searchers do not show yet, about 300 bytes each,
   * and their words where they are compared, their texts where texts are verified} At half of it
   * the writer refreshes; it is exceeded by no more than what calls under way replace.
   *
   * @param bytes at least 1; 4 MiB by default
   */
  public NearDuplicateWriterBuilder maxPendingBytes(long bytes) {
    Settings.check(bytes >= 1, "max pending bytes is " + bytes, "1 or more");
    settings.maxPendingBytes = bytes;
    return this;
  }

  /**
   * {@return a writer with a searcher of its own; closing it leaves the index writer open}
   *
   * @throws IllegalArgumentException if the policy marks in a field that is in use; if texts are
   *     compared and no field of texts is known; or if the index has fingerprints of another
   *     scheme, or in other fields only, or something else in their field or that of the words, or
   *     in the first document of a segment without an id
   * @throws IllegalStateException if the index writer has one that is not closed, or that has calls
   *     under way: they would not see each other's documents
   * @throws IOException if the index cannot be read
   */
  public NearDuplicateWriter build() throws IOException {
    Settings built = settings.clone();
    String textField = built.textCheck == null ? "" : built.textCheck.field();
    Scope scope = built.scope;
    Comparison comparison = built.comparison;
    Settings.check(
        built.textCheck != null || !comparison.comparesTexts(),
        "the comparison is '" + comparison + "'",
        "verify to be called, which says where texts are");
    String wordsField = comparison.comparesWords() ? built.wordsField() : "";
    for (String used :
        Arrays.asList(
            built.idField,
            built.field,
            wordsField,
            textField,
            scope.dateField(),
            scope.tenantField())) {
      String problem = "the policy marks in field '" + used + "'";
      Settings.check(!built.policy.adds(used), problem, "a field that nothing else is in");
    }
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      built.schemeId = DocumentReader.checkIndex(reader, built);
      if (comparison.comparesWords()) {
        built.wordsSchemeId = DocumentReader.checkWords(reader, built);
      }
    }
    return new NearDuplicateWriter(indexWriter, built);
  }
}
