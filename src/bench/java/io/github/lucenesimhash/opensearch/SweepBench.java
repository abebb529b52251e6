package io.github.lucenesimhash.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.bench.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures {@code _groups} and {@code _sweep} of a large index on three nodes, with the heap and
 * the collector of OpenSearch's own {@code jvm.options}. Reports seconds, the peak of the used heap
 * on the coordinating node, garbage included, and the peak of its circuit breaker. Repeats both
 * requests, cancelled half-way and with their node killed half-way, and reports which tasks and
 * documents are left. The index has three shards with a replica each.
 *
 * <pre>
 * mvn -q package -DskipTests exec:exec@bench -Dbench.args="sweep 10M 8"
 * </pre>
 */
@Command(name = "sweep", description = "Measures groups and sweeps of a large index.")
public final class SweepBench implements Callable<Integer> {

  private static final String INDEX = "/articles";
  private static final String COPY = "/copy";
  private static final int BATCH = 2_000;
  private static final int CLIENTS = 4;
  private static final int POLL_MILLIS = 200;
  private static final int ATTEMPTS = 600;
  private static final int UNAVAILABLE = 503;

  /** The node that receives the request and is killed. */
  private static final int ASKED = 2;

  private static final int OTHER = 0;

  @Parameters(
      index = "0",
      paramLabel = "DOCUMENTS",
      description = "Number of documents, such as 100k or 10M.")
  private String size;

  @Parameters(index = "1", paramLabel = "DISTANCE")
  private int maxDistance;

  @Option(names = "--codec", defaultValue = "simhash", description = "Codec of the index.")
  private String codec;

  @Option(
      names = "--short",
      description = "Skips the cancelled requests and the undisturbed sweep.")
  private boolean isShort;

  @Option(
      names = "--only",
      defaultValue = "groups,sweep",
      split = ",",
      description = "Some of groups, sweep.")
  private List<String> only;

  private Cluster cluster;
  private int count;

  @Override
  public Integer call() throws Exception {
    count = Figures.count(size);
    cluster = Cluster.of(Release.own(), heap("1g"));
    try {
      load();
      if (only.contains("groups")) {
        groups();
      }
      if (only.contains("sweep")) {
        sweep();
      }
    } finally {
      cluster.close();
    }
    return 0;
  }

  private Rest other() {
    return cluster.rest(OTHER);
  }

  private static void line(String format, Object... values) {
    System.out.printf(Locale.ROOT, format + "%n", values);
  }

