package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Blocks;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.CharTermAttributeImpl;
import org.apache.lucene.util.AttributeFactory;
import org.apache.lucene.util.BytesRef;

/**
 * A term whose bytes are a block term and whose characters show it to people, as {@code 2:a1b2}:
 * block number, colon, four hex digits. The index takes the bytes, an analysis API the characters.
 * (Lucene's CollatedTermAttributeImpl does the same for collation keys.)
 */
final class BlockTermAttribute extends CharTermAttributeImpl {

  static final AttributeFactory FACTORY =
      new AttributeFactory.StaticImplementationAttributeFactory<>(
          TokenStream.DEFAULT_TOKEN_ATTRIBUTE_FACTORY, BlockTermAttribute.class) {
        @Override
        public BlockTermAttribute createInstance() {
          return new BlockTermAttribute();
        }
      };

  private static final String HEX = "0123456789abcdef";

  /** Sets term i of a fingerprint. */
  static void set(CharTermAttribute term, long fingerprint, int i) {
    int value = Blocks.block(fingerprint, i);
    term.setEmpty().append((char) ('0' + i)).append(':');
    for (int shift = 12; shift >= 0; shift -= 4) {
      term.append(HEX.charAt((value >>> shift) & 15));
    }
  }

  @Override
  public BytesRef getBytesRef() {
    if (length() == 0) {
      return new BytesRef();
    }
    int value = Integer.parseInt(this, 2, length(), 16);
    byte[] bytes = {(byte) (charAt(0) - '0'), (byte) (value >>> 8), (byte) value};
    return new BytesRef(bytes);
  }
}
