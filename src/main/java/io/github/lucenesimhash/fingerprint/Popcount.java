package io.github.lucenesimhash.fingerprint;

/**
 * Compares one or four lanes with hundreds of other lanes. The loops only take minimums, so the JIT
 * vectorizes them. With a vector popcount, the loops are several times as fast. The presence of a
 * vector popcount influences the plans, but not the results, of joins and of batches of queries.
 *
 * @lucene.internal
 */
public final class Popcount {

  private static final double VECTOR_NANOS = 0.1;
  private static final double SCALAR_NANOS = 0.33;

  /** Reads the flags of the JVM once, on first use. */
  private static final class Machine {

    /**
     * HotSpot has no flag for the vector popcount of AVX-512. But only processors with this
     * popcount get vectors of 64 bytes by default; older ones with AVX-512 get 32 bytes.
     */
    static final boolean IS_VECTOR = option("UseAVX") >= 3 && option("MaxVectorSize") >= 64;

    private static int option(String name) {
      try { // by reflection, as Lucene does, because a JVM may lack these modules
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

  /** {@return the approximate time of one comparison in nanoseconds} */
  public static double nanos() {
    return isVector() ? VECTOR_NANOS : SCALAR_NANOS;
  }

  /**
   * {@return the distance from a lane to the nearest of {@code others[from]} to {@code others[to -
   * 1]}, or 64 if the range is empty}
   *
   * @param others many lanes, in any order
   * @param from the index of the first lane, inclusive
   * @param to the index after the last lane
   * @param lane the lane to compare with them
   */
  public static int nearest(long[] others, int from, int to, long lane) {
    int nearest = Long.SIZE;
    for (int i = from; i < to; i++) {
      nearest = Math.min(nearest, Long.bitCount(others[i] ^ lane));
    }
    return nearest;
  }

  /**
   * {@return the smallest distance between any of four lanes and any of the other lanes}
   *
   * @param others many lanes, in any order
   * @param from the index of the first lane, inclusive
   * @param to the index after the last lane
   * @param a the first lane to compare with them
   * @param b the second lane
   * @param c the third lane
   * @param d the fourth lane
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
