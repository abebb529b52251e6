package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.simhash.FeatureHash;
import io.github.lucenesimhash.simhash.HashSort;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.InPlaceMergeSorter;
import org.apache.lucene.util.UnicodeUtil;

/**
 * Gathers the features of one text. Units (words, or characters) come in; every unit starts a
 * feature of {@code shingleSize} units, or of {@code hanShingleSize} where those are Han characters
 * all. Units at the end that are in no feature so make one of the last units. After {@link #end}
 * and {@link #finish} the features are distinct and in ascending order of their hashes, so that
 * sums of fractional weights are the same on every run.
 */
final class FeatureCollector {

  /** No character below is an ideograph. */
  private static final char FIRST_IDEOGRAPH = '\u3006';

  /** Units that are remembered: a power of two, and no shingle is longer. */
  private static final int REMEMBERED = SchemeBuilder.MAX_SHINGLE_SIZE;

  private final FeatureRecipe recipe;
  private final int shingleSize;
  private final long[] unitHashes;
  private final double[] unitWeights;
  private final ArrayDeque<String> unitTexts;
  private byte[] utf8 = new byte[64];
  private int units;
  private int unitsInFeatures;
  private int hanInARow;

  /** Bit i: the unit i units ago was the last of enough Han characters in a row. */
  private long hanShingleEnds;

  private long wholeText;

  private long[] hashes = new long[256];
  private double[] wordWeights;
  private double[] weights;
  private int size;

  FeatureCollector(FeatureRecipe recipe) {
    this.recipe = recipe;
    shingleSize = recipe.shingleSize();
    unitHashes = new long[REMEMBERED];
    boolean table = recipe.weighting().usesTable();
    unitWeights = table ? new double[REMEMBERED] : null;
    wordWeights = table ? new double[hashes.length] : null;
    unitTexts = recipe.hash().combinesUnits() || shingleSize == 1 ? null : new ArrayDeque<>();
  }

  void addUnit(char[] text, int length) {
    utf8 = ArrayUtil.growNoCopy(utf8, UnicodeUtil.maxUTF8Length(length));
    addUnit(text, length, recipe.hash().hash(text, 0, length, utf8));
  }

  /**
   * @param unitHash of the text
   */
  void addUnit(char[] text, int length, long unitHash) {
    int slot = units++ % REMEMBERED;
    unitHashes[slot] = unitHash;
    if (unitTexts != null) {
      if (unitTexts.size() == shingleSize) {
        unitTexts.removeFirst();
      }
      unitTexts.addLast(new String(text, 0, length));
    }
    if (recipe.minFeatures() > 1) {
      wholeText = FeatureHash.combine(wholeText, unitHashes[slot]);
    }
    if (unitWeights != null) {
      unitWeights[slot] = recipe.weighting().wordWeight(text, length);
    }
    int hanSize = recipe.hanShingleSize();
    if (hanSize > 0) {
      hanInARow = isHan(text, length) ? hanInARow + 1 : 0;
      hanShingleEnds = (hanShingleEnds << 1) | (hanInARow >= hanSize ? 1 : 0);
      if (hanInARow >= hanSize) {
        addFeature(hanSize);
      }
    }
    if (units >= shingleSize && ((hanShingleEnds >>> (shingleSize - hanSize)) & 1) == 0) {
      addFeature(shingleSize);
    }
  }

  private static boolean isHan(char[] text, int length) {
    if (text[0] < FIRST_IDEOGRAPH) {
      return false;
    }
    int c = Character.codePointAt(text, 0, length);
    return Character.charCount(c) == length && Character.isIdeographic(c);
  }

  private void addFeature(int length) {
    unitsInFeatures = units;
    if (size == hashes.length) {
      hashes = ArrayUtil.grow(hashes, size + 1);
      wordWeights = wordWeights == null ? null : Arrays.copyOf(wordWeights, hashes.length);
    }
    long hash;
    if (unitTexts != null) {
      List<String> texts = unitTexts.stream().skip(unitTexts.size() - length).toList();
      hash = recipe.hash().hash(String.join("", texts));
    } else {
      hash = unitHashes[(units - length) % REMEMBERED];
      for (int i = units - length + 1; i < units; i++) {
        hash = FeatureHash.combine(hash, unitHashes[i % REMEMBERED]);
      }
    }
    if (wordWeights != null) {
      double sum = 0;
      for (int i = units - length; i < units; i++) {
        sum += unitWeights[i % REMEMBERED];
      }
      wordWeights[size] = sum / length;
    }
    hashes[size++] = hash;
  }

  /** Ends the text. */
  void end() {
    if (unitsInFeatures < units) {
      addFeature(Math.min(units, shingleSize));
    }
  }

  /** Units of the text. */
  int units() {
    return units;
  }

  /** A hash of all units in their order; 0 where the recipe asks for no minimum of features. */
  long wholeText() {
    return wholeText;
  }

  /** Sorts, folds equal features, and weighs them. */
  void finish() {
    if (wordWeights == null) {
      HashSort.sort(hashes, size);
    } else {
      sort((i, j) -> Long.compare(hashes[i], hashes[j]));
    }
    Weighting weighting = recipe.weighting();
    int total = size;
    weights = new double[total];
    size = 0;
    for (int start = 0, end; start < total; start = end) {
      end = start + 1;
      while (end < total && hashes[end] == hashes[start]) {
        end++;
      }
      double wordWeight = wordWeights == null ? 0 : wordWeights[start];
      hashes[size] = hashes[start];
      weights[size++] = weighting.weight(end - start, total, wordWeight);
    }
  }

  /**
   * Leaves the n heaviest features, ties by the smaller hash, in ascending order of their hashes,
   * and none of weight 0.
   *
   * @return how many are left
   */
  int keepHeaviest(int n) {
    if (size > n) {
      sort(
          (i, j) -> {
            int byWeight = Double.compare(weights[j], weights[i]);
            return byWeight != 0 ? byWeight : Long.compareUnsigned(hashes[i], hashes[j]);
          });
      size = n;
      sort((i, j) -> Long.compare(hashes[i], hashes[j]));
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (weights[i] > 0) {
        hashes[kept] = hashes[i];
        weights[kept++] = weights[i];
      }
    }
    size = kept;
    return kept;
  }

  private void sort(IntBinaryOperator order) {
    double[] parallel = weights == null ? wordWeights : weights;
    new InPlaceMergeSorter() {
      @Override
      protected int compare(int i, int j) {
        return order.applyAsInt(i, j);
      }

      @Override
      protected void swap(int i, int j) {
        long hash = hashes[i];
        hashes[i] = hashes[j];
        hashes[j] = hash;
        double weight = parallel[i];
        parallel[i] = parallel[j];
        parallel[j] = weight;
      }
    }.sort(0, size);
  }

  int size() {
    return size;
  }

  long[] hashes() {
    return hashes;
  }

  double[] weights() {
    return weights;
  }
}
