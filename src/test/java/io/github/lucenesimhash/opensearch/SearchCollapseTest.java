package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Compares a collapsed search with the plain search, whose first hits are folded by brute force.
 * Hits, order, highlights, aggregations and total are the same. {@code -Dtests.multiplier=100}
 * makes 5,000 searches.
 */
class SearchCollapseTest extends CollapseIndexTest {

  private static final int SEARCHES = 50 * Integer.getInteger("tests.multiplier", 1);

  @Test
  void randomSearchesAreThoseOfBruteForce() throws IOException {
    for (int i = 0; i < SEARCHES; i++) {
      String query = query();
      int from = random.nextInt(3) == 0 ? 0 : random.nextInt(60);
      int size = 1 + random.nextInt(40);
      int window = from + size + random.nextInt(150);
      int distance = random.nextInt(20);
      int inner = random.nextInt(5);
      String collapsed =
          query
              + String.format(Locale.ROOT, ", \"from\": %d, \"size\": %d, ", from, size)
              + pipeline(
                  String.format(
                      Locale.ROOT,
                      ", \"max_distance\": %d, \"window\": %d, \"inner_hits\": %d",
                      distance,
                      window,
                      inner));
      String plain = query + ", \"size\": " + window;
      String path = INDEX + "/_search?preference=p" + i;
      Rest node = cluster.rest(random.nextInt(Cluster.NODES));
      ObjectNode expected = (ObjectNode) node.post(path, "{" + plain + "}").ok();
      fold(expected, distance, from, size, inner, window);
      ObjectNode found = (ObjectNode) node.post(path, "{" + collapsed + "}").ok();
      expected.remove("took");
      found.remove("took");
      assertEquals(expected, found, () -> "-Dtests.seed=" + SEED + " " + collapsed);
    }
  }

  private String query() {
    String field = random.nextBoolean() ? "desc" : "asc";
    return switch (random.nextInt(4)) {
          case 0 -> "\"query\": {\"match\": {\"body\": \"" + words(2) + "\"}}";
          case 1 ->
              "\"query\": {\"range\": {\"day\": {\"lt\": "
                  + random.nextInt(30)
                  + "}}}, \"sort\": [{\"day\": \""
                  + field
                  + "\"}, {\"key\": \"asc\"}], \"track_scores\": true";
          case 2 ->
              "\"query\": {\"match\": {\"body\": \"rain\"}}, \"rescore\": {\"window_size\": 20,"
                  + " \"query\": {\"rescore_query\": {\"match\": {\"body\": \"west\"}}}}";
          default ->
              "\"query\": {\"simhash\": {\"field\": \"near\", \"max_distance\": 30,"
                  + " \"fingerprint\": \""
                  + Fingerprint.of(random.nextLong()).toString()
                  + "\"}}";
        }
        + switch (random.nextInt(5)) {
          case 0 -> ", \"highlight\": {\"fields\": {\"body\": {}}}";
          case 1 -> ", \"aggs\": {\"days\": {\"terms\": {\"field\": \"day\"}}}";
          case 2 -> ", \"docvalue_fields\": [\"near\", \"day\"], \"_source\": false";
          case 3 -> ", \"fields\": [\"" + (random.nextBoolean() ? "n*" : "near") + "\", \"day\"]";
          default -> ", \"track_total_hits\": " + random.nextBoolean();
        };
  }

  /** Changes the answer of a plain search to that of a collapsed search, by definition. */
  private void fold(ObjectNode plain, int distance, int from, int size, int inner, int window) {
    ArrayNode hits = (ArrayNode) plain.get("hits").get("hits");
    BruteForce ranked = new BruteForce();
    Map<Integer, Map<Integer, Integer>> groups = new TreeMap<>();
    for (int rank = 0; rank < hits.size(); rank++) {
      Long fingerprint = fingerprints.get(hits.get(rank).get("_id").asText());
      if (fingerprint == null) {
        groups.put(rank, Map.of());
      } else {
        ranked.put(rank, fingerprint);
      }
    }
    int without = groups.size();
    groups.putAll(ranked.stars(distance, Comparator.naturalOrder(), (kept, other) -> true));
    ArrayNode page = hits.arrayNode();
    int foldedHere = 0;
    List<Integer> kept = new ArrayList<>(groups.keySet());
    for (int i = from; i < Math.min(from + size, kept.size()); i++) {
      ObjectNode hit = (ObjectNode) hits.get(kept.get(i));
      Map<Integer, Integer> folded = new TreeMap<>(groups.get(kept.get(i)));
      foldedHere += folded.size();
      if (!folded.isEmpty()) {
        ObjectNode list =
            hit.putObject("inner_hits").putObject("near_duplicates").putObject("hits");
        list.putObject("total").put("value", folded.size()).put("relation", "eq");
        list.set("max_score", hits.get(folded.keySet().iterator().next()).get("_score"));
        ArrayNode items = list.putArray("hits");
        folded.forEach(
            (rank, bits) -> {
              if (items.size() < inner) {
                ObjectNode item = hits.get(rank).deepCopy();
                item.withObject("/fields").putArray("near.distance").add(bits);
                items.add(item);
              }
            });
      }
      page.add(hit);
    }
    JsonNode total = plain.get("hits").get("total");
    boolean isAll = total != null && total.get("value").asInt() <= hits.size();
    ((ObjectNode) plain.get("hits")).set("hits", page);
    plain
        .putObject("ext")
        .putObject("simhash_collapse")
        .put("field", "near")
        .put("max_distance", distance)
        .put("seen", hits.size())
        .put("kept", kept.size())
        .put("folded", hits.size() - kept.size())
        .put("folded_on_page", foldedHere)
        .put("without_fingerprint", without)
        .put("window_exhausted", hits.size() == window && !isAll);
  }

