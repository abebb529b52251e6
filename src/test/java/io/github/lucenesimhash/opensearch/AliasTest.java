package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A table of what each request does through aliases with a filter, a routing, both, and neither. A
 * request shows and deletes no document that a search through the alias does not find.
 */
class AliasTest {

  private static final String INDEX = "/tenants";
  private static final String SAME = "The ferry from the island was late again on Monday morning";
  private static final Map<String, String> OTHER =
      Map.of(
          "a", "The council has voted for a new library in the old town",
          "B", "Rain is expected from the west until the end of next week");

  /** An alias, with its name, its definition, and the documents that it shows. */
  private record Alias(String name, String body, Set<String> shown) {}

  /** The aliases of an index of two tenants with equal texts; tenant B comes first by id. */
  private static final List<Alias> ALIASES =
      List.of(
          new Alias("whole", "{}", Set.of("a1", "a2", "a3", "B1", "B2", "B3")),
          new Alias(
              "filtered",
              "{\"filter\": {\"term\": {\"tenant\": \"a\"}}}",
              Set.of("a1", "a2", "a3")),
          new Alias("routed", "{\"routing\": \"a\"}", Set.of("a1", "a2", "a3")),
          new Alias(
              "tenant",
              "{\"routing\": \"a\", \"filter\": {\"term\": {\"tenant\": \"a\"}}}",
              Set.of("a1", "a2", "a3")));

  /** A request through an alias, which returns the documents that it shows, deletes or compares. */
  @FunctionalInterface
  private interface Row {
    Set<String> reached(AliasTest test, Alias alias) throws IOException;
  }

  /** A row of the table: the documents reached where all are shown, and where one tenant is. */
  private record Request(String what, Row row, Set<String> ofAll, Set<String> ofOne) {}

  private static final List<Request> REQUESTS =
      List.of(
          new Request(
              "_groups", AliasTest::groups, Set.of("a1", "a2", "B1", "B2"), Set.of("a1", "a2")),
          new Request(
              "_groups into", AliasTest::into, Set.of("a1", "a2", "B1", "B2"), Set.of("a1", "a2")),
          new Request("_sweep", AliasTest::sweep, Set.of("a1", "a2", "B2"), Set.of("a2")),
          new Request("simhash_dedup", AliasTest::offered, Set.of("a3", "B3"), Set.of("a3")),
          new Request(
              "nearest", AliasTest::nearest, Set.of("a1", "a2", "B1", "B2"), Set.of("a1", "a2")),
          new Request("like", AliasTest::like, Set.of("a2", "B1", "B2"), Set.of("a2")));

  private Rest rest;

  @TestFactory
  Stream<DynamicTest> table() throws IOException, InterruptedException {
    rest = Cluster.shared().rest(2);
    return REQUESTS.stream()
        .flatMap(
            request ->
                ALIASES.stream()
                    .map(
                        alias ->
                            DynamicTest.dynamicTest(
                                request.what() + " through " + alias.name(),
                                () -> check(request, alias))));
  }

  private void check(Request request, Alias alias) throws IOException {
    index();
    try {
      assertEquals(alias.shown(), ids("/" + alias.name()));
      Set<String> reached = request.row().reached(this, alias);
      assertEquals(alias.name().equals("whole") ? request.ofAll() : request.ofOne(), reached);
      assertTrue(alias.shown().containsAll(reached), reached::toString);
    } finally {
      rest.delete(INDEX);
      rest.delete("/found");
    }
  }

