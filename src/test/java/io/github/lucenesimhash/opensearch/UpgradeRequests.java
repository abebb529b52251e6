package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.UpgradeTallies.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;

/** Makes requests to the plugin and to OpenSearch itself, and checks their answers. */
final class UpgradeRequests {

  static final String COMPARED = "/compared";
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
  private static final Pattern GONE =
      Pattern.compile("node_(disconnected|not_connected|closed)_exception");

  /** A document, the times of its request and answer, and the id that it failed for, or null. */
  private record Offer(String id, long fingerprint, long sent, long answered, String nearest) {}

  private final Random random;
  private final long[] stillFamilies;
  final UpgradeTallies tallies = new UpgradeTallies();
  private final ConcurrentLinkedQueue<Offer> offers = new ConcurrentLinkedQueue<>();
  private int sequence;

  /** Creates the indices, the pipeline, and the documents of the index that stays unchanged. */
  UpgradeRequests(Rest rest, long seed) throws IOException {
    random = new Random(seed);
    stillFamilies = random.longs(STILL_FAMILIES).toArray();
    for (String index : List.of(COMPARED, PLAIN, STILL)) {
      rest.put(index, INDEX).ok();
    }
    rest.put(
            "/_ingest/pipeline/upgrade",
            "{\"processors\": [{\"simhash_dedup\": {\"field\": \"near\", \"max_distance\": 6,"
                + " \"refresh\": true, \"on_duplicate\": \"fail\"}}]}")
        .ok();
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < STILL_FAMILIES * STILL_MEMBERS; i++) {
      add(bulk, "s" + i, still(i), "f" + i % STILL_FAMILIES);
    }
    rest.post(STILL + "/_bulk?refresh=true", bulk.toString()).ok();
  }

  /** Returns the fingerprint of a document; members of a family differ in two bits. */
  private long still(int i) {
    return stillFamilies[i % STILL_FAMILIES] ^ (1L << (i / STILL_FAMILIES));
  }

  private static void add(StringBuilder bulk, String id, long fingerprint, String family) {
    bulk.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n{\"near\": \"");
    bulk.append(Fingerprint.of(fingerprint).toString()).append("\", \"family\": \"").append(family);
    bulk.append("\"}\n");
  }

  private interface Exchange {
    void run() throws IOException;
  }

  /** Makes a request of a kind, and returns the task that sends it. */
  Runnable request(Kind kind, Rest rest, String node) {
    Exchange exchange =
        switch (kind) {
          case PROCESSOR -> bulk(kind, rest, COMPARED + "/_bulk?pipeline=upgrade");
          case BULK -> bulk(kind, rest, PLAIN + "/_bulk");
          case NEAR_SEARCH -> nearSearch(rest);
          case SEARCH -> search(rest);
          case GROUPS -> groups(rest);
        };
    return () -> {
      try {
        exchange.run();
      } catch (IOException e) {
        tallies.failed(kind, node + ": " + e);
      }
    };
  }

  /** Makes a bulk of families that come and go, so that their members are sent at the same time. */
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
        tallies.failed(kind, answer.toString());
        return;
      }
      for (JsonNode wrapped : answer.body().get("items")) {
        JsonNode item = wrapped.get("index");
        String id = item.get("_id").asText();
        int status = item.get("status").asInt();
        if (status == 503 && item.toString().contains("not compared")) {
          tallies.of(kind).parted.incrementAndGet();
        } else if (item.has("error") && status != 409) {
          tallies.failed(kind, item.toString());
        } else {
          String nearest = item.at("/error/near_id").asText(null);
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
            + Fingerprint.of(asked).toString()
            + "\"}}}";
    return () -> {
      JsonNode answer = searched(Kind.NEAR_SEARCH, rest, body);
      if (answer != null) {
        TreeMap<String, Integer> found = new TreeMap<>();
        for (JsonNode hit : answer.get("hits").get("hits")) {
          double distance = (1 - hit.get("_score").asDouble()) * Fingerprint.LANE_BITS;
          found.put(hit.get("_id").asText(), (int) distance);
        }
        tallies.compare(Kind.NEAR_SEARCH, expected, found);
      }
    };
  }

  private Exchange search(Rest rest) {
    int family = random.nextInt(STILL_FAMILIES);
    String body = "{\"size\": 100, \"query\": {\"term\": {\"family\": \"f" + family + "\"}}}";
    return () -> {
      JsonNode answer = searched(Kind.SEARCH, rest, body);
      if (answer != null) {
        tallies.compare(Kind.SEARCH, STILL_MEMBERS, answer.get("hits").get("hits").size());
      }
    };
  }

  private JsonNode searched(Kind kind, Rest rest, String body) throws IOException {
    Rest.Answer answer = rest.post(STILL + "/_search", body);
    if (answer.status() == 200 && answer.body().get("_shards").get("failed").asInt() == 0) {
      return answer.body();
    }
    if (GONE.matcher(answer.body().toString()).find()) {
      tallies.of(kind).parted.incrementAndGet();
    } else {
      tallies.failed(kind, answer.toString());
    }
    return null;
  }

  private Exchange groups(Rest rest) {
    String body = "{\"field\": \"near\", \"max_distance\": 6, \"size\": 0}";
    return () -> {
      Rest.Answer answer = rest.post("/_plugins/_simhash" + STILL + "/_groups", body);
      if (answer.status() != 200) {
        tallies.failed(Kind.GROUPS, answer.toString());
        return;
      }
      List<Integer> counts = new ArrayList<>();
      for (String name : List.of("documents", "groups", "near_duplicates")) {
        counts.add(answer.body().get(name).asInt());
      }
      int all = STILL_FAMILIES * STILL_MEMBERS;
      tallies.compare(Kind.GROUPS, List.of(all, STILL_FAMILIES, all - STILL_FAMILIES), counts);
    };
  }

  /** Compares the answers with the documents in the indices. */
  void check(Rest rest) throws IOException {
    Set<String> there = ids(rest, PLAIN);
    there.addAll(ids(rest, COMPARED));
    Map<String, Offer> byId = new TreeMap<>();
    offers.forEach(offer -> byId.put(offer.id, offer));
    List<Offer> added = new ArrayList<>();
    for (Offer offer : offers) {
      Kind kind = offer.id.startsWith("P") ? Kind.PROCESSOR : Kind.BULK;
      if (there.contains(offer.id) != (offer.nearest == null)) {
        tallies.of(kind).wrong.add(offer + " is " + (offer.nearest == null ? "absent" : "there"));
      } else if (offer.nearest == null && kind == Kind.PROCESSOR) {
        added.add(offer);
      } else if (offer.nearest != null) {
        checkReason(offer, there.contains(offer.nearest), byId.get(offer.nearest));
      }
    }
    for (Offer offer : added) {
      for (Offer earlier : added) {
        if (earlier.answered < offer.sent
            && Fingerprint.distance(earlier.fingerprint, offer.fingerprint) <= MAX_DISTANCE) {
          tallies.of(Kind.PROCESSOR).wrong.add(offer + " was added in spite of " + earlier);
        }
      }
    }
  }

  /** Checks that the document that an offer failed for exists, and is near if it was answered. */
  private void checkReason(Offer offer, boolean isThere, Offer reason) {
    if (!isThere
        || (reason != null
            && Fingerprint.distance(offer.fingerprint, reason.fingerprint) > MAX_DISTANCE)) {
      tallies.of(Kind.PROCESSOR).wrong.add(offer + " failed for " + reason);
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
}
