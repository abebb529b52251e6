package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.function.Predicate;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;

/**
 * Which documents of an index a guard keeps apart from a text, where a search counts them.
 *
 * @lucene.internal
 */
public final class HeldBack {

  /** Of a segment, asked in the order of its documents. */
  @FunctionalInterface
  public interface InSegment {
    /**
     * {@return true if the guard keeps a document apart}
     *
     * @param doc after the one before
     * @throws IOException if the index cannot be read
     */
    boolean test(int doc) throws IOException;
  }

  private final String field;
  private final Predicate<BytesRef> isHeldBack;

  /**
   * Those of a text.
   *
   * @param comparison has the guard
   * @param field as {@link Signature#fields} had it
   * @param signature of the text
   */
  public HeldBack(Comparison comparison, String field, Signature signature) {
    this.field = field + ShortTexts.WORDS;
    isHeldBack = comparison.guard().holdsBackFrom(comparison.of(signature).words());
  }

  /**
   * {@return those of a segment}
   *
   * @param reader of the segment
   * @throws IOException if the index cannot be read
   */
  public InSegment in(LeafReader reader) throws IOException {
    BinaryDocValues words = WordsFormat.values(reader, field);
    return words == null
        ? doc -> false
        : doc -> words.advanceExact(doc) && isHeldBack.test(words.binaryValue());
  }
}
