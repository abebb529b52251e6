package io.github.lucenesimhash.join;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.lucene.util.ArrayUtil;

/**
 * Groups of two documents and more, in keep order of their kept documents. A document is in at most
 * one.
 */
public final class Groups implements Iterable<Group> {

  private final DistinctFingerprints set;

  /** The documents of all groups one after the other, by their places in the order of values. */
  private int[] places = new int[64];

  /** Where each group starts, and where the last one ends. */
  private int[] starts = new int[16];

  private final BitSet cappedGroups = new BitSet();
  private int size;
  private int capped;
  private JoinSummary join;

  Groups(DistinctFingerprints set) {
    this.set = set;
  }

  /** Adds a group; its first place is the kept document's. */
  void add(int[] group, int length, boolean isCapped) {
    int start = starts[size];
    places = ArrayUtil.grow(places, start + length);
    System.arraycopy(group, 0, places, start, length);
    starts = ArrayUtil.grow(starts, size + 2);
    cappedGroups.set(size++, isCapped);
    starts[size] = start + length;
    capped += isCapped ? 1 : 0;
  }

  void setJoin(JoinSummary join) {
    this.join = join;
  }

  /** Groups. */
  public int size() {
    return size;
  }

  /** Documents in them, the kept ones included. */
  public int documents() {
    return starts[size];
  }

  /** Groups that the cap kept documents out of: worth a warning. */
  public int capped() {
    return capped;
  }

  /** What the join behind them found. */
  public JoinSummary join() {
    return join;
  }

  /**
   * A group.
   *
   * @param number 0 to size() - 1
   */
  public Group get(int number) {
    return new Group(
        set,
        Arrays.copyOfRange(places, starts[number], starts[number + 1]),
        cappedGroups.get(number));
  }

  @Override
  public Iterator<Group> iterator() {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < size;
      }

      @Override
      public Group next() {
        if (next >= size) {
          throw new NoSuchElementException();
        }
        return get(next++);
      }
    };
  }
}
