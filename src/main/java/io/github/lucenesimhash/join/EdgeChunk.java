package io.github.lucenesimhash.join;

import java.io.IOException;

/** Some edges on their way from the thread that found them to the consumer. */
final class EdgeChunk {

  static final int CAPACITY = 4096;
  static final int BYTES = CAPACITY * (2 * Integer.BYTES + 1);

  private final int[] left = new int[CAPACITY];
  private final int[] right = new int[CAPACITY];
  private final byte[] distances = new byte[CAPACITY];
  private int size;

  void add(int leftNumber, int rightNumber, int distance) {
    left[size] = leftNumber;
    right[size] = rightNumber;
    distances[size++] = (byte) distance;
  }

  boolean isFull() {
    return size == CAPACITY;
  }

  void deliver(PairConsumer consumer) throws IOException {
    for (int i = 0; i < size; i++) {
      consumer.accept(left[i], right[i], distances[i]);
    }
  }
}
