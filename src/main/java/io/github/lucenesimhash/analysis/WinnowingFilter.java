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
 * Replaces the words of a text by hashes of some of its shingles. If two texts share {@link
 * Winnowing#RUN} consecutive words, they have a hash in common. A term has the position and the
 * offsets of its shingle, the bytes of a term of {@code PassageField}, and these bytes in hex as
 * characters.
 *
 * <p>This is a {@code TokenStream} instead of a TokenFilter, because a filter shares the attributes
 * of its input, whose term bytes are the UTF-8 of the characters.
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
   * Creates a filter, which consumes all words before it returns the first hash.
   *
   * @param input the words, normalized as they should be compared
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

  /** A term whose bytes are not the UTF-8 of its characters. */
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
