package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.testing.Rounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the promises of the ingest processor {@code simhash_dedup} on a cluster. */
class DedupProcessorTest extends IndexTest {

  private static final String INDEX = "/mails";
  static final String FERRY =
      "The ferry from the island was late again on Monday, and nobody at the harbour could say why"
          + " it had left the mainland an hour after its time";
  static final String FERRIES = FERRY.replace("Monday,", "Monday evening,");
  static final String OTHER =
      "The council has voted for a new library, which is to open in the spring of next year";

  DedupProcessorTest() {
    super(
        INDEX,
        1,
        """
        {"settings": {"number_of_shards": 2, "number_of_replicas": 1, "refresh_interval": "-1"},
         "mappings": {"properties": {"near": {"type": "simhash"},
            "tenant": {"type": "keyword"}, "body": {"type": "text", "copy_to": "near"}}}}
        """);
  }

  @BeforeEach
  void createPipelines() throws IOException {
    pipeline("mark", "");
    pipeline("fail", ", \"on_duplicate\": \"fail\"");
    pipeline("tenants", ", \"tenant_field\": \"tenant\"");
    pipeline("alike", ", \"verify\": false, \"max_distance\": 64");
  }

  private void pipeline(String name, String options) throws IOException {
    String body = "{\"processors\": [{\"simhash_dedup\": {\"field\": \"near\"" + options + "}}]}";
    rest.put("/_ingest/pipeline/" + name, body).ok();
  }

  @AfterEach
  void deletePipelines() throws IOException {
    for (String name : List.of("mark", "fail", "tenants", "alike", "refreshing")) {
      rest.delete("/_ingest/pipeline/" + name);
    }
  }

  private static String line(String id, String body) throws IOException {
    String action = id == null ? "" : "\"_id\": \"" + id + "\"";
    return "{\"index\": {" + action + "}}\n{\"body\": " + Rest.quoted(body) + "}\n";
  }

  private JsonNode bulk(String pipeline, String... lines) throws IOException {
    String path = INDEX + "/_bulk?pipeline=" + pipeline;
    return rest.post(path, String.join("", lines)).ok();
  }

  private JsonNode mark(String id) throws IOException {
    return rest.get(INDEX + "/_doc/" + id).ok().at("/_source/near_duplicate_of");
  }

  private static List<Integer> statuses(JsonNode answer) {
    List<Integer> statuses = new ArrayList<>();
    answer.get("items").forEach(item -> statuses.add(item.iterator().next().get("status").asInt()));
    return statuses;
  }

  private static List<String> sorted(JsonNode ids) {
    List<String> sorted = new ArrayList<>();
    ids.forEach(id -> sorted.add(id.toString()));
    sorted.sort(null);
    return sorted;
  }

  /**
   * A near-duplicate is found within one request, by the memory of a node, and by the search of
   * another node.
   */
  @Test
  void marksWhatIsNear() throws IOException {
    JsonNode first = bulk("mark", line("1", FERRY), line("2", FERRIES), line("3", OTHER));
    assertEquals(List.of(201, 201, 201), statuses(first), first::toString);
    assertTrue(mark("1").isMissingNode());
    assertTrue(mark("3").isMissingNode());
    assertEquals("[\"1\"]", mark("2").get("ids").toString());
    assertEquals("verified", mark("2").get("how").asText());
    assertTrue(mark("2").get("distance").asInt() > 0);
    rest.put(INDEX + "/_doc/4?pipeline=mark", "{\"body\": " + Rest.quoted(OTHER) + "}").ok();
    assertEquals("[\"3\"]", mark("4").get("ids").toString());
    rest.post(INDEX + "/_refresh", "").ok();
    cluster
        .rest(2)
        .post(INDEX + "/_bulk?pipeline=mark", line("5", OTHER) + line("1", FERRIES))
        .ok();
    assertEquals("[\"3\",\"4\"]", sorted(mark("5").get("ids")).toString().replace(" ", ""));
    assertEquals("[\"2\"]", mark("1").get("ids").toString()); // a document is not near itself
    rest.post(INDEX + "/_refresh", "").ok();
    String exists = "{\"query\": {\"exists\": {\"field\": \"near_duplicate_of\"}}}";
    assertEquals(4, rest.post(INDEX + "/_count", exists).ok().get("count").asInt());
  }

  /** A mark that a client sends is discarded. */
  @Test
  void aMarkIsMadeAnew() throws IOException {
    String sent =
        "{\"body\": " + Rest.quoted(OTHER) + ", \"near_duplicate_of\": {\"ids\": [\"x\"]}}";
    rest.put(INDEX + "/_doc/1?pipeline=mark", sent).ok();
    assertTrue(mark("1").isMissingNode());
  }

