package io.github.lucenesimhash.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.bench.Figures;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Compares the query {@code simhash} with plain {@code term} queries over HTTP, on a cluster of
 * three nodes and three shards. All ways take turns, and the first round does not count. One in ten
 * documents is a near-duplicate of an earlier one.
 *
 * <pre>
 * mvn -q package -DskipTests exec:exec@bench -Dbench.args="cluster 200000 8"
 * </pre>
 */
@Command(name = "cluster", description = "Measures queries on a cluster of three nodes.")
public final class ClusterBench implements Callable<Integer> {

  private static final int ROUNDS = 6;
  private static final int CLIENTS = 4;
  private static final int BATCH = 5_000;

  private final Random random = new Random(42);
  private final StringBuilder report = new StringBuilder();

  @Parameters(index = "0", paramLabel = "DOCUMENTS")
  private int documents;

  @Parameters(index = "1", paramLabel = "DISTANCE")
  private int maxDistance;

  private Cluster cluster;
  private long[] fingerprints;

  @Override
  public Integer call() throws Exception {
    cluster = Cluster.shared();
    fingerprints = new long[documents];
    for (int i = 0; i < documents; i++) {
      fingerprints[i] =
          i > 0 && random.nextInt(10) == 0
              ? flipped(fingerprints[random.nextInt(i)])
              : random.nextLong();
    }
    run();
    System.out.print(report);
    return 0;
  }

  private long flipped(long fingerprint) {
    long near = fingerprint;
    for (int flips = random.nextInt(maxDistance + 1); flips > 0; flips--) {
      near ^= 1L << random.nextInt(Fingerprint.LANE_BITS);
    }
    return near;
  }

  /** A query, and how often it is sent in a round. */
  private record Way(String name, String index, int queries, String query) {}

  private void run() throws Exception {
    load("fast", "simhash", true);
    load("slow", "default", true);
    load("none", "default", false);
    String near =
        "{\"simhash\": {\"field\": \"near\", \"max_distance\": K, \"fingerprint\": \"HEX\"}}";
    List<Way> ways =
        List.of(
            new Way("simhash, fast format", "fast", 1_000, near),
            new Way("simhash, default codec", "slow", 1_000, near),
            new Way("term, 1 hit", "slow", 1_000, "{\"term\": {\"key\": \"DOC\"}}"),
            new Way("term, 20 hits", "slow", 1_000, "{\"term\": {\"tag\": \"TAG\"}}"));
    check(ways.subList(0, 2));
    double[][] alone = new double[ways.size()][ROUNDS - 1];
    double[][] late = new double[ways.size()][ROUNDS - 1];
    double[][] together = new double[ways.size()][ROUNDS - 1];
    for (int round = -1; round < ROUNDS - 1; round++) {
      for (int way = 0; way < ways.size(); way++) {
        long[] nanos = alone(ways.get(way));
        double perSecond = together(ways.get(way));
        if (round >= 0) {
          alone[way][round] = nanos[nanos.length / 2] / 1e6;
          late[way][round] = nanos[nanos.length * 99 / 100] / 1e6;
          together[way][round] = perSecond;
        }
      }
    }
    line(
        String.format(
            Locale.ROOT,
            "%,d documents, 3 shards, k = %d; median of %d rounds",
            fingerprints.length,
            maxDistance,
            ROUNDS - 1));
    line(
        String.format(
            Locale.ROOT,
            "| way | ms, one client | 99th percentile | queries/s, %d clients |",
            CLIENTS));
    for (int way = 0; way < ways.size(); way++) {
      line(
          String.format(
              Locale.ROOT,
              "| %s | %.2f | %.2f | %.0f |",
              ways.get(way).name(),
              Figures.median(alone[way]),
              Figures.median(late[way]),
              Figures.median(together[way])));
    }
    groups();
  }

  private void groups() throws IOException {
    JsonNode answer =
        cluster
            .rest(0)
            .post(
                "/_plugins/_simhash/fast/_groups",
                "{\"field\": \"near\", \"size\": 0, \"max_distance\": " + maxDistance + "}")
            .ok();
    line("_groups: " + answer);
  }

  private void line(String text) {
    report.append(text).append('\n');
  }

