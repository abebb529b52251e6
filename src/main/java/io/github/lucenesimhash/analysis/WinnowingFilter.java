package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Winnowing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.CharTermAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.AttributeFactory;
import org.apache.lucene.util.BytesRef;

/**
 * Replaces the words of a text by hashes of some of its shingles: any {@link Winnowing#RUN} words
 * in a row that two texts share leave a common hash. A term's position and offsets are those of the
 * shingle; its bytes are those of {@code PassageField}, its characters show them in hex.
 *
 * <p>A {@link TokenStream} rather than a TokenFilter: a filter shares the attributes of its input,
 * and there the term's bytes are the UTF-8 of its characters. (Lucene's CollatedTermAttributeImpl
 * does likewise.)
 */
final class WinnowingFilter extends TokenStream {

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{8}");

  private final TokenStream input;
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);

  private Tokens words; // null until they are read
  private int[] shingles;
  private int[] selected = {};
  private int next;
  private int endOffset;

  /**
   * Creates a filter that reads all words and then returns the hashes.
   *
   * @param input the words, as they are to be compared
   */
  WinnowingFilter(TokenStream input) {
    super(
        new AttributeFactory.StaticImplementationAttributeFactory<>(
            TokenStream.DEFAULT_TOKEN_ATTRIBUTE_FACTORY, ShingleTerm.class) {
          @Override
          public ShingleTerm createInstance() {
            return new ShingleTerm();
          }
        });
    this.input = input;
  }

  /** A term whose bytes are not those of its characters. */
  private static final class ShingleTerm extends CharTermAttributeImpl {
    @Override
    public BytesRef getBytesRef() {
      return length() == 0 ? new BytesRef() : new BytesRef(bytes(this));
    }
  }

  private static byte[] bytes(CharSequence shown) {
    if (!HASH.matcher(shown).matches()) {
      throw new IllegalArgumentException(
          "term '" + shown + "' behind the token filter winnowing, which must be the last");
    }
    int hash = Integer.parseUnsignedInt(shown, 0, shown.length(), 16);
    return ByteBuffer.allocate(Integer.BYTES).putInt(hash).array();
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (words == null) {
      words = Tokens.ofPassages(input);
      shingles = Winnowing.shingles(words.codes());
      selected = Winnowing.selected(shingles);
      input.end();
      OffsetAttribute end = input.getAttribute(OffsetAttribute.class);
      endOffset = end == null ? 0 : end.endOffset();
    }
    clearAttributes();
    if (next == selected.length) {
      return false;
    }
    int word = selected[next];
    term.append(HexFormat.of().toHexDigits(shingles[word]));
    offset.setOffset(words.from(word), words.to(word + Winnowing.SHINGLE - 1));
    increment.setPositionIncrement(next == 0 ? word + 1 : word - selected[next - 1]);
    next++;
    return true;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    input.reset();
    words = null;
    selected = new int[0];
    next = 0;
    endOffset = 0;
  }

  @Override
  public void end() throws IOException {
    if (words == null) {
      input.end();
    }
    super.end();
    offset.setOffset(endOffset, endOffset);
  }

  @Override
  public void close() throws IOException {
    input.close();
    words = null;
  }
}
