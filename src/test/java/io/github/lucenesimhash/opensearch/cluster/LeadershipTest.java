package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.cluster.Leadership.Irrelevant;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Signature;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.opensearch.action.index.IndexResponse;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.indices.breaker.NoneCircuitBreakerService;

class LeadershipTest {

  private static final int MAX_DISTANCE = 4;

  private final long seed = Long.getLong("tests.bulkSeed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final ShardId shard = new ShardId("index", "uuid", 0);
  private final Counted counted = new Counted();
  private final Leadership leadership = new Leadership(shard.getIndex(), "token", counted);

  /** One breaker for all, which counts and has a limit. */
  private static final class Counted extends NoneCircuitBreakerService {

    private long limit = Long.MAX_VALUE;
    private long used;

    @Override
    public CircuitBreaker getBreaker(String name) {
      return new NoopCircuitBreaker(name) {
        @Override
        public double addEstimateBytesAndMaybeBreak(long bytes, String label) {
          if (used + bytes > limit) {
            throw new CircuitBreakingException(label, getDurability());
          }
          return addWithoutBreaking(bytes);
        }

        @Override
        public long addWithoutBreaking(long bytes) {
          used += bytes;
          return used;
        }
      };
    }
  }

  private IndexResponse response(long seqNo, long term, boolean isCreated) {
    return new IndexResponse(shard, "id", seqNo, term, 1, isCreated);
  }

  private Irrelevant irrelevant(String field, long... fingerprints) {
    List<Signature> wanted =
        LongStream.of(fingerprints).mapToObj(bits -> Signature.of(Fingerprint.of(bits))).toList();
    return leadership.irrelevant(shard, field, Comparison.within(MAX_DISTANCE), wanted);
  }

  private boolean covers(long first, long last, long term, long... fingerprints) {
    return irrelevant("near", fingerprints).covers(first, last, term);
  }

  private void add(String field, long fingerprint, IndexResponse written) {
    leadership.add(field, Signature.of(Fingerprint.of(fingerprint)), written);
  }

  /** A shard is to show all but what was added through here and is near nothing. */
  @Test
  void agreesWithEachWriteByItself() {
    TreeMap<Long, Long> known = new TreeMap<>();
    long shown = -1;
    long next = 0;
    leadership.shown(shard, shown);
    for (int step = 0; step < 3_000; step++) {
      if (random.nextInt(20) == 0) {
        shown += random.nextInt((int) (next - shown));
        leadership.shown(shard, shown);
        known.headMap(shown, true).clear();
      } else {
        long own = random.nextLong(1 << 12);
        boolean isCreated = random.nextInt(50) > 0;
        if (random.nextInt(50) > 0) {
          add("near", own, response(next, 1, isCreated));
          if (isCreated) {
            known.put(next, own);
          }
        }
        next++;
      }
      long[] wanted = random.longs(1 + random.nextInt(2), 0, 1 << 12).toArray();
      boolean expected = true;
      for (long seqNo = shown + 1; seqNo < next; seqNo++) {
        Long own = known.get(seqNo);
        expected &= own != null;
        for (long one : wanted) {
          expected &= own == null || Fingerprint.distance(own, one) > MAX_DISTANCE;
        }
      }
      String message = "seed " + seed + ", step " + step;
      assertEquals(expected, covers(shown + 1, next - 1, 1, wanted), message);
    }
  }

  @Test
  void whatItCannotKnowIsShown() {
    assertTrue(leadership.isNew(shard));
    add("near", 0, response(0, 1, true));
    assertFalse(covers(0, 0, 1, -1), "of a shard that was not looked at");
    leadership.shown(shard, -1);
    assertFalse(leadership.isNew(shard));
    add("near", 0, response(0, 1, true));
    assertTrue(covers(0, 0, 1, -1));
    assertFalse(covers(0, 0, 2, -1), "of another primary");
    assertFalse(covers(0, 1, 1, -1), "by others");
    assertTrue(covers(1, 0, 2, -1), "nothing");
    assertFalse(irrelevant("other", -1).covers(0, 0, 1));
    add("near", 0, response(1, 2, true));
    assertFalse(covers(0, 1, 2, -1), "before that primary");
    add("other", 0, response(2, 2, true));
    assertFalse(covers(1, 1, 2, -1), "of another field");
  }

  @Test
  void staysSmall() {
    leadership.shown(shard, -1);
    for (int i = 0; i < 25_000; i++) {
      add("near", i, response(i, 1, true));
    }
    assertFalse(covers(0, 24_999, 1, -1));
    leadership.shown(shard, 24_998);
    assertTrue(covers(24_999, 24_999, 1, -1));
  }

  /** All that it holds is counted, and it gives that up before a request has to. */
  @Test
  void isCounted() {
    leadership.shown(shard, -1);
    for (int i = 0; i < 1_000; i++) {
      leadership.add("near", signature(), response(i, 1, true));
    }
    assertTrue(counted.used > 1_000 * 120, () -> counted.used + " bytes");
    leadership.shown(shard, 899);
    long left = counted.used;
    assertTrue(left > 100 * 120 && left < 100 * 520, () -> left + " bytes");
    leadership.add("near", signature(), response(999, 1, true));
    assertTrue(counted.used < 101 * 520, "one number is one write");
    counted.limit = counted.used + 100;
    add("near", 0, response(1_000, 1, true));
    assertEquals(0, counted.used);
    assertFalse(covers(900, 999, 1, -1));
    counted.limit = 100;
    add("near", 0, response(1_001, 1, true));
    assertFalse(covers(1_001, 1_001, 1, -1));
    counted.limit = Long.MAX_VALUE;
    leadership.add("near", signature(), response(1_002, 1, true));
    leadership.forget();
    assertEquals(0, counted.used);
  }

  @Test
  void isSentAsItIs() throws IOException {
    leadership.shown(shard, -1);
    for (int i = 0; i < 100; i++) {
      add("near", i % 3 == 0 ? -1 : 0, response(i, 7, true));
    }
    Irrelevant sent = irrelevant("near", -1);
    BytesStreamOutput out = new BytesStreamOutput();
    sent.writeTo(out);
    Irrelevant read = new Irrelevant(out.bytes().streamInput());
    for (int i = 0; i < 100; i++) {
      assertEquals(i % 3 != 0, read.covers(i, i, 7), "write " + i);
    }
    assertEquals(1 + 1 + 2 * 33, out.size(), "the term, and the ends of 33 ranges");
    assertTrue(read.covers(1, 2, 7) && !read.covers(1, 3, 7));
  }

  private long[] words() {
    int size = random.nextInt(20) == 0 ? 100 : random.nextInt(12);
    return LongStream.generate(() -> random.nextInt(40) * 0x9E3779B97F4A7C15L)
        .limit(size)
        .toArray();
  }

  private Signature signature() {
    return signature(words());
  }

  private Signature signature(long... words) {
    boolean hasFingerprint = random.nextInt(5) > 0;
    long bits = random.nextLong(1 << 8);
    return Signature.of(
        hasFingerprint ? Optional.of(Fingerprint.of(bits)) : Optional.empty(), words);
  }

  /** What is near by its words is shown, and most of what is not is not. */
  @Test
  void wordsAreNeverMissed() {
    int near = 0;
    int nearByWords = 0;
    int shown = 0;
    for (int round = 0; round < 400; round++) {
      Comparison comparison =
          Comparison.within(1).words(random.nextInt(4) == 0 ? 0 : .5 + random.nextInt(51) / 100.0);
      long[] words = words();
      Signature own = signature(words);
      Signature like = signature(LongStream.of(words).skip(1).toArray());
      List<Signature> wanted =
          Stream.generate(() -> random.nextInt(5) == 0 ? like : signature())
              .limit(1 + random.nextInt(3))
              .toList();
      Leadership writes = new Leadership(shard.getIndex(), "token", counted);
      writes.shown(shard, -1);
      writes.add("near", own, response(0, 1, true));
      boolean isShown = !writes.irrelevant(shard, "near", comparison, wanted).covers(0, 0, 1);
      boolean isNear = wanted.stream().anyMatch(each -> comparison.isNear(own, each));
      assertTrue(isShown || !isNear, () -> "seed " + seed + ": " + own + comparison + wanted);
      near += isNear ? 1 : 0;
      nearByWords += isNear && comparison.isByWords(own, like) ? 1 : 0;
      shown += isShown ? 1 : 0;
    }
    String message =
        near + " near, " + nearByWords + " by words, " + shown + " shown, seed " + seed;
    assertTrue(near > 0 && nearByWords > 0 && shown < 250, message);
  }
}
