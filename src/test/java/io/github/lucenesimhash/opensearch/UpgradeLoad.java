package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/**
 * Up to so many requests a second, of the plugin and of OpenSearch's own kinds in equal parts, to
 * nodes that are in service, as a load balancer sends them; fewer where the machine is slow. Counts
 * what fails and what is wrong.
 */
final class UpgradeLoad implements AutoCloseable {

  static final String LOOKED_AT = "/looked-at";
  static final String PLAIN = "/plain";
  static final String STILL = "/still";
  private static final String INDEX =
      """
      {"settings": {"number_of_shards": 3, "number_of_replicas": 1, "codec": "simhash",
        "max_result_window": 1000000},
       "mappings": {"properties": {"near": {"type": "simhash"}, "family": {"type": "keyword"}}}}
      """;

  private static final int STILL_FAMILIES = 100;
  private static final int STILL_MEMBERS = 3;
  private static final int BULK_DOCUMENTS = 4;
  private static final int MAX_DISTANCE = 6;
  private static final int MAX_IN_FLIGHT = 8;

  private static final Pattern GONE =
      Pattern.compile("node_(disconnected|not_connected|closed)_exception");

  /** What is asked: the plugin's kinds, and OpenSearch's own beside them. */
  enum Kind {
    LOOKING_BULK,
    BULK,
    NEAR_SEARCH,
    SEARCH,
    GROUPS
  }

  /** Requests of a kind. */
  static final class Tally {
    final AtomicInteger sent = new AtomicInteger();
    final Semaphore room = new Semaphore(MAX_IN_FLIGHT);

    /** Searches that have lost a shard when its node went away, as any search does. */
    final AtomicInteger parted = new AtomicInteger();

    final ConcurrentLinkedQueue<String> failed = new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
  }

  /** A document that a request brought, and when it was sent and answered. */
  private record Offer(String id, long fingerprint, long sent, long answered, String nearest) {}

  private final Random random;
  private final IntFunction<Rest> nodes;
  private final int perSecond;
  private final long[] stillFamilies;
  private final Map<Kind, Tally> tallies = new EnumMap<>(Kind.class);
  private final ConcurrentLinkedQueue<Offer> offers = new ConcurrentLinkedQueue<>();
  private final TreeSet<Integer> inService = new TreeSet<>();
  private final Map<Integer, AtomicInteger> inFlight = new ConcurrentHashMap<>();
  private final Thread sender = new Thread(this::send, "upgrade-load");
  private volatile boolean isOver;
  private long started;
  private int sequence;

