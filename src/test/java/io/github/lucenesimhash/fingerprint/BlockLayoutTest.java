package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockLayoutTest {

  @Test
  void blocksOfAKnownFingerprint() {
    long fingerprint = 0xFEDCBA9876543210L;
    int[] contiguous = {0x3210, 0x7654, 0xBA98, 0xFEDC};
    // The digits count down from f, so their bits of value 1, 2, 4 and 8 spell these.
    int[] interleaved = {0xAAAA, 0xCCCC, 0xF0F0, 0xFF00};
    for (int i = 0; i < 4; i++) {
      assertEquals(contiguous[i], BlockLayout.CONTIGUOUS.block(fingerprint, i));
      assertEquals(interleaved[i], BlockLayout.INTERLEAVED.block(fingerprint, i));
    }
  }

  @ParameterizedTest
  @EnumSource(BlockLayout.class)
  void eachBitStandsInOneBlockOnce(BlockLayout layout) {
    SplittableRandom random = new SplittableRandom(3);
    long fingerprint = random.nextLong();
    Set<Integer> places = new HashSet<>();
    for (int bit = 0; bit < 64; bit++) {
      long flipped = fingerprint ^ 1L << bit;
      for (int i = 0; i < BlockLayout.BLOCKS; i++) {
        int change = layout.block(fingerprint, i) ^ layout.block(flipped, i);
        if (change != 0) {
          assertEquals(1, Integer.bitCount(change), "bit " + bit);
          places.add(i * 16 + Integer.numberOfTrailingZeros(change));
          assertEquals(expectedBlock(layout, bit), i, "bit " + bit);
        }
      }
      assertEquals(bit + 1, places.size(), "bit " + bit);
    }
  }

  private static int expectedBlock(BlockLayout layout, int bit) {
    return layout == BlockLayout.CONTIGUOUS ? bit / 16 : bit % 4;
  }

  @ParameterizedTest
  @EnumSource(BlockLayout.class)
  void blocksAreNeverNegative(BlockLayout layout) {
    for (int i = 0; i < BlockLayout.BLOCKS; i++) {
      assertEquals(0xFFFF, layout.block(-1L, i));
      assertEquals(0, layout.block(0, i));
    }
  }

  /** As UTF-16, the values 0xD800 to 0xDFFF would be surrogates, and all one term. */
  @Test
  void everyValueOfEveryBlockIsATermOfItsOwn() {
    Set<BytesRef> terms = new HashSet<>();
    byte[] term = new byte[BlockLayout.TERM_BYTES];
    for (BlockLayout layout : BlockLayout.values()) {
      for (int i = 0; i < BlockLayout.BLOCKS; i++) {
        for (int value = 0; value <= 0xFFFF; value++) {
          layout.writeTerm(i, value, term);
          terms.add(new BytesRef(term.clone()));
        }
      }
    }
    assertEquals(2 * 4 * 65_536, terms.size());
  }

  @Test
  void termBytes() {
    byte[] term = new byte[3];
    BlockLayout.CONTIGUOUS.writeTerm(0, 0xD83D, term);
    assertArrayEquals(new byte[] {0, (byte) 0xD8, 0x3D}, term);
    BlockLayout.CONTIGUOUS.writeTerm(3, 0xFFFF, term);
    assertArrayEquals(new byte[] {3, (byte) 0xFF, (byte) 0xFF}, term);
    BlockLayout.INTERLEAVED.writeTerm(2, 0xDFFF, term);
    assertArrayEquals(new byte[] {6, (byte) 0xDF, (byte) 0xFF}, term);
  }
}
