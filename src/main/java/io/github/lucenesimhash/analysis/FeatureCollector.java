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
    int shingleSize = recipe.shingleSize();
    Features features = new Features(units, unitWeights != null);
    int unitsInFeatures = 0;
    for (int start = 0; start < units; start++) {
      int length = startsHanShingle(start) ? recipe.hanShingleSize() : shingleSize;
      if (start + length <= units) {
        features.add(hash(start, length), wordWeight(start, length));
        unitsInFeatures = Math.max(unitsInFeatures, start + length);
      }
    }
    if (unitsInFeatures < units) {
      int length = Math.min(units, shingleSize);
      features.add(hash(units - length, length), wordWeight(units - length, length));
    }
    return features;
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

  private long hash(int start, int length) {
    if (unitEnds != null) {
      int offset = unitStart(start);
      return recipe.hash().hash(letters, offset, unitEnds[start + length - 1] - offset, utf8);
    }
    long hash = unitHashes[start];
    for (int i = start + 1; i < start + length; i++) {
      hash = FeatureHash.combine(hash, unitHashes[i]);
    }
    return hash;
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
