package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that groups and sweeps over daily indexes, by names, patterns, an alias and a data stream,
 * equal those of one index that has all the documents.
 */
class SeveralIndicesTest {

  private static final String MAPPING =
      "{\"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}, \"@timestamp\":"
          + " {\"type\": \"date\"}}}}";
  private static final int DAYS = 3;
  private static final int DOCUMENTS = 300;

  private Rest rest;

  @BeforeEach
  void index() throws IOException, InterruptedException {
    rest = Cluster.shared().rest(2);
    for (int day = 0; day < DAYS; day++) {
      rest.put("/days-" + day, MAPPING).ok();
    }
    rest.put("/whole", MAPPING).ok();
    rest.put("/days-old", "{\"mappings\": {\"properties\": {\"body\": {\"type\": \"text\"}}}}")
        .ok();
    rest.put("/days-old/_doc/1?refresh=true", "{\"body\": \"from before there was the field\"}")
        .ok();
    rest.put(
            "/_index_template/stream",
            "{\"index_patterns\": [\"stream*\"], \"data_stream\": {}, \"template\": "
                + MAPPING
                + "}")
        .ok();
    Random random = new Random(366);
    RandomFingerprints fingerprints = new RandomFingerprints(random, Shape.NEAR_DUPLICATES);
    StringBuilder days = new StringBuilder();
    StringBuilder whole = new StringBuilder();
    StringBuilder stream = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      String id = String.format(Locale.ROOT, "d%03d", i);
      String source =
          "{\"@timestamp\": \"2026-11-20T00:00:00Z\", \"near\": \""
              + Fingerprint.of(fingerprints.next()).toString()
              + "\"}\n";
      String line = "\"_id\": \"" + id + "\"}}\n" + source;
      days.append("{\"index\": {\"_index\": \"days-" + random.nextInt(DAYS) + "\", " + line);
      whole.append("{\"index\": {" + line);
      stream.append("{\"create\": {" + line);
      if (i == DOCUMENTS / 2) {
        bulk("/stream", stream);
        rest.post("/stream/_rollover", "").ok();
      }
    }
    bulk("/days-0", days);
    bulk("/whole", whole);
    bulk("/stream", stream);
  }

  private void bulk(String index, StringBuilder lines) throws IOException {
    JsonNode answer = rest.post(index + "/_bulk?refresh=true", lines.toString()).ok();
    assertFalse(answer.get("errors").asBoolean(), answer::toString);
    lines.setLength(0);
  }

  @AfterEach
  void delete() throws IOException {
    if (rest != null) {
      rest.delete("/_data_stream/stream");
      rest.delete("/_index_template/stream");
      rest.delete("/days-0,days-1,days-2,days-old,whole");
      rest.delete("/days-en,found?ignore_unavailable=true");
    }
  }

  private JsonNode ask(String what, String more) throws IOException {
    String body = "{\"field\": \"near\", \"max_distance\": 7, \"size\": 10000" + more + "}";
    return rest.post("/_plugins/_simhash/" + what, body).ok();
  }

  /** Returns the kept ids with their members and distances. */
  private static Map<String, String> groups(JsonNode answer) {
    Map<String, String> groups = new TreeMap<>();
    for (JsonNode item : answer.get("items")) {
      Map<String, Integer> members = new TreeMap<>();
      item.get("members")
          .forEach(near -> members.put(near.get("_id").asText(), near.get("distance").asInt()));
      groups.put(item.get("kept").asText(), members.toString());
    }
    return groups;
  }

  @Test
  void groupsOfSeveralAreThoseOfOne() throws IOException {
    Map<String, String> expected = groups(ask("whole/_groups", ""));
    rest.post(
            "/_aliases",
            "{\"actions\": [{\"add\": {\"indices\": [\"days-0\", \"days-1\", \"days-2\"],"
                + " \"alias\": \"latest\"}}]}")
        .ok();
    for (String name : List.of("days-0,days-1,days-2", "days-*", "latest", "stream", "str*")) {
      JsonNode answer = ask(name + "/_groups", "");
      assertEquals(DOCUMENTS, answer.get("documents").asInt(), name);
      assertEquals(expected, groups(answer), name);
      assertEquals(name.startsWith("str") ? 2 : DAYS, answer.get("indices").size(), name);
      assertEquals(
          name.equals("days-*") ? "[\"days-old\"]" : "null", "" + answer.get("without_field"));
    }
    JsonNode item = ask("days-*/_groups", ", \"into\": \"found\"").get("items").get(0);
    assertTrue(item.get("kept_index").asText().startsWith("days-"), item::toString);
    assertTrue(item.get("members").get(0).get("_index").asText().startsWith("days-"));
    String first = "{\"sort\": [\"kept\"], \"size\": 1}";
    JsonNode written =
        rest.post("/found/_search", first).ok().get("hits").get("hits").get(0).get("_source");
    assertTrue(written.get("index").asText().startsWith("days-"), written::toString);
    assertTrue(written.get("kept_index").asText().startsWith("days-"), written::toString);
  }

  @Test
  void sweepOfSeveralLeavesWhatThatOfOneLeaves() throws IOException {
    JsonNode swept = ask("whole/_sweep", ", \"dry_run\": false");
    assertTrue(swept.get("deleted").asInt() > 50, swept::toString);
    List<String> expected = ids("whole");
    for (String name : List.of("days-*", "stream")) {
      JsonNode answer = ask(name + "/_sweep", ", \"dry_run\": false");
      assertEquals(swept.get("deleted"), answer.get("deleted"), name);
      assertEquals(0, answer.get("failed").asInt() + answer.get("changed").asInt(), name);
      assertEquals(expected, ids(name), name);
    }
    assertEquals(1, rest.get("/days-old/_count").ok().get("count").asInt());
  }

  private List<String> ids(String index) throws IOException {
    String body = "{\"size\": 10000, \"query\": {\"exists\": {\"field\": \"near\"}}}";
    List<String> ids = new ArrayList<>();
    rest.post("/" + index + "/_search", body)
        .ok()
        .get("hits")
        .get("hits")
        .forEach(hit -> ids.add(hit.get("_id").asText()));
    ids.sort(null);
    return ids;
  }

  /** Documents of one id in two indexes are two documents. */
  @Test
  void idsMayBeThereTwice() throws IOException {
    String one = "{\"near\": \"00ff00ff00ff00ff\"}";
    rest.put("/days-1/_doc/twice?refresh=true", one).ok();
    rest.put("/days-2/_doc/twice?refresh=true", one).ok();
    JsonNode groups = ask("days-1,days-2/_groups", "").get("items");
    assertTrue(
        groups.toString().contains("\"kept\":\"twice\",\"kept_index\":\"days-1\""),
        groups::toString);
    ask("days-1,days-2/_sweep", ", \"dry_run\": false");
    assertEquals(200, rest.get("/days-1/_doc/twice").status());
    assertEquals(404, rest.get("/days-2/_doc/twice").status());
  }

  @Test
  void badNames() throws IOException {
    String body = "{\"field\": \"near\"}";
    rest.post("/_plugins/_simhash/days-0,nowhere/_groups", body).refused("no such index [nowhere]");
    rest.post("/_plugins/_simhash/nowhere*/_groups", body).refused("no such index [nowhere*]");
    rest.post("/_plugins/_simhash/days-old/_groups", body)
        .refused("[near]", "[days-old]", "not in the");
    rest.post("/_plugins/_simhash/days-*/_groups", "{\"field\": \"nea\"}")
        .refused("[nea] is not in the mapping of any of", "days-2");
    rest.post("/_plugins/_simhash/days-*/_groups", "{\"field\": \"body\"}")
        .refused("[text]", "[simhash]");
    rest.put(
            "/days-en",
            "{\"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\", \"scheme\":"
                + " \"en\"}}}}")
        .ok();
    rest.post("/_plugins/_simhash/days-*/_groups", body)
        .refused("[days-0]", "[days-en]", "cannot be compared");
    String contained = "{\"near\": {\"type\": \"simhash\", \"preset\": \"contained\"}}";
    rest.put("/other-days", "{\"mappings\": {\"properties\": " + contained + "}}").ok();
    Rest.Answer mixed = rest.post("/_plugins/_simhash/days-0,other-days/_groups", body);
    rest.delete("/other-days").ok();
    mixed.refused(
        "by [12 verify=0.8 guard=numbers,negations] in index [days-0]",
        "by [14 verify=0.8 contained=0.9 guard=numbers,negations] in index [other-days]");
    String setting = "{\"transient\": {\"action.destructive_requires_name\": %s}}";
    rest.put("/_cluster/settings", setting.replace("%s", "true")).ok();
    try {
      rest.post("/_plugins/_simhash/stre*/_sweep", body).ok();
      String delete = "{\"field\": \"near\", \"dry_run\": false}";
      rest.post("/_plugins/_simhash/stre*/_sweep", delete)
          .refused("[stre*] stands for several indexes");
      rest.post("/_plugins/_simhash/_all/_sweep", delete)
          .refused("[_all] stands for several indexes");
      rest.post("/_plugins/_simhash/days-0/_sweep", delete).ok();
      assertEquals(DOCUMENTS, rest.get("/stream/_count").ok().get("count").asInt());
    } finally {
      rest.put("/_cluster/settings", setting.replace("%s", "null")).ok();
    }
  }
}
