package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.PlainMinHash;
import io.github.lucenesimhash.fingerprint.PlainSimHash;
import io.github.lucenesimhash.fingerprint.SimHash.TieRule;
import io.github.lucenesimhash.fingerprint.Sketch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** A scheme spelled out with lists and maps of strings; {@code weights} reads a shingle's words. */
record PlainFingerprint(
    int shingleSize,
    Set<String> stopWords,
    FeatureHash hash,
    Weights weights,
    int topFeatures,
    Sketch sketch,
    int bits,
    TieRule tieRule,
    boolean padded) {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final String EDGE = "\0";

  interface Weights {
    double of(List<String> shingle, int frequency, int total);
  }

  static Weights meanOf(Map<String, Double> table, double otherwise) {
    ToDoubleFunction<String> weight = word -> table.getOrDefault(word, otherwise);
    return (shingle, frequency, total) ->
        shingle.stream().mapToDouble(weight).sum() / shingle.size();
  }

  Optional<Fingerprint> fingerprint(List<String> tokens) {
    List<String> words = tokens.stream().filter(word -> !stopWords.contains(word)).toList();
    List<List<String>> shingles = shingles(words, padded ? shingleSize - 1 : 0);
    Map<List<String>, Integer> counts = new LinkedHashMap<>();
    shingles.forEach(shingle -> counts.merge(shingle, 1, Integer::sum));
    Map<Long, Double> weighted = new LinkedHashMap<>();
    counts.forEach(
        (shingle, count) ->
            weighted.put(
                hashOf(shingle), weights.of(withoutEdges(shingle), count, shingles.size())));
    List<Map.Entry<Long, Double>> kept = new ArrayList<>(weighted.entrySet());
    kept.sort(
        Comparator.comparingDouble((Map.Entry<Long, Double> feature) -> -feature.getValue())
            .thenComparing(Map.Entry::getKey, Long::compareUnsigned));
    if (topFeatures > 0 && kept.size() > topFeatures) {
      kept = kept.subList(0, topFeatures);
    }
    kept = kept.stream().filter(feature -> feature.getValue() > 0).toList();
    if (kept.isEmpty()) {
      return Optional.empty();
    }
    long[] hashes = kept.stream().mapToLong(Map.Entry::getKey).toArray();
    if (sketch == Sketch.MINHASH) {
      return Optional.of(PlainMinHash.fingerprint(hashes, bits));
    }
    double[] values = kept.stream().mapToDouble(Map.Entry::getValue).toArray();
    return Optional.of(PlainSimHash.fingerprint(hashes, values, bits, tieRule));
  }

  private List<List<String>> shingles(List<String> words, int pads) {
    List<String> all = new ArrayList<>(words);
    if (!words.isEmpty()) {
      all.addAll(0, Collections.nCopies(pads, EDGE));
      all.addAll(Collections.nCopies(pads, EDGE));
    }
    List<List<String>> shingles = new ArrayList<>();
    for (int start = 0; start + shingleSize <= all.size(); start++) {
      shingles.add(all.subList(start, start + shingleSize));
    }
    if (shingles.isEmpty() && !all.isEmpty()) {
      shingles.add(all);
    }
    shingles.removeIf(shingle -> shingle.stream().allMatch(word -> word.startsWith(EDGE)));
    return shingles;
  }

  private long hashOf(List<String> shingle) {
    if (!hash.isOfCodes()) {
      return hash.hash(String.join("", shingle));
    }
    return hash.of(codes(shingle));
  }

  /** Returns the hash of consecutive words. */
  static long feature(String... words) {
    return FeatureHash.combine(0, codes(List.of(words)));
  }

  private static long codes(List<String> words) {
    return words.stream().map(PlainFingerprint::code).reduce(0L, (a, b) -> a * GOLDEN + b);
  }

  private static long code(String word) {
    return word.startsWith(EDGE)
        ? GOLDEN
        : word.chars()
            .asLongStream()
            .reduce(0xCBF29CE484222325L, (a, c) -> (a ^ c) * 0x100000001B3L);
  }

  private static List<String> withoutEdges(List<String> shingle) {
    return shingle.stream().filter(word -> !word.startsWith(EDGE)).toList();
  }
}