  private void load(String index, String codec, boolean near) throws IOException {
    Rest rest = cluster.rest(0);
    rest.put(
            "/" + index,
            "{\"settings\": {\"number_of_shards\": 3, \"number_of_replicas\": 1,"
                + " \"store.stats_refresh_interval\": \"0s\", \"codec\": \""
                + codec
                + "\"}, \"mappings\": {\"properties\": {\"key\": {\"type\": \"keyword\"}, \"tag\":"
                + " {\"type\": \"keyword\"}, \"near\": {\"type\": \"simhash\"}}}}")
        .ok();
    StringBuilder bulk = new StringBuilder();
    long start = System.nanoTime();
    for (int i = 0; i < fingerprints.length; i++) {
      bulk.append("{\"index\": {\"_id\": \"").append(i).append("\"}}\n{\"key\": \"").append(i);
      bulk.append("\", \"tag\": \"").append(i % (fingerprints.length / 20)).append('"');
      if (near) {
        bulk.append(", \"near\": \"")
            .append(Fingerprint.of(fingerprints[i]).toString())
            .append('"');
      }
      bulk.append("}\n");
      if (i % BATCH == BATCH - 1 || i == fingerprints.length - 1) {
        JsonNode answer = rest.post("/" + index + "/_bulk", bulk.toString()).ok();
        if (answer.get("errors").asBoolean()) {
          throw new IOException(answer.toString());
        }
        bulk.setLength(0);
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    rest.post("/" + index + "/_forcemerge?max_num_segments=1", "").ok();
    rest.post("/" + index + "/_flush?force=true", "").ok();
    rest.post("/" + index + "/_refresh", "").ok();
    cluster.awaitGreen();
    JsonNode primaries = rest.get("/" + index + "/_stats/store").ok().get("_all").get("primaries");
    line(
        String.format(
            Locale.ROOT,
            "index %s: %.0f documents/s into primary and replica, %.1f bytes a document on disk",
            index,
            fingerprints.length / seconds,
            primaries.get("store").get("size_in_bytes").asDouble() / fingerprints.length));
  }

  private String search(Way way) {
    int document = random.nextInt(fingerprints.length);
    String query =
        way.query()
            .replace("HEX", Fingerprint.of(flipped(fingerprints[document])).toString())
            .replace("K", Integer.toString(maxDistance))
            .replace("DOC", Integer.toString(document))
            .replace("TAG", Integer.toString(document % (fingerprints.length / 20)));
    return "{\"size\": 100, \"_source\": false, \"query\": " + query + "}";
  }

  /** Checks that all ways find the same documents. */
  private void check(List<Way> ways) throws IOException {
    for (int query = 0; query < 50; query++) {
      long seed = random.nextLong();
      Set<String> expected = null;
      for (Way way : ways) {
        random.setSeed(seed);
        Set<String> found = new TreeSet<>();
        for (JsonNode hit : ask(way, query, search(way)).get("hits").get("hits")) {
          found.add(hit.get("_id").asText());
        }
        if (found.isEmpty() || (expected != null && !expected.equals(found))) {
          throw new IOException(way.name() + " found " + found + ", expected " + expected);
        }
        expected = found;
      }
    }
  }

  private JsonNode ask(Way way, int query, String search) throws IOException {
    return cluster.rest(query % Cluster.NODES).post("/" + way.index() + "/_search", search).ok();
  }

  /** Returns the round-trip times in nanoseconds, in ascending order. */
  private long[] alone(Way way) throws IOException {
    long[] nanos = new long[way.queries()];
    for (int i = 0; i < nanos.length; i++) {
      String search = search(way);
      long start = System.nanoTime();
      ask(way, i, search);
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return nanos;
  }

  private double together(Way way) throws InterruptedException, ExecutionException {
    List<Callable<Void>> clients = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      List<String> searches = new ArrayList<>();
      for (int i = 0; i < way.queries() / 2; i++) {
        searches.add(search(way));
      }
      clients.add(
          () -> {
            for (int i = 0; i < searches.size(); i++) {
              ask(way, i, searches.get(i));
            }
            return null;
          });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
      long start = System.nanoTime();
      for (Future<Void> client : threads.invokeAll(clients)) {
        client.get();
      }
      return CLIENTS * (way.queries() / 2) / ((System.nanoTime() - start) / 1e9);
    }
  }
}