  private void load() throws Exception {
    other()
        .put(
            INDEX,
            "{\"settings\": {\"number_of_shards\": 3, \"number_of_replicas\": 0,"
                + " \"refresh_interval\": \"-1\", \"translog.durability\": \"async\", \"codec\": \""
                + codec
                + "\"}, \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}}}}")
        .ok();
    SweptDocuments documents = new SweptDocuments(maxDistance);
    long start = System.nanoTime();
    AtomicInteger next = new AtomicInteger();
    List<Callable<Void>> clients = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      Rest rest = cluster.rest(client % Cluster.NODES);
      clients.add(
          () -> {
            for (int from = next.getAndAdd(BATCH); from < count; from = next.getAndAdd(BATCH)) {
              JsonNode answer =
                  rest.post(
                          INDEX + "/_bulk?filter_path=errors",
                          documents.bulk(from, Math.min(count, from + BATCH)))
                      .ok();
              if (answer.get("errors").asBoolean()) {
                throw new IOException("a document was refused");
              }
            }
            return null;
          });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
      for (Future<Void> client : threads.invokeAll(clients)) {
        client.get();
      }
    }
    other().post(INDEX + "/_flush", "").ok();
    double loaded = seconds(start);
    other()
        .put(
            INDEX + "/_settings",
            "{\"number_of_replicas\": 1, \"refresh_interval\": null,"
                + " \"translog.durability\": \"request\"}")
        .ok();
    awaitGreen();
    line(
        "%,d documents, k = %d; loaded in %.1f s, %,.0f a second; with a replica after %.1f s",
        count, maxDistance, loaded, count / loaded, seconds(start));
  }

  private void awaitGreen() throws IOException {
    for (int attempt = 0; ; attempt++) {
      try {
        cluster.awaitGreen();
        return;
      } catch (AssertionError e) {
        if (attempt == 5) {
          throw e;
        }
      }
    }
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /** Stops a request when a share of a phase is done. */
  private interface Stop {
    void stop(String task) throws IOException;
  }

  private void groups() throws Exception {
    String groups = "/_plugins/_simhash" + INDEX + "/_groups";
    String into = body("\"size\": 0, \"into\": \"found\"");
    run("_groups", ASKED, groups, body("\"size\": 0"), "", null);
    if (!isShort) {
      run("_groups, cancelled", ASKED, groups, into, "reading", this::cancel);
      run("_groups into, cancelled", ASKED, groups, into, "writing", this::cancel);
      line("  index found: %s", other().get("/found/_count").status() == 404 ? "absent" : "there");
    }
    run("_groups into, node killed", ASKED, groups, into, "writing", this::kill);
    JsonNode left = other().get("/found/_mapping").ok();
    line("  index found: %s", left.get("found").get("mappings").get("_meta"));
    line("  asked again: %s", other().post(groups, into).body());
    other().delete("/found").ok();
    run("_groups into, another node at once", OTHER, groups, into, "", null);
    line("  index found: %s", other().get("/found/_count").ok().get("count"));
    other().delete("/found").ok();
    revive();
  }

  private void sweep() throws Exception {
    String sweep = "/_plugins/_simhash" + INDEX + "/_sweep";
    String delete = body("\"size\": 0, \"dry_run\": false");
    if (!isShort) {
      other().put(INDEX + "/_settings", "{\"index.blocks.write\": true}").ok();
      other()
          .post(
              INDEX + "/_clone" + COPY + "?timeout=120s",
              "{\"settings\": {\"index.blocks.write\": null}}")
          .ok();
      awaitGreen();
      other().put(INDEX + "/_settings", "{\"index.blocks.write\": null}").ok();
      run("_sweep", ASKED, "/_plugins/_simhash" + COPY + "/_sweep", delete, "", null);
      other().delete(COPY).ok();
      run("_sweep, cancelled", ASKED, sweep, delete, "deleting", this::cancel);
      countLeft();
    }
    run("_sweep, node killed", ASKED, sweep, delete, "deleting", this::kill);
    countLeft();
    run("_sweep, another node at once", OTHER, sweep, delete, "", null);
    countLeft();
  }

  private String body(String more) {
    return "{\"field\": \"near\", \"max_distance\": "
        + maxDistance
        + ", \"verify\": false, "
        + more
        + "}";
  }

  /**
   * Waits until copies have replaced the shards of a killed node. OpenSearch refuses requests until
   * then.
   */
  private void countLeft() throws IOException, InterruptedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (other().post(INDEX + "/_refresh", "").status() != UNAVAILABLE) {
        break;
      }
      Thread.sleep(POLL_MILLIS);
    }
    other().post(INDEX + "/_refresh", "").ok();
    line("  documents: %s", other().get(INDEX + "/_count").ok().get("count"));
  }

  private void cancel(String task) throws IOException {
    other().post("/_tasks/" + task + "/_cancel", "").ok();
  }

  private void kill(String task) throws IOException {
    cluster.kill(ASKED);
    line("  its task: %s", other().get("/_tasks/" + task).body().get("error").get("reason"));
  }

  private void revive() throws IOException, InterruptedException {
    cluster.start(ASKED);
    cluster.awaitNodes(Cluster.NODES);
    awaitGreen();
  }

  /** Runs a request as a task, stops it when half of a phase is done, and prints a line. */
  private void run(String name, int node, String path, String body, String phase, Stop stop)
      throws IOException, InterruptedException {
    Rest asked = cluster.rest(node);
    long start = System.nanoTime();
    String task = asked.post(path + "?wait_for_completion=false", body).ok().get("task").asText();
    StringBuilder phases = new StringBuilder();
    String last = "";
    double stopped = 0;
    long heap = 0;
    long reserved = 0;
    JsonNode status = asked.get("/_tasks/" + task).ok();
    while (!status.get("completed").asBoolean()) {
      JsonNode now = status.get("task").get("status");
      String current = now.get("phase").asText();
      if (!current.equals(last)) {
        phases.append(String.format(Locale.ROOT, " %s from %.1f", current, seconds(start)));
        last = current;
      }
      JsonNode stats =
          asked.get("/_nodes/_local/stats/jvm,breaker").ok().get("nodes").iterator().next();
      heap = Math.max(heap, stats.at("/jvm/mem/heap_used_in_bytes").asLong());
      reserved = Math.max(reserved, stats.at("/breakers/request/estimated_size_in_bytes").asLong());
      if (stopped == 0
          && current.equals(phase)
          && now.get("done").asLong() >= now.get("total").asLong() / 2) {
        stopped = seconds(start);
        line("%s at %s", name, now);
        stop.stop(task);
        if (name.endsWith("killed")) {
          line(
              "  after %.1f s, heap %,d MB, reserved %,d MB;%s",
              stopped, heap >> 20, reserved >> 20, phases);
          return;
        }
      }
      Thread.sleep(POLL_MILLIS);
      status = asked.get("/_tasks/" + task).ok();
    }
    line(
        "%s: %.1f s, heap %,d MB, reserved %,d MB;%s",
        name, seconds(start), heap >> 20, reserved >> 20, phases);
    if (stopped > 0) {
      line("  ended %.1f s after it was cancelled", seconds(start) - stopped);
    }
    line("  %s", status.has("error") ? status.get("error") : status.get("response"));
  }

  /** Returns the flags of a node with a heap of the given size, and OpenSearch's flags of G1. */
  static List<String> heap(String size) {
    return List.of(
        "-Xms" + size,
        "-Xmx" + size,
        "-XX:+UseG1GC",
        "-XX:G1ReservePercent=25",
        "-XX:InitiatingHeapOccupancyPercent=30");
  }
}
