package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Whether a scheme finds texts again after edits of known kind and strength, and how many pairs of
 * the texts themselves it takes for near-duplicates though they are not.
 *
 * @param scheme the name it goes by
 * @param rows for each kind of edit, weakest first
 * @param pairs pairs of texts there are
 * @param falsePairs pairs of texts within distance 0, 1, and so on whose resemblance is below .5
 */
public record PlantedEdits(String scheme, List<Row> rows, long pairs, List<Long> falsePairs) {

  /** Percent of the words that are edited. */
  public static final List<Integer> PERCENTS = List.of(1, 2, 5, 10, 20);

  /** Copies that are made of each text. */
  public static final int COPIES = EditKind.values().length * PERCENTS.size();

  private static final double UNLIKE_BELOW = KnownPairs.Bounds.DEFAULT.negative();

  /**
   * One kind of edit at one strength.
   *
   * @param percent of the words
   * @param texts that were edited, each once
   * @param resemblance mean Jaccard similarity of a text and its edited copy
   * @param found copies within distance 0, 1, and so on of their text
   * @param verified those of them that resemble it enough
   */
  public record Row(
      EditKind kind,
      int percent,
      long texts,
      double resemblance,
      List<Long> found,
      List<Long> verified) {

    /** The share of the copies that are within a distance, 0 to 16. */
    public double recall(int distance) {
      return (double) found.get(distance) / texts;
    }

    /** The share of the copies that are within a distance and resemble their text enough. */
    public double verifiedRecall(int distance) {
      return (double) verified.get(distance) / texts;
    }
  }

  /** False pairs within a distance, for a million pairs of texts; NaN if there is one text only. */
  public double falsePairsPerMillion(int distance) {
    return 1e6 * falsePairs.get(distance) / pairs;
  }

  /** A text with what it is compared by. */
  private record Original(WordSpans words, FeatureSet features, List<OptionalLong> fingerprints) {}

  /**
   * An edited copy.
   *
   * @param resemblance to its text
   * @param distances from its text, by scheme
   */
  private record Copy(double resemblance, List<Integer> distances) {}

  /**
   * Edits every text in every way, each time from the text itself, and judges the schemes.
   *
   * @param schemes by the names they go by
   * @param texts those without a word are left out
   * @param minResemblance verification keeps the copies of this Jaccard similarity and more
   * @param seed of all that is drawn
   * @param progress takes how many more copies were made, {@link #COPIES} of each text
   * @return one for each scheme, in their order
   */
  public static List<PlantedEdits> of(
      Map<String, FingerprintScheme> schemes,
      List<String> texts,
      double minResemblance,
      long seed,
      IntConsumer progress) {
    List<FingerprintScheme> judged = List.copyOf(schemes.values());
    List<Original> originals =
        texts.parallelStream()
            .map(WordSpans::of)
            .filter(words -> words.size() > 0)
            .map(words -> original(words, judged))
            .toList();
    TextEditor editor = new TextEditor(originals.stream().map(Original::words).toList());
    List<List<Row>> rows = judged.stream().map(scheme -> (List<Row>) new ArrayList<Row>()).toList();
    for (EditKind kind : EditKind.values()) {
      for (int percent : PERCENTS) {
        List<Copy> copies =
            IntStream.range(0, originals.size())
                .parallel()
                .mapToObj(
                    i -> copy(originals.get(i), editor.edit(i, kind, percent / 100., seed), judged))
                .toList();
        for (int scheme = 0; scheme < judged.size(); scheme++) {
          rows.get(scheme).add(row(kind, percent, copies, scheme, minResemblance));
        }
        progress.accept(texts.size());
      }
    }
    List<PlantedEdits> results = new ArrayList<>();
    for (String name : schemes.keySet()) {
      int scheme = results.size();
      long n = originals.size();
      results.add(
          new PlantedEdits(name, rows.get(scheme), n * (n - 1) / 2, falsePairs(originals, scheme)));
    }
    return results;
  }

  private static Original original(WordSpans words, List<FingerprintScheme> schemes) {
    return new Original(
        words,
        TextVerifier.standard().features(words.text()),
        schemes.stream().map(scheme -> scheme.fingerprint(words.text())).toList());
  }

  private static Copy copy(Original text, String copy, List<FingerprintScheme> schemes) {
    return new Copy(
        text.features.jaccard(TextVerifier.standard().features(copy)),
        IntStream.range(0, schemes.size())
            .mapToObj(i -> distance(text.fingerprints.get(i), schemes.get(i).fingerprint(copy)))
            .toList());
  }

  /** Out of reach if one has no fingerprint. */
  private static int distance(OptionalLong a, OptionalLong b) {
    return a.isPresent() && b.isPresent()
        ? Fingerprint.distance(a.getAsLong(), b.getAsLong())
        : Fingerprint.BITS + 1;
  }

  private static Row row(
      EditKind kind, int percent, List<Copy> copies, int scheme, double minResemblance) {
    return new Row(
        kind,
        percent,
        copies.size(),
        copies.stream().mapToDouble(Copy::resemblance).average().orElse(Double.NaN),
        distances(copies, scheme, copy -> true),
        distances(copies, scheme, copy -> copy.resemblance >= minResemblance));
  }

  private static List<Long> distances(List<Copy> copies, int scheme, Predicate<Copy> counted) {
    CountsByDistance counts = new CountsByDistance();
    copies.stream().filter(counted).forEach(copy -> counts.add(copy.distances.get(scheme)));
    return counts.cumulative();
  }

  private static List<Long> falsePairs(List<Original> texts, int scheme) {
    CountsByDistance counts = new CountsByDistance();
    for (int i = 0; i < texts.size(); i++) {
      Original a = texts.get(i);
      for (Original b : texts.subList(i + 1, texts.size())) {
        int distance = distance(a.fingerprints.get(scheme), b.fingerprints.get(scheme));
        if (distance <= SchemeScores.MAX_DISTANCE
            && !a.features.resembles(b.features, UNLIKE_BELOW)) {
          counts.add(distance);
        }
      }
    }
    return counts.cumulative();
  }
}
