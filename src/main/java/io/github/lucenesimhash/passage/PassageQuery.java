package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.analysis.Tokens;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * Finds all documents that have a passage of a text: at least a given number of consecutive words
 * of the text. No document is missed, unless {@link #atMostIn} is set. Two words are equal if their
 * 64-bit hashes are equal.
 *
 * <p>The passages of a document are its {@link org.apache.lucene.search.Matches}. Positions count
 * the words of the document, and offsets count its characters, with one character between two
 * values. Lucene's {@code MatchHighlighter} highlights the passages with {@code
 * OffsetsFromMatchIterator}. Overlapping passages are separate matches.
 *
 * <p>A search reads the texts of the documents that share a hash with the text and compares them.
 * The more and the longer these documents are, the longer the search takes. Immutable.
 */
public final class PassageQuery extends Query implements Accountable {

  private final Text text;
  private final String field;
  private final int atLeast;
  private final int maxDocuments;
  private final Texts texts;

  /** Holds the text of queries, and makes its words once for all queries that share this object. */
  private static final class Text {

    private final String text;
    private Tokens words; // null until they are needed

    Text(String text) {
      this.text = Objects.requireNonNull(text, "text");
    }

    synchronized Tokens words() {
      if (words == null) {
        words = Tokens.ofPassages(text, true);
      }
      return words;
    }

    synchronized long ramBytesUsed() {
      long each = Long.BYTES + 2 * Integer.BYTES; // code, start and end of a word
      return RamUsageEstimator.sizeOf(text) + (words == null ? 0 : each * words.codes().length);
    }
  }

  /** Reads the texts of documents. */
  @FunctionalInterface
  public interface Texts {

    /**
     * Returns the values of the text of a document: an empty array if the document has no text, or
     * null if the text is missing although it should exist. If the text is missing, a search throws
     * an IllegalStateException, and a deletion by {@code IndexWriter} does not delete the document.
     *
     * @param leaf the segment
     * @param stored the stored fields of the segment, for use by this thread
     * @param doc the number of the document in the segment
     * @return the values of the text
     * @throws IOException if the text cannot be read
     */
    String[] of(LeafReaderContext leaf, StoredFields stored, int doc) throws IOException;

    /**
     * Returns a reader of the values of a stored field. The text of a document without the field is
     * missing.
     *
     * @param field the name of the stored field
     * @return a reader of texts
     */
    static Texts stored(String field) {
      return new Stored(field);
    }
  }

  private record Stored(String field) implements Texts {
    @Override
    public String[] of(LeafReaderContext leaf, StoredFields stored, int doc) throws IOException {
      String[] values = stored.document(doc, Set.of(field)).getValues(field);
      return values.length == 0 ? null : values;
    }
  }

  /**
   * A part of the text whose copies are not searched for.
   *
   * @param from the index of the first character
   * @param to the index after the last character
   */
  public record LeftOut(int from, int to) {}

  PassageQuery(String field, String text, int atLeast) {
    this(field, new Text(text), atLeast, Integer.MAX_VALUE, Texts.stored(field));
  }

  private PassageQuery(String field, Text text, int atLeast, int maxDocuments, Texts texts) {
    this.field = Objects.requireNonNull(field, "field");
    this.text = text;
    if (atLeast < PassageField.MIN_WORDS) {
      String problem = "atLeast for field '" + field + "' is " + atLeast;
      throw new IllegalArgumentException(
          problem + ", expected " + PassageField.MIN_WORDS + " words or more");
    }
    if (maxDocuments < 1) {
      throw new IllegalArgumentException(
          "atMostIn for field '" + field + "' is " + maxDocuments + ", expected 1 or more");
    }
    this.atLeast = atLeast;
    this.maxDocuments = maxDocuments;
    this.texts = Objects.requireNonNull(texts, "texts");
  }

  /**
   * {@return a query like this one that reads the texts of documents elsewhere}
   *
   * @param other the reader of the texts, which replaces the stored field
   */
  public PassageQuery from(Texts other) {
    return new PassageQuery(field, text, atLeast, maxDocuments, other);
  }

  /**
   * Returns a query like this one that ignores passages of very many documents, such as menus and
   * licences. The query may miss a passage if each hash of the passage is in more documents than
   * the maximum. {@link #leftOut} returns the parts of the text that are ignored.
   *
   * <p>NOTE: {@code IndexWriter.deleteDocuments} counts the documents of each segment by itself, so
   * it may delete documents that a search does not find.
   *
   * @param documents the maximum number of documents, 1 or more; deleted documents count until they
   *     are merged away
   * @return the query
   */
  public PassageQuery atMostIn(int documents) {
    return new PassageQuery(field, text, atLeast, documents, texts);
  }

  /**
   * {@return the parts of the text that are ignored because too many documents have them; no parts
   * without {@link #atMostIn}}
   *
   * @param searcher the searcher of the search
   * @throws IOException if the index cannot be read
   */
  public List<LeftOut> leftOut(IndexSearcher searcher) throws IOException {
    Tokens words = words();
    List<LeftOut> parts = new ArrayList<>();
    for (HashPlan.Part part : HashTerms.of(searcher, this, words.codes()).leftOut()) {
      parts.add(new LeftOut(words.from(part.from()), words.to(part.to() - 1)));
    }
    return parts;
  }

  /** {@return the number of words of the text, which is the maximum score without a boost} */
  public int textWords() {
    return words().codes().length;
  }

  String field() {
    return field;
  }

  int atLeast() {
    return atLeast;
  }

  int maxDocuments() {
    return maxDocuments;
  }

  Texts texts() {
    return texts;
  }

  /** Returns whether the hits of a segment depend only on this segment. */
  boolean isOfSegment() {
    return texts instanceof Stored && maxDocuments == Integer.MAX_VALUE;
  }

  /** Returns the words of the text of this query. */
  Tokens words() {
    return text.words();
  }

  @Override
  public Query rewrite(IndexSearcher searcher) {
    if (!(searcher.getIndexReader() instanceof LeafReader)) {
      PassageField.checkFormat(searcher.getIndexReader(), field);
    }
    return textWords() < atLeast
        ? new MatchNoDocsQuery("the text has fewer than " + atLeast + " words")
        : this;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    return new PassageWeight(this, searcher, boost);
  }

  @Override
  public long ramBytesUsed() {
    return RamUsageEstimator.QUERY_DEFAULT_RAM_BYTES_USED + text.ramBytesUsed();
  }

  @Override
  public void visit(QueryVisitor visitor) {
    if (visitor.acceptField(field)) {
      visitor.visitLeaf(this);
    }
  }

  private List<Object> wanted() {
    return List.of(text.text, atLeast, maxDocuments, texts);
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other)
        && field.equals(((PassageQuery) other).field)
        && wanted().equals(((PassageQuery) other).wanted());
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), field, wanted());
  }

  @Override
  public String toString(String defaultField) {
    String all = text.text;
    String begin = all.substring(0, Math.min(all.length(), 20)).replaceAll("\\s+", " ");
    return (field.equals(defaultField) ? "" : field + ":") + "copied(" + begin + ")~" + atLeast;
  }
}
