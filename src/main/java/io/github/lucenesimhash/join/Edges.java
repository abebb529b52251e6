package io.github.lucenesimhash.join;

import java.io.IOException;

/** The edges that a task finds, in chunks on their way to the consumer. */
final class Edges {

  static final int CHUNK = 4096;
  static final int CHUNK_BYTES = CHUNK * (2 * Integer.BYTES + 1);

  /** Some edges. */
  static final class Chunk {
    private final int[] left = new int[CHUNK];
    private final int[] right = new int[CHUNK];
    private final byte[] distances = new byte[CHUNK];
    private int size;
    private boolean last;

    void deliver(PairConsumer consumer) throws IOException {
      for (int i = 0; i < size; i++) {
        consumer.accept(left[i], right[i], distances[i]);
      }
    }

    /** Whether the task has found all. */
    boolean isLast() {
      return last;
    }
  }

  private final OrderedTasks.Results<Chunk> results;
  private Chunk chunk = new Chunk();

  Edges(OrderedTasks.Results<Chunk> results) {
    this.results = results;
  }

  void add(int left, int right, int distance) throws InterruptedException {
    if (chunk.size == CHUNK) {
      results.add(chunk);
      chunk = new Chunk();
    }
    chunk.left[chunk.size] = left;
    chunk.right[chunk.size] = right;
    chunk.distances[chunk.size++] = (byte) distance;
  }

  /** Hands the last chunk on. */
  void finish() throws InterruptedException {
    chunk.last = true;
    results.add(chunk);
  }
}
