package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Makes codes of one or more 64-bit words, and queries, from a seed. Every other query is near
 * stored codes.
 *
 * <pre>
 * uniform  Random codes; one in ten is planted near a query, at 0 to 12 steps of 1/64 of the bits.
 * skewed   An original and fifty edits of it, less than an eighth of the bits each; one code in a hundred is a flat
 *          image of 0 to 8 bits. Queries are stored codes with 0 to 8 bits flipped.
 * </pre>
 */
final class PeerData {

  private static final int MOST_QUERIES = 1 << 16;
  private static final int STEPS = 13;
  private static final int SHARE = 10; // one of this many codes is planted
  private static final int GROUP = 51;
  private static final int FLAT = 100; // one of this many codes is flat
  private static final int FEW_BITS = 9;

  final int documents;
  final int words;
  final int queries;

  /**
   * The first words of all codes, then the second words, and so on, so that the JIT can vectorize
   * loops.
   */
  final long[] codes;

  private final long[] wanted;
  private final SplittableRandom random = new SplittableRandom(42);

  PeerData(int documents, int words, String kind) {
    boolean skewed = kind.equals("skewed");
    this.documents = documents;
    this.words = words;
    queries = Math.min(MOST_QUERIES, documents / SHARE / STEPS * 2);
    codes = random.longs((long) documents * words).toArray();
    wanted = random.longs((long) queries * words).toArray();
    int groups = Math.ceilDiv(documents, GROUP);
    for (int i = groups; skewed && i < documents; i++) {
      copy(codes, i % groups, codes, i, 1 + random.nextInt(words * 8 - 1));
    }
    for (int i = 0; skewed && i < documents; i += FLAT) {
      copy(new long[words], 0, codes, i, random.nextInt(FEW_BITS));
    }
    for (int i = 0; skewed && i < queries; i += 2) {
      copy(codes, random.nextInt(documents), wanted, i, random.nextInt(FEW_BITS));
    }
    for (int i = 0; !skewed && i < queries / 2 * STEPS; i++) {
      copy(wanted, i / STEPS * 2, codes, i * SHARE + random.nextInt(SHARE), i % STEPS * words);
    }
  }

  /** Returns a copy of a code with a number of bits flipped. */
  private void copy(long[] from, int source, long[] to, int target, int flips) {
    long[] copy = at(from, source);
    long[] flipped = new long[words];
    for (int left = flips; left > 0; ) {
      int bit = random.nextInt(words * Fingerprint.LANE_BITS);
      long before = flipped[bit / Fingerprint.LANE_BITS];
      flipped[bit / Fingerprint.LANE_BITS] |= 1L << bit;
      left -= before == flipped[bit / Fingerprint.LANE_BITS] ? 0 : 1;
    }
    for (int word = 0; word < words; word++) {
      to[to.length / words * word + target] = copy[word] ^ flipped[word];
    }
  }

  private long[] at(long[] all, int i) {
    long[] code = new long[words];
    for (int word = 0; word < words; word++) {
      code[word] = all[all.length / words * word + i];
    }
    return code;
  }

  Fingerprint code(int i) {
    return Fingerprint.of(at(codes, i));
  }

  /** Returns a query of one code and random other codes, as for the orientations of an image. */
  Fingerprint[] query(int i, int batch) {
    Fingerprint[] each = new Fingerprint[batch];
    for (int j = 0; j < batch; j++) {
      each[j] = Fingerprint.of(at(wanted, j == 0 ? i : (i + 2 * j | 1) % queries));
    }
    return each;
  }

  /** Writes all codes and then all queries, without separators. */
  void write(Path file, int batch) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < documents; i++) {
        out.write(code(i).toBytes());
      }
      for (int i = 0; i < queries; i++) {
        for (Fingerprint each : query(i, batch)) {
          out.write(each.toBytes());
        }
      }
    }
  }
}
