package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Short texts in the looking bulk, in groups, the sweep and collapsed searches. */
class ShortTextDedupTest extends ShortTextIndexTest {

  private static final String BULK = "/_plugins/_simhash" + INDEX + "/_bulk?field=near";
  private static final String MIN = "&short_texts=0.7";

  private static final Map<String, String> TITLES = new LinkedHashMap<>();

  static {
    TITLES.put("a", "Ferry to the island is late again on Monday");
    TITLES.put("b", "Ferry to the island is very late again on Monday");
    TITLES.put("c", "Library in the old town to open in spring");
    TITLES.put("d", "Pump model 9341 for the old harbour has arrived");
    TITLES.put("e", "Pump model 9342 for the old harbour has arrived");
    TITLES.put("f", "...");
  }

  private static String lines(Set<String> ids) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String id : ids) {
      lines.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n{\"title\": ");
      lines.append(Rest.quoted(TITLES.get(id))).append("}\n");
    }
    return lines.toString();
  }

  private static List<String> results(JsonNode answer) {
    List<String> results = new ArrayList<>();
    for (JsonNode item : answer.get("items")) {
      JsonNode near = item.get("index").get("near");
      results.add(near == null ? "added" : near.get("_id").asText());
    }
    return results;
  }

  private void index() throws IOException {
    send(lines(TITLES.keySet()));
  }

  @Test
  void inOneRequestAndInSeveral() throws IOException {
    List<String> byWords = List.of("added", "a", "added", "added", "added", "added");
    for (String codec : List.of("default", "simhash")) {
      make(codec);
      JsonNode answer = rest.post(BULK + MIN, lines(TITLES.keySet())).ok();
      assertEquals(byWords, results(answer));
      assertEquals(0.7, answer.get("short_texts").asDouble());
      assertEquals(1, answer.get("held_back").asInt(), answer::toString);
      JsonNode near = answer.at("/items/1/index/near");
      assertEquals(9 / 10f, (float) near.get("similarity").asDouble(), near::toString);
      rest.delete(INDEX).ok();
      make(codec);
      int heldBack = 0;
      List<String> results = new ArrayList<>();
      for (String id : TITLES.keySet()) {
        Rest node = cluster.rest(results.size() % Cluster.NODES);
        answer = node.post(BULK + MIN, lines(Set.of(id))).ok();
        results.addAll(results(answer));
        heldBack += answer.get("held_back").asInt();
      }
      assertEquals(byWords, results);
      assertEquals(1, heldBack);
      rest.delete(INDEX).ok();
    }
  }

  @Test
  void whatIsNamed() throws IOException {
    List<String> apart = List.of("added", "added", "added", "added", "added", "added");
    Map<String, List<String>> expected =
        Map.of(
            "&verify=false",
            apart,
            "&short_texts=false",
            apart,
            "&short_texts=0.95",
            apart,
            MIN + "&guard=none",
            List.of("added", "a", "added", "added", "d", "added"),
            MIN + "&max_distance=0",
            List.of("added", "a", "added", "added", "added", "added"));
    for (Map.Entry<String, List<String>> entry : expected.entrySet()) {
      make("default");
      JsonNode answer = rest.post(BULK + entry.getKey(), lines(TITLES.keySet())).ok();
      assertEquals(entry.getValue(), results(answer), entry.getKey());
      rest.delete(INDEX).ok();
    }
    make("default", "0.7");
    JsonNode answer = rest.post(BULK, lines(TITLES.keySet())).ok();
    assertEquals(List.of("added", "a", "added", "added", "added", "added"), results(answer));
    String one = lines(Set.of("a"));
    rest.post(BULK + "&short_texts=0.4", one).refused("short_texts is [0.4]", "[false]");
    rest.post(BULK + "&short_texts=true", one).refused("short_texts is [true]");
    rest.post(BULK + "&guard=words", one).refused("guard is [words]", "[replaced,numbers]");
    String plain = "/_plugins/_simhash" + INDEX + "/_bulk?field=title.plain" + MIN;
    rest.post(plain, one).refused("short_texts is [0.7]", "[title.plain]", "[titles]");
    String groups = "{\"field\": \"title.plain\", \"short_texts\": 0.7}";
    rest.post("/_plugins/_simhash" + INDEX + "/_groups", groups).refused("short_texts is [0.7]");
  }

  /** Numbers keep texts apart that are verified, too, where they are short. */
  @Test
  void theGuardOfVerifiedTexts() throws IOException {
    String text =
        "The pump for the harbour of the island and its library in the old town has"
            + " arrived and is to be used from spring on by all who need it, as the model ";
    for (String guard : List.of("numbers", "none")) {
      make("default");
      String bulk = "";
      for (int i = 9341; i < 9343; i++) {
        bulk += "{\"index\": {\"_id\": \"" + i + "\"}}\n{\"near\": \"" + text + i + "\"}\n";
      }
      String parameters = BULK + "&max_distance=40&verify=0.5&guard=" + guard;
      JsonNode answer = rest.post(parameters, bulk).ok();
      boolean isHeldBack = guard.equals("numbers");
      assertEquals(
          isHeldBack ? List.of("added", "added") : List.of("added", "9341"), results(answer));
      assertEquals(isHeldBack ? 1 : 0, answer.get("held_back").asInt());
      rest.post(INDEX + "/_bulk?refresh=true", bulk).ok();
      String body = "{\"field\": \"near\", \"max_distance\": 40, \"verify\": 0.5, \"guard\": \"";
      answer = rest.post("/_plugins/_simhash" + INDEX + "/_groups", body + guard + "\"}").ok();
      assertEquals(isHeldBack ? 0 : 1, answer.get("groups").asInt(), answer::toString);
      assertEquals(isHeldBack ? 1 : 0, answer.get("held_back").asInt(), answer::toString);
      rest.delete(INDEX).ok();
    }
  }

  @Test
  void groupsAndSweeps() throws IOException {
    for (String codec : List.of("default", "simhash")) {
      make(codec, "0.7");
      index();
      String field = "{\"field\": \"near\"";
      JsonNode answer = rest.post("/_plugins/_simhash" + INDEX + "/_groups", field + "}").ok();
      assertEquals(1, answer.get("groups").asInt(), answer::toString);
      assertEquals("a", answer.at("/items/0/kept").asText());
      assertEquals("b", answer.at("/items/0/members/0/_id").asText());
      assertEquals(9 / 10f, (float) answer.at("/items/0/members/0/similarity").asDouble());
      assertEquals(1, answer.get("held_back").asInt(), answer::toString);
      String none = field + ", \"short_texts\": false}";
      assertEquals(
          0, rest.post("/_plugins/_simhash" + INDEX + "/_groups", none).ok().get("groups").asInt());
      String all = field + ", \"guard\": \"none\", \"dry_run\": false}";
      answer = rest.post("/_plugins/_simhash" + INDEX + "/_sweep", all).ok();
      assertEquals(2, answer.get("deleted").asInt(), answer::toString);
      Set<String> left = new TreeSet<>(found("{\"match_all\": {}}").keySet());
      assertEquals(Set.of("a", "c", "d", "f"), left);
      rest.delete(INDEX).ok();
    }
  }

  private JsonNode collapsed(String options) throws IOException {
    String body =
        "{\"sort\": [{\"_id\": \"asc\"}], \"search_pipeline\": {\"request_processors\":"
            + " [{\"simhash_collapse\": {\"field\": \"near\""
            + options
            + "}}], \"response_processors\": [{\"simhash_collapse\": {}}]}}";
    return rest.post(INDEX + "/_search", body).ok();
  }

  private static List<String> kept(JsonNode answer) {
    List<String> kept = new ArrayList<>();
    answer.at("/hits/hits").forEach(hit -> kept.add(hit.get("_id").asText()));
    return kept;
  }

  @Test
  void collapsedSearches() throws IOException {
    rest.put("/_cluster/settings", "{\"persistent\": {\"indices.id_field_data.enabled\": true}}")
        .ok();
    make("default", "0.7");
    index();
    JsonNode answer = collapsed("");
    assertEquals(List.of("a", "c", "d", "e", "f"), kept(answer), answer::toString);
    JsonNode report = answer.at("/ext/simhash_collapse");
    assertEquals(1, report.get("held_back").asInt(), report::toString);
    assertEquals(0.7, report.get("short_texts").asDouble());
    assertEquals(1, report.get("without_fingerprint").asInt());
    JsonNode folded = answer.at("/hits/hits/0/inner_hits/near_duplicates/hits/hits/0");
    assertEquals(
        9 / 10f, (float) folded.at("/fields/near.similarity/0").asDouble(), folded::toString);
    assertEquals(List.of("a", "c", "d", "f"), kept(collapsed(", \"guard\": \"none\"")));
    assertEquals(6, kept(collapsed(", \"short_texts\": false")).size());
    assertEquals(6, kept(collapsed(", \"short_texts\": 0.95")).size());
    rest.put("/_cluster/settings", "{\"persistent\": {\"indices.id_field_data.enabled\": null}}")
        .ok();
  }

  @Test
  void inAWindowAndOfATenant() throws IOException {
    make("default", "0.7");
    String fields =
        "{\"properties\": {\"day\": {\"type\": \"date\"}, \"by\": {\"type\": \"keyword\"}}}";
    rest.put(INDEX + "/_mapping", fields).ok();
    String scoped = BULK + "&window=7d&date_field=day&tenant_field=by";
    String[][] documents = {
      {"1", "2026-01-01", "x", TITLES.get("a")},
      {"2", "2026-01-08", "x", TITLES.get("b")},
      {"3", "2026-01-09", "x", TITLES.get("b")},
      {"4", "2026-01-01", "y", TITLES.get("b")}
    };
    List<String> expected = List.of("added", "1", "added", "added");
    for (boolean isOne : new boolean[] {true, false}) {
      List<String> results = new ArrayList<>();
      StringBuilder lines = new StringBuilder();
      for (String[] each : documents) {
        lines.append("{\"index\": {\"_id\": \"").append(each[0]).append("\"}}\n{\"day\": \"");
        lines.append(each[1]).append("\", \"by\": \"").append(each[2]).append("\", \"title\": ");
        lines.append(Rest.quoted(each[3])).append("}\n");
        if (!isOne || each[0].equals("4")) {
          results.addAll(results(rest.post(scoped, lines.toString()).ok()));
          lines.setLength(0);
        }
      }
      assertEquals(expected, results);
      rest.post(INDEX + "/_refresh", "").ok();
      rest.post(INDEX + "/_delete_by_query?refresh=true", "{\"query\": {\"match_all\": {}}}").ok();
    }
  }

  /** More than the result window are nearer, but the guard keeps them apart. */
  @Test
  void behindManyThatAreHeldBack() throws IOException {
    make("default", "0.7");
    rest.put(INDEX + "/_settings", "{\"index.max_result_window\": 10}").ok();
    StringBuilder others = new StringBuilder();
    String text = "Pump model %d for the old harbour has arrived";
    for (int i = 0; i < 40; i++) {
      String id = i == 7 ? "new" : "held" + i;
      others.append("{\"index\": {\"_id\": \"" + id + "\"}}\n{\"title\": \"");
      others.append(text.replace("%d", "" + (9300 + i))).append("\"}\n");
    }
    String near = text.replace("%d", "9999") + " this morning now";
    others.append("{\"index\": {\"_id\": \"near\"}}\n{\"title\": \"" + near + "\"}\n");
    rest.post(INDEX + "/_bulk", others.toString()).ok();
    String line = "{\"index\": {\"_id\": \"new\"}}\n{\"title\": \"";
    JsonNode answer = rest.post(BULK, line + text.replace("%d", "9999") + "\"}\n").ok();
    assertEquals(List.of("near"), results(answer), answer::toString);
    assertEquals(39, answer.get("held_back").asInt(), answer::toString);
  }

  /** Marks are the same kind of answer: a group's id in the place of a skipped document. */
  @Test
  void marked() throws IOException {
    make("default", "0.7");
    rest.put(INDEX + "/_mapping", "{\"properties\": {\"group\": {\"type\": \"keyword\"}}}").ok();
    JsonNode answer = rest.post(BULK + "&mark=group", lines(TITLES.keySet())).ok();
    assertEquals(6, answer.get("added").asInt(), answer::toString);
    assertEquals(1, answer.get("near_duplicates").asInt());
    assertEquals("a", rest.get(INDEX + "/_doc/b").ok().at("/_source/group").asText());
  }
}
