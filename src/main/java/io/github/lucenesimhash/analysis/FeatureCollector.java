package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.util.BitSet;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.UnicodeUtil;

/**
 * Gathers the features of one text. Units (words, or characters) come in; every unit starts a
 * feature of {@code shingleSize} units, or of {@code hanShingleSize} where those are Han characters
 * all. Units at the end that are in no feature so make one of the last units. To be closed, after
 * which the features are gone too.
 */
final class FeatureCollector implements AutoCloseable {

  /** No character below is an ideograph. */
  private static final char FIRST_IDEOGRAPH = '\u3006';

  /** Most units whose room a thread keeps: 64 KiB. */
  private static final int KEPT_ROOM = 8192;

  /** Room for the units of a text, kept while a thread collects nothing. */
  private static final ThreadLocal<long[]> ROOM = new ThreadLocal<>();

  private final FeatureExtraction settings;
  private byte[] utf8 = new byte[64];

  /** Of the units, and then of the features: each stands no farther back than its first unit. */
  private long[] hashes;

  private double[] unitWeights = {};
  private final BitSet hanUnits = new BitSet();
  private char[] letters = {};
  private int[] unitEnds = {};
  private int units;
  private long wholeText;

  FeatureCollector(FeatureExtraction settings) {
    this.settings = settings;
    long[] room = ROOM.get();
    ROOM.set(null);
    hashes = room == null ? new long[512] : room;
  }

  void addUnit(char[] text, int length) {
    utf8 = ArrayUtil.growNoCopy(utf8, UnicodeUtil.maxUTF8Length(length));
    addUnit(text, length, settings.hash.hash(text, 0, length, utf8));
  }

  /**
   * @param unitHash of the text
   */
  void addUnit(char[] text, int length, long unitHash) {
    hashes = ArrayUtil.grow(hashes, units + 1);
    hashes[units] = unitHash;
    if (settings.minFeatures > 1) {
      wholeText = FeatureHash.combine(wholeText, unitHash);
    }
    if (settings.weighting.usesTable()) {
      unitWeights = ArrayUtil.grow(unitWeights, units + 1);
      unitWeights[units] = settings.weighting.wordWeight(text, length);
    }
    if (settings.hanShingleSize > 0 && isHan(text, length)) {
      hanUnits.set(units);
    }
    if (!settings.hash.combinesTokens()) {
      int start = unitStart(units);
      unitEnds = ArrayUtil.grow(unitEnds, units + 1);
      unitEnds[units] = start + length;
      letters = ArrayUtil.grow(letters, start + length);
      System.arraycopy(text, 0, letters, start, length);
    }
    units++;
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

  /** Units of the text. */
  int units() {
    return units;
  }

  /** A hash of all units in their order; 0 where the settings ask for no minimum of features. */
  long wholeText() {
    return wholeText;
  }

  /** The features of all units, of which there is one at least. To be called once. */
  Features features() {
    int size = Math.min(settings.shingleSize, units);
    int hanSize = settings.hanShingleSize;
    boolean isWeighted = settings.weighting.usesTable();
    long last = hash(units - size, size);
    double lastWeight = isWeighted ? wordWeight(units - size, size) : 0;
    Features features = new Features(hashes, isWeighted ? new double[units] : null);
    int unitsInFeatures = 0;
    int hanEnd = -1; // of the run of ideographs at or after start, looked for once a run
    for (int start = 0; start < units; start++) {
      if (hanEnd < start) {
        hanEnd = hanUnits.nextClearBit(start);
      }
      boolean isHan = hanSize > 0 && hanEnd >= start + hanSize;
      int length = isHan ? hanSize : size;
      if (start + length <= units) {
        features.add(hash(start, length), isWeighted ? wordWeight(start, length) : 0);
        unitsInFeatures = Math.max(unitsInFeatures, start + length);
      }
    }
    if (unitsInFeatures < units) {
      features.add(last, lastWeight);
    }
    return features;
  }

  private double wordWeight(int start, int length) {
    double sum = 0;
    for (int i = start; i < start + length; i++) {
      sum += unitWeights[i];
    }
    return sum / length;
  }

  private long hash(int start, int length) {
    if (!settings.hash.combinesTokens()) {
      int offset = unitStart(start);
      return settings.hash.hash(letters, offset, unitEnds[start + length - 1] - offset, utf8);
    }
    long hash = hashes[start];
    for (int i = start + 1; i < start + length; i++) {
      hash = FeatureHash.combine(hash, hashes[i]);
    }
    return hash;
  }

  @Override
  public void close() {
    if (hashes.length <= KEPT_ROOM) {
      ROOM.set(hashes);
    }
  }
}