  private List<String> ids(String body) throws IOException {
    return ids(rest.post(INDEX + "/_search?preference=p", "{" + body + "}").ok());
  }

  private static List<String> ids(JsonNode answer) {
    List<String> ids = new ArrayList<>();
    answer.get("hits").get("hits").forEach(hit -> ids.add(hit.get("_id").asText()));
    return ids;
  }

  @Test
  void pagesAreOneList() throws IOException {
    String query = "\"sort\": [{\"day\": \"asc\"}, {\"key\": \"asc\"}], ";
    String options = pipeline(", \"window\": 400");
    List<String> deep = ids(query + "\"size\": 400, " + options);
    List<String> pages = new ArrayList<>();
    for (int from = 0; from < DOCUMENTS; from += 50) {
      pages.addAll(ids(query + "\"size\": 50, \"from\": " + from + ", " + options));
    }
    assertEquals(deep, pages);
  }

  @Test
  void isTheDefaultOfAnIndex() throws IOException {
    rest.put("/_search/pipeline/fold", "{" + pipeline("").replace("\"search_pipeline\": {", ""))
        .ok();
    try {
      String body = "{\"sort\": [{\"day\": \"asc\"}, {\"key\": \"asc\"}], \"size\": 100}";
      JsonNode plain = rest.post(INDEX + "/_search", body).ok();
      rest.put(INDEX + "/_settings", "{\"index.search.default_pipeline\": \"fold\"}").ok();
      JsonNode collapsed = rest.post(INDEX + "/_search", body).ok();
      JsonNode report = collapsed.get("ext").get("simhash_collapse");
      assertEquals(100 - report.get("folded").asInt(), ids(collapsed).size());
      assertEquals(ids(plain), ids(rest.post(INDEX + "/_search?search_pipeline=_none", body).ok()));
      JsonNode several = rest.post(INDEX + "/_msearch", "{}\n" + body + "\n").ok();
      assertEquals(ids(collapsed), ids(several.get("responses").get(0)));
      JsonNode counted = rest.post(INDEX + "/_search", "{\"size\": 0}").ok();
      assertEquals(DOCUMENTS, counted.get("hits").get("total").get("value").asInt());
      assertNull(counted.get("ext"));
      assertEquals(DOCUMENTS, rest.get(INDEX + "/_count").ok().get("count").asInt());
      rest.post(INDEX + "/_search?scroll=1m", body).refused("scroll", "_none");
    } finally {
      rest.put(INDEX + "/_settings", "{\"index.search.default_pipeline\": null}").ok();
      rest.delete("/_search/pipeline/fold");
    }
  }

  @Test
  void worksWithPointInTimeFieldCollapseAndProfile() throws IOException {
    String pit =
        rest.post(INDEX + "/_search/point_in_time?keep_alive=1m", "").ok().get("pit_id").asText();
    String sort = "\"sort\": [{\"day\": \"asc\"}, {\"key\": \"asc\"}], \"size\": 40, ";
    String inPit = "{" + sort + "\"pit\": {\"id\": \"" + pit + "\"}, " + pipeline("") + "}";
    JsonNode found = rest.post("/_search", inPit).ok();
    assertEquals(pit, found.get("pit_id").asText());
    assertEquals(ids(sort + pipeline("")), ids(found));
    JsonNode days =
        rest.post(
                INDEX + "/_search?preference=p",
                "{"
                    + sort
                    + "\"collapse\": {\"field\": \"day\", \"inner_hits\": {\"name\": \"day\","
                    + " \"size\": 1}}, \"profile\": true, "
                    + pipeline(", \"max_distance\": 30")
                    + "}")
            .ok();
    int folded = days.get("ext").get("simhash_collapse").get("folded").asInt();
    assertEquals(30, folded + days.get("hits").get("hits").size());
    for (JsonNode hit : days.get("hits").get("hits")) {
      JsonNode own = hit.get("inner_hits").get("day").get("hits").get("hits").get(0);
      assertEquals(hit.get("_source").get("day"), own.get("_source").get("day"));
    }
    assertEquals(3, days.get("profile").get("shards").size());
    rest.send("DELETE", "/_search/point_in_time/_all", null).ok();
  }
}
