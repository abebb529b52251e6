package io.github.lucenesimhash.fingerprint;

import java.util.Arrays;

/**
 * The min-hashes of ISO 24138: of 32-bit features f, for each of 64 pairs (a, b), the smallest (a f
 * + b mod 2^64) mod (2^61 - 1) mod 2^32, unsigned.
 */
final class IsccMinHash {

  /*
   * Let x = a f + b mod 2^64. As 2^61 = 1 mod 2^61 - 1, the value of f is (x mod 2^61) + (x >>> 61), less 2^61 - 1 if it
   * is that or more: the low half of x and 0 to 8. With key = x + 8 mod 2^32 therefore
   *
   *   key - 8 <= value < key     unless key < 8: the sum of the low half may go round then, and only then be 2^61 - 1
   *
   * Keys are made of 32-bit numbers, and the JIT takes the smallest of 16 at once. If that is m, the smallest value has a
   * key from m to m + 7. As a is odd, a key is that of one f, which the inverse of a mod 2^32 gives back. Where the value
   * of that is below the best so far, it is looked for among the features.
   *
   * Cost for n features: 64 n keys and some 56 n comparisons, 16 at once. A key below 8 comes once in 8 million features
   * and costs n values.
   */
  static final long[] A =
      numbers(
          """
          853146490016488653 1849332765672628665 1131688930666554379 1936485333668353377
          890837126813020267 1988249303247129861 1408894512544874755 2140251716176616185
          1755124413189049421 1355916793659431597 546586563822844083 497603761441203021
          2000709902557454173 1057597903350092207 1576204252850880253 2078784234495706739
          1022616668454863635 2150082342606334489 712341150087765807 1511757510246096559
          1525853819909660573 1263771796138990131 1215963627200985263 590069150281426443
          130824646248385081 962725325544728503 1702561325943522847 296074222435072629
          490211158716051523 1255327197241792767 699458998727907367 32930168991409845
          1985097843455124585 362027841570125531 1903252144040897835 900391845076405289
          547470123601853551 1689373724032359119 845594231933442371 400331968021206285
          174967108345233429 876513700861085019 505848386844809885 1920468508342256199
          1292611725303815789 963317239501343903 1730880032297268007 284614929850059717
          1185026248283273081 2167288823816985197 1214905315086686483 1555253098157439857
          1048013650291539723 1238618594841147605 1213502582686547311 286300733803129311
          1250358511639043529 407534797452854371 960869149538623787 1722699901467253087
          1325704236119824319 196979859428570839 1669408735473259699 781336617016068757
          """);

  static final long[] B =
      numbers(
          """
          1089606993368836715 726972438868274737 66204585613901025 1078410179646709132
          1343470117098523467 698653121981343911 1248486536592473639 1447963007834012793
          1034598851883537815 1474008409379745934 793773480906057541 980501101461882479
          963941556313537655 233651787311327325 243905121737149907 570269452476776142
          297633284648631084 1516796967247398557 1494795672066692649 1728741177365151059
          1029197538967983408 1660732464170610344 1399769594446678069 506465470557005705
          1279720146829545181 860096419955634036 411519685280832908 69539191273403207
          1960489729088056217 605092075716397684 1017496016211653149 1304834535101321372
          949013511180032347 1142776242221098779 576980004709031232 1071272177143100544
          1494527341093835499 1073290814142727850 1285904200674942617 1277176606329477335
          343788427301735585 2100915269685487331 1227711252031557450 18593166391963377
          2101884148332688233 191808277534686888 2170124912729392024 918430470748151293
          1831024560113812361 1951365515851067694 744352348473654499 1921518311887826722
          2020165648600700886 1764930142256726985 1903893374912839788 1449378957774802122
          1435825328374066345 833197549717762813 2238991044337210799 748955638857938366
          1834583747494146901 222012292803592982 901238460725547841 1501611130776083278
          """);

  private static long[] numbers(String spaced) {
    return Arrays.stream(spaced.split("\\s+")).mapToLong(Long::parseLong).toArray();
  }

  private static final int HASHES = A.length;
  private static final long PRIME = (1L << 61) - 1;

  /** Number of features whose keys stay in the fastest cache. */
  private static final int BLOCK = 2048;

  /** Most by which a value exceeds the low half of x. */
  private static final int EXCESS = 8;

  private final int[] features = new int[BLOCK];
  private final long[] smallest = new long[HASHES];
  private int count;

  IsccMinHash() {
    Arrays.fill(smallest, Long.MAX_VALUE);
  }

  void add(int feature) {
    if (count == BLOCK) {
      takeBlock();
    }
    features[count++] = feature;
  }

  /**
   * Returns bits 0 of all min-hashes, the first as bit 63; then bits 1, and so on. There must be a
   * feature.
   */
  long[] words(int length) {
    takeBlock();
    long[] words = new long[length];
    for (int bit = 0; bit < length; bit++) {
      for (long value : smallest) {
        words[bit] = words[bit] << 1 | (value >>> bit & 1);
      }
    }
    return words;
  }

  private void takeBlock() {
    for (int hash = 0; hash < HASHES; hash++) {
      int a = (int) A[hash];
      int b = (int) B[hash] + EXCESS + Integer.MIN_VALUE; // signed order of keys
      int least = Integer.MAX_VALUE;
      for (int i = 0; i < count; i++) {
        least = Math.min(least, a * features[i] + b);
      }
      long key = least - (long) Integer.MIN_VALUE;
      if (key < EXCESS) {
        for (int i = 0; i < count; i++) {
          smallest[hash] = Math.min(smallest[hash], value(hash, features[i]));
        }
      } else {
        int inverse = inverse(a);
        for (int more = 0; key - EXCESS + more < smallest[hash]; more++) {
          int feature = (least + more - b) * inverse;
          long value = value(hash, feature);
          if (value < smallest[hash] && (more == 0 || contains(feature))) {
            smallest[hash] = value;
          }
        }
      }
    }
    count = 0;
  }

  private static long value(int hash, int feature) {
    long x = A[hash] * Integer.toUnsignedLong(feature) + B[hash];
    long sum = (x & PRIME) + (x >>> 61);
    return (sum < PRIME ? sum : sum - PRIME) & 0xFFFFFFFFL;
  }

  /** Inverts an odd number mod 2^32: 3 bits are right at first, twice as many after each step. */
  private static int inverse(int a) {
    int inverse = a;
    for (int bits = 3; bits < Integer.SIZE; bits *= 2) {
      inverse *= 2 - a * inverse;
    }
    return inverse;
  }

  /** Searches the features in a loop that the JIT vectorizes. */
  private boolean contains(int feature) {
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, features[i] ^ feature ^ Integer.MIN_VALUE);
    }
    return least == Integer.MIN_VALUE;
  }
}
