package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.cluster.Leadership.Irrelevant;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
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
    List<Fingerprint> wanted = LongStream.of(fingerprints).mapToObj(Fingerprint::of).toList();
    return leadership.irrelevant(shard, field, MAX_DISTANCE, wanted);
  }

  private boolean covers(long first, long last, long term, long... fingerprints) {
    return irrelevant("near", fingerprints).covers(first, last, term);
  }

  private void add(String field, long fingerprint, IndexResponse written) {
    leadership.add(field, Fingerprint.of(fingerprint), written);
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
      add("near", random.nextLong(), response(i, 1, true));
    }
    assertEquals(1_000 * 120, counted.used);
    leadership.shown(shard, 899);
    assertEquals(100 * 120, counted.used);
    add("near", random.nextLong(), response(999, 1, true));
    assertEquals(100 * 120, counted.used, "one number is one write");
    counted.limit = counted.used + 100;
    add("near", 0, response(1_000, 1, true));
    assertEquals(0, counted.used);
    assertFalse(covers(900, 999, 1, -1));
    counted.limit = 100;
    add("near", 0, response(1_001, 1, true));
    assertFalse(covers(1_001, 1_001, 1, -1));
    counted.limit = Long.MAX_VALUE;
    add("near", random.nextLong(), response(1_002, 1, true));
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
}
