package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.IndexWriter;

/** Settings of a {@link NearDuplicateWriter}; every method checks its value at once. */
public final class WriterBuilder {

  private final IndexWriter indexWriter;
  private String idField = "id";
  private String field = "near";
  private String schemeId;
  private int maxDistance = 10;
  private DuplicatePolicy policy = DuplicatePolicy.keepFirst();
  private int maxReplaced = 10;
  private int maxNeighbours = 100;
  private TextCheck textCheck;
  private long maxPendingBytes = 4 << 20;

  WriterBuilder(IndexWriter indexWriter) {
    this.indexWriter = Objects.requireNonNull(indexWriter, "indexWriter");
  }

  /**
   * The field of a document's id; "id" by default. It is indexed as one term, of characters or of
   * any bytes, and stored or given a sorted doc value.
   */
  public WriterBuilder idField(String name) {
    idField = Objects.requireNonNull(name, "name");
    return this;
  }

  /** The field of the fingerprint, a {@code SimHashField}; "near" by default. */
  public WriterBuilder field(String name) {
    field = Objects.requireNonNull(name, "name");
    return this;
  }

  /**
   * The scheme of the fingerprints. By default that of the index, or of the first document that
   * names one. An index or a document with another scheme's is refused.
   */
  public WriterBuilder schemeId(String id) {
    schemeId = Objects.requireNonNull(id, "id");
    return this;
  }

  /**
   * Bits in which near-duplicates differ at most, 0 to 64; 10 by default. Unrelated texts meet by
   * chance: among a million, one has 0.010 such neighbours within 10 bits, and 0.23 within 12.
   */
  public WriterBuilder maxDistance(int bits) {
    maxDistance = check("max distance", bits, 0, Fingerprint.BITS);
    return this;
  }

  /** What to do with a near-duplicate; {@link DuplicatePolicy#keepFirst} by default. */
  public WriterBuilder policy(DuplicatePolicy policy) {
    this.policy = Objects.requireNonNull(policy, "policy");
    return this;
  }

  /**
   * Most documents that one may replace, its own older version not counted; 10 by default. A
   * document that would replace more is {@link Outcome.Action#REFUSED}.
   */
  public WriterBuilder maxReplaced(int documents) {
    maxReplaced = check("max replaced", documents, 1, Integer.MAX_VALUE);
    return this;
  }

  /**
   * Most near-duplicates that an {@link Outcome} lists, the nearest of all; 100 by default. {@link
   * Outcome#totalNeighbours} tells how many there are, as a lower bound where the others were not
   * looked at. A document that replaces others lists them all.
   */
  public WriterBuilder maxNeighbours(int documents) {
    maxNeighbours = check("max neighbours", documents, 1, Integer.MAX_VALUE);
    return this;
  }

  /** As {@link #verify(TextVerifier, String, double)} by the standard features, 0.8 at least. */
  public WriterBuilder verify(String textField) {
    return verify(TextVerifier.standard(), textField, 0.8);
  }

  /**
   * Compares texts before a document is called a near-duplicate: those of documents within the
   * distance must resemble each other too. Without it, fingerprints alone decide, and {@link
   * Outcome#comparison} says so: the writer cannot verify what it has no text of.
   *
   * @param textField a stored field; every document with a fingerprint needs it, offered or in the
   *     index. Several values count as one text with line ends between them
   * @param minJaccard of the texts' features, 0 to 1
   */
  public WriterBuilder verify(TextVerifier verifier, String textField, double minJaccard) {
    if (!(minJaccard >= 0 && minJaccard <= 1)) {
      throw new IllegalArgumentException("min Jaccard is " + minJaccard + ", expected 0 to 1");
    }
    textCheck =
        new TextCheck(
            Objects.requireNonNull(verifier, "verifier"),
            Objects.requireNonNull(textField, "textField"),
            minJaccard);
    return this;
  }

  /**
   * Memory for changes that searchers do not show yet, about 300 bytes each; 4 MiB by default. It
   * is exceeded by no more than what calls under way replace.
   */
  public WriterBuilder maxPendingBytes(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("max pending bytes is " + bytes + ", expected 1 or more");
    }
    maxPendingBytes = bytes;
    return this;
  }

  /**
   * Opens a searcher on the index writer.
   *
   * @throws IllegalArgumentException if the policy marks in the field of the id, the fingerprint or
   *     the text; or if the index has fingerprints of another scheme, or in other fields only, or
   *     something else in their field, or documents whose id cannot be read. Of these it looks at
   *     one in each segment
   */
  public NearDuplicateWriter build() throws IOException {
    checkUnmarked(idField);
    checkUnmarked(field);
    if (textCheck != null) {
      checkUnmarked(textCheck.field());
    }
    return NearDuplicateWriter.open(
        indexWriter,
        new Settings(
            idField,
            field,
            schemeId,
            maxDistance,
            policy,
            maxReplaced,
            maxNeighbours,
            textCheck,
            maxPendingBytes));
  }

  private void checkUnmarked(String name) {
    if (policy.adds(name)) {
      throw new IllegalArgumentException(
          "the policy marks in field '" + name + "', expected a field that nothing else is in");
    }
  }

  private static int check(String what, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          what + " is " + value + ", expected " + min + " to " + max);
    }
    return value;
  }
}
