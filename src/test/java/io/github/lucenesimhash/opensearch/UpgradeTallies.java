package io.github.lucenesimhash.opensearch;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the requests of a load, and records failures and wrong answers. */
final class UpgradeTallies {

  /** A kind of requests, either to the plugin or to OpenSearch itself. */
  enum Kind {
    PROCESSOR,
    BULK,
    NEAR_SEARCH,
    SEARCH,
    GROUPS
  }

  /** The counts, failures and wrong answers of one kind of requests. */
  static final class Tally {
    static final int MAX_IN_FLIGHT = 8;

    final AtomicInteger sent = new AtomicInteger();
    final Semaphore room = new Semaphore(MAX_IN_FLIGHT);

    /**
     * The number of searches that lost a shard, and of documents that were not compared, because a
     * node went away.
     */
    final AtomicInteger parted = new AtomicInteger();

    final ConcurrentLinkedQueue<String> failed = new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
  }

  private final Map<Kind, Tally> tallies = new EnumMap<>(Kind.class);
  private final long started = System.nanoTime();

  UpgradeTallies() {
    for (Kind kind : Kind.values()) {
      tallies.put(kind, new Tally());
    }
  }

  Tally of(Kind kind) {
    return tallies.get(kind);
  }

  void failed(Kind kind, String why) {
    long at = (System.nanoTime() - started) / 1_000_000;
    tallies.get(kind).failed.add("after " + at + " ms " + why);
  }

  void compare(Kind kind, Object expected, Object found) {
    if (!expected.equals(found)) {
      tallies.get(kind).wrong.add("expected " + expected + ", found " + found);
    }
  }

  @Override
  public String toString() {
    double seconds = (System.nanoTime() - started) / 1e9;
    StringBuilder table = new StringBuilder();
    tallies.forEach(
        (kind, tally) ->
            table.append(
                String.format(
                    Locale.ROOT,
                    "%-13s %6d sent, %5.1f a second, %3d parted, %3d failed, %3d wrong%n%s%s",
                    kind,
                    tally.sent.get(),
                    tally.sent.get() / seconds,
                    tally.parted.get(),
                    tally.failed.size(),
                    tally.wrong.size(),
                    first(tally.failed),
                    first(tally.wrong))));
    return table.toString();
  }

  private static String first(ConcurrentLinkedQueue<String> messages) {
    StringBuilder first = new StringBuilder();
    messages.stream()
        .limit(5)
        .forEach(m -> first.append("    ").append(m, 0, Math.min(600, m.length())).append('\n'));
    return first.toString();
  }
}