  private void index() throws IOException {
    StringBuilder aliases = new StringBuilder();
    for (Alias alias : ALIASES) {
      aliases.append(aliases.isEmpty() ? "" : ", ");
      aliases.append('"').append(alias.name()).append("\": ").append(alias.body());
    }
    rest.put(
            INDEX,
            """
            {"settings": {"number_of_shards": 5, "number_of_routing_shards": 5,
               "number_of_replicas": 0},
             "mappings": {"properties": {"tenant": {"type": "keyword"},
                "body": {"type": "text", "copy_to": "near"}, "near": {"type": "simhash"}}},
             "aliases": {%s}}
            """
                .replace("%s", aliases))
        .ok();
    StringBuilder bulk = new StringBuilder();
    for (String tenant : List.of("a", "B")) {
      for (int i = 1; i <= 3; i++) {
        bulk.append("{\"index\": {\"_id\": \"").append(tenant).append(i);
        bulk.append("\", \"routing\": \"").append(tenant).append("\"}}\n{\"tenant\": \"");
        bulk.append(tenant).append("\", \"body\": \"").append(i < 3 ? SAME : OTHER.get(tenant));
        bulk.append("\"}\n");
      }
    }
    JsonNode answer = rest.post(INDEX + "/_bulk?refresh=true", bulk.toString()).ok();
    assertFalse(answer.get("errors").asBoolean(), answer::toString);
  }

  private Set<String> ids(String index) throws IOException {
    return ids(index, "");
  }

  private Set<String> ids(String index, String more) throws IOException {
    Set<String> ids = new TreeSet<>();
    JsonNode hits =
        rest.post(index + "/_search", "{\"size\": 100" + more + "}").ok().get("hits").get("hits");
    hits.forEach(hit -> ids.add(hit.get("_id").asText()));
    return ids;
  }

  private JsonNode ask(Alias alias, String what, String more) throws IOException {
    String body = "{\"field\": \"near\", \"max_distance\": 3" + more + "}";
    return rest.post("/_plugins/_simhash/" + alias.name() + "/" + what, body).ok();
  }

  private Set<String> groups(Alias alias) throws IOException {
    Set<String> ids = new TreeSet<>();
    for (JsonNode item : ask(alias, "_groups", "").get("items")) {
      ids.add(item.get("kept").asText());
      item.get("members").forEach(member -> ids.add(member.get("_id").asText()));
    }
    return ids;
  }

  private Set<String> into(Alias alias) throws IOException {
    ask(alias, "_groups", ", \"into\": \"found\"");
    Set<String> ids = new TreeSet<>();
    for (JsonNode hit : rest.post("/found/_search", "{}").ok().get("hits").get("hits")) {
      JsonNode member = hit.get("_source");
      ids.add(member.get("kept").asText());
      ids.add(member.get("id").asText());
    }
    return ids;
  }

  private Set<String> sweep(Alias alias) throws IOException {
    Set<String> before = ids(INDEX);
    ask(alias, "_sweep", ", \"dry_run\": false");
    before.removeAll(ids(INDEX));
    return before;
  }

  /** Offers the third text of each tenant, and returns the ids of the documents near them. */
  private Set<String> offered(Alias alias) throws IOException {
    StringBuilder bulk = new StringBuilder();
    for (String text : OTHER.values()) {
      bulk.append("{\"index\": {\"routing\": \"a\"}}\n{\"tenant\": \"a\", \"body\": \"");
      bulk.append(text).append("\"}\n");
    }
    String options = ", \"field\": \"near\", \"max_distance\": 3";
    JsonNode answer = rest.offer("/" + alias.name(), options, bulk.toString());
    Set<String> ids = new TreeSet<>();
    answer.findValues("near_id").forEach(id -> ids.add(id.asText()));
    return ids;
  }

  private Set<String> nearest(Alias alias) throws IOException {
    return found(alias, "\"text\": \"" + SAME + "\", \"nearest\": 2");
  }

  private Set<String> like(Alias alias) throws IOException {
    String like = "{\"_index\": \"" + alias.name() + "\", \"_id\": \"a1\", \"routing\": \"a\"}";
    return found(alias, "\"max_distance\": 3, \"like\": " + like);
  }

  private Set<String> found(Alias alias, String query) throws IOException {
    return ids(
        "/" + alias.name(), ", \"query\": {\"simhash\": {\"field\": \"near\", " + query + "}}");
  }
}
