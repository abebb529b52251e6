package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.Rounds;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ingest processor against an oracle that compares all with all, on random bulks. */
class DedupProcessorDuelTest extends IndexTest {

  private static final int BULKS = Rounds.of(60, 300);
  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();
  private static final TextVerifier VERIFIER = Comparison.STANDARD.verifier(SCHEME);

  private final Random random = new Random(59);
  private final List<String> seeds = new ArrayList<>();

  DedupProcessorDuelTest() {
    super("/duel", 1, null);
  }

  @BeforeEach
  void createPipelines() throws IOException {
    for (String kind : List.of("mark", "fail")) {
      String options = "{\"field\": \"near\", \"on_duplicate\": \"" + kind + "\"}";
      rest.put(
              "/_ingest/pipeline/" + kind,
              "{\"processors\": [{\"simhash_dedup\": " + options + "}]}")
          .ok();
    }
  }

  private void make(String replication) throws IOException {
    rest.delete("/duel");
    seeds.clear();
    rest.put(
            "/duel",
            "{\"settings\": {\"number_of_shards\": 2, \"number_of_replicas\": 1,"
                + " \"index.replication.type\": \""
                + replication
                + "\"}, \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}, \"body\":"
                + " {\"type\": \"text\", \"copy_to\": \"near\"}}}}")
        .ok();
  }

  /** A text, whether it is near others or not. */
  private record Text(String text, Fingerprint fingerprint, FeatureSet features) {

    static Text of(String text) {
      return new Text(text, SCHEME.fingerprint(text).orElseThrow(), VERIFIER.features(text));
    }

    boolean isNear(Text other) {
      return fingerprint.distance(other.fingerprint) <= Comparison.STANDARD.maxDistance()
          && Comparison.STANDARD.mayGo(features, other.features);
    }
  }

  /** A new text, or an old one with few words changed. */
  private Text text() {
    String[] words;
    if (seeds.isEmpty() || random.nextInt(3) == 0) {
      words = new String[20 + random.nextInt(60)];
      for (int i = 0; i < words.length; i++) {
        words[i] = "w" + (char) ('a' + random.nextInt(26)) + (char) ('a' + random.nextInt(26));
      }
      seeds.add(String.join(" ", words));
    } else {
      words = seeds.get(random.nextInt(seeds.size())).split(" ", -1);
      for (int changes = random.nextInt(4); changes > 0; changes--) {
        words[random.nextInt(words.length)] = "x" + (char) ('a' + random.nextInt(26));
      }
    }
    return Text.of(String.join(" ", words));
  }

  private static boolean isNear(String id, Text text, Map<String, Text> others) {
    return others.entrySet().stream()
        .anyMatch(other -> !other.getKey().equals(id) && text.isNear(other.getValue()));
  }

  private record Action(String type, String id, Text text) {

    String lines() throws IOException {
      String head = "{\"" + type + "\": {\"_id\": \"" + id + "\"}}\n";
      return switch (type) {
        case "delete" -> head;
        case "update" -> head + "{\"doc\": {\"body\": " + Rest.quoted(text.text) + "}}\n";
        default -> head + "{\"body\": " + Rest.quoted(text.text) + "}\n";
      };
    }
  }

