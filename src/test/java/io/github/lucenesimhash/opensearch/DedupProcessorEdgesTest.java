package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests requests, mappings and pipelines that the ingest processor {@code simhash_dedup} might not
 * expect.
 */
class DedupProcessorEdgesTest extends IndexTest {

  private static final String INDEX = "/edges";
  private static final String FERRY = DedupProcessorTest.FERRY;
  private static final String FERRIES = DedupProcessorTest.FERRIES;
  private static final String OTHER = DedupProcessorTest.OTHER;
  private static final String PROPERTIES =
      "\"properties\": {\"near\": {\"type\": \"simhash\"}, \"tenant\": {\"type\": \"keyword\"},"
          + " \"body\": {\"type\": \"text\", \"copy_to\": \"near\"}}";

  DedupProcessorEdgesTest() {
    super(INDEX, 1, null);
  }

  @BeforeEach
  void createPipelines() throws IOException {
    pipeline("mark", "", "");
    pipeline("fail", "", ", \"on_duplicate\": \"fail\"");
  }

  @AfterEach
  void deletePipelines() throws IOException {
    for (String name : List.of("mark", "fail", "set", "outer", "tenants")) {
      rest.delete("/_ingest/pipeline/" + name);
    }
  }

  private void pipeline(String name, String before, String options) throws IOException {
    String own = "{\"simhash_dedup\": {\"field\": \"near\"" + options + "}}";
    rest.put("/_ingest/pipeline/" + name, "{\"processors\": [" + before + own + "]}").ok();
  }

  /** Creates an index anew, whose documents are not searchable before a requested refresh. */
  private void make(String index, String settings, String mapping, String more) throws IOException {
    rest.delete(index);
    rest.put(
            index,
            "{\"settings\": {\"number_of_shards\": 2, \"number_of_replicas\": 0,"
                + " \"refresh_interval\": \"-1\""
                + settings
                + "}, \"mappings\": {"
                + mapping
                + PROPERTIES
                + "}"
                + more
                + "}")
        .ok();
  }

  private static String body(String text) throws IOException {
    return "{\"body\": " + Rest.quoted(text) + "}";
  }

  private static String line(String id, String text) throws IOException {
    return "{\"index\": {\"_id\": \"" + id + "\"}}\n" + body(text) + "\n";
  }

  private static String upsert(String id, String text) throws IOException {
    String head = "{\"update\": {\"_id\": \"" + id + "\"}}\n";
    return head + "{\"doc\": " + body(text) + ", \"doc_as_upsert\": true}\n";
  }

  private JsonNode bulk(String pipeline, String... lines) throws IOException {
    return rest.post(INDEX + "/_bulk?pipeline=" + pipeline, String.join("", lines)).ok();
  }

  private static List<Integer> statuses(JsonNode answer) {
    List<Integer> statuses = new ArrayList<>();
    answer.get("items").forEach(item -> statuses.add(item.iterator().next().get("status").asInt()));
    return statuses;
  }

  private JsonNode mark(String path) throws IOException {
    return rest.get(path).ok().at("/_source/near_duplicate_of");
  }

  /** An upsert is not near itself, although the core sets its id only after the pipeline. */
  @Test
  void anUpsertIsNotNearItself() throws IOException {
    for (String pipeline : List.of("mark", "fail")) {
      make(INDEX, ", \"index.default_pipeline\": \"" + pipeline + "\"", "", "");
      rest.put(INDEX + "/_doc/1?refresh=true", body(FERRY)).ok();
      String scripted =
          "{\"update\": {\"_id\": \"1\"}}\n{\"script\": \"none\", \"upsert\": "
              + body(FERRY)
              + "}\n";
      String lines =
          upsert("1", FERRY) + upsert("2", OTHER) + upsert("2", OTHER) + upsert("3", FERRIES);
      JsonNode answer = rest.post(INDEX + "/_bulk", lines + scripted).ok();
      boolean fails = pipeline.equals("fail");
      assertEquals(
          List.of(200, 201, 200, fails ? 409 : 201),
          statuses(answer).subList(0, 4),
          answer::toString);
      assertEquals(fails ? 1 : 0, Rest.near(answer).size(), answer::toString);
      for (String id : List.of("1", "2")) {
        assertTrue(mark(INDEX + "/_doc/" + id).isMissingNode(), id + " is marked");
      }
    }
  }

