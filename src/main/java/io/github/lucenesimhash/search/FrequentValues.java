package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;

/**
 * Lists the block values of a segment that far more documents share than an average value, at most
 * {@value #MAX_PER_BLOCK} for each block. The values of tables are the numbers of buckets, which
 * are found when the tables are written, and stored with the tables.
 */
final class FrequentValues {

  private static final int FACTOR = 16; // a value is frequent if it has this many times the average
  private static final int MAX_PER_BLOCK = 64;

  private record Value(int value, int docFreq) {}

  private final Value[][] values;

  /** Creates an empty list for fingerprints of the given number of blocks. */
  FrequentValues(int blocks) {
    values = new Value[blocks][0];
  }

  /** Finds the frequent values of one block. */
  void find(int block, int[] starts) {
    int buckets = starts.length - 1;
    double average = (double) starts[buckets] / buckets;
    values[block] =
        IntStream.range(0, buckets)
            .filter(value -> isFrequent(starts[value + 1] - starts[value], average))
            .mapToObj(value -> new Value(value, starts[value + 1] - starts[value]))
            .sorted(Comparator.comparingInt(value -> -value.docFreq))
            .limit(MAX_PER_BLOCK)
            .toArray(Value[]::new);
  }

  static boolean isFrequent(int docFreq, double average) {
    return docFreq >= FACTOR * Math.max(1, average);
  }

  /** Adds a value. Returns false if it is listed already or the list is full. */
  boolean add(int block, int value, int docFreq) {
    int size = values[block].length;
    if (size == MAX_PER_BLOCK
        || Arrays.stream(values[block]).anyMatch(known -> known.value == value)) {
      return false;
    }
    values[block] = Arrays.copyOf(values[block], size + 1);
    values[block][size] = new Value(value, docFreq);
    return true;
  }

  void write(DataOutput out) throws IOException {
    for (Value[] ofBlock : values) {
      out.writeVInt(ofBlock.length);
      for (Value value : ofBlock) {
        out.writeVInt(value.value);
        out.writeVInt(value.docFreq);
      }
    }
  }

  static FrequentValues read(DataInput in, int blocks) throws IOException {
    FrequentValues frequent = new FrequentValues(blocks);
    for (int block = 0; block < blocks; block++) {
      int size = in.readVInt();
      if (size < 0 || size > MAX_PER_BLOCK) {
        throw new CorruptIndexException(size + " frequent values of block " + block, in);
      }
      frequent.values[block] = new Value[size];
      for (int i = 0; i < size; i++) {
        frequent.values[block][i] = new Value(in.readVInt(), in.readVInt());
      }
    }
    return frequent;
  }

  /**
   * Returns the number of documents, beyond the average, that have a frequent value within a radius
   * of another value.
   */
  double excess(int block, int center, int radius, double average) {
    double excess = 0;
    for (Value frequent : values[block]) {
      int distance = Integer.bitCount(frequent.value ^ center);
      if (distance > 0 && distance <= radius) {
        excess += frequent.docFreq - average;
      }
    }
    return excess;
  }
}
