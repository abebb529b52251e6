package io.github.lucenesimhash.opensearch.cluster;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterStateListener;
import org.opensearch.core.index.Index;

/** What a node has done for indexes since it started, or they were made. */
public final class Counts implements ClusterStateListener {

  /** A name's first word says what is counted of, in the order in which they are shown. */
  enum Count {
    BULK_REQUESTS,
    BULK_WAITING,
    BULK_REFUSED,
    BULK_OFFERED,
    BULK_ADDED,
    BULK_NEAR_DUPLICATES,
    BULK_HELD_BACK,
    BULK_FAILED,
    BULK_TIME_IN_MILLIS,
    BULK_LOOK_UPS,
    BULK_LOOK_UP_TIME_IN_MILLIS,
    GROUPS_TOTAL,
    GROUPS_REFUSED,
    GROUPS_CURRENT,
    GROUPS_FAILED,
    GROUPS_TIME_IN_MILLIS,
    SWEEP_TOTAL,
    SWEEP_REFUSED,
    SWEEP_CURRENT,
    SWEEP_FAILED,
    SWEEP_TIME_IN_MILLIS,
    SWEEP_DELETED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replaceFirst("_", ".");
    }
  }

  /** What is counted of one index; a request holds it, also when the index is deleted meanwhile. */
  static final class IndexCounts {

    private final EnumMap<Count, LongAdder> sums = new EnumMap<>(Count.class);

    IndexCounts() {
      for (Count count : Count.values()) {
        sums.put(count, new LongAdder());
      }
    }

    void add(Count count, long more) {
      sums.get(count).add(more);
    }

    /** Counts the time from {@link System#nanoTime} until now. */
    void addTime(Count nanos, long start) {
      add(nanos, System.nanoTime() - start);
    }
  }

  private final Map<Index, IndexCounts> indices = new ConcurrentHashMap<>();

  IndexCounts of(Index index) {
    return indices.computeIfAbsent(index, unseen -> new IndexCounts());
  }

  /** By name of the index, then by the names of all counts. */
  Map<String, Map<String, Long>> now() {
    Map<String, Map<String, Long>> now = new TreeMap<>();
    indices.forEach(
        (index, counts) -> {
          Map<String, Long> values = new LinkedHashMap<>();
          counts.sums.forEach(
              (count, sum) -> values.put(count.toString(), value(count, sum.sum())));
          now.put(index.getName(), values);
        });
    return now;
  }

  private static long value(Count count, long sum) {
    long value = count.name().endsWith("_IN_MILLIS") ? sum / 1_000_000 : sum;
    return Math.max(0, value); // what goes up and down is read while others write
  }

  /** Forgets what is gone; a request may have begun to count of it a moment too late. */
  @Override
  public void clusterChanged(ClusterChangedEvent event) {
    if (event.metadataChanged()) {
      indices.keySet().removeIf(index -> event.state().metadata().index(index) == null);
    }
  }
}
