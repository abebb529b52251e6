package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.simhash.FeatureHash;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.UnicodeUtil;

/**
 * Gathers the features of one text. Units (words, or characters) come in; every unit starts a
 * feature of {@code shingleSize} units, or of {@code hanShingleSize} where those are Han characters
 * all. Units at the end that are in no feature so make one of the last units.
 */
final class FeatureCollector {

  /** No character below is an ideograph. */
  private static final char FIRST_IDEOGRAPH = '\u3006';

  private final FeatureRecipe recipe;

  private byte[] utf8 = new byte[64];
  private long[] unitHashes = new long[512];
  private double[] unitWeights;
  private boolean[] unitIsHan;
  private char[] letters;
  private int[] unitEnds;
  private int units;

  FeatureCollector(FeatureRecipe recipe) {
    this.recipe = recipe;
    int room = unitHashes.length;
    unitWeights = recipe.weighting().usesTable() ? new double[room] : null;
    unitIsHan = recipe.hanShingleSize() > 0 ? new boolean[room] : null;
    letters = recipe.hash().combinesUnits() ? null : new char[room];
    unitEnds = recipe.hash().combinesUnits() ? null : new int[room];
  }

  void addUnit(char[] text, int length) {
    utf8 = ArrayUtil.growNoCopy(utf8, UnicodeUtil.maxUTF8Length(length));
    addUnit(text, length, recipe.hash().hash(text, 0, length, utf8));
  }

  /**
   * @param unitHash of the text
   */
  void addUnit(char[] text, int length, long unitHash) {
    if (units == unitHashes.length) {
      grow();
    }
    unitHashes[units] = unitHash;
    if (unitWeights != null) {
      unitWeights[units] = recipe.weighting().wordWeight(text, length);
    }
    if (unitIsHan != null) {
      unitIsHan[units] = isHan(text, length);
    }
    if (unitEnds != null) {
      int start = unitStart(units);
      unitEnds[units] = start + length;
      letters = ArrayUtil.grow(letters, start + length);
      System.arraycopy(text, 0, letters, start, length);
    }
    units++;
  }

  private void grow() {
    unitHashes = ArrayUtil.grow(unitHashes);
    int room = unitHashes.length;
    unitWeights = unitWeights == null ? null : Arrays.copyOf(unitWeights, room);
    unitIsHan = unitIsHan == null ? null : Arrays.copyOf(unitIsHan, room);
    unitEnds = unitEnds == null ? null : Arrays.copyOf(unitEnds, room);
  }

  private int unitStart(int unit) {
    return unit == 0 ? 0 : unitEnds[unit - 1];
  }

  private static boolean isHan(char[] text, int length) {
    if (text[0] < FIRST_IDEOGRAPH) {
      return false;
    }
    int c = Character.codePointAt(text, 0, length);
    return Character.charCount(c) == length && Character.isIdeographic(c);
  }

  /** The features of all units so far. */
  Features features() {
    int size = Math.min(recipe.shingleSize(), units);
    int hanSize = Math.min(recipe.hanShingleSize(), units);
    long[] shingles = shingles(size);
    long[] hanShingles = shingles(hanSize);
    Features features = new Features(units, unitWeights != null);
    int unitsInFeatures = 0;
    for (int start = 0; start < units; start++) {
      if (startsHanShingle(start)) {
        features.add(hanShingles[start], wordWeight(start, hanSize));
        unitsInFeatures = Math.max(unitsInFeatures, start + hanSize);
      } else if (start <= units - size) {
        features.add(shingles[start], wordWeight(start, size));
        unitsInFeatures = start + size;
      }
    }
    if (unitsInFeatures < units) {
      features.add(shingles[units - size], wordWeight(units - size, size));
    }
    return features;
  }

  /** The hash of every so many units in a row; none for none. */
  private long[] shingles(int size) {
    if (size == 0) {
      return new long[0];
    }
    if (unitEnds != null) {
      return shinglesOfText(size);
    }
    int count = units - size + 1;
    long[] hashes = Arrays.copyOf(unitHashes, count);
    for (int next = 1; next < size; next++) {
      FeatureHash.combine(hashes, Arrays.copyOfRange(unitHashes, next, next + count), count);
    }
    return hashes;
  }

  private long[] shinglesOfText(int size) {
    long[] hashes = new long[units - size + 1];
    for (int start = 0; start < hashes.length; start++) {
      int offset = unitStart(start);
      int length = unitEnds[start + size - 1] - offset;
      hashes[start] = recipe.hash().hash(letters, offset, length, utf8);
    }
    return hashes;
  }

  private boolean startsHanShingle(int start) {
    if (unitIsHan == null || start + recipe.hanShingleSize() > units) {
      return false;
    }
    for (int i = start; i < start + recipe.hanShingleSize(); i++) {
      if (!unitIsHan[i]) {
        return false;
      }
    }
    return true;
  }

  private double wordWeight(int start, int length) {
    if (unitWeights == null) {
      return 0;
    }
    double sum = 0;
    for (int i = start; i < start + length; i++) {
      sum += unitWeights[i];
    }
    return sum / length;
  }

  /** Units of the text. */
  int units() {
    return units;
  }

  /** A hash of all units in their order. */
  long wholeText() {
    long hash = 0;
    for (int i = 0; i < units; i++) {
      hash = FeatureHash.combine(hash, unitHashes[i]);
    }
    return hash;
  }
}
