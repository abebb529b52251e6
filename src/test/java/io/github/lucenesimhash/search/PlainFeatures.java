package io.github.lucenesimhash.search;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/** A set of features as an index compares it: by key, in sets of up to 6 by 24 bits more. */
public record PlainFeatures(Map<Integer, Long> restByKey) {

  private static final int SMALL = 6;

  public static PlainFeatures of(long... features) {
    Map<Integer, Long> restByKey = new TreeMap<>();
    for (long feature : features) {
      int key = (int) ((feature ^ feature >>> 24 ^ feature >>> 48) & 0xFFFFFF);
      restByKey.merge(key, (feature >>> 24 ^ feature >>> 48) & 0xFFFFFF, Math::min);
    }
    if (restByKey.size() > SMALL) {
      restByKey.replaceAll((key, rest) -> 0L);
    }
    return new PlainFeatures(restByKey);
  }

  /** As a document has them: the size, the keys, the rests if there are few. */
  public static PlainFeatures ofDocValue(BytesRef value) {
    Map<Integer, Long> restByKey = new TreeMap<>();
    int size = value.bytes[value.offset] & 0xFF;
    for (int i = 0; i < size; i++) {
      restByKey.put(number(value, i), size > SMALL ? 0L : number(value, size + i));
    }
    return new PlainFeatures(restByKey);
  }

  private static int number(BytesRef value, int i) {
    int before = value.offset + 3 * i;
    return (int) BitUtil.VH_LE_INT.get(value.bytes, before) >>> 8;
  }

  /** Features that are these to an index. */
  public long[] features() {
    return restByKey.entrySet().stream()
        .mapToLong(feature -> feature.getValue() << 24 | (feature.getKey() ^ feature.getValue()))
        .toArray();
  }

  /** Another feature of the same key. */
  public static long withKeyOf(long feature, int other) {
    return feature ^ other * 0x1000001L;
  }

  public Set<Integer> keys() {
    return restByKey.keySet();
  }

  public int size() {
    return restByKey.size();
  }

  public double resemblance(PlainFeatures other) {
    boolean isByKey = Math.max(size(), other.size()) > SMALL;
    long shared =
        restByKey.entrySet().stream()
            .filter(
                feature ->
                    isByKey
                        ? other.restByKey.containsKey(feature.getKey())
                        : other.restByKey.entrySet().contains(feature))
            .count();
    return shared == 0 ? 0 : (double) shared / (size() + other.size() - shared);
  }

  /** Whether two are compared as short texts. */
  public boolean isComparedWith(PlainFeatures other) {
    return Math.min(size(), other.size()) > 0
        && Math.min(size(), other.size()) <= 64
        && Math.max(size(), other.size()) <= 128;
  }
}
