package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * {@code _plugins/_simhash/INDEX/_bulk}: items that the index refuses, marks, aliases, verified
 * texts.
 */
class DedupBulkContractTest extends IndexTest {

  private static final String INDEX = "/contracted";
  private static final String BULK = "/_plugins/_simhash/contracted/_bulk?field=near";
  private static final String TEXT =
      "The harbour master has told the crews of all ferries to stay in port until the storm is"
          + " over";

  DedupBulkContractTest() {
    super(
        INDEX,
        1,
        """
        {"settings": {"number_of_shards": 3, "number_of_replicas": 0},
         "mappings": {"properties": {
            "near": {"type": "simhash"}, "tenant": {"type": "keyword"},
            "group": {"type": "keyword"}, "short": {"type": "alias", "path": "group"},
            "deep": {"properties": {"group": {"type": "keyword"},
                "inner": {"properties": {"group": {"type": "keyword"}}}}},
            "kept": {"type": "object", "enabled": false},
            "code": {"type": "keyword", "copy_to": ["near", "filled"]},
            "filled": {"type": "keyword"}, "title": {"type": "text",
                "fields": {"raw": {"type": "keyword"}}},
            "body": {"type": "text", "copy_to": "near"}}},
         "aliases": {
            "tenant_a": {"filter": {"term": {"tenant": "a"}}},
            "routed": {"index_routing": "r1", "search_routing": "r1"}}}
        """);
  }

  private static String line(String action, String id, String more) {
    return "{\"" + action + "\": {\"_id\": \"" + id + "\"" + more + "}}\n";
  }

  private static String near(String id, String fingerprint) {
    return near(id, fingerprint, "");
  }

  /** A document with a ready fingerprint. */
  private static String near(String id, String fingerprint, String more) {
    return line("index", id, "") + "{\"near\": \"" + fingerprint + "\"" + more + "}\n";
  }

  private static String body(String id, String text) throws IOException {
    return line("index", id, "") + "{\"body\": " + Rest.quoted(text) + "}\n";
  }

  private JsonNode item(String path, String bulk, int index) throws IOException {
    JsonNode item = rest.post(path, bulk).ok().get("items").get(index);
    return item.elements().next();
  }

  private String result(String path, String bulk) throws IOException {
    JsonNode item = item(path, bulk, 0);
    return item.has("result") ? item.get("result").asText() : item.get("status").asText();
  }

  @Test
  void itemsAreAnsweredAsTheIndexDoes() throws IOException {
    String source = "{\"near\": \"0f0f0f0f0f0f0f0f\"}\n";
    assertEquals(400, item(BULK, line("index", "", "") + source, 0).get("status").asInt());
    assertEquals("created", result(BULK, line("create", "1", "") + source));
    assertEquals("409", result(BULK, line("create", "1", "") + source));
    String conflict = line("index", "1", ", \"if_seq_no\": 7, \"if_primary_term\": 1");
    assertEquals("409", result(BULK, conflict + source));
    String external = line("index", "1", ", \"version\": 9, \"version_type\": \"external\"");
    assertEquals("updated", result(BULK, external + source));
    assertEquals("409", result(BULK, external.replace("9", "8") + source));
    String update = "{\"doc\": {\"near\": \"f0f0f0f0f0f0f0f0\"}}\n";
    assertEquals("updated", result(BULK, line("update", "1", "") + update));
    assertEquals("404", result(BULK, line("update", "2", "") + update));
    assertEquals("400", result(BULK + "&pipeline=none", near("3", "00000000ffffffff")));
    assertEquals("404", result(BULK + "&require_alias=true", near("3", "00000000ffffffff")));
    assertEquals("created", result(BULK + "&routing=x", near("3", "00000000ffffffff")));
    assertTrue(rest.get(INDEX + "/_doc/3?routing=x").ok().get("found").asBoolean());
    rest.post(BULK + "&timeout=0s", near("4", "0f0f0f0f0f0f0f0f")).refused("timeout is [0s]");
    rest.post(BULK + "&refresh=soon", near("4", "0f0f0f0f0f0f0f0f")).refused("[soon]");
  }

  @Test
  void aSourceThatIsNoObjectFailsAlone() throws IOException {
    for (String scope : List.of("", "&tenant_field=tenant")) {
      for (String wrong : List.of("hello", "", " ", "[1]", "7", "{", "{\"near\": ", "{}}")) {
        String bulk = line("index", "w", "") + wrong + "\n";
        String good = near("good", "0f0f0f0f0f0f0f0f", ", \"tenant\": \"a\"");
        String result = item(BULK + scope, bulk + good, 1).get("result").asText();
        assertTrue(List.of("created", "updated").contains(result), wrong + ": " + result);
        if (!wrong.equals("{}}")) {
          assertEquals("400", result(BULK + scope, bulk), wrong);
        }
      }
    }
  }

