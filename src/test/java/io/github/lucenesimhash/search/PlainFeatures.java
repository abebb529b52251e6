package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * The features of a text as an index compares them: by key, in texts of up to 6 by 24 bits more.
 */
public record PlainFeatures(List<Feature> inOrder) {

  private static final int SMALL = 6;
  private static final int NUMBER = 0x800000;

  record Feature(int key, int rest) {}

  public static PlainFeatures of(long... features) {
    return of(
        Arrays.stream(features)
            .mapToObj(
                feature ->
                    new Feature(
                        (int) ((feature ^ feature >>> 24 ^ feature >>> 48) & 0x7FFFFF)
                            | (feature < 0 ? NUMBER : 0),
                        (int) ((feature >>> 24 ^ feature >>> 48) & 0xFFFFFF)))
            .toList());
  }

  private static PlainFeatures of(List<Feature> all) {
    return new PlainFeatures(
        all.size() <= SMALL ? all : all.stream().map(each -> new Feature(each.key, 0)).toList());
  }

  /** As a document has them: the size less 1, the keys, the rests if there are few. */
  public static PlainFeatures ofDocValue(BytesRef value) {
    int size = (value.bytes[value.offset] & 0x7F) + 1;
    List<Feature> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      all.add(new Feature(number(value, i), size > SMALL ? 0 : number(value, size + i)));
    }
    return new PlainFeatures(all);
  }

  private static int number(BytesRef value, int i) {
    int before = value.offset + 3 * i;
    return (int) BitUtil.VH_LE_INT.get(value.bytes, before) >>> 8;
  }

  /** Features that are these to an index. */
  public long[] features() {
    return inOrder.stream().mapToLong(feature -> feature(feature.key, feature.rest)).toArray();
  }

  /** The highest bit is that of numbers, and is the 16th of what is folded into the others. */
  private static long feature(int key, int rest) {
    long low = (key ^ rest) & 0xFFFFFF;
    return (key & NUMBER) == 0
        ? (long) rest << 24 | low
        : (long) (rest ^ 0x8000) << 24 | low | Long.MIN_VALUE;
  }

  /** Whether a guard, without words of its own, keeps two that are compared apart. */
  public boolean isHeldBack(PlainFeatures other, Guard guard) {
    boolean isReplaced = longestCommon(other, true) < Math.min(size(), other.size());
    return (guard.replaced() && isReplaced)
        || (guard.numbers() && !numbers().equals(other.numbers()));
  }

  private List<Integer> numbers() {
    return inOrder.stream().map(Feature::key).filter(key -> (key & NUMBER) != 0).toList();
  }

  /** Another feature of the same key. */
  public static long withKeyOf(long feature, int other) {
    return feature ^ other * 0x1000001L;
  }

  /** A feature whose key is that of another one where a text has it twice. */
  public static long withKeyOfSecond(long feature) {
    int key = (int) FeatureHash.combine(of(feature).keys().iterator().next(), 1) & 0xFFFFFF;
    return feature(key, 0);
  }

  public Set<Integer> keys() {
    return inOrder.stream().map(Feature::key).collect(Collectors.toSet());
  }

  public int size() {
    return inOrder.size();
  }

  /** Those of both in the same order, of all. */
  public double resemblance(PlainFeatures other) {
    int shared = longestCommon(other, Math.max(size(), other.size()) > SMALL);
    return shared == 0 ? 0 : (double) shared / (size() + other.size() - shared);
  }

  private int longestCommon(PlainFeatures other, boolean isByKey) {
    int[][] longest = new int[size() + 1][other.size() + 1];
    for (int i = 1; i <= size(); i++) {
      for (int j = 1; j <= other.size(); j++) {
        Feature one = inOrder.get(i - 1);
        Feature its = other.inOrder.get(j - 1);
        longest[i][j] =
            one.key == its.key && (isByKey || one.rest == its.rest)
                ? longest[i - 1][j - 1] + 1
                : Math.max(longest[i - 1][j], longest[i][j - 1]);
      }
    }
    return longest[size()][other.size()];
  }

  /** Whether two are compared as short texts. */
  public boolean isComparedWith(PlainFeatures other) {
    return Math.min(size(), other.size()) > 0
        && Math.min(size(), other.size()) <= 64
        && Math.max(size(), other.size()) <= 128;
  }
}
