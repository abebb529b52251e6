package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.ArrayList;
import java.util.List;
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
   * @param near those within the distance, or compared by their words and near
   * @param verified those of the near that are merged
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
   * What one scheme merges.
   *
   * @param scheme the name it goes by
   * @param id the {@code FingerprintScheme}'s
   * @param all pairs
   * @param kinds in the order of their names
   */
  public record Merged(String scheme, String id, Row all, List<Row> kinds) {}

  /**
   * When a pair is merged.
   *
   * @param maxDistance of two fingerprints, 0 to 16
   * @param minResemblance of two texts by {@link TextVerifier#standard}, 0 to 1
   * @param shortTexts the rule of texts with few words; null if they are compared as all texts are
   */
  public record Rule(int maxDistance, double minResemblance, ShortTexts shortTexts) {

    private boolean comparesWords(Signature a, Signature b) {
      return shortTexts != null && ShortTexts.areCompared(a.words(), b.words());
    }

    private boolean isNear(Signature a, Signature b) {
      return a.fingerprint().isPresent()
          && b.fingerprint().isPresent()
          && Fingerprint.distance(a.fingerprint().getAsLong(), b.fingerprint().getAsLong())
              <= maxDistance;
    }

    private boolean isVerified(Pair pair) {
      TextVerifier verifier = TextVerifier.standard();
      return verifier.features(pair.text).resembles(verifier.features(pair.other), minResemblance);
    }

    private Judged judge(Pair pair, FingerprintScheme scheme) {
      Signature a = scheme.read(pair.text);
      Signature b = scheme.read(pair.other);
      if (comparesWords(a, b)) {
        boolean isNear = shortTexts.resemblance(a.words(), b.words()) > 0;
        return new Judged(pair, isNear, isNear);
      }
      boolean isNear = isNear(a, b);
      return new Judged(pair, isNear, isNear && isVerified(pair));
    }
  }

  private final List<Pair> pairs = new ArrayList<>();

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
   * {@return what a scheme merges}
   *
   * @param name that the scheme goes by
   * @param scheme reads the texts; one of characters compares no words
   * @param rule when it merges a pair
   */
  public Merged merged(String name, FingerprintScheme scheme, Rule rule) {
    List<Judged> judged = pairs.stream().map(pair -> rule.judge(pair, scheme)).toList();
    List<Row> kinds = new ArrayList<>();
    judged.stream()
        .collect(Collectors.groupingBy(it -> it.pair.kind, TreeMap::new, Collectors.toList()))
        .forEach((kind, ofKind) -> kinds.add(Row.of(kind, ofKind)));
    return new Merged(name, scheme.id(), Row.of("all", judged), kinds);
  }
}
