package io.github.lucenesimhash.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.bench.Figures;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Documents a second through {@code _plugins/_simhash/INDEX/_bulk} and through the ordinary {@code
 * _bulk}, in turns, on one cluster of three nodes, three shards and a replica of each. Clients send
 * to all nodes. One in ten documents is a near-duplicate. The first round does not count.
 *
 * <pre>
 * mvn -q package -DskipTests exec:exec@bench -Dbench.args="bulk 200000 8"
 * </pre>
 */
@Command(name = "bulk", description = "Bulks that look for near-duplicates, and ordinary ones.")
public final class BulkBench implements Callable<Integer> {

  private static final int BATCH = 5_000;

  private final Random random = new Random(42);

  @Parameters(index = "0", paramLabel = "DOCUMENTS", description = "in the index before")
  private int documents;

  @Parameters(index = "1", paramLabel = "DISTANCE")
  private int maxDistance;

  @Option(names = "--clients", split = ",", defaultValue = "1,4,16", description = "at a time")
  private List<Integer> clients;

  @Option(names = "--rounds", defaultValue = "3", description = "that count")
  private int rounds;

  @Option(names = "--size", defaultValue = "500", description = "documents in a bulk")
  private int size;

  @Option(names = "--bulks", defaultValue = "20", description = "of all clients in a round")
  private int bulks;

  private Cluster cluster;
  private long[] fingerprints;

  @Override
  public Integer call() throws Exception {
    cluster = Cluster.shared();
    fingerprints = random.longs(documents).toArray();
    load("looking");
    load("ordinary");
    System.out.printf(
        Locale.ROOT,
        "%,d documents, 3 shards, 1 replica, k = %d, bulks of %d; median of %d rounds%n"
            + "| clients | ordinary | looking | share |%n",
        documents,
        maxDistance,
        size,
        rounds);
    for (int count : clients) {
      double[] ordinary = new double[rounds];
      double[] looking = new double[rounds];
      for (int round = -1; round < rounds; round++) {
        double one = perSecond("/ordinary/_bulk", count);
        double two =
            perSecond(
                "/_plugins/_simhash/looking/_bulk?field=near&max_distance=" + maxDistance, count);
        if (round >= 0) {
          ordinary[round] = one;
          looking[round] = two;
        }
      }
      double share = Figures.median(looking) / Figures.median(ordinary);
      System.out.printf(
          Locale.ROOT,
          "| %d | %,.0f | %,.0f | %.2f |%n",
          count,
          Figures.median(ordinary),
          Figures.median(looking),
          share);
    }
    return 0;
  }

  private double perSecond(String path, int count) throws Exception {
    List<Callable<Void>> senders = new ArrayList<>();
    int each = Math.max(1, bulks / count);
    for (int client = 0; client < count; client++) {
      Rest rest = cluster.rest(client % Cluster.NODES);
      List<String> bodies = new ArrayList<>();
      for (int i = 0; i < each; i++) {
        bodies.add(bulk());
      }
      senders.add(
          () -> {
            for (String body : bodies) {
              check(rest.post(path, body).ok());
            }
            return null;
          });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
      long start = System.nanoTime();
      for (Future<Void> sender : threads.invokeAll(senders)) {
        sender.get();
      }
      return (double) count * each * size / ((System.nanoTime() - start) / 1e9);
    }
  }

  private String bulk() {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < size; i++) {
      long fingerprint =
          random.nextInt(10) == 0
              ? fingerprints[random.nextInt(fingerprints.length)]
                  ^ (1L << random.nextInt(Fingerprint.WORD_BITS))
              : random.nextLong();
      bulk.append("{\"index\": {}}\n{\"near\": \"").append(Fingerprint.of(fingerprint).toString());
      bulk.append("\"}\n");
    }
    return bulk.toString();
  }

  private void load(String index) throws IOException {
    Rest rest = cluster.rest(0);
    rest.put(
            "/" + index,
            "{\"settings\": {\"number_of_shards\": 3, \"number_of_replicas\": 1, \"codec\":"
                + " \"simhash\"}, \"mappings\": {\"properties\": {\"near\": {\"type\":"
                + " \"simhash\"}}}}")
        .ok();
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      bulk.append("{\"index\": {}}\n{\"near\": \"")
          .append(Fingerprint.of(fingerprints[i]).toString());
      bulk.append("\"}\n");
      if (i % BATCH == BATCH - 1 || i == documents - 1) {
        check(rest.post("/" + index + "/_bulk", bulk.toString()).ok());
        bulk.setLength(0);
      }
    }
    rest.post("/" + index + "/_forcemerge?max_num_segments=1", "").ok();
    cluster.awaitGreen();
  }

  private static void check(JsonNode answer) throws IOException {
    if (answer.get("errors").asBoolean()) {
      throw new IOException(answer.toString());
    }
  }
}
