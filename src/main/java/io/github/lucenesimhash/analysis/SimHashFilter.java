package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.util.IOFunction;

/**
 * Replaces the words of a text by the block terms of its fingerprint, all at one position and
 * spanning the whole text, or by nothing where the text has no feature. The terms' bytes are those
 * of {@link io.github.lucenesimhash.search.SimHashField}; their characters show the block and its
 * value in hex, as {@code 2:a1b2}.
 */
final class SimHashFilter extends WholeTextFilter {

  private static final int VALUE_DIGITS = 4;

  private final IOFunction<TokenStream, Optional<Fingerprint>> fingerprinter;
  private Optional<Fingerprint> fingerprint = Optional.empty();
  private int next;

  /**
   * Creates a filter that reads all words and then returns a term for each block, or none.
   *
   * @param input the words; the scheme's own analyzer is not used
   * @param scheme shingles, weights and hash
   */
  public SimHashFilter(TokenStream input, FingerprintScheme scheme) {
    this(input, words -> Tokens.of(scheme, null, Words.of(words)).features().fingerprint());
    if (scheme.isOfText()) {
      throw new IllegalArgumentException(
          "scheme '" + scheme + "' reads texts, not words: expected a SimHashAnalyzer for it");
    }
  }

  SimHashFilter(TokenStream input, IOFunction<TokenStream, Optional<Fingerprint>> fingerprinter) {
    super(input, BlockTerm.class, BlockTerm::new);
    this.fingerprinter = fingerprinter;
  }

  @Override
  void read(TokenStream words) throws IOException {
    fingerprint = fingerprinter.apply(words);
  }

  @Override
  boolean next() {
    if (fingerprint.isEmpty() || next == fingerprint.get().words() * Blocks.IN_WORD) {
      return false;
    }
    char value = (char) Blocks.block(fingerprint.get(), next);
    term.append(next + ":" + HexFormat.of().toHexDigits(value));
    offset.setOffset(0, endOffset);
    increment.setPositionIncrement(next == 0 ? 1 : 0);
    next++;
    return true;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    next = 0;
  }

  /** A term that shows as block number, colon and four hex digits. */
  private static final class BlockTerm extends Term {
    BlockTerm() {
      super(SimHashFilter::bytes);
    }
  }

  private static byte[] bytes(CharSequence shown) {
    byte[] term = new byte[Blocks.TERM_BYTES];
    int colon = shown.length() - VALUE_DIGITS - 1;
    int value = Integer.parseInt(shown, colon + 1, shown.length(), 16);
    Blocks.writeTerm(Integer.parseInt(shown, 0, colon, 10), value, term);
    return term;
  }
}
