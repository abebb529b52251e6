package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.Rounds;
import io.github.lucenesimhash.testing.Seeds;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Compares the ingest processor with an oracle that compares all with all, on random bulks. {@code
 * -Dtests.seed} repeats a failure, {@code -Dtests.multiplier=5} sends 300 bulks.
 */
class DedupProcessorDuelTest extends IndexTest {

  private static final int BULKS = Rounds.of(60, 60);
  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();
  private static final TextVerifier VERIFIER = Comparison.STANDARD.verifier(SCHEME);

  private final Random random = Seeds.random(59);
  private final List<String> seeds = new ArrayList<>();

  DedupProcessorDuelTest() {
    super("/duel", 1, null);
  }

  private void make(String replication, String options) throws IOException {
    rest.delete("/duel");
    seeds.clear();
    rest.put(
            "/duel",
            "{\"settings\": {\"number_of_shards\": 2, \"number_of_replicas\": 1,"
                + " \"index.replication.type\": \""
                + replication
                + "\"}, \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}, \"body\":"
                + " {\"type\": \"text\", \"copy_to\": \"near\"}, \"tenant\": {\"type\": \"keyword\"}}}}")
        .ok();
    rest.put(
            "/_ingest/pipeline/duel",
            "{\"processors\": [{\"simhash_dedup\": {\"field\": \"near\"" + options + "}}]}")
        .ok();
  }

  /** A text of one or several values, with the tenant, fingerprint and features to compare. */
  private record Text(List<String> values, String tenant, Fingerprint print, FeatureSet features) {

    static Text of(List<String> values, String tenant) {
      String text = String.join("\n", values);
      Fingerprint fingerprint = SCHEME.fingerprint(text).orElseThrow();
      return new Text(values, tenant, fingerprint, VERIFIER.features(text));
    }

    boolean isNear(Text other) {
      return tenant.equals(other.tenant)
          && print.distance(other.print) <= Comparison.STANDARD.maxDistance()
          && Comparison.STANDARD.mayDrop(features, other.features);
    }

    String json() throws IOException {
      List<String> quoted = new ArrayList<>();
      for (String value : values) {
        quoted.add(Rest.quoted(value));
      }
      String body = values.size() == 1 ? quoted.getFirst() : quoted.toString();
      return "{\"body\": " + body + ", \"tenant\": \"" + tenant + "\"}";
    }
  }

  /** Returns a new text, or an earlier one with few words changed, which is often a recent one. */
  private Text text(int tenants) {
    String[] words;
    if (seeds.isEmpty() || random.nextInt(3) == 0) {
      words = new String[20 + random.nextInt(60)];
      for (int i = 0; i < words.length; i++) {
        words[i] = "w" + (char) ('a' + random.nextInt(26)) + (char) ('a' + random.nextInt(26));
      }
      seeds.add(String.join(" ", words));
    } else {
      int last = random.nextBoolean() ? seeds.size() : Math.min(seeds.size(), 4);
      words = seeds.get(seeds.size() - 1 - random.nextInt(last)).split(" ", -1);
      for (int changes = random.nextInt(4); changes > 0; changes--) {
        words[random.nextInt(words.length)] = "x" + (char) ('a' + random.nextInt(26));
      }
    }
    List<String> values = new ArrayList<>();
    int cut = random.nextInt(3) == 0 ? random.nextInt(words.length) : 0;
    if (cut > 0) {
      values.add(String.join(" ", Arrays.copyOf(words, cut)));
    }
    values.add(String.join(" ", Arrays.copyOfRange(words, cut, words.length)));
    return Text.of(values, "t" + random.nextInt(tenants));
  }

  private static boolean isNear(String id, Text text, Map<String, Text> others) {
    return others.entrySet().stream()
        .anyMatch(other -> !other.getKey().equals(id) && text.isNear(other.getValue()));
  }

  private record Action(String type, String id, Text text) {

    boolean isCompared() {
      return type.equals("index") || type.equals("create");
    }

    String lines() throws IOException {
      String head = "{\"" + type + "\": {\"_id\": \"" + id + "\"}}\n";
      return switch (type) {
        case "delete" -> head;
        case "update" -> head + "{\"doc\": " + text.json() + "}\n";
        default -> head + text.json() + "\n";
      };
    }
  }

