package io.github.lucenesimhash.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.Signature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What is merged of 400 pairs of which a person said whether one of the two may go: lines of "same"
 * or "other", a kind, two texts. The shares are those of today, not those to be wished for.
 */
class LabelledPairsTest {

  private static final Path PAIRS = Path.of("src/test/resources/labelled-pairs.tsv");
  private static final double MIN_RESEMBLANCE = .8;

  private final FingerprintScheme scheme = FingerprintScheme.standard();
  private final TextVerifier verifier = TextVerifier.standard();

  private record Pair(String label, String kind, String text, String other) {}

  private static List<Pair> pairs() throws IOException {
    return Files.readAllLines(PAIRS).stream()
        .map(line -> line.split("\t", -1))
        .map(columns -> new Pair(columns[0], columns[1], columns[2], columns[3]))
        .toList();
  }

  /** Near fingerprints, and texts that are verified. */
  private boolean isNear(Pair pair) {
    Signature a = scheme.read(pair.text);
    Signature b = scheme.read(pair.other);
    return a.fingerprint().isPresent()
        && b.fingerprint().isPresent()
        && Fingerprint.distance(a.fingerprint().getAsLong(), b.fingerprint().getAsLong())
            <= FingerprintScheme.DEFAULT_DISTANCE
        && verifier.features(pair.text).resembles(verifier.features(pair.other), MIN_RESEMBLANCE);
  }

  private boolean isNearByWords(Pair pair) {
    Signature a = scheme.read(pair.text);
    Signature b = scheme.read(pair.other);
    return ShortTexts.areCompared(a.words(), b.words())
        ? new ShortTexts(MIN_RESEMBLANCE).resemblance(a.words(), b.words()) > 0
        : isNear(pair);
  }

  @Test
  void asManyAreMergedAsBefore() throws IOException {
    Map<String, Integer> all = new TreeMap<>();
    Map<String, Integer> merged = new TreeMap<>();
    Map<String, Integer> mergedByWords = new TreeMap<>();
    for (Pair pair : pairs()) {
      assertTrue(List.of("same", "other").contains(pair.label), pair.text);
      all.merge(pair.label, 1, Integer::sum);
      merged.merge(pair.label, isNear(pair) ? 1 : 0, Integer::sum);
      mergedByWords.merge(pair.label, isNearByWords(pair) ? 1 : 0, Integer::sum);
    }
    assertEquals(Map.of("same", 158, "other", 242), all);
    assertEquals(Map.of("same", 105, "other", 17), merged);
    assertEquals(Map.of("same", 128, "other", 131), mergedByWords);
  }
}
