package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.JoinPlan.Block;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Compares both ways to compare rows with a tile with one comparison after the other. */
public class TestTile extends LuceneTestCase {

  private static final int CASES = 300;

  private record Pair(int row, int column) {}

  private interface Near {
    boolean are(int row, int column);
  }

  private final List<Pair> found = new ArrayList<>();

  private void add(int row, int column, long difference) {
    found.add(new Pair(row, column));
  }

  private void assertFound(int rows, int columns, Near near) {
    List<Pair> expected = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        if (near.are(row, column)) {
          expected.add(new Pair(row, column));
        }
      }
    }
    assertEquals(expected, found);
    found.clear();
  }

  public void testBothWays() throws IOException {
    for (int i = 0; i < CASES * RANDOM_MULTIPLIER; i++) {
      long[] all = RandomFingerprints.array(random(), 1 + random().nextInt(700));
      long[] rows = Arrays.copyOf(all, 1 + random().nextInt(Math.min(50, all.length)));
      int bits = TestUtil.nextInt(random(), 1, 22);
      Block next = new Block(random().nextInt(65 - bits), bits, 0);
      int maxDistance = random().nextInt(65);
      int limit = random().nextInt(16);
      Tile tile = new Tile(maxDistance, next, false, new Slices());
      tile.begin(this::add);
      int middle = tile.add(all, 0, random().nextInt(all.length));
      tile.add(all, middle, all.length);
      tile.compareWhole(rows, 0, rows.length);
      found.sort(Comparator.comparingInt(Pair::row).thenComparingInt(Pair::column));
      assertFound(
          rows.length,
          all.length,
          (row, column) -> Long.bitCount(rows[row] ^ all[column]) <= maxDistance);
      tile.compareSliced(rows, 0, rows.length, limit);
      assertFound(
          rows.length,
          all.length,
          (row, column) ->
              Long.bitCount(rows[row] ^ all[column]) <= maxDistance
                  && Integer.bitCount(next.key(rows[row] ^ all[column]) & 0xFFFF) <= limit);
    }
  }

  public void testFullTile() throws IOException {
    long[] columns = RandomFingerprints.array(random(), 10_000);
    Tile tile = new Tile(20, new Block(5, 14, 0), false, new Slices());
    tile.begin(this::add);
    int size = tile.add(columns, 0, columns.length);
    assertTrue(tile.isFull() && size < columns.length);
    tile.compareSliced(columns, 7, 9, 6);
    assertFound(
        9,
        size,
        (row, column) ->
            row >= 7
                && Long.bitCount(columns[row] ^ columns[column]) <= 20
                && Integer.bitCount((int) (columns[row] ^ columns[column]) >>> 5 & 0x3FFF) <= 6);
  }
}