  @Test
  void renamedDocumentsStay() throws IOException {
    rest.post(BULK, near("old", "0f0f0f0f0f0f0f0f") + near("x", "f0f0f0f0f0f0f0f0")).ok();
    String renamed = line("delete", "old", "") + near("new", "0f0f0f0f0f0f0f0f");
    assertEquals("created", item(BULK, renamed, 1).get("result").asText());
    String back = near("old", "0f0f0f0f0f0f0f0f") + line("delete", "new", "");
    assertEquals("created", item(BULK, back, 0).get("result").asText());
    String moved = near("x", "00000000ffffffff") + near("y", "f0f0f0f0f0f0f0f0");
    assertEquals("created", item(BULK, moved, 1).get("result").asText());
    String failing = line("delete", "old", ", \"if_seq_no\": 99, \"if_primary_term\": 1");
    JsonNode stays = item(BULK, failing + near("new", "0f0f0f0f0f0f0f0f"), 1);
    assertEquals("old", stays.get("near").get("_id").asText());
  }

  @Test
  void marksTakeNoOtherField() throws IOException {
    String one = near("1", "0f0f0f0f0f0f0f0f");
    for (String[] bad :
        new String[][] {
          {"nowhere", "not in the mapping"},
          {"body", "of type [text]"},
          {"near", "of type [simhash]"},
          {"deep", "mapping"},
          {"short", "filled from [group]"},
          {"title.raw", "filled from [title]"},
          {"filled", "filled from [code, filled]"},
          {"code", "made of"}
        }) {
      rest.post(BULK + "&mark=" + bad[0], one).refused("mark is [" + bad[0] + "]", bad[1]);
    }
    rest.post(BULK, one).ok();
    String held = near("2", "0f0f0f0f0f0f0f0f", ", \"group\": \"mine\"");
    assertTrue(item(BULK + "&mark=group", held, 0).toString().contains("mark is [group]"));
    String nulled = near("2", "0f0f0f0f0f0f0f0f", ", \"group\": null");
    assertEquals("400", result(BULK + "&mark=group", nulled));
    for (String deep : new String[] {"\"deep.group\": 1", "\"deep\": {\"group\": 1}"}) {
      String bulk = near("2", "0f0f0f0f0f0f0f0f", ", " + deep);
      assertEquals("400", result(BULK + "&mark=deep.group", bulk));
    }
    assertEquals(404, rest.get(INDEX + "/_doc/2").status());
    String inside = near("3", "0f0f0f0f0f0f0f0f", ", \"deep\": {\"other\": 1}");
    String later = near("4", "0f0f0f0f0f0f0f0f");
    rest.post(BULK + "&mark=deep.group", inside + later).ok();
    JsonNode deep = rest.get(INDEX + "/_doc/3").ok().get("_source").get("deep");
    assertEquals("1", deep.get("group").asText());
    assertEquals("1", rest.get(INDEX + "/_doc/4").ok().get("_source").get("deep.group").asText());
  }

  @Test
  void aliasesHideDocuments() throws IOException {
    String b = ", \"tenant\": \"b\"";
    rest.post(BULK, near("secret-b", "0f0f0f0f0f0f0f0f", b)).ok();
    String tenant = BULK.replace("contracted", "tenant_a");
    String a = ", \"tenant\": \"a\"";
    JsonNode items =
        rest.post(
                tenant,
                near("hidden", "0f0f0f0f0f0f0f0f", b)
                    + near("a1", "0f0f0f0f0f0f0f0f", a)
                    + near("a2", "0f0f0f0f0f0f0f0f", a))
            .ok()
            .get("items");
    assertEquals("created", items.get(0).get("index").get("result").asText());
    assertEquals("created", items.get(1).get("index").get("result").asText());
    assertEquals("a1", items.get(2).get("index").get("near").get("_id").asText());
    assertFalse(items.toString().contains("secret"));
    assertEquals("near_duplicate", result(tenant, near("a3", "0f0f0f0f0f0f0f0f", a)));
    String routed = BULK.replace("contracted", "routed");
    for (int i = 0; i < 20; i++) { // some of them in other shards than [r1]
      rest.put(INDEX + "/_doc/r" + i, "{\"near\": \"" + (10 + i) + "ffffff00000000\"}").ok();
    }
    int created = 0;
    for (int i = 0; i < 20; i++) {
      String bulk = near("n" + i, (10 + i) + "ffffff00000000");
      created += result(routed + "&max_distance=0", bulk).equals("created") ? 1 : 0;
    }
    assertTrue(created > 0 && created < 20, created + " created");
    assertEquals("near_duplicate", result(routed, near("again", "10ffffff00000000")));
    rest.put("/second", "{\"aliases\": {\"routed\": {}}}").ok();
    try {
      rest.post(routed, near("z", "10ffffff00000000")).refused("more than one ind");
    } finally {
      rest.delete("/second");
    }
  }

