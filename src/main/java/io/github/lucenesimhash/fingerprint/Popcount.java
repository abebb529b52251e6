package io.github.lucenesimhash.fingerprint;

/**
 * Compares one word, or four, with hundreds of others in a loop that only takes minimums, which the
 * JIT vectorizes. A vector popcount is several times faster, so joins and batches of searches plan
 * by the flags of the JVM. The plan changes the speed, not the result.
 *
 * @lucene.internal
 */
public final class Popcount {

  private static final double VECTOR_NANOS = 0.1;
  private static final double SCALAR_NANOS = 0.33;

  /** Asks the JVM once, at the first use. */
  private static final class Machine {

    /**
     * HotSpot has no flag for the vector popcount of AVX-512. It uses vectors of 64 bytes by
     * default on the processors that have one, and of 32 on older ones with AVX-512.
     */
    static final boolean IS_VECTOR = option("UseAVX") >= 3 && option("MaxVectorSize") >= 64;

    private static int option(String name) {
      try { // by reflection, as Lucene does: a JVM may have no such modules
        Class<?> type = Class.forName("com.sun.management.HotSpotDiagnosticMXBean");
        Class<?> factory = Class.forName("java.lang.management.ManagementFactory");
        Object bean = factory.getMethod("getPlatformMXBean", Class.class).invoke(null, type);
        Object option = type.getMethod("getVMOption", String.class).invoke(bean, name);
        return Integer.parseInt((String) option.getClass().getMethod("getValue").invoke(option));
      } catch (ReflectiveOperationException | RuntimeException e) {
        return 0; // another JVM, or another kind of processor
      }
    }
  }

  private Popcount() {}

  /** {@return true if the JIT compiles the loops to a vector popcount} */
  public static boolean isVector() {
    return Machine.IS_VECTOR;
  }

  /** {@return the approximate time of one comparison} */
  public static double nanos() {
    return isVector() ? VECTOR_NANOS : SCALAR_NANOS;
  }

  /**
   * {@return the distance from a word to the nearest of {@code others[from]} to {@code others[to -
   * 1]}; 64 if there are none}
   *
   * @param others many words, in any order
   * @param from inclusive
   * @param to exclusive
   * @param word compared with them
   */
  public static int nearest(long[] others, int from, int to, long word) {
    int nearest = Long.SIZE;
    for (int i = from; i < to; i++) {
      nearest = Math.min(nearest, Long.bitCount(others[i] ^ word));
    }
    return nearest;
  }

  /**
   * {@return the least distance from any of four words}
   *
   * @param others many words, in any order
   * @param from inclusive
   * @param to exclusive
   * @param a compared with them
   * @param b another
   * @param c another
   * @param d another
   */
  public static int nearest(long[] others, int from, int to, long a, long b, long c, long d) {
    int nearest = Long.SIZE;
    for (int i = from; i < to; i++) {
      long other = others[i];
      int ab = Math.min(Long.bitCount(other ^ a), Long.bitCount(other ^ b));
      int cd = Math.min(Long.bitCount(other ^ c), Long.bitCount(other ^ d));
      nearest = Math.min(nearest, Math.min(ab, cd));
    }
    return nearest;
  }
}
