package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;

class FingerprintTest {

  @Test
  void blocksOfAKnownFingerprint() {
    long fingerprint = 0xFEDCBA9876543210L;
    int[] contiguous = {0x3210, 0x7654, 0xBA98, 0xFEDC};
    // The digits count down from f, so their bits of value 1, 2, 4 and 8 spell these.
    int[] interleaved = {0xAAAA, 0xCCCC, 0xF0F0, 0xFF00};
    for (int i = 0; i < 4; i++) {
      assertEquals(contiguous[i], Blocks.block(fingerprint, i));
      assertEquals(
          interleaved[i], Blocks.block(Fingerprint.of(fingerprint).interleaved().word(0), i));
      assertEquals(0xFFFF, Blocks.block(-1L, i));
    }
  }

  /** Bit i to block i mod 4, the lowest first; so no two bits meet, and distances stay. */
  @Test
  void interleavingMovesEachBitToItsBlock() {
    for (int bit = 0; bit < 64; bit++) {
      long moved = 1L << (bit % 4 * 16 + bit / 4);
      assertEquals(moved, Fingerprint.of(1L << bit).interleaved().word(0), "bit " + bit);
      assertEquals(~moved, Fingerprint.of(~(1L << bit)).interleaved().word(0), "bit " + bit);
    }
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 1000; i++) {
      long a = random.nextLong();
      long b = random.nextLong();
      assertEquals(
          Fingerprint.distance(a, b),
          Fingerprint.distance(
              Fingerprint.of(a).interleaved().word(0), Fingerprint.of(b).interleaved().word(0)));
    }
  }

  /** As UTF-16, the values 0xD800 to 0xDFFF would be surrogates, and all one term. */
  @Test
  void everyValueOfEveryBlockIsATermOfItsOwn() {
    Set<BytesRef> terms = new HashSet<>();
    byte[] term = new byte[Blocks.TERM_BYTES];
    for (int i = 0; i < Blocks.IN_WORD; i++) {
      for (int value = 0; value <= 0xFFFF; value++) {
        Blocks.writeTerm(i, value, term);
        terms.add(new BytesRef(term.clone()));
      }
    }
    assertEquals(4 * 65_536, terms.size());
    Blocks.writeTerm(2, 0xD83D, term);
    assertArrayEquals(new byte[] {2, (byte) 0xD8, 0x3D}, term);
  }
}
