package io.github.lucenesimhash.fingerprint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** {@link MinHash} without its short cut: every feature deals to all registers, from a list. */
public final class PlainMinHash {

  private PlainMinHash() {}

  public static long fingerprint(long[] hashes) {
    List<Long> smallest = new ArrayList<>(Collections.nCopies(64, -1L));
    for (long hash : hashes) {
      List<Integer> registers = new ArrayList<>(IntStream.range(0, 64).boxed().toList());
      long random = FeatureHash.combine(0, hash);
      for (int j = 0; j < 64; j++) {
        int left = 64 - j;
        int pick = (int) Math.unsignedMultiplyHigh(random, left);
        Collections.swap(registers, j, j + pick);
        long value = ((long) j << 58) + ((random * left) >>> 6);
        if (Long.compareUnsigned(value, smallest.get(registers.get(j))) < 0) {
          smallest.set(registers.get(j), value);
        }
        random = FeatureHash.combine(random, 0x9E3779B97F4A7C15L);
      }
    }
    return IntStream.range(0, 64).mapToLong(i -> (smallest.get(i) & 1) << i).sum();
  }
}
