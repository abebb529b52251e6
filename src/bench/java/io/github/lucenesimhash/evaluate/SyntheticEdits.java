package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Measures how well schemes find texts again after synthetic edits of known kind and strength, and
 * how many pairs of unlike texts they take for near-duplicates.
 *
 * @param texts the number of texts that were edited, each in every way
 * @param schemes the results of each scheme
 */
public record SyntheticEdits(long texts, List<SchemeEdits> schemes) {

  /** A way to make a near-duplicate of a text. */
  public enum Kind {
    /** Replaces some words by other words. */
    SUBSTITUTION,
    /** Inserts words. */
    INSERTION,
    /** Deletes words. */
    DELETION,
    /** Moves a passage to another place. */
    MOVE,
    /** Cuts off the end. */
    TRUNCATION,
    /** Adds a passage of another text at the beginning or the end. */
    BOILERPLATE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The percentages of words that are edited. */
  public static final List<Integer> PERCENTS = List.of(1, 2, 5, 10, 20);

  /** The number of copies of each text. */
  public static final int COPIES = Kind.values().length * PERCENTS.size();

  private static final TextVerifier TRUTH = TextVerifier.standard();
  private static final double NEGATIVE_BELOW = KnownPairs.Kind.NEGATIVE_BELOW;

  /**
   * Holds the results of one scheme.
   *
   * @param scheme the name of the scheme
   * @param id the id of the {@link FingerprintScheme}
   * @param falsePairs the number of pairs of texts within distance 0, 1, and so on whose
   *     resemblance is below .5
   * @param edits the results of each kind of edit, weakest first
   */
  public record SchemeEdits(String scheme, String id, List<Long> falsePairs, List<Row> edits) {}

  /**
   * Holds the results of one kind of edit at one strength.
   *
   * @param kind the kind of edit
   * @param percent the percentage of words that are edited
   * @param resemblance the mean Jaccard similarity of a text and its edited copy
   * @param found the number of copies within distance 0, 1, and so on of their text
   * @param verified the number of these copies that resemble their text enough
   */
  public record Row(
      Kind kind, int percent, double resemblance, List<Long> found, List<Long> verified) {}

  /** {@return the number of pairs of texts} */
  public long pairs() {
    return texts * (texts - 1) / 2;
  }

  /** Holds a scheme and its verifier, which is null if the scheme verifies as the truth does. */
  private record Judged(FingerprintScheme scheme, TextVerifier verifier) {

    static Judged of(FingerprintScheme scheme) {
      boolean isTruth = scheme.equals(FingerprintScheme.standard());
      return new Judged(scheme, isTruth ? null : TextVerifier.of(scheme));
    }
  }

  /**
   * Holds the features of a text for the truth, and its features and fingerprints for each scheme.
   */
  private record Known(
      FeatureSet features, List<FeatureSet> verifying, List<Optional<Fingerprint>> fingerprints) {

    static Known of(String text, List<Judged> schemes) {
      FeatureSet features = TRUTH.features(text);
      return new Known(
          features,
          schemes.stream()
              .map(each -> each.verifier == null ? features : each.verifier.features(text))
              .toList(),
          schemes.stream().map(each -> each.scheme.fingerprint(text)).toList());
    }
  }

  private record Original(TextEditor.Words words, Known known) {}

  /**
   * Holds the comparison of an edited copy with its text: a resemblance and a distance for each
   * scheme.
   */
  private record Copy(double resemblance, List<Double> verified, List<Integer> distances) {}

