package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.opensearch.UpgradeTallies.Kind;
import io.github.lucenesimhash.opensearch.UpgradeTallies.Tally;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Sends up to a given number of {@link UpgradeRequests} a second to the nodes in service, as a load
 * balancer does, and fewer where the machine is slow. All kinds are about equally frequent, except
 * groups, which are rarer.
 */
final class UpgradeLoad implements AutoCloseable {

  private final Random random;
  private final IntFunction<Rest> nodes;
  private final int perSecond;
  final UpgradeRequests requests;
  private final TreeSet<Integer> inService = new TreeSet<>();
  private final Map<Integer, AtomicInteger> inFlight = new ConcurrentHashMap<>();
  private final Thread sender = new Thread(this::send, "upgrade-load");
  private volatile boolean isOver;
  private long started;

  UpgradeLoad(IntFunction<Rest> nodes, int perSecond, long seed) throws IOException {
    this.nodes = nodes;
    this.perSecond = perSecond;
    random = new Random(seed);
    requests = new UpgradeRequests(nodes.apply(0), seed);
    for (int node = 0; node < Cluster.NODES; node++) {
      inService.add(node);
      inFlight.put(node, new AtomicInteger());
    }
  }

  void start() {
    started = System.nanoTime();
    sender.start();
  }

  /** Stops sending requests to the node, and returns when all of its requests are answered. */
  void takeOut(int node) throws InterruptedException {
    synchronized (inService) {
      inService.remove(node);
    }
    for (int i = 0; inFlight.get(node).get() > 0 && i < 600; i++) {
      Thread.sleep(100);
    }
    assertEquals(0, inFlight.get(node).get(), "requests of a node that was taken out");
  }

  void bringBack(int node) {
    synchronized (inService) {
      inService.add(node);
    }
  }

  /** Ends the load, and returns when all requests are answered. */
  @Override
  public void close() {
    isOver = true;
    try {
      sender.join();
      for (Kind kind : Kind.values()) {
        requests.tallies.of(kind).room.acquire(Tally.MAX_IN_FLIGHT);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void send() {
    Kind[] turn = Kind.values();
    for (long tick = 0; !isOver; tick++) {
      long at = started + tick * 1_000_000_000L / perSecond;
      for (long now = System.nanoTime(); now < at; now = System.nanoTime()) {
        LockSupport.parkNanos(at - now);
      }
      // groups of a whole index are requested less often than the other kinds
      Kind kind = tick % 20 == 0 ? Kind.GROUPS : turn[(int) (tick % (turn.length - 1))];
      Tally tally = requests.tallies.of(kind);
      if (!tally.room.tryAcquire()) {
        continue;
      }
      int node;
      synchronized (inService) {
        node = inService.stream().skip(random.nextInt(inService.size())).findFirst().orElseThrow();
        inFlight.get(node).incrementAndGet();
      }
      Runnable request = requests.request(kind, nodes.apply(node), "node-" + node);
      tally.sent.incrementAndGet();
      Thread.startVirtualThread(
          () -> {
            try {
              request.run();
            } finally {
              inFlight.get(node).decrementAndGet();
              tally.room.release();
            }
          });
    }
  }
}
