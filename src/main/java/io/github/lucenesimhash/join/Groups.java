package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.SimilarityJoin.Summary;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;
import org.apache.lucene.util.ArrayUtil;

/**
 * A list of disjoint groups of at least two documents each, in the order of {@link Grouping#keep}.
 */
public final class Groups extends AbstractList<Groups.Group> implements RandomAccess {

  private final FingerprintArray fingerprints;
  private Summary join;
  private long leftOut;

  /** The documents of all groups, group after group. */
  private int[] documents = new int[64];

  /** The number of the fingerprint of each document in {@link #documents}. */
  private int[] numbers = new int[64];

  /** The start of each group, and the end of the last one. */
  private int[] starts = new int[16];

  private int size;
  private int end;

  Groups(Summary join, FingerprintArray fingerprints) {
    this.join = join;
    this.fingerprints = fingerprints;
  }

  void joinedAgain(Summary more) {
    long bytes = Math.max(join.bytes(), more.bytes());
    long comparisons = join.comparisons() + more.comparisons();
    join = new Summary(join.edges(), join.pairsByDistance(), comparisons, bytes, join.plan());
  }

  void leaveOut(long edges) {
    leftOut = edges;
  }

  /** Adds a document to the last group. The kept document is added first. */
  void add(int document, int number) {
    documents = ArrayUtil.grow(documents, end + 1);
    numbers = ArrayUtil.grow(numbers, end + 1);
    numbers[end] = number;
    documents[end++] = document;
  }

  /** Ends the last group. A group of one document is dropped. */
  void end() {
    if (end - starts[size] == 1) {
      end--;
    } else {
      starts = ArrayUtil.grow(starts, size + 2);
      size++;
      starts[size] = end;
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Group get(int number) {
    return new Group(Objects.checkIndex(number, size));
  }

  /** {@return the number of documents in all groups, kept ones included} */
  public int documents() {
    return starts[size];
  }

  /**
   * {@return the approximate number of pairs of fingerprints that {@link Grouping#dropPairs}
   * dropped}
   */
  public long leftOut() {
    return leftOut;
  }

  /**
   * {@return the summary of the join; if documents were joined again, with the cost of all joins}
   */
  public Summary join() {
    return join;
  }

  /** A kept document and its near-duplicates. */
  public final class Group {

    private final int number;

    private Group(int number) {
      this.number = number;
    }

    /** {@return the document to keep} */
    public int kept() {
      return documents[starts[number]];
    }

    /** {@return the number of documents, the kept one included: at least 2} */
    public int size() {
      return starts[number + 1] - starts[number];
    }

    /**
     * Returns a document other than the kept one. The nearest comes first, ties in the order of
     * {@link Grouping#keep}.
     *
     * @param i the index of the member, 0 to size() - 2
     * @return the document
     */
    public int member(int i) {
      return documents[index(i)];
    }

    /**
     * {@return the distance of a member from the kept document in bits}
     *
     * @param i the index of the member, 0 to size() - 2
     */
    public int distance(int i) {
      int kept = numbers[starts[number]];
      return fingerprints.distance(kept, fingerprints, numbers[index(i)]);
    }

    private int index(int member) {
      return starts[number] + 1 + Objects.checkIndex(member, size() - 1);
    }

    /**
     * Computes the largest distance between two documents of the group.
     *
     * @return the distance in bits
     */
    public int diameter() {
      int[] values =
          Arrays.stream(numbers, starts[number], starts[number + 1]).distinct().toArray();
      int diameter = 0;
      for (int i = 0; i < values.length; i++) {
        for (int j = i + 1; j < values.length; j++) {
          diameter = Math.max(diameter, fingerprints.distance(values[i], fingerprints, values[j]));
        }
      }
      return diameter;
    }
  }
}