  @Test
  void failsWhatIsNearInOrder() throws IOException {
    JsonNode answer =
        bulk(
            "fail",
            line("1", FERRY),
            line("2", FERRIES),
            line("3", OTHER),
            line(null, OTHER),
            line("5", "A text of its own about mountains and the rivers that come from them"));
    assertEquals(List.of(201, 409, 201, 409, 201), statuses(answer), answer::toString);
    JsonNode second = answer.get("items").get(1).get("index");
    assertEquals("2", second.get("_id").asText());
    assertTrue(second.at("/error").toString().contains("near-duplicate of document [1]"));
    assertTrue(second.at("/error").toString().contains("\"near_id\":\"1\""), second::toString);
    assertEquals("5", answer.get("items").get(4).get("index").get("_id").asText());
    assertEquals(404, rest.get(INDEX + "/_doc/2").status());
    // an update that is refused changes nothing
    rest.put(INDEX + "/_doc/3?pipeline=fail", "{\"body\": " + Rest.quoted(FERRY) + "}")
        .refused("near-duplicate of document [1]");
    assertEquals(OTHER, rest.get(INDEX + "/_doc/3").ok().at("/_source/body").asText());
  }

  @Test
  void tenantsAreApart() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String tenant : List.of("a", "b", "a")) {
      lines.append("{\"index\": {\"_id\": \"" + lines.length() + "\"}}\n{\"tenant\": \"");
      lines.append(tenant + "\", \"body\": " + Rest.quoted(FERRY) + "}\n");
    }
    JsonNode answer = bulk("tenants", lines.toString());
    List<Boolean> marked = new ArrayList<>();
    for (JsonNode item : answer.get("items")) {
      marked.add(!mark(item.get("index").get("_id").asText()).isMissingNode());
    }
    assertEquals(List.of(false, false, true), marked);
    bulk("tenants", line("none", FERRY)); // the document has no tenant
    assertEquals("unchecked", mark("none").get("how").asText());
    assertTrue(mark("none").get("reason").asText().contains("tenant_field [tenant]"));
  }

  @Test
  void whatIsNotComparedSaysSo() throws IOException {
    rest.put(INDEX + "/_settings", "{\"index.blocks.read\": true}").ok();
    assertEquals(List.of(201), statuses(bulk("mark", line("1", FERRY))));
    JsonNode failed = bulk("fail", line("2", OTHER), line("3", OTHER));
    assertEquals(List.of(403, 403), statuses(failed), failed::toString);
    rest.put(INDEX + "/_settings", "{\"index.blocks.read\": null}").ok();
    assertEquals("unchecked", mark("1").get("how").asText());
    rest.put("/unmade/_doc/1?pipeline=mark", "{\"body\": \"a\"}").ok();
    JsonNode unmade = rest.get("/unmade/_doc/1").ok();
    rest.delete("/unmade");
    assertEquals("unchecked", unmade.at("/_source/near_duplicate_of/how").asText());
  }

  /** Recent documents are compared with each other even where no search is possible. */
  @Test
  void whatCameLatelyIsComparedWithoutASearch() throws IOException {
    pipeline("refreshing", ", \"refresh\": true");
    Rest user = rest.as("actions=indices:data/*,indices:admin/mapping*"); // may not refresh
    String lines = line("1", FERRY) + line("2", FERRIES) + line("3", OTHER);
    user.post(INDEX + "/_bulk?pipeline=refreshing", lines).ok();
    assertEquals("unchecked", mark("1").get("how").asText());
    assertEquals("[\"1\"]", mark("2").path("ids").toString());
    assertEquals("unchecked", mark("3").get("how").asText());
    bulk("mark", line("4", OTHER));
    assertEquals("[\"3\"]", mark("4").path("ids").toString());
  }

  /** Mails that differ in a number are not marked. {@code -Dtests.multiplier=2} sends 10,000. */
  @Test
  void templates() throws IOException {
    StringBuilder lines = new StringBuilder();
    int mails = Rounds.of(2_000, 5_000);
    for (int i = 0; i < mails; i++) {
      lines.append(
          line(
              "t" + i,
              "Dear customer, your order "
                  + (100000 + i)
                  + " was sent today"
                  + " and will be with you within three days, if nobody is at home it goes to a neighbour"));
      if (i % 500 == 499) {
        bulk("mark", lines.toString());
        lines.setLength(0);
      }
    }
    rest.post(INDEX + "/_refresh", "").ok();
    String exists = "{\"query\": {\"exists\": {\"field\": \"near_duplicate_of\"}}}";
    assertEquals(0, rest.post(INDEX + "/_count", exists).ok().get("count").asInt());
    assertEquals(mails, rest.get(INDEX + "/_count").ok().get("count").asInt());
  }

  @Test
  void wrongOptionsAreRefused() throws IOException {
    String path = "/_ingest/pipeline/wrong";
    String processor = "{\"processors\": [{\"simhash_dedup\": {%s}}]}";
    for (String[] wrong :
        new String[][] {
          {"\"refresh\": true", "[field] required property is missing"},
          {"\"field\": \"near\", \"on_duplicate\": \"drop\"", "[drop], expected [mark] or [fail]"},
          {"\"field\": \"near\", \"max_distance\": 300", "max_distance is [300]"},
          {"\"field\": \"near\", \"distance\": 3", "distance"}
        }) {
      rest.put(path, processor.replace("%s", wrong[0])).refused(wrong[1]);
    }
  }
}
