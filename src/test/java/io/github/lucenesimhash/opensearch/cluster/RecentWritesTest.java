package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.cluster.RecentWrites.Harmless;
import java.io.IOException;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.opensearch.action.index.IndexResponse;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.index.shard.ShardId;

class RecentWritesTest {

  private static final int MAX_DISTANCE = 4;

  private final long seed = Long.getLong("tests.bulkSeed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final ShardId shard = new ShardId("index", "uuid", 0);
  private final RecentWrites recent = new RecentWrites();

  private IndexResponse response(long seqNo, long term, boolean isCreated) {
    return new IndexResponse(shard, "id", seqNo, term, 1, isCreated);
  }

  private boolean covers(long first, long last, long term, long... fingerprints) {
    return recent.harmless(shard, "near", MAX_DISTANCE, fingerprints).covers(first, last, term);
  }

  /** A shard is to show all but what was added through here and is near nothing. */
  @Test
  void agreesWithEachWriteByItself() {
    TreeMap<Long, Long> known = new TreeMap<>();
    long shown = -1;
    long next = 0;
    recent.shown(shard, shown);
    for (int step = 0; step < 3_000; step++) {
      if (random.nextInt(20) == 0) {
        shown += random.nextInt((int) (next - shown));
        recent.shown(shard, shown);
        known.headMap(shown, true).clear();
      } else {
        long own = random.nextLong(1 << 12);
        boolean isCreated = random.nextInt(50) > 0;
        if (random.nextInt(50) > 0) {
          recent.add("near", own, response(next, 1, isCreated));
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
    assertTrue(recent.isNew(shard));
    recent.add("near", 0, response(0, 1, true));
    assertFalse(covers(0, 0, 1, -1), "of a shard that was not looked at");
    recent.shown(shard, -1);
    assertFalse(recent.isNew(shard));
    recent.add("near", 0, response(0, 1, true));
    assertTrue(covers(0, 0, 1, -1));
    assertFalse(covers(0, 0, 2, -1), "of another primary");
    assertFalse(covers(0, 1, 1, -1), "by others");
    assertTrue(covers(1, 0, 2, -1), "nothing");
    assertFalse(recent.harmless(shard, "other", 4, new long[] {-1}).covers(0, 0, 1));
    recent.add("near", 0, response(1, 2, true));
    assertFalse(covers(0, 1, 2, -1), "before that primary");
    recent.add("other", 0, response(2, 2, true));
    assertFalse(covers(1, 1, 2, -1), "of another field");
  }

  @Test
  void staysSmall() {
    recent.shown(shard, -1);
    for (int i = 0; i < 25_000; i++) {
      recent.add("near", i, response(i, 1, true));
    }
    assertFalse(covers(0, 24_999, 1, -1));
    recent.shown(shard, 24_998);
    assertTrue(covers(24_999, 24_999, 1, -1));
  }

  @Test
  void isSentAsItIs() throws IOException {
    recent.shown(shard, -1);
    for (int i = 0; i < 100; i++) {
      recent.add("near", i % 3 == 0 ? -1 : 0, response(i, 7, true));
    }
    Harmless sent = recent.harmless(shard, "near", MAX_DISTANCE, new long[] {-1});
    BytesStreamOutput out = new BytesStreamOutput();
    sent.writeTo(out);
    Harmless read = new Harmless(out.bytes().streamInput());
    for (int i = 0; i < 100; i++) {
      assertEquals(i % 3 != 0, read.covers(i, i, 7), "write " + i);
    }
    assertTrue(read.covers(1, 2, 7) && !read.covers(1, 3, 7));
  }
}
