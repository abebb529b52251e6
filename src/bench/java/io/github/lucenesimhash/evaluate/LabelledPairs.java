package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Pairs of texts of which a person said whether one of the two may go, and how many of them schemes
 * merge: what a resemblance cannot say, since two laws that differ in a word resemble each other.
 *
 * <p>Not safe for use by several threads while pairs are added.
 */
public final class LabelledPairs {

  private record Pair(boolean isSame, String kind, String text, String other) {}

  private record Judged(Pair pair, boolean isNear, boolean isVerified) {}

  /**
   * Pairs of one label.
   *
   * @param pairs in all
   * @param near those within the distance
   * @param verified those of the near that are merged: one of the two may go for the other
   */
  public record Count(long pairs, long near, long verified) {

    private static Count of(List<Judged> pairs, boolean isSame) {
      List<Judged> labelled = pairs.stream().filter(it -> it.pair.isSame == isSame).toList();
      return new Count(
          labelled.size(), count(labelled, Judged::isNear), count(labelled, Judged::isVerified));
    }

    private static long count(List<Judged> pairs, Predicate<Judged> which) {
      return pairs.stream().filter(which).count();
    }
  }

  /**
   * Pairs of one kind, or of all.
   *
   * @param kind as the lines name it
   * @param same pairs of which one text may go
   * @param other pairs of which both have to stay
   */
  public record Row(String kind, Count same, Count other) {

    private static Row of(String kind, List<Judged> pairs) {
      return new Row(kind, Count.of(pairs, true), Count.of(pairs, false));
    }
  }

  /**
   * The pairs that one scheme merges.
   *
   * @param scheme the name it goes by
   * @param id the {@code FingerprintScheme}'s
   * @param all pairs
   * @param kinds in the order of their names
   */
  public record Merged(String scheme, String id, Row all, List<Row> kinds) {}

  private final List<Pair> pairs = new ArrayList<>();

  /** None. */
  public LabelledPairs() {}

  /**
   * Adds a pair.
   *
   * @param line "same" or "other", a kind, a text and another text, with tabs between
   * @throws IllegalArgumentException if it is another line
   */
  public void add(String line) {
    String[] columns = line.split("\t", -1);
    if (columns.length != 4) {
      throw new IllegalArgumentException(
          columns.length + " columns, expected label TAB kind TAB text TAB text");
    }
    if (!columns[0].equals("same") && !columns[0].equals("other")) {
      throw new IllegalArgumentException("label '" + columns[0] + "', expected 'same' or 'other'");
    }
    pairs.add(new Pair(columns[0].equals("same"), columns[1], columns[2], columns[3]));
  }

  /** {@return the number of pairs} */
  public int size() {
    return pairs.size();
  }

  /**
   * {@return how many pairs a scheme merges}
   *
   * @param name that the scheme goes by
   * @param scheme reads the texts, and verifies them by its features
   * @param comparison says which pairs are merged
   */
  public Merged merged(String name, FingerprintScheme scheme, Comparison comparison) {
    TextVerifier verifier = comparison.verifier(scheme);
    List<Judged> judged =
        pairs.stream().map(pair -> judge(pair, scheme, verifier, comparison)).toList();
    List<Row> kinds = new ArrayList<>();
    judged.stream()
        .collect(Collectors.groupingBy(it -> it.pair.kind, TreeMap::new, Collectors.toList()))
        .forEach((kind, ofKind) -> kinds.add(Row.of(kind, ofKind)));
    return new Merged(name, scheme.id(), Row.of("all", judged), kinds);
  }

  private static Judged judge(
      Pair pair, FingerprintScheme scheme, TextVerifier verifier, Comparison comparison) {
    Optional<Fingerprint> a = scheme.fingerprint(pair.text);
    Optional<Fingerprint> b = scheme.fingerprint(pair.other);
    boolean areThere = a.isPresent() && b.isPresent();
    boolean isNear = areThere && a.get().distance(b.get()) <= comparison.maxDistance();
    boolean isMerged = isNear;
    if (isNear && comparison.comparesTexts()) {
      FeatureSet text = verifier.features(pair.text);
      FeatureSet other = verifier.features(pair.other);
      isMerged = comparison.mayGo(text, other) || comparison.mayGo(other, text);
    }
    return new Judged(pair, isNear, isMerged);
  }
}
