package io.github.lucenesimhash.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.bench.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures the documents a second of {@code _bulk}, plain and through the ingest processor with
 * several options, in turns. The cluster has three nodes with 2 GB of heap each, and three shards
 * with a replica each. Clients send to all nodes. Texts have 1,000 characters; one in ten is a
 * near-duplicate. A first round with a fifth of the documents does not count.
 *
 * <pre>
 * mvn -q package -DskipTests exec:exec@bench -Dbench.args="bulk 20000"
 * </pre>
 */
@Command(name = "bulk", description = "Measures bulks with the ingest processor and without.")
public final class BulkBench implements Callable<Integer> {

  private static final int CHARACTERS = 1_000;
  private static final int MOST_SHOWN = 1_000; // characters of an answer
  private static final Map<String, String> PIPELINES = new LinkedHashMap<>();

  static {
    PIPELINES.put("plain", null);
    PIPELINES.put("fingerprints", "{\"field\": \"near\", \"verify\": false}");
    PIPELINES.put("verified", "{\"field\": \"near\"}");
    PIPELINES.put("refresh", "{\"field\": \"near\", \"refresh\": true}");
  }

  private final Random random = new Random(42);

  @Parameters(
      index = "0",
      paramLabel = "DOCUMENTS",
      description = "Number of documents in each round.")
  private int documents;

  @Option(names = "--clients", defaultValue = "4", description = "Number of concurrent clients.")
  private int clients;

  @Option(names = "--rounds", defaultValue = "3", description = "Number of rounds that count.")
  private int rounds;

  @Option(names = "--size", defaultValue = "500", description = "Number of documents in a bulk.")
  private int size;

  private Cluster cluster;
  private final List<String> texts = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    cluster = Cluster.of(Release.own(), SweepBench.heap("2g"));
    try {
      measure();
    } finally {
      cluster.close();
    }
    return 0;
  }

  private void measure() throws Exception {
    Map<String, double[]> perSecond = new LinkedHashMap<>();
    for (Map.Entry<String, String> pipeline : PIPELINES.entrySet()) {
      make(pipeline.getKey(), pipeline.getValue());
      perSecond.put(pipeline.getKey(), new double[rounds]);
    }
    for (int round = -1; round < rounds; round++) {
      for (String kind : PIPELINES.keySet()) {
        double one = perSecond(kind, round < 0 ? documents / 5 : documents);
        System.err.printf(Locale.ROOT, "%s, round %d: %,.0f a second%n", kind, round, one);
        if (round >= 0) {
          perSecond.get(kind)[round] = one;
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%,d documents of %,d characters a round, bulks of %d, %d clients; median of %d rounds%n",
        documents,
        CHARACTERS,
        size,
        clients,
        rounds);
    perSecond.forEach(
        (kind, each) ->
            System.out.printf(
                Locale.ROOT, "| %s | %,.0f documents a second |%n", kind, Figures.median(each)));
  }

  private void make(String kind, String options) throws IOException {
    Rest rest = cluster.rest(0);
    rest.put(
            "/" + kind,
            "{\"settings\": {\"number_of_shards\": 3, \"number_of_replicas\": 1, \"codec\":"
                + " \"simhash\"}, \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"},"
                + " \"body\": {\"type\": \"text\", \"copy_to\": \"near\"}}}}")
        .ok();
    if (options != null) {
      String processor = "{\"processors\": [{\"simhash_dedup\": " + options + "}]}";
      rest.put("/_ingest/pipeline/" + kind, processor).ok();
    }
    cluster.awaitGreen();
  }

  private double perSecond(String kind, int count) throws Exception {
    String path = "/" + kind + "/_bulk" + (PIPELINES.get(kind) == null ? "" : "?pipeline=" + kind);
    List<Callable<Void>> senders = new ArrayList<>();
    int each = Math.max(1, count / size / clients);
    for (int client = 0; client < clients; client++) {
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
    try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
      long start = System.nanoTime();
      for (Future<Void> sender : threads.invokeAll(senders)) {
        sender.get();
      }
      return (double) clients * each * size / ((System.nanoTime() - start) / 1e9);
    }
  }

  private String bulk() throws IOException {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < size; i++) {
      boolean isNear = !texts.isEmpty() && random.nextInt(10) == 0;
      String text = isNear ? texts.get(random.nextInt(texts.size())) + " again" : text();
      bulk.append("{\"index\": {}}\n{\"body\": ").append(Rest.quoted(text)).append("}\n");
    }
    return bulk.toString();
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    while (text.length() < CHARACTERS) {
      random.ints(2 + random.nextInt(7), 'a', 'z' + 1).forEach(text::appendCodePoint);
      text.append(' ');
    }
    if (random.nextInt(20) == 0) {
      texts.add(text.toString());
    }
    return text.toString();
  }

  private static void check(JsonNode answer) throws IOException {
    if (answer.get("errors").asBoolean()) {
      throw new IOException(answer.toString().substring(0, MOST_SHOWN));
    }
  }
}