  private List<Action> bulk(int ids) {
    List<Action> actions = new ArrayList<>();
    for (int n = 1 + random.nextInt(12); n > 0; n--) {
      String type =
          List.of("index", "index", "create", "create", "update", "delete").get(random.nextInt(6));
      actions.add(new Action(type, "" + random.nextInt(ids), text()));
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

  @Test
  void oneFeederMarks() throws IOException {
    for (String replication : List.of("DOCUMENT", "SEGMENT")) {
      make(replication);
      oneFeeder("mark", BULKS);
    }
  }

  @Test
  void oneFeederFails() throws IOException {
    for (String replication : List.of("DOCUMENT", "SEGMENT")) {
      make(replication);
      oneFeeder("fail", BULKS);
    }
  }

  /** All that came is compared, also what is deleted or replaced by an update by then. */
  private void oneFeeder(String kind, int bulks) throws IOException {
    Map<String, Text> there = new HashMap<>();
    Map<String, Text> came = new HashMap<>();
    int near = 0;
    for (int n = 0; n < bulks; n++) {
      List<Action> actions = bulk(200);
      JsonNode items =
          rest.post("/duel/_bulk?refresh=true&pipeline=" + kind, lines(actions)).ok().get("items");
      assertEquals(actions.size(), items.size());
      Map<String, Text> before = Map.copyOf(there);
      Map<String, Boolean> marked = new HashMap<>();
      for (int i = 0; i < actions.size(); i++) {
        Action action = actions.get(i);
        JsonNode item = items.get(i).get(action.type);
        String shown = "bulk " + n + " item " + i + " " + action + ": " + items.get(i);
        assertEquals(action.id, item.get("_id").asText(), shown);
        boolean isNear = false;
        if (action.type.equals("index") || action.type.equals("create")) {
          isNear = isNear(action.id, action.text, before) || isNear(action.id, action.text, came);
          near += isNear ? 1 : 0;
          boolean fails = isNear && kind.equals("fail");
          assertEquals(fails, item.toString().contains("near-duplicate of document"), shown);
          if (!fails) {
            came.put(action.id, action.text);
          }
        }
        if (item.get("status").asInt() < 300) {
          if (action.type.equals("delete")) {
            there.remove(action.id);
            marked.remove(action.id);
          } else {
            there.put(action.id, action.text);
            if (!action.type.equals("update")) {
              marked.put(action.id, isNear);
            }
          }
        }
      }
      if (kind.equals("mark")) {
        for (Map.Entry<String, Boolean> mark : marked.entrySet()) {
          JsonNode source = rest.get("/duel/_doc/" + mark.getKey()).ok().get("_source");
          assertEquals(
              mark.getValue(), source.has("near_duplicate_of"), "bulk " + n + ": " + source);
        }
      }
    }
    assertTrue(near > bulks / 4, near + " near-duplicates");
    assertEquals(
        there.size(), rest.get("/duel/_count?preference=_primary").ok().get("count").asInt());
  }

  /** Every document has an id of its own; returns the texts of what is there. */
  private Map<String, Text> fourFeeders(int nodes) throws IOException {
    Map<String, Text> all = new TreeMap<>();
    for (int n = 0; n < BULKS / 4; n++) {
      List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
      for (int feeder = 0; feeder < 4; feeder++) {
        List<Action> actions = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
          Action action = new Action("create", "d" + all.size(), text());
          actions.add(action);
          all.put(action.id, action.text);
        }
        Rest node = nodes == 1 ? rest : cluster.rest(feeder % nodes);
        sent.add(node.begin("/duel/_bulk?pipeline=mark", lines(actions)));
      }
      for (CompletableFuture<HttpResponse<String>> answer : sent) {
        JsonNode body = Rest.answer(answer.join()).ok();
        assertEquals(false, body.get("errors").asBoolean(), body::toString);
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

  /** Of two that are near, the one that came later is marked, whichever that is. */
  @Test
  void fourFeedersThroughOneNode() throws IOException {
    make("DOCUMENT");
    Map<String, Text> all = fourFeeders(1);
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
    make("DOCUMENT");
    Map<String, Text> all = fourFeeders(3);
    assertEquals(all.keySet(), sources().keySet());
    String body = "{\"field\": \"near\", \"dry_run\": false}";
    for (int deleted = 1; deleted > 0; ) {
      deleted = rest.post("/_plugins/_simhash/duel/_sweep", body).ok().get("deleted").asInt();
    }
    Map<String, Text> left = new TreeMap<>(all);
    left.keySet().retainAll(sources().keySet());
    left.forEach((id, text) -> assertTrue(!isNear(id, text, left), () -> id + " is left"));
    all.forEach(
        (id, text) ->
            assertTrue(left.containsKey(id) || isNear(id, text, all), () -> id + " is lost"));
  }
}
