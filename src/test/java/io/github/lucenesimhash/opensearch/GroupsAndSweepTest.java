package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that groups over three shards equal brute force, and a sweep leaves no near-duplicate. */
class GroupsAndSweepTest extends IndexTest {

  private static final String INDEX = "/groups";
  private static final String REQUEST = "/_plugins/_simhash" + INDEX;
  private static final int DOCUMENTS = 600;
  private static final int MAX_DISTANCE = 7;

  private final Random random = new Random(2016);
  private final List<Doc> documents = new ArrayList<>();

  private record Doc(String id, long fingerprint, int day) {}

  GroupsAndSweepTest() {
    super(
        INDEX,
        1,
        """
        {"settings": {"number_of_shards": 3, "number_of_replicas": 1},
         "mappings": {"properties": {"near": {"type": "simhash"}, "day": {"type": "integer"},
            "body": {"type": "text"}}}}
        """);
  }

  @BeforeEach
  void index() throws IOException, InterruptedException {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      long fingerprint = random.nextLong();
      if (i > 0 && random.nextInt(3) == 0) {
        long earlier = documents.get(random.nextInt(i)).fingerprint();
        fingerprint = RandomFingerprints.flip(random, earlier, random.nextInt(6));
      }
      Doc doc = new Doc("d" + i, fingerprint, random.nextInt(100));
      documents.add(doc);
      bulk.append("{\"index\": {\"_id\": \"").append(doc.id()).append('"');
      bulk.append(i % 7 == 0 ? ", \"routing\": \"r" + i % 5 + "\"}}\n" : "}}\n");
      bulk.append("{\"near\": \"")
          .append(Fingerprint.of(fingerprint).toString())
          .append("\", \"day\": ");
      bulk.append(doc.day()).append("}\n");
    }
    bulk.append("{\"index\": {}}\n{\"day\": 1}\n");
    assertFalse(rest.post(INDEX + "/_bulk", bulk.toString()).ok().get("errors").asBoolean());
  }

  @AfterEach
  void delete() throws IOException {
    if (rest != null) {
      rest.delete("/found");
    }
  }

  /** Returns the kept documents and their members, with distances, as brute force finds them. */
  private Map<String, Map<String, Integer>> stars(Comparator<Doc> order) {
    Map<String, Map<String, Integer>> stars = new TreeMap<>();
    BruteForce.of(documents.stream().map(Doc::fingerprint).toList())
        .stars(
            MAX_DISTANCE,
            Comparator.comparing(documents::get, order.thenComparing(Doc::id)),
            (kept, other) -> true)
        .forEach(
            (kept, near) -> {
              Map<String, Integer> members = new TreeMap<>();
              near.forEach((other, distance) -> members.put(documents.get(other).id(), distance));
              if (!members.isEmpty()) {
                stars.put(documents.get(kept).id(), members);
              }
            });
    return stars;
  }

  private static int members(Map<String, Map<String, Integer>> stars) {
    return stars.values().stream().mapToInt(Map::size).sum();
  }

  private static String body(String more) {
    return "{\"field\": \"near\", \"max_distance\": " + MAX_DISTANCE + ", " + more + "}";
  }

  private JsonNode ask(String what, String more) throws IOException {
    return rest.post(REQUEST + what, body(more)).ok();
  }

  @Test
  void groupsAreTheStarsOfBruteForce() throws IOException {
    Comparator<Doc> byId = Comparator.comparing(Doc::id);
    assertEquals(stars(byId), listed(ask("/_groups", "\"size\": 10000")));
    Comparator<Doc> newest = Comparator.comparingInt(doc -> -doc.day());
    Map<String, Map<String, Integer>> expected = stars(newest);
    String more = "\"keep_by\": \"day\", \"order\": \"desc\", \"size\": ";
    assertEquals(expected, listed(ask("/_groups", more + 10_000)));
    JsonNode written = ask("/_groups", more + "1, \"into\": \"found\"");
    assertEquals(1, written.get("items").size());
    assertEquals(DOCUMENTS, written.get("documents").asInt());
    assertEquals(expected.size(), written.get("groups").asInt());
    assertEquals(members(expected), written.get("near_duplicates").asInt());
    Map<String, Map<String, Integer>> into = new TreeMap<>();
    for (JsonNode hit :
        rest.post("/found/_search", "{\"size\": 10000}").ok().get("hits").get("hits")) {
      JsonNode member = hit.get("_source");
      into.computeIfAbsent(member.get("kept").asText(), kept -> new TreeMap<>())
          .put(member.get("id").asText(), member.get("distance").asInt());
    }
    assertEquals(expected, into);
    JsonNode mappings = rest.get("/found/_mapping").ok().get("found").get("mappings");
    assertFalse(mappings.toString().contains("unfinished"), mappings::toString);
    rest.post(REQUEST + "/_groups", body("\"into\": \"found\"")).refused("exists already");
  }

  /** An unfinished index of groups, left by a node that died, is not taken for a complete one. */
  @Test
  void unfinishedGroupsAreToldOf() throws IOException {
    rest.put("/found", "{\"mappings\": {\"_meta\": {\"unfinished_groups_of_task\": \"n:7\"}}}")
        .ok();
    rest.post(REQUEST + "/_groups", body("\"into\": \"found\""))
        .refused("task [n:7] has not finished", "[GET _tasks/n:7]", "delete [found] and try again");
    rest.delete("/found").ok();
    ask("/_groups", "\"into\": \"found\"");
    String dated = ask("/_groups", "\"into\": \"<found-{now/d}>\"").get("into").asText();
    assertTrue(dated.matches("found-[0-9.]+"), dated);
    rest.delete("/" + dated).ok();
  }

  /** The choice of the kept document is checked before a request runs, even without groups. */
  @Test
  void whatIsKeptIsChecked() throws IOException {
    for (String request : List.of("/_groups", "/_sweep")) {
      for (String[] wrong :
          new String[][] {
            {"\"keep_by\": \"dya\"", "keep_by is [dya], which is not in the mapping", "doc values"},
            {"\"keep_by\": \"_score\", \"order\": \"desc\"", "keep_by is [_score], which is not"},
            {"\"keep_by\": \"body\"", "keep_by is [body], which is of type [text]"},
            {"\"order\": \"desc\"", "order is [desc], expected [keep_by] with it"},
            {"\"keep_by\": \"day\", \"order\": \"newest\"", "order is [newest], expected [asc]"}
          }) {
        rest.post(REQUEST + request, body(wrong[0]))
            .refused(Arrays.copyOfRange(wrong, 1, wrong.length));
      }
    }
  }

  /** A sweep that could not delete has the status of the failure that prevented it. */
  @Test
  void deletesThatFailAreNoSuccess() throws IOException {
    rest.put(INDEX + "/_settings", "{\"index.blocks.write\": true}").ok();
    Rest.Answer answer = rest.post(REQUEST + "/_sweep", body("\"dry_run\": false"));
    assertEquals(403, answer.status(), answer::toString);
    assertEquals(0, answer.body().get("deleted").asInt(), answer::toString);
    assertEquals(
        answer.body().get("near_duplicates"), answer.body().get("failed"), answer::toString);
    assertTrue(answer.body().get("first_failure").asText().contains("blocked"), answer::toString);
  }

  /** A search pipeline that folds near-duplicates hides no documents from groups and sweeps. */
  @Test
  void searchPipelinesAreLeftOut() throws IOException {
    String pipeline = "/_search/pipeline/fold";
    rest.put(
            pipeline,
            """
            {"request_processors": [{"simhash_collapse": {"field": "near"}}],
             "response_processors": [{"simhash_collapse": {}}]}
            """)
        .ok();
    try {
      rest.put(INDEX + "/_settings", "{\"index.search.default_pipeline\": \"fold\"}").ok();
      JsonNode groups = ask("/_groups", "\"size\": 10000");
      assertEquals(stars(Comparator.comparing(Doc::id)), listed(groups));
      String like = "{\"like\": {\"_index\": \"groups\", \"_id\": \"d1\"}, \"field\": \"near\"}";
      rest.post(INDEX + "/_search", "{\"query\": {\"simhash\": " + like + "}}").ok();
    } finally {
      rest.put(INDEX + "/_settings", "{\"index.search.default_pipeline\": null}").ok();
      rest.delete(pipeline).ok();
    }
  }

  private static Map<String, Map<String, Integer>> listed(JsonNode answer) {
    Map<String, Map<String, Integer>> groups = new TreeMap<>();
    for (JsonNode item : answer.get("items")) {
      Map<String, Integer> members = new TreeMap<>();
      for (JsonNode member : item.get("members")) {
        members.put(member.get("_id").asText(), member.get("distance").asInt());
      }
      assertEquals(members.size(), item.get("near_duplicates").asInt());
      groups.put(item.get("kept").asText(), members);
    }
    return groups;
  }

  @Test
  void sweepLeavesNoNearDuplicate() throws IOException {
    Map<String, Map<String, Integer>> expected = stars(Comparator.comparingInt(Doc::day));
    JsonNode dry = ask("/_sweep", "\"keep_by\": \"day\"");
    assertEquals(members(expected), dry.get("near_duplicates").asInt());
    assertTrue(dry.get("dry_run").asBoolean() && !dry.has("deleted"), dry::toString);
    assertEquals(DOCUMENTS + 1, count());
    JsonNode swept = ask("/_sweep", "\"keep_by\": \"day\", \"dry_run\": false");
    assertEquals(members(expected), swept.get("deleted").asInt());
    assertEquals(0, swept.get("changed").asInt() + swept.get("failed").asInt());
    assertEquals(DOCUMENTS + 1 - members(expected), count());
    Map<String, Long> left = new TreeMap<>();
    for (JsonNode hit :
        rest.post(
                INDEX + "/_search",
                "{\"size\": 10000, \"query\": {\"exists\": {\"field\": \"near\"}}}")
            .ok()
            .get("hits")
            .get("hits")) {
      left.put(
          hit.get("_id").asText(),
          Fingerprint.parse(hit.get("_source").get("near").asText()).lane(0));
    }
    assertTrue(left.keySet().containsAll(expected.keySet()));
    assertTrue(BruteForce.of(left.values()).areApart(MAX_DISTANCE));
    assertEquals(0, ask("/_sweep", "\"keep_by\": \"day\"").get("near_duplicates").asInt());
  }

  private int count() throws IOException {
    return rest.get(INDEX + "/_count").ok().get("count").asInt();
  }

  @Test
  void runsAsATaskThatCanBeCancelled() throws IOException, InterruptedException {
    String path = REQUEST + "/_groups?wait_for_completion=false";
    String task = rest.post(path, body("\"size\": 0")).ok().get("task").asText();
    JsonNode done = rest.get("/_tasks/" + task + "?wait_for_completion=true&timeout=60s").ok();
    assertTrue(done.get("completed").asBoolean());
    assertEquals(DOCUMENTS, done.get("response").get("documents").asInt(), done::toString);
    rest.put(INDEX + "/_settings", "{\"index.max_result_window\": 1}").ok(); // many pages
    String slow = rest.post(path, body("\"size\": 0")).ok().get("task").asText();
    JsonNode status = rest.get("/_tasks/" + slow).ok();
    while (!status.get("task").get("status").get("phase").asText().equals("reading")) {
      assertFalse(status.get("completed").asBoolean(), status::toString);
      status = rest.get("/_tasks/" + slow).ok();
    }
    assertEquals(DOCUMENTS, status.get("task").get("status").get("total").asInt());
    cluster.rest(0).post("/_tasks/" + slow + "/_cancel", "").ok();
    JsonNode ended = rest.get("/_tasks/" + slow + "?wait_for_completion=true&timeout=60s").ok();
    assertTrue(ended.get("error").toString().contains("cancelled"), ended::toString);
  }

  /** A node works on one request while 16 wait, and refuses the next. */
  @Test
  void requestsWaitForTheirTurn() throws IOException {
    rest.put(INDEX + "/_settings", "{\"index.max_result_window\": 1}").ok(); // many pages
    String path = REQUEST + "/_groups?wait_for_completion=false";
    List<String> tasks = new ArrayList<>();
    for (int i = 0; i < 17; i++) {
      tasks.add("/_tasks/" + rest.post(path, body("\"size\": 0")).ok().get("task").asText());
    }
    Rest.Answer refused = rest.post(REQUEST + "/_groups", body("\"size\": 0"));
    assertEquals(429, refused.status(), refused::toString);
    for (String task : tasks) {
      rest.post(task + "/_cancel", "").ok();
    }
    for (String task : tasks) {
      JsonNode ended = rest.get(task + "?wait_for_completion=true&timeout=60s").ok();
      assertTrue(ended.get("completed").asBoolean(), ended::toString);
    }
  }

  @Test
  void badRequests() throws IOException {
    rest.post(REQUEST + "/_groups", "{}").refused("[field] is missing");
    rest.post(REQUEST + "/_groups?wait_for_completion=false", "{}").refused("[field] is missing");
    rest.post(REQUEST + "/_sweep", "{\"field\": \"body\"}").refused("[text]", "[simhash]");
    rest.post(REQUEST + "/_sweep", "{\"field\": \"x\"}").refused("[x]", "not in the mapping");
    rest.post(REQUEST + "/_groups", body("\"size\": 10001")).refused("0 to 10000");
    rest.post(REQUEST + "/_groups", "{\"field\": \"near\", \"max_distance\": 65}")
        .refused("[65]", "0 to 64");
    rest.post(REQUEST + "/_groups", body("\"into\": \"groups\"")).refused("exists already");
    rest.post(REQUEST + "/_groups", body("\"dry_run\": true")).refused("dry_run");
    rest.post(REQUEST + "/_sweep", body("\"into\": \"found\"")).refused("into");
    rest.post(REQUEST + "/_groups", body("\"order\": \"up\"")).refused("up");
    rest.post(REQUEST + "/_groups", body("\"keep_by\": \"y\""))
        .refused("keep_by is [y], which is not in the mapping");
    rest.post(REQUEST + "/_groups", "").refused("body");
    rest.post("/_plugins/_simhash/nowhere/_groups", body("\"size\": 1"))
        .refused("no such index [nowhere]");
    rest.post("/_plugins/_simhash/nowhere*/_sweep", body("\"size\": 1")).refused("[nowhere*]");
    assertEquals(DOCUMENTS + 1, countAfterRefresh());
  }

  @Test
  void moreThanTheNodeCanHoldIsRefused() throws IOException {
    String limit = "{\"transient\": {\"indices.breaker.request.limit\": %s}}";
    rest.put("/_cluster/settings", limit.replace("%s", "\"50kb\"")).ok();
    try {
      Rest.Answer refused = rest.post(REQUEST + "/_groups", body("\"size\": 0"));
      assertEquals(429, refused.status(), refused::toString);
      refused.refused("near-duplicates of groups", "circuit_breaking_exception");
    } finally {
      rest.put("/_cluster/settings", limit.replace("%s", "null")).ok();
    }
    assertEquals(DOCUMENTS, ask("/_groups", "\"size\": 0").get("documents").asInt());
  }

  private int countAfterRefresh() throws IOException {
    rest.post(INDEX + "/_refresh", "").ok();
    return count();
  }
}
