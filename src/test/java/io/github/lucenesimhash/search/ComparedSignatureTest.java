package io.github.lucenesimhash.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;

/** One with many is each with each. */
class ComparedSignatureTest {

  private final long seed = Long.getLong("tests.bulkSeed", new Random().nextLong());
  private final Random random = new Random(seed);

  private Signature signature() {
    int size = random.nextInt(8) == 0 ? 50 + random.nextInt(100) : random.nextInt(7);
    long[] words =
        LongStream.generate(() -> random.nextInt(9) * 0x9E3779B97F4A7C15L).limit(size).toArray();
    return Signature.of(
        random.nextInt(5) > 0
            ? Optional.of(Fingerprint.of(random.nextLong(1 << 6)))
            : Optional.empty(),
        words);
  }

  @Test
  void isWhatTheComparisonSays() {
    int near = 0;
    for (int round = 0; round < 200; round++) {
      double words = random.nextInt(4) == 0 ? 0 : .5 + random.nextInt(51) / 100.0;
      Comparison comparison = Comparison.within(random.nextInt(4)).words(words);
      List<Signature> all = Stream.generate(this::signature).limit(20).toList();
      List<ComparedSignature> compared =
          all.stream().map(each -> new ComparedSignature(comparison, each)).toList();
      SignatureList<Integer> list = new SignatureList<>();
      for (int i = 0; i < all.size(); i++) {
        list.add(i, all.get(i));
        assertEquals(all.get(i), Signature.of(new BytesRef(all.get(i).toBytes())));
      }
      for (int i = 0; i < all.size(); i++) {
        Map<Integer, Float> scores = new HashMap<>();
        list.forEachNear(compared.get(i), scores::put);
        assertTrue(scores.isEmpty() || list.mayHaveNear(compared.get(i)));
        for (int j = 0; j < all.size(); j++) {
          float score = comparison.score(all.get(i), all.get(j));
          assertEquals(score < 0 ? null : (Float) score, scores.get(j));
          boolean expected = comparison.isNear(all.get(i), all.get(j));
          String message = "seed " + seed + ": " + comparison + all.get(i) + all.get(j);
          assertEquals(expected, compared.get(i).isNear(compared.get(j)), message);
          near += expected ? 1 : 0;
        }
      }
    }
    assertTrue(near > 1_000, near + " near");
  }
}