  UpgradeLoad(IntFunction<Rest> nodes, int perSecond, long seed) throws IOException {
    this.nodes = nodes;
    this.perSecond = perSecond;
    random = new Random(seed);
    stillFamilies = random.longs(STILL_FAMILIES).toArray();
    for (Kind kind : Kind.values()) {
      tallies.put(kind, new Tally());
    }
    for (int node = 0; node < Cluster.NODES; node++) {
      inService.add(node);
      inFlight.put(node, new AtomicInteger());
    }
    for (String index : List.of(LOOKED_AT, PLAIN, STILL)) {
      nodes.apply(0).put(index, INDEX).ok();
    }
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < STILL_FAMILIES * STILL_MEMBERS; i++) {
      add(bulk, "s" + i, still(i), "f" + i % STILL_FAMILIES);
    }
    nodes.apply(0).post(STILL + "/_bulk?refresh=true", bulk.toString()).ok();
  }

  /** Members of a family differ in two bits. */
  private long still(int i) {
    return stillFamilies[i % STILL_FAMILIES] ^ (1L << (i / STILL_FAMILIES));
  }

  private static void add(StringBuilder bulk, String id, long fingerprint, String family) {
    bulk.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n{\"near\": \"");
    bulk.append(Fingerprint.toHex(fingerprint)).append("\", \"family\": \"").append(family);
    bulk.append("\"}\n");
  }

  void start() {
    started = System.nanoTime();
    sender.start();
  }

  /** From now on no request is sent to the node; returns when all have been answered. */
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

  /** Ends when all requests are answered. */
  @Override
  public void close() {
    isOver = true;
    try {
      sender.join();
      for (Tally tally : tallies.values()) {
        tally.room.acquire(MAX_IN_FLIGHT);
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
      // groups of a whole index are asked for less often than the others
      Kind kind = tick % 20 == 0 ? Kind.GROUPS : turn[(int) (tick % (turn.length - 1))];
      Tally tally = tallies.get(kind);
      if (!tally.room.tryAcquire()) {
        continue;
      }
      int node;
      synchronized (inService) {
        node = inService.stream().skip(random.nextInt(inService.size())).findFirst().orElseThrow();
        inFlight.get(node).incrementAndGet();
      }
      Runnable request = request(kind, node);
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

  private interface Exchange {
    void run() throws IOException;
  }

  private Runnable request(Kind kind, int node) {
    Rest rest = nodes.apply(node);
    Exchange exchange =
        switch (kind) {
          case LOOKING_BULK ->
              bulk(kind, rest, "/_simhash" + LOOKED_AT + "/_bulk?field=near&max_distance=6");
          case BULK -> bulk(kind, rest, PLAIN + "/_bulk");
          case NEAR_SEARCH -> nearSearch(rest);
          case SEARCH -> search(rest);
          case GROUPS -> groups(rest);
        };
    return () -> {
      try {
        exchange.run();
      } catch (IOException e) {
        failed(kind, "node-" + node + ": " + e);
      }
    };
  }

  private void failed(Kind kind, String why) {
    long at = (System.nanoTime() - started) / 1_000_000;
    tallies.get(kind).failed.add("after " + at + " ms " + why);
  }

  /** Families come and go, so that their members are on their way at the same time. */
  private Exchange bulk(Kind kind, Rest rest, String path) {
    StringBuilder body = new StringBuilder();
    Map<String, Long> fingerprints = new TreeMap<>();
    for (int i = 0; i < BULK_DOCUMENTS; i++) {
      Random family = new Random(sequence++ / 30);
      String id = kind.name().substring(0, 1) + sequence;
      long fingerprint =
          random.nextInt(4) == 0
              ? random.nextLong()
              : family.nextLong() ^ (1L << random.nextInt(64));
      fingerprints.put(id, fingerprint);
      add(body, id, fingerprint, "f" + sequence / 30);
    }
    return () -> {
      long sent = System.nanoTime();
      Rest.Answer answer = rest.post(path, body.toString());
      long answered = System.nanoTime();
      if (answer.status() != 200) {
        failed(kind, answer.toString());
        return;
      }
      for (JsonNode wrapped : answer.body().get("items")) {
        JsonNode item = wrapped.get("index");
        String id = item.get("_id").asText();
        if (item.has("error")) {
          failed(kind, item.toString());
        } else {
          String nearest = item.has("near") ? item.get("near").get("_id").asText() : null;
          offers.add(new Offer(id, fingerprints.get(id), sent, answered, nearest));
        }
      }
      assertEquals(fingerprints.size(), answer.body().get("items").size());
    };
  }

  private Exchange nearSearch(Rest rest) {
    long asked = still(random.nextInt(STILL_FAMILIES)) ^ (1L << random.nextInt(64));
    TreeMap<String, Integer> expected = new TreeMap<>();
    for (int i = 0; i < STILL_FAMILIES * STILL_MEMBERS; i++) {
      int distance = Fingerprint.distance(asked, still(i));
      if (distance <= MAX_DISTANCE) {
        expected.put("s" + i, distance);
      }
    }
    String body =
        "{\"size\": 100, \"query\": {\"simhash\": {\"field\": \"near\", \"max_distance\": 6,"
            + " \"fingerprint\": \""
            + Fingerprint.toHex(asked)
            + "\"}}}";
    return () -> {
      JsonNode answer = searched(Kind.NEAR_SEARCH, rest, body);
      if (answer != null) {
        TreeMap<String, Integer> found = new TreeMap<>();
        for (JsonNode hit : answer.get("hits").get("hits")) {
          double distance = (1 - hit.get("_score").asDouble()) * Fingerprint.BITS;
          found.put(hit.get("_id").asText(), (int) distance);
        }
        compare(Kind.NEAR_SEARCH, expected, found);
      }
    };
  }

  private Exchange search(Rest rest) {
    int family = random.nextInt(STILL_FAMILIES);
    String body = "{\"size\": 100, \"query\": {\"term\": {\"family\": \"f" + family + "\"}}}";
    return () -> {
      JsonNode answer = searched(Kind.SEARCH, rest, body);
      if (answer != null) {
        compare(Kind.SEARCH, STILL_MEMBERS, answer.get("hits").get("hits").size());
      }
    };
  }

  private JsonNode searched(Kind kind, Rest rest, String body) throws IOException {
    Rest.Answer answer = rest.post(STILL + "/_search", body);
    if (answer.status() == 200 && answer.body().get("_shards").get("failed").asInt() == 0) {
      return answer.body();
    }
    if (GONE.matcher(answer.body().toString()).find()) {
      tallies.get(kind).parted.incrementAndGet();
    } else {
      failed(kind, answer.toString());
    }
    return null;
  }

  private Exchange groups(Rest rest) {
    String body = "{\"field\": \"near\", \"max_distance\": 6, \"size\": 0}";
    return () -> {
      Rest.Answer answer = rest.post("/_simhash" + STILL + "/_groups", body);
      if (answer.status() != 200) {
        failed(Kind.GROUPS, answer.toString());
        return;
      }
      List<Integer> counts = new ArrayList<>();
      for (String name : List.of("documents", "groups", "near_duplicates")) {
        counts.add(answer.body().get(name).asInt());
      }
      int all = STILL_FAMILIES * STILL_MEMBERS;
      compare(Kind.GROUPS, List.of(all, STILL_FAMILIES, all - STILL_FAMILIES), counts);
    };
  }

  private void compare(Kind kind, Object expected, Object found) {
    if (!expected.equals(found)) {
      tallies.get(kind).wrong.add("expected " + expected + ", found " + found);
    }
  }

  /** Compares what was answered with what the indices have. */
  void check(Rest rest) throws IOException {
    Set<String> there = ids(rest, PLAIN);
    there.addAll(ids(rest, LOOKED_AT));
    Map<String, Offer> byId = new TreeMap<>();
    offers.forEach(offer -> byId.put(offer.id, offer));
    List<Offer> added = new ArrayList<>();
    for (Offer offer : offers) {
      Kind kind = offer.id.startsWith("L") ? Kind.LOOKING_BULK : Kind.BULK;
      if (there.contains(offer.id) != (offer.nearest == null)) {
        tallies.get(kind).wrong.add(offer + " is " + (offer.nearest == null ? "absent" : "there"));
      } else if (offer.nearest == null && kind == Kind.LOOKING_BULK) {
        added.add(offer);
      } else if (offer.nearest != null) {
        checkReason(offer, there.contains(offer.nearest), byId.get(offer.nearest));
      }
    }
    for (Offer offer : added) {
      for (Offer earlier : added) {
        if (earlier.answered < offer.sent
            && Fingerprint.distance(earlier.fingerprint, offer.fingerprint) <= MAX_DISTANCE) {
          tallies.get(Kind.LOOKING_BULK).wrong.add(offer + " was added in spite of " + earlier);
        }
      }
    }
  }

  /** What a document was skipped for is there; its own request may have had no answer. */
  private void checkReason(Offer offer, boolean isThere, Offer reason) {
    if (!isThere
        || (reason != null
            && Fingerprint.distance(offer.fingerprint, reason.fingerprint) > MAX_DISTANCE)) {
      tallies.get(Kind.LOOKING_BULK).wrong.add(offer + " was skipped for " + reason);
    }
  }

  private static Set<String> ids(Rest rest, String index) throws IOException {
    rest.post(index + "/_refresh", "").ok();
    TreeSet<String> ids = new TreeSet<>();
    rest.post(index + "/_search", "{\"size\": 1000000, \"_source\": false}")
        .ok()
        .get("hits")
        .get("hits")
        .forEach(hit -> ids.add(hit.get("_id").asText()));
    return ids;
  }

  Tally tally(Kind kind) {
    return tallies.get(kind);
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