  @Test
  void aMarkOfDottedNamesIsRemoved() throws IOException {
    make(INDEX, "", "", "");
    String sent = body(FERRY).replace("}", ", \"near_duplicate_of.ids\": [\"x\"]}");
    rest.put(INDEX + "/_doc/1?pipeline=mark&refresh=true", sent).ok();
    String exists = "{\"query\": {\"exists\": {\"field\": \"near_duplicate_of.ids\"}}}";
    assertEquals(0, rest.post(INDEX + "/_count", exists).ok().get("count").asInt());
  }

  /** A mark is mapped, so that it fails no document where a dynamic mapping would. */
  @Test
  void theMarkIsMapped() throws IOException {
    make(INDEX, "", "\"dynamic\": \"strict\", ", "");
    JsonNode strict = bulk("mark", line("1", FERRY), line("2", FERRIES));
    assertEquals(List.of(201, 201), statuses(strict), strict::toString);
    assertEquals("[\"1\"]", mark(INDEX + "/_doc/2").get("ids").toString());
    make(INDEX, "", "", "");
    JsonNode date = bulk("mark", line("2026-11-29", FERRY), line("x", FERRIES));
    assertEquals(List.of(201, 201), statuses(date), date::toString);
    JsonNode other = bulk("mark", line("y", OTHER), line("z", OTHER));
    assertEquals(List.of(201, 201), statuses(other), other::toString);
  }

  @Test
  void theIdIsThatOfTheNearest() throws IOException {
    make(INDEX, "", "", "");
    rest.put(INDEX + "/_doc/a?pipeline=mark&refresh=true", body(FERRY)).ok();
    rest.put(INDEX + "/_doc/b?pipeline=mark", body(FERRIES)).ok();
    JsonNode failed = bulk("fail", line("c", FERRIES)).at("/items/0/index/error");
    assertEquals("near-duplicate of document [b], [0] bits away", failed.get("reason").asText());
    assertEquals("b", failed.get("near_id").asText());
    JsonNode none =
        bulk(
            "fail", "{\"index\": {}}\n" + body(OTHER) + "\n{\"index\": {}}\n" + body(OTHER) + "\n");
    assertTrue(none.toString().contains("near-duplicate of a recent document"), none::toString);
  }