  private List<Action> bulk(int ids, int tenants) {
    List<Action> actions = new ArrayList<>();
    for (int n = 1 + random.nextInt(12); n > 0; n--) {
      String type =
          List.of("index", "index", "create", "create", "update", "delete").get(random.nextInt(6));
      actions.add(new Action(type, "" + random.nextInt(ids), text(tenants)));
    }
    return actions;
  }

  private static String lines(List<Action> actions) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Action action : actions) {
      lines.append(action.lines());
    }
    return lines.toString();
  }

  private interface Duel {
    void run() throws IOException;
  }

  /** Runs a duel, and adds the seed that repeats it to the message of a failure. */
  private static void repeatable(Duel duel) throws IOException {
    try {
      duel.run();
    } catch (AssertionError e) {
      throw new AssertionError(
          "-Dtests.seed=" + System.getProperty("tests.seed", "none") + ": " + e.getMessage(), e);
    }
  }

  @Test
  void oneFeederMarks() throws IOException {
    for (String replication : List.of("DOCUMENT", "SEGMENT")) {
      make(replication, "");
      repeatable(() -> oneFeeder(false, 1, 1));
    }
  }

  @Test
  void oneFeederFails() throws IOException {
    for (String replication : List.of("DOCUMENT", "SEGMENT")) {
      make(replication, ", \"on_duplicate\": \"fail\"");
      repeatable(() -> oneFeeder(true, 1, 1));
    }
  }

  /** Near-duplicates of two tenants are found through random nodes that first refresh the index. */
  @Test
  void oneFeederThroughThreeNodes() throws IOException {
    for (String replication : List.of("DOCUMENT", "SEGMENT")) {
      boolean fails = random.nextBoolean();
      String more = fails ? ", \"on_duplicate\": \"fail\"" : "";
      make(replication, ", \"refresh\": true, \"tenant_field\": \"tenant\"" + more);
      repeatable(() -> oneFeeder(fails, Cluster.NODES, 2));
    }
  }

  /**
   * Sends bulks one by one, and checks that each document is compared with all that came through
   * its node, even with deleted documents and with those replaced by an update since.
   */
  private void oneFeeder(boolean fails, int nodes, int tenants) throws IOException {
    Map<String, Text> there = new HashMap<>();
    Map<Integer, Map<String, Text>> cameThrough = new HashMap<>();
    int near = 0;
    for (int n = 0; n < BULKS; n++) {
      List<Action> actions = bulk(200, tenants);
      int node = nodes == 1 ? 1 : random.nextInt(nodes);
      String path = "/duel/_bulk?pipeline=duel" + (nodes == 1 ? "&refresh=true" : "");
      JsonNode items = cluster.rest(node).post(path, lines(actions)).ok().get("items");
      assertEquals(actions.size(), items.size());
      Map<String, Text> before = Map.copyOf(there);
      Map<String, Text> came = cameThrough.computeIfAbsent(node, through -> new HashMap<>());
      Map<String, Boolean> marked = new HashMap<>();
      for (int i = 0; i < actions.size(); i++) {
        Action action = actions.get(i);
        JsonNode item = items.get(i).get(action.type);
        String shown = "bulk " + n + " item " + i + " " + action + ": " + items.get(i);
        assertEquals(action.id, item.get("_id").asText(), shown);
        boolean isNear =
            action.isCompared()
                && (isNear(action.id, action.text, before) || isNear(action.id, action.text, came));
        near += isNear ? 1 : 0;
        boolean isFailed = item.toString().contains("near-duplicate of document");
        assertEquals(isNear && fails, isFailed, shown);
        if (isFailed) {
          String id = item.at("/error/near_id").asText();
          assertTrue(
              (before.containsKey(id) && action.text.isNear(before.get(id)))
                  || (came.containsKey(id) && action.text.isNear(came.get(id))),
              shown);
        } else if (action.isCompared()) {
          came.put(action.id, action.text);
        }
        if (item.get("status").asInt() < 300) {
          if (action.type.equals("delete")) {
            there.remove(action.id);
            marked.remove(action.id);
          } else {
            there.put(action.id, action.text);
            if (action.isCompared()) {
              marked.put(action.id, isNear);
            }
          }
        }
      }
      for (Map.Entry<String, Boolean> mark : marked.entrySet()) {
        JsonNode source = rest.get("/duel/_doc/" + mark.getKey()).ok().get("_source");
        assertEquals(
            mark.getValue() && !fails,
            source.has("near_duplicate_of"),
            "bulk " + n + ": " + source);
      }
    }
    assertTrue(near > BULKS / 4, near + " near-duplicates");
    rest.post("/duel/_refresh", "").ok();
    assertEquals(there.keySet(), sources().keySet());
  }

  /** Sends bulks of four feeders at the same time, and returns all texts by their own ids. */
  private Map<String, Text> fourFeeders(int nodes, int tenants) throws IOException {
    Map<String, Text> all = new TreeMap<>();
    for (int n = 0; n < BULKS / 4; n++) {
      List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
      List<List<Action>> bulks = new ArrayList<>();
      for (int feeder = 0; feeder < 4; feeder++) {
        List<Action> actions = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
          Action action = new Action("create", "d" + all.size(), text(tenants));
          actions.add(action);
          all.put(action.id, action.text);
        }
        Rest node = nodes == 1 ? rest : cluster.rest(feeder % nodes);
        bulks.add(actions);
        sent.add(node.begin("/duel/_bulk?pipeline=duel", lines(actions)));
      }
      for (int feeder = 0; feeder < 4; feeder++) {
        JsonNode answer = Rest.answer(sent.get(feeder).join()).ok();
        assertEquals(false, answer.get("errors").asBoolean(), answer::toString);
        for (int i = 0; i < 10; i++) {
          String id = answer.get("items").get(i).at("/create/_id").asText();
          assertEquals(bulks.get(feeder).get(i).id, id, answer::toString);
        }
      }
    }
    rest.post("/duel/_refresh", "").ok();
    return all;
  }

  private Map<String, JsonNode> sources() throws IOException {
    Map<String, JsonNode> sources = new HashMap<>();
    rest.post("/duel/_search?preference=_primary", "{\"size\": 10000}")
        .ok()
        .at("/hits/hits")
        .forEach(hit -> sources.put(hit.get("_id").asText(), hit.get("_source")));
    return sources;
  }

  /** If two documents are near each other, one of them is marked. */
  @Test
  void fourFeedersThroughOneNode() throws IOException {
    for (String replication : List.of("DOCUMENT", "SEGMENT")) {
      int tenants = 1 + random.nextInt(2);
      make(replication, tenants > 1 ? ", \"tenant_field\": \"tenant\"" : "");
      repeatable(() -> checkMarks(fourFeeders(1, tenants)));
    }
  }

  private void checkMarks(Map<String, Text> all) throws IOException {
    Map<String, JsonNode> sources = sources();
    assertEquals(all.keySet(), sources.keySet());
    all.forEach(
        (id, text) -> {
          boolean isMarked = sources.get(id).has("near_duplicate_of");
          boolean isNear = isNear(id, text, all);
          assertTrue(!isMarked || isNear, () -> id + " is marked");
          all.forEach(
              (other, its) ->
                  assertTrue(
                      isMarked
                          || other.equals(id)
                          || sources.get(other).has("near_duplicate_of")
                          || !text.isNear(its),
                      () -> "neither " + id + " nor " + other + " is marked"));
        });
    assertTrue(sources.values().stream().anyMatch(source -> source.has("near_duplicate_of")));
  }

  @Test
  void fourFeedersThroughThreeNodesAndASweep() throws IOException {
    for (String replication : List.of("DOCUMENT", "SEGMENT")) {
      make(replication, "");
      repeatable(() -> checkSwept(fourFeeders(Cluster.NODES, 1)));
    }
  }

  private void checkSwept(Map<String, Text> all) throws IOException {
    assertEquals(all.keySet(), sources().keySet());
    String body = "{\"field\": \"near\", \"dry_run\": false}";
    JsonNode swept = rest.post("/_plugins/_simhash/duel/_sweep", body).ok();
    assertTrue(swept.get("deleted").asInt() > 0, swept::toString);
    assertEquals(0, swept.get("changed").asInt() + swept.get("failed").asInt(), swept::toString);
    Map<String, Text> left = new TreeMap<>(all);
    left.keySet().retainAll(sources().keySet());
    left.forEach((id, text) -> assertTrue(!isNear(id, text, left), () -> id + " is left"));
    all.forEach(
        (id, text) ->
            assertTrue(left.containsKey(id) || isNear(id, text, left), () -> id + " is lost"));
  }
}
