package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The pairs of the committed corpus are up to date, and the default scheme finds them. */
class CorpusTest {

  private static final int DEFAULT_DISTANCE = FingerprintScheme.DEFAULT_DISTANCE;

  @Test
  void truthIsThatOfTheTexts() throws IOException {
    assertEquals(CorpusTruth.pairs(), Files.readString(CorpusTruth.PAIRS));
  }

  @Test
  void everyKindOfTextIsThere() throws IOException {
    for (String language : List.of("en", "zh")) {
      Map<String, String> texts = CorpusTruth.texts(language);
      assertTrue(texts.size() >= 110, language + " has " + texts.size() + " files");
      assertTrue(texts.values().stream().anyMatch(String::isEmpty));
      assertTrue(texts.values().stream().anyMatch(text -> text.length() > 0 && text.length() < 40));
      assertTrue(texts.values().stream().distinct().count() < texts.size(), "no identical copy");
    }
  }

  @Test
  void defaultSchemeAndDistanceFindTheNearDuplicates() throws IOException {
    Map<String, Double> truth = new HashMap<>();
    for (String line : Files.readAllLines(CorpusTruth.PAIRS)) {
      String[] fields = line.split("\t", -1);
      truth.put(fields[0] + "\t" + fields[1], Double.valueOf(fields[2]));
    }
    Map<String, Long> fingerprints = new TreeMap<>();
    FingerprintScheme scheme = FingerprintScheme.standard();
    for (String language : List.of("en", "zh")) {
      CorpusTruth.texts(language)
          .forEach(
              (id, text) ->
                  scheme.fingerprint(text).ifPresent(print -> fingerprints.put(id, print.lane(0))));
    }
    int[] trueFalseMissed = new int[3];
    fingerprints.forEach(
        (id, fingerprint) ->
            fingerprints.forEach(
                (other, otherFingerprint) -> {
                  double similarity = truth.getOrDefault(id + "\t" + other, 0.);
                  boolean found =
                      Fingerprint.distance(fingerprint, otherFingerprint) <= DEFAULT_DISTANCE;
                  if (id.compareTo(other) < 0 && (similarity >= .8 || similarity < .5)) {
                    trueFalseMissed[0] += found && similarity >= .8 ? 1 : 0;
                    trueFalseMissed[1] += found && similarity < .5 ? 1 : 0;
                    trueFalseMissed[2] += !found && similarity >= .8 ? 1 : 0;
                  }
                }));
    double f1 =
        2.
            * trueFalseMissed[0]
            / (2 * trueFalseMissed[0] + trueFalseMissed[1] + trueFalseMissed[2]);
    assertTrue(trueFalseMissed[0] > 100, trueFalseMissed[0] + " pairs found");
    assertTrue(f1 >= .97, "F1 is " + f1);
  }
}
