package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.analysis.Tokens;
import io.github.lucenesimhash.fingerprint.Winnowing;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;

/**
 * A field that indexes a text, so that queries find documents that share a passage with another
 * text.
 *
 * <pre>{@code
 * document.add(new PassageField("body", text));
 * ...
 * Query query = PassageField.newCopiedPassageQuery("body", suspect, 25);
 * TopDocs copies = searcher.search(query, 10); // the most words copied first
 * }</pre>
 *
 * <p>The words are those of {@link io.github.lucenesimhash.analysis.FingerprintScheme#standard},
 * but words joined by a hyphen are one. Case, width, punctuation and line breaks do not matter. In
 * scripts without spaces between words, such as Chinese, each character is a word. The index has
 * nine terms of four bytes for every 100 words, without positions. The text is stored, because
 * queries compare it.
 */
public final class PassageField extends Field {

  /** The minimum number of words of a passage whose copies are all found. */
  public static final int MIN_WORDS = Winnowing.RUN;

  /**
   * The prefix of the field attribute that stamps the version of words and hashes. A merged segment
   * has the attributes of all merged segments.
   */
  private static final String FORMAT = "passages.format.";

  private static final String CURRENT = FORMAT + 1;

  private static final FieldType STORED = newType(true);
  private static final FieldType NOT_STORED = newType(false);

  /**
   * Creates a field that stores the text.
   *
   * @param name the name of the field; a document has one value of it
   * @param text a text of any length
   */
  public PassageField(String name, String text) {
    this(name, text, Store.YES);
  }

  /**
   * Creates a field.
   *
   * @param name the name of the field; a document has one value of it
   * @param text a text of any length
   * @param stored whether to store the text; if it is not stored, queries need {@link
   *     PassageQuery#from} to read it
   */
  public PassageField(String name, String text, Store stored) {
    super(name, Objects.requireNonNull(text, "text"), stored == Store.YES ? STORED : NOT_STORED);
  }

  /** Returns whether a segment has the field, and only with hashes of this version. */
  static boolean isIn(LeafReader reader, String field) {
    FieldInfo info = reader.getFieldInfos().fieldInfo(field);
    if (info == null) {
      return false;
    }
    boolean isMemoryIndex = info.attributes().isEmpty() && reader.getCoreCacheHelper() == null;
    return isMemoryIndex || formats(info).equals(Set.of(CURRENT));
  }

  /** Throws an exception if another version of this class made some passages of an index. */
  static void checkFormat(IndexReader reader, String field) {
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(field);
      Set<String> formats = info == null ? Set.of() : formats(info);
      if (!Set.of(CURRENT).containsAll(formats)) {
        throw new IllegalArgumentException(
            "field '" + field + "' has " + formats + ", expected " + CURRENT + ": index it again");
      }
    }
  }

  private static Set<String> formats(FieldInfo info) {
    Set<String> formats = new TreeSet<>(info.attributes().keySet());
    formats.removeIf(key -> !key.startsWith(FORMAT));
    return formats;
  }

  private static FieldType newType(boolean isStored) {
    FieldType type = new FieldType();
    type.setIndexOptions(IndexOptions.DOCS);
    type.setOmitNorms(true);
    type.setStored(isStored);
    type.putAttribute(CURRENT, "");
    type.freeze();
    return type;
  }

  /**
   * Returns a query for all documents that have a passage of a text, of at least the given number
   * of consecutive words. The score of a document is the number of words of the text that are in
   * the passages of the document. A passage that the text repeats counts only once.
   *
   * @param field the name of a PassageField
   * @param text a text of any length
   * @param atLeast the minimum number of words of a passage, {@value #MIN_WORDS} or more
   * @return the query
   * @throws IllegalArgumentException if atLeast is less than {@value #MIN_WORDS}
   */
  public static PassageQuery newCopiedPassageQuery(String field, String text, int atLeast) {
    return new PassageQuery(field, text, atLeast);
  }

  @Override
  public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
    Hashes hashes = reuse instanceof Hashes before ? before : new Hashes();
    int[] shingles = Winnowing.shingles(Tokens.ofPassages(stringValue(), false).codes());
    hashes.set(shingles, Winnowing.selected(shingles));
    return hashes;
  }

  /** Returns the term of a hash. */
  static BytesRef term(int hash) {
    return new BytesRef(ByteBuffer.allocate(Integer.BYTES).putInt(hash).array());
  }

  private static final class Hashes extends TokenStream {

    private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
    private final ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES);
    private final BytesRef ref = new BytesRef(bytes.array());
    private int[] shingles;
    private int[] selected;
    private int next;

    void set(int[] ofText, int[] those) {
      shingles = ofText;
      selected = those;
    }

    @Override
    public void reset() {
      clearAttributes(); // only the term of a token matters
      next = 0;
    }

    @Override
    public boolean incrementToken() {
      if (next == selected.length) {
        return false;
      }
      bytes.putInt(0, shingles[selected[next++]]);
      term.setBytesRef(ref);
      return true;
    }
  }
}
