package io.github.lucenesimhash.verify;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.FeatureCounts;
import io.github.lucenesimhash.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The counts of a text are those of the features that verify it, whatever the scheme. */
class CountsOfTextsTest {

  private static final List<String> OPTIONS =
      List.of(
          "",
          "shingle=1",
          "shingle=3",
          "shingle=3 sketch=minhash",
          "shingle=3 sketch=minhash padded=true",
          "shingle=3 sketch=minhash padded=false",
          "shingle=3 sketch=minhash padded=true hash-seed=7",
          "shingle=3 sketch=minhash padded=true top-features=9",
          "shingle=3 sketch=minhash hash=polynomial",
          "padded=true",
          "bits=256",
          "shingle=3 sketch=minhash padded=true bits=128");

  private final Random random = Seeds.random(42);

  private String word() {
    int from = random.nextInt(2) == 0 ? 'a' : 0x4E00;
    return random
        .ints(1 + random.nextInt(9), from, from + 20)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"standard", "en", "zh", "char", "own", "iscc"})
  void noPairThatResemblesIsRuledOut(String name) {
    FingerprintScheme base =
        name.equals("own")
            ? FingerprintScheme.of("own", new StandardAnalyzer(), "body")
            : FingerprintScheme.parse(name);
    for (String options : OPTIONS) {
      if (name.equals("iscc") && !options.matches("|bits=256")) {
        continue;
      }
      FingerprintScheme scheme = options.isEmpty() ? base : base.with(options);
      TextVerifier verifier = TextVerifier.of(scheme);
      for (int round = 0; round < 20; round++) {
        List<String> words = new ArrayList<>();
        for (int i = random.nextInt(30); i >= 0; i--) {
          words.add(word());
        }
        String text = String.join(" ", words);
        words.add(random.nextInt(words.size() + 1), word());
        String other = String.join(" ", words);
        byte[] counts = counts(scheme, text);
        byte[] its = counts(scheme, other);
        double resemblance = verifier.features(text).jaccard(verifier.features(other));
        assertTrue(
            FeatureCounts.mayDrop(counts, its, resemblance, 0),
            () -> scheme + ": " + text + " | " + other);
      }
    }
  }

  private static byte[] counts(FingerprintScheme scheme, String text) {
    return scheme.tokens(text, false).features().counts();
  }

  @Test
  void otherTextsAreRuledOut() {
    FingerprintScheme standard = FingerprintScheme.standard();
    byte[] counts = counts(standard, "the ferry was late again on this cold Monday morning");
    byte[] others = counts(standard, "nobody at the harbour could say where all the boats are");
    assertFalse(FeatureCounts.mayDrop(counts, others, .8, 0));
  }
}
