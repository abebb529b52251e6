package io.github.lucenesimhash.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Compares collapsed searches with plain ones over HTTP, on a cluster of three nodes and three
 * shards. Each query is sent in every way, in turns, and the first fifth does not count. One in
 * three documents is a near-duplicate of an earlier one. Texts have 200 words.
 *
 * <pre>
 * mvn -q package -DskipTests exec:exec@bench -Dbench.args="collapse 20000 1000"
 * </pre>
 */
@Command(name = "collapse", description = "Measures collapsed searches on three nodes.")
public final class CollapseBench implements Callable<Integer> {

  private static final int BATCH = 2_000;
  private static final int WORDS = 200;
  private static final int DISTANCE = 10;

  private final Random random = new Random(42);

  @Parameters(index = "0", paramLabel = "DOCUMENTS")
  private int documents;

  @Parameters(index = "1", paramLabel = "SEARCHES")
  private int searches;

  /** The options of a search. A plain search has the window 0. */
  private record Way(int size, int window, boolean source) {

    String body(String query) {
      return "{\"size\": "
          + size
          + ", \"_source\": "
          + source
          + ", \"query\": "
          + query
          + (window == 0 ? "" : pipeline())
          + "}";
    }

    private String pipeline() {
      return ", \"search_pipeline\": {\"request_processors\": [{\"simhash_collapse\": {\"field\":"
          + " \"near\", \"max_distance\": "
          + DISTANCE
          + ", \"window\": "
          + window
          + "}}], \"response_processors\": [{\"simhash_collapse\": {}}]}";
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s, %d hits%s",
          window == 0 ? "plain" : "collapsed, window " + window,
          size,
          source ? "" : " without source");
    }
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = Cluster.shared();
    load(cluster.rest(0));
    cluster.awaitGreen();
    List<Way> ways = new ArrayList<>();
    for (boolean source : new boolean[] {true, false}) {
      for (int[] sizeAndWindow : new int[][] {{100, 0}, {100, 100}, {10, 0}, {10, 100}}) {
        ways.add(new Way(sizeAndWindow[0], sizeAndWindow[1], source));
      }
    }
    int warm = searches / 5;
    double[][] millis = new double[ways.size()][searches];
    long[] shown = new long[ways.size()];
    for (int i = -warm; i < searches; i++) {
      String query = "{\"match\": {\"body\": \"" + word() + " " + word() + "\"}}";
      Rest node = cluster.rest(Math.floorMod(i, Cluster.NODES));
      for (int j = 0; j < ways.size(); j++) {
        int way = Math.floorMod(i + j, ways.size());
        String body = ways.get(way).body(query);
        long start = System.nanoTime();
        JsonNode answer = node.post("/collapse/_search", body).ok();
        long nanos = System.nanoTime() - start;
        if (i >= 0) {
          millis[way][i] = nanos / 1e6;
          shown[way] += answer.get("hits").get("hits").size();
        }
      }
    }
    System.out.printf(
        Locale.ROOT, "%,d documents, %,d searches of each way%n", documents, searches);
    System.out.println("| search | ms, median | 99th percentile | hits shown |\n|---|---|---|---|");
    for (int way = 0; way < ways.size(); way++) {
      Arrays.sort(millis[way]);
      System.out.printf(
          Locale.ROOT,
          "| %s | %.2f | %.2f | %.1f |%n",
          ways.get(way),
          millis[way][searches / 2],
          millis[way][searches * 99 / 100],
          shown[way] / (double) searches);
    }
    return 0;
  }

  private String word() {
    return "w" + (int) Math.min(5_000, Math.abs(random.nextGaussian()) * 500);
  }

  private void load(Rest rest) throws IOException {
    rest.put(
            "/collapse",
            "{\"settings\": {\"number_of_shards\": 3, \"number_of_replicas\": 1, \"codec\":"
                + " \"simhash\"}, \"mappings\": {\"properties\": {\"body\": {\"type\": \"text\"},"
                + " \"near\": {\"type\": \"simhash\"}}}}")
        .ok();
    StringBuilder bulk = new StringBuilder();
    List<Long> fingerprints = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int i = 1; i <= documents; i++) {
      long fingerprint = random.nextLong();
      StringBuilder text = new StringBuilder();
      if (!texts.isEmpty() && random.nextInt(3) == 0) {
        int earlier = random.nextInt(texts.size());
        fingerprint = fingerprints.get(earlier) ^ 1L << random.nextInt(Fingerprint.LANE_BITS);
        text.append(texts.get(earlier)).append(' ').append(word());
      } else {
        for (int word = 0; word < WORDS; word++) {
          text.append(word()).append(' ');
        }
      }
      fingerprints.add(fingerprint);
      texts.add(text.toString());
      bulk.append("{\"index\": {}}\n{\"near\": \"").append(Fingerprint.of(fingerprint).toString());
      bulk.append("\", \"body\": \"").append(text).append("\"}\n");
      if (i % BATCH == 0 || i == documents) {
        JsonNode answer = rest.post("/collapse/_bulk", bulk.toString()).ok();
        if (answer.get("errors").asBoolean()) {
          throw new IOException(answer.toString());
        }
        bulk.setLength(0);
      }
    }
    rest.post("/collapse/_forcemerge?max_num_segments=1", "").ok();
    rest.post("/collapse/_refresh", "").ok();
  }
}
