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
  static final long[] A = {
    853146490016488653L, 1849332765672628665L, 1131688930666554379L, 1936485333668353377L,
    890837126813020267L, 1988249303247129861L, 1408894512544874755L, 2140251716176616185L,
    1755124413189049421L, 1355916793659431597L, 546586563822844083L, 497603761441203021L,
    2000709902557454173L, 1057597903350092207L, 1576204252850880253L, 2078784234495706739L,
    1022616668454863635L, 2150082342606334489L, 712341150087765807L, 1511757510246096559L,
    1525853819909660573L, 1263771796138990131L, 1215963627200985263L, 590069150281426443L,
    130824646248385081L, 962725325544728503L, 1702561325943522847L, 296074222435072629L,
    490211158716051523L, 1255327197241792767L, 699458998727907367L, 32930168991409845L,
    1985097843455124585L, 362027841570125531L, 1903252144040897835L, 900391845076405289L,
    547470123601853551L, 1689373724032359119L, 845594231933442371L, 400331968021206285L,
    174967108345233429L, 876513700861085019L, 505848386844809885L, 1920468508342256199L,
    1292611725303815789L, 963317239501343903L, 1730880032297268007L, 284614929850059717L,
    1185026248283273081L, 2167288823816985197L, 1214905315086686483L, 1555253098157439857L,
    1048013650291539723L, 1238618594841147605L, 1213502582686547311L, 286300733803129311L,
    1250358511639043529L, 407534797452854371L, 960869149538623787L, 1722699901467253087L,
    1325704236119824319L, 196979859428570839L, 1669408735473259699L, 781336617016068757L,
  };

  static final long[] B = {
    1089606993368836715L, 726972438868274737L, 66204585613901025L, 1078410179646709132L,
    1343470117098523467L, 698653121981343911L, 1248486536592473639L, 1447963007834012793L,
    1034598851883537815L, 1474008409379745934L, 793773480906057541L, 980501101461882479L,
    963941556313537655L, 233651787311327325L, 243905121737149907L, 570269452476776142L,
    297633284648631084L, 1516796967247398557L, 1494795672066692649L, 1728741177365151059L,
    1029197538967983408L, 1660732464170610344L, 1399769594446678069L, 506465470557005705L,
    1279720146829545181L, 860096419955634036L, 411519685280832908L, 69539191273403207L,
    1960489729088056217L, 605092075716397684L, 1017496016211653149L, 1304834535101321372L,
    949013511180032347L, 1142776242221098779L, 576980004709031232L, 1071272177143100544L,
    1494527341093835499L, 1073290814142727850L, 1285904200674942617L, 1277176606329477335L,
    343788427301735585L, 2100915269685487331L, 1227711252031557450L, 18593166391963377L,
    2101884148332688233L, 191808277534686888L, 2170124912729392024L, 918430470748151293L,
    1831024560113812361L, 1951365515851067694L, 744352348473654499L, 1921518311887826722L,
    2020165648600700886L, 1764930142256726985L, 1903893374912839788L, 1449378957774802122L,
    1435825328374066345L, 833197549717762813L, 2238991044337210799L, 748955638857938366L,
    1834583747494146901L, 222012292803592982L, 901238460725547841L, 1501611130776083278L,
  };

  private static final int HASHES = A.length;
  private static final long PRIME = (1L << 61) - 1;

  /** So many that they stay in the fastest cache. */
  private static final int BLOCK = 2048;

  /** By how much a value exceeds the low half of x at most. */
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
   * Bits 0 of all min-hashes, the first as bit 63; then bits 1, and so on. Of a feature or more.
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

  /** Of an odd number, mod 2^32: right in 3 bits, then in twice as many with every step. */
  private static int inverse(int a) {
    int inverse = a;
    for (int bits = 3; bits < Integer.SIZE; bits *= 2) {
      inverse *= 2 - a * inverse;
    }
    return inverse;
  }

  /** A loop that the JIT vectorizes. */
  private boolean contains(int feature) {
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, features[i] ^ feature ^ Integer.MIN_VALUE);
    }
    return least == Integer.MIN_VALUE;
  }
}
