package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Winnowing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;

/**
 * Replaces the words of a text by hashes of some of its shingles: any {@link Winnowing#RUN} words
 * in a row that two texts share leave a common hash. A term's position and offsets are those of the
 * shingle; its bytes are those of {@code PassageField}, its characters show them in hex.
 */
final class WinnowingFilter extends WholeTextFilter {

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{8}");

  private Tokens words;
  private int[] shingles;
  private int[] selected = {};
  private int next;

  /**
   * Creates a filter that reads all words and then returns the hashes.
   *
   * @param input the words, as they are to be compared
   */
  WinnowingFilter(TokenStream input) {
    super(input, ShingleTerm.class, ShingleTerm::new);
  }

  @Override
  void read(TokenStream input) throws IOException {
    words = Tokens.ofPassages(input);
    shingles = Winnowing.shingles(words.codes());
    selected = Winnowing.selected(shingles);
  }

  @Override
  boolean next() {
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
    selected = new int[0];
    next = 0;
  }

  private static final class ShingleTerm extends Term {
    ShingleTerm() {
      super(WinnowingFilter::bytes);
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
}
