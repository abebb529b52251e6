package io.github.lucenesimhash.search;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A set of features as an index compares it: by key, in sets of up to 6 by 24 bits more. */
public record PlainFeatures(Map<Integer, Long> restByKey) {

  public static PlainFeatures of(long... features) {
    Map<Integer, Long> restByKey = new TreeMap<>();
    for (long feature : features) {
      int key = (int) ((feature ^ feature >>> 24 ^ feature >>> 48) & 0xFFFFFF);
      restByKey.merge(key, (feature >>> 24 ^ feature >>> 48) & 0xFFFFFF, Math::min);
    }
    return new PlainFeatures(restByKey);
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
    boolean isByKey = Math.max(size(), other.size()) > 6;
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