  /** In a request with more documents than the node remembers, the last is still near the first. */
  @Test
  void aRequestLargerThanTheMemory() throws IOException {
    make(INDEX, "", "", "");
    Random random = new Random(59);
    StringBuilder lines = new StringBuilder(line("first", FERRY));
    for (int i = 0; i < 41_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int word = 0; word < 8; word++) {
        text.append(Integer.toString(random.nextInt(Integer.MAX_VALUE), 36)).append(' ');
      }
      lines.append(line("" + i, text.toString()));
    }
    JsonNode answer = bulk("mark", lines.toString(), line("last", FERRY));
    assertEquals(false, answer.get("errors").asBoolean());
    assertEquals("first", mark(INDEX + "/_doc/last").at("/ids/0").asText());
  }

  /** Metadata that the core cannot read fails its document, and does not block the request. */
  @Test
  void wrongMetadataIsAnswered() throws Exception {
    make(INDEX, "", "", "");
    for (String wrong : List.of("_id\", \"value\": 5", "_version\", \"value\": null")) {
      String set = "{\"guard_set\": {\"field\": \"" + wrong + "}}";
      pipeline("set", set + ", ", "");
      assertFailed(400, line("1", FERRY));
      assertFailed(400, line("1", FERRY) + line("2", OTHER));
      String own = "{\"simhash_dedup\": {\"field\": \"near\"}}, ";
      rest.put("/_ingest/pipeline/set", "{\"processors\": [" + own + set + "]}").ok();
      assertFailed(500, line("1", FERRY));
    }
    make(INDEX, "", "", "");
    pipeline(
        "set",
        "{\"guard_set\": {\"field\": \"_id\", \"value\": 5}}, ",
        ", \"on_duplicate\": \"fail\"");
    assertFailed(400, line("1", FERRY));
    assertEquals(List.of(201), statuses(bulk("fail", line("2", FERRY))));
  }

  private void assertFailed(int expected, String lines) throws Exception {
    CompletableFuture<HttpResponse<String>> sent = rest.begin(INDEX + "/_bulk?pipeline=set", lines);
    JsonNode answer = Rest.answer(sent.get(20, TimeUnit.SECONDS)).ok();
    statuses(answer).forEach(status -> assertEquals(expected, status, answer::toString));
  }

  /** All documents of a nested pipeline are compared, though they come singly at the same time. */
  @Test
  void aNestedPipelineComparesAll() throws IOException {
    make(INDEX, "", "", "");
    rest.put(
            "/_ingest/pipeline/outer",
            "{\"processors\": [{\"guard_each\": {\"field\": \"near\"}}]}")
        .ok();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      lines.append(line("" + i, "k" + i / 2 + " l" + i / 2 + " m" + i / 2 + " n" + i / 2));
    }
    JsonNode answer = bulk("outer", lines.toString());
    assertEquals(false, answer.get("errors").asBoolean());
    rest.post(INDEX + "/_refresh", "").ok();
    String unchecked = "{\"query\": {\"match\": {\"near_duplicate_of.how\": \"unchecked\"}}}";
    assertEquals(0, rest.post(INDEX + "/_count", unchecked).ok().get("count").asInt());
    String near = "{\"query\": {\"exists\": {\"field\": \"near_duplicate_of.distance\"}}}";
    assertEquals(1_500, rest.post(INDEX + "/_count", near).ok().get("count").asInt());
  }

  @Test
  void aSmallResultWindow() throws IOException {
    make(INDEX, ", \"index.max_result_window\": 20", "", "");
    bulk("mark", line("1", FERRY), line("2", OTHER));
    assertTrue(mark(INDEX + "/_doc/1").isMissingNode());
    rest.post(INDEX + "/_refresh", "").ok();
    JsonNode other = cluster.rest(2).post(INDEX + "/_bulk?pipeline=mark", line("3", FERRIES)).ok();
    assertEquals(List.of(201), statuses(other));
    assertEquals("1", mark(INDEX + "/_doc/3").at("/ids/0").asText());
  }

  /** A document that came before a rollover is compared, although no search shows it yet. */
  @Test
  void aRolloverForgetsNothing() throws IOException {
    make("/edges-000001", "", "", ", \"aliases\": {\"edges\": {\"is_write_index\": true}}");
    rest.put(INDEX + "/_doc/1?pipeline=mark", body(FERRY)).ok();
    String same =
        "{\"settings\": {\"refresh_interval\": \"-1\", \"number_of_replicas\": 0},"
            + " \"mappings\": {"
            + PROPERTIES
            + "}}";
    rest.post(INDEX + "/_rollover", same).ok();
    rest.put(INDEX + "/_doc/2?pipeline=mark", body(FERRIES)).ok();
    JsonNode mark = mark("/edges-000002/_doc/2");
    rest.delete("/edges-000001,edges-000002");
    assertEquals("[\"1\"]", mark.path("ids").toString());
  }

  /** A mark names each id once, however many indexes behind an alias have it. */
  @Test
  void oneIdInManyIndexes() throws IOException {
    String alias = ", \"aliases\": {\"edges\": {}}";
    for (int i = 0; i < 12; i++) {
      make("/edges-many-" + i, "", "", alias);
      rest.put("/edges-many-" + i + "/_doc/same?refresh=true", body(FERRY)).ok();
    }
    rest.put("/edges-many-0/_doc/other?refresh=true", body(FERRIES)).ok();
    make("/edges-many", "", "", alias.replace("{}", "{\"is_write_index\": true}"));
    rest.put(INDEX + "/_doc/new?pipeline=mark", body(FERRY)).ok();
    JsonNode mark = mark("/edges-many/_doc/new");
    rest.delete("/edges-many*");
    assertEquals("[\"same\",\"other\"]", mark.path("ids").toString());
  }

  /** A document is not compared with recent documents that its alias does not show. */
  @Test
  void aliasesOfOtherDocuments() throws IOException {
    String now = "edges-" + java.time.LocalDate.now(java.time.ZoneOffset.UTC).getYear();
    make(
        INDEX,
        "",
        "",
        ", \"aliases\": {\"to-a\": {\"routing\": \"a\"}, \"to-b\": {\"routing\": \"b\"}, \""
            + now
            + "\": {\"filter\": {\"term\": {\"tenant\": \"c\"}}}}");
    rest.put("/to-a/_doc/1?pipeline=mark", body(FERRY)).ok();
    rest.put("/to-b/_doc/2?pipeline=mark", body(FERRY)).ok();
    assertTrue(mark("/to-b/_doc/2").isMissingNode());
    String dated = "/%3Cedges-%7Bnow%2Fd%7Byyyy%7D%7D%3E";
    rest.put(INDEX + "/_doc/3?pipeline=mark", body(OTHER)).ok();
    rest.put(dated + "/_doc/4?pipeline=mark", body(OTHER)).ok();
    assertTrue(mark(INDEX + "/_doc/4").isMissingNode(), () -> "near what the alias hides");
    rest.put(INDEX + "/_doc/5?pipeline=mark", body(OTHER)).ok();
    assertEquals("[\"3\"]", mark(INDEX + "/_doc/5").path("ids").toString());
  }

  /** Documents of 1,000 tenants are each compared with documents of their own tenant. */
  @Test
  void manyTenants() throws IOException {
    make(INDEX, "", "", "");
    pipeline("tenants", "", ", \"tenant_field\": \"tenant\"");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      String tenant = ", \"tenant\": \"t" + i % 1_000 + "\"}";
      lines.append(line("" + i, FERRY).replace("\"}\n", "\"" + tenant + "\n"));
    }
    JsonNode answer = bulk("tenants", lines.toString());
    assertEquals(false, answer.get("errors").asBoolean());
    rest.post(INDEX + "/_refresh", "").ok();
    String near = "{\"query\": {\"exists\": {\"field\": \"near_duplicate_of.distance\"}}}";
    assertEquals(1_000, rest.post(INDEX + "/_count", near).ok().get("count").asInt());
  }

  /** A search that fails leaves the documents of its own tenant unchecked, and compares others. */
  @Test
  void oneSearchOfManyFails() throws IOException {
    make(INDEX, "", "", "");
    pipeline("tenants", "", ", \"tenant_field\": \"tenant\"");
    List<String> tenants = List.of("first", "second", "third", "fourth");
    for (String tenant : tenants) {
      rest.put(INDEX + "/_doc/" + tenant, ofTenant(tenant)).ok();
    }
    rest.post(INDEX + "/_refresh", "").ok();
    StringBuilder lines = new StringBuilder();
    for (String tenant : tenants) {
      lines.append("{\"index\": {\"_id\": \"near-" + tenant + "\"}}\n" + ofTenant(tenant) + "\n");
    }
    rest.as("fails=second").post(INDEX + "/_bulk?pipeline=tenants", lines.toString()).ok();
    for (String tenant : tenants) {
      JsonNode mark = mark(INDEX + "/_doc/near-" + tenant);
      String expected = tenant.equals("second") ? "\"unchecked\"" : "[\"" + tenant + "\"]";
      String name = tenant.equals("second") ? "how" : "ids";
      assertEquals(expected, mark.path(name).toString(), () -> tenant + ": " + mark);
    }
  }

  private static String ofTenant(String tenant) throws IOException {
    return "{\"tenant\": \"" + tenant + "\", " + body(FERRY).substring(1);
  }
}