  /**
   * Edits every text in every way, each time from the original, and measures the schemes.
   *
   * @param schemes the schemes by name
   * @param texts the texts; texts without a word are ignored
   * @param minResemblance the minimum Jaccard similarity of copies that verification keeps
   * @param seed the seed of all random numbers
   * @param progress receives the number of further copies, {@link #COPIES} for each text
   * @return the results of each scheme
   * @throws IOException if the thread is interrupted
   */
  public static SyntheticEdits of(
      Map<String, FingerprintScheme> schemes,
      List<String> texts,
      double minResemblance,
      long seed,
      IntConsumer progress)
      throws IOException {
    List<Judged> judged = schemes.values().stream().map(Judged::of).toList();
    List<Original> originals =
        OrderedTasks.map(
                texts,
                text -> new Original(TextEditor.Words.of(text), Known.of(text, judged)),
                () -> {})
            .stream()
            .filter(original -> original.words.size() > 0)
            .toList();
    TextEditor editor = new TextEditor(originals.stream().map(Original::words).toList());
    List<Integer> numbers = IntStream.range(0, originals.size()).boxed().toList();
    List<SchemeEdits> results = new ArrayList<>();
    for (String name : schemes.keySet()) {
      List<Long> falsePairs = falsePairs(originals, judged, results.size());
      results.add(new SchemeEdits(name, schemes.get(name).id(), falsePairs, new ArrayList<>()));
    }
    for (Kind kind : Kind.values()) {
      for (int percent : PERCENTS) {
        List<Copy> copies =
            OrderedTasks.map(
                numbers,
                i -> {
                  String copy = editor.edit(i, kind, percent / 100., seed);
                  return copy(originals.get(i).known, Known.of(copy, judged));
                },
                () -> {});
        double mean = copies.stream().mapToDouble(Copy::resemblance).average().orElse(Double.NaN);
        for (int scheme = 0; scheme < judged.size(); scheme++) {
          List<Long> found = distances(copies, judged, scheme, 0);
          List<Long> verified = distances(copies, judged, scheme, minResemblance);
          results.get(scheme).edits.add(new Row(kind, percent, mean, found, verified));
        }
        progress.accept(texts.size());
      }
    }
    return new SyntheticEdits(originals.size(), results);
  }

  private static Copy copy(Known text, Known copy) {
    IntStream schemes = IntStream.range(0, text.fingerprints.size());
    return new Copy(
        text.features.jaccard(copy.features),
        schemes.mapToObj(i -> text.verifying.get(i).jaccard(copy.verifying.get(i))).toList(),
        IntStream.range(0, text.fingerprints.size())
            .mapToObj(i -> distance(text.fingerprints.get(i), copy.fingerprints.get(i)))
            .toList());
  }

  /** Returns the distance of two fingerprints, or a large number if one is missing. */
  private static int distance(Optional<Fingerprint> a, Optional<Fingerprint> b) {
    return a.isPresent() && b.isPresent() ? a.get().distance(b.get()) : Fingerprint.MAX_BITS + 1;
  }

  private static List<Long> distances(
      List<Copy> copies, List<Judged> judged, int scheme, double minResemblance) {
    long[] counts = new long[Fingerprint.MAX_BITS + 2];
    copies.stream()
        .filter(copy -> copy.verified.get(scheme) >= minResemblance)
        .forEach(copy -> counts[copy.distances.get(scheme)]++);
    return cumulative(counts, judged.get(scheme));
  }

  private static List<Long> falsePairs(List<Original> texts, List<Judged> judged, int scheme)
      throws IOException {
    long[] counts = new long[Fingerprint.MAX_BITS + 2];
    SchemeScores.nearPairs(
        texts.stream().map(text -> text.known.fingerprints.get(scheme)).toList(),
        (left, right, distance) -> {
          FeatureSet other = texts.get(right).known.features;
          if (!texts.get(left).known.features.resembles(other, NEGATIVE_BELOW)) {
            counts[distance]++;
          }
        });
    return cumulative(counts, judged.get(scheme));
  }

  /** Returns the number of copies or pairs within each distance, from their number at each. */
  private static List<Long> cumulative(long[] counts, Judged judged) {
    Arrays.parallelPrefix(counts, Long::sum);
    int most = SchemeScores.MAX_DISTANCE * judged.scheme.bits() / Fingerprint.LANE_BITS;
    return Arrays.stream(counts).limit(most + 1).boxed().toList();
  }
}