  @Test
  void textsAreVerified() throws IOException {
    String later = TEXT + " and the wind has turned";
    JsonNode first = rest.post(BULK, body("1", TEXT)).ok();
    assertEquals(0.8, first.get("verified").asDouble());
    String far = "&max_distance=64";
    assertEquals("near_duplicate", result(BULK + far + "&verify=0.6", body("2", later)));
    assertEquals("created", result(BULK + far + "&verify=0.9", body("2", later)));
    assertEquals("created", result(BULK + far, body("3", "Quite another story of no ferry")));
    String swapped = body("2", "Nothing is said of it here") + body("4", later);
    assertEquals("created", item(BULK + far, swapped, 1).get("result").asText());
    JsonNode off = rest.post(BULK + far + "&verify=false", body("5", "No story")).ok();
    assertFalse(off.get("verified").asBoolean());
    assertEquals(1, off.get("near_duplicates").asInt());
    String title = ", \"title\": \"One title of several words\"";
    String named = BULK + "&verify_field=title";
    assertEquals("created", result(named, near("6", "0f0f0f0f0f0f0f0f", title)));
    String other = title.replace("One", "Another long");
    assertEquals("created", result(named, near("7", "0f0f0f0f0f0f0f0f", other)));
    assertEquals("near_duplicate", result(named, near("8", "0f0f0f0f0f0f0f0f", title)));
    JsonNode unverified = item(BULK, near("9", "0f0f0f0f0f0f0f0f"), 0);
    assertFalse(unverified.get("near").get("verified").asBoolean());
    rest.post(BULK + "&verify=2", body("9", TEXT)).refused("verify is [2]");
    rest.post(BULK + "&verify_field=nowhere", body("9", TEXT)).refused("[nowhere]");
  }

  /** Whichever shards they are on. */
  @Test
  void theNearestIsNamed() throws IOException {
    for (int family = 1; family <= 8; family++) {
      long fingerprint = 0x0123_4567_89ab_cdefL * (2 * family + 1);
      StringBuilder others = new StringBuilder();
      for (int distance = 9; distance > 0; distance--) {
        String far = Fingerprint.of(fingerprint ^ ((1L << distance) - 1)).toString();
        others.append(near("f" + family + "-" + distance, far));
      }
      rest.post(INDEX + "/_bulk", others.toString()).ok();
      JsonNode near =
          item(BULK, near("new", Fingerprint.of(fingerprint).toString()), 0).get("near");
      assertEquals("f" + family + "-1", near.get("_id").asText(), near::toString);
      assertEquals(1, near.get("distance").asInt(), near::toString);
    }
  }

  /** The one whose text is alike comes behind many that are as near or nearer. */
  @Test
  void manyNeighboursAreLookedThrough() throws IOException {
    StringBuilder others = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      String title = ", \"title\": \"Another " + i + " story " + i + " of " + i + "\"";
      others.append(near("m" + i, "0f0f0f0f0f0f0f0f", title));
    }
    String title = ", \"title\": \"One title of several words\"";
    rest.post(INDEX + "/_bulk", others + near("alike", "0f0f0f0f0f0f0f0e", title)).ok();
    String named = BULK + "&verify_field=title";
    JsonNode item = item(named, near("new", "0f0f0f0f0f0f0f0f", title), 0);
    assertEquals("alike", item.get("near").get("_id").asText());
    String unlike = title.replace("One", "Another long");
    assertEquals("created", result(named, near("new", "0f0f0f0f0f0f0f0f", unlike)));
  }

  /** The source is written again, as by an ingest pipeline. */
  @Test
  void aMarkLeavesTheOtherValues() throws IOException {
    rest.post(BULK, near("1", "0f0f0f0f0f0f0f0f")).ok();
    String kept =
        "{\"price\": 3.25, \"count\": 12345678901234, \"none\": null, \"list\": [1, \"ü\"]}";
    for (String mark : List.of("group", "deep.group", "deep.inner.group")) {
      String source =
          "{ \"near\": \"0f0f0f0f0f0f0f0f\", \"kept\": " + kept + ", \"deep\": {\"inner\": {}}}";
      assertEquals(
          "created", result(BULK + "&mark=" + mark, line("index", mark, "") + source + "\n"));
      JsonNode marked = rest.get("/contracted/_doc/" + mark).ok().get("_source");
      assertEquals(Rest.json(kept), marked.get("kept"));
      assertEquals("1", marked.at("/" + mark.replace('.', '/')).asText(), marked::toString);
      rest.delete("/contracted/_doc/" + mark + "?refresh=true").ok();
    }
  }
}
