package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A collapsed search against the plain search, whose first hits are folded by brute force: hits,
 * order, highlights, aggregations and total stay. {@code -Dtests.multiplier=100} makes 5,000
 * searches.
 */
class SearchCollapseTest extends IndexTest {

  private static final int SEARCHES = 50 * Integer.getInteger("tests.multiplier", 1);
  private static final long SEED = Long.getLong("tests.seed", 1975);
  private static final int DOCUMENTS = 400;
  private static final String INDEX = "/collapse";
  private static final String[] WORDS = {"ferry", "island", "late", "library", "rain", "west"};

  private final Random random = new Random(SEED);
  private final Map<String, Long> fingerprints = new TreeMap<>();

  SearchCollapseTest() {
    super(
        INDEX,
        1,
        """
        {"settings": {"number_of_shards": 3, "number_of_replicas": 1},
         "mappings": {"properties": {"near": {"type": "simhash"}, "day": {"type": "integer"},
            "key": {"type": "keyword"}, "body": {"type": "text"}}}}
        """);
  }

  @BeforeEach
  void index() throws IOException {
    RandomFingerprints made = new RandomFingerprints(random, Shape.NEAR_DUPLICATES);
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      String id = "d" + i;
      bulk.append("{\"index\": {\"_id\": \"" + id + "\"}}\n{\"day\": " + random.nextInt(30));
      bulk.append(", \"key\": \"" + id + "\", \"body\": \"" + words(8) + '"');
      if (random.nextInt(10) > 0) {
        fingerprints.put(id, made.next());
        bulk.append(", \"near\": \"" + Fingerprint.of(fingerprints.get(id)).toString() + '"');
      }
      bulk.append("}\n");
    }
    JsonNode answer = rest.post(INDEX + "/_bulk?refresh=true", bulk.toString()).ok();
    assertFalse(answer.get("errors").asBoolean(), answer::toString);
  }

  private String words(int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      words.add(WORDS[random.nextInt(WORDS.length)]);
    }
    return String.join(" ", words);
  }

  private static String pipeline(String options) {
    return "\"search_pipeline\": {\"request_processors\": [{\"simhash_collapse\": {\"field\":"
        + " \"near\""
        + options
        + "}}], \"response_processors\": [{\"simhash_collapse\": {}}]}";
  }

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

  /** The answer of a plain search as that of a collapsed one, by definition. */
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
        .put("short_texts", false)
        .put("seen", hits.size())
        .put("kept", kept.size())
        .put("folded", hits.size() - kept.size())
        .put("held_back", 0)
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

  @Test
  void badRequests() throws IOException {
    badConfig("{}", "{}").refused("[field] required property is missing");
    badConfig("{\"field\": \"near\", \"max_distance\": 257}", "{}").refused("[257]", "0 to 256");
    badConfig("{\"field\": \"near\", \"window\": 0}", "{}").refused("[0], expected 1 or more");
    badConfig("{\"field\": \"near\", \"inner_hits\": -1}", "{}").refused("[-1]", "0 or more");
    badConfig("{\"field\": \"near\", \"page\": 1}", "{}").refused("[page]");
    badConfig("{\"field\": \"near\"}", "{\"field\": \"near\"}").refused("[field]");
    badConfig("{\"field\": \"near\", \"window\": 10001}", "{}").refused("Result window", "10000");
    badConfig("{\"field\": \"day\"}", "{}").refused("[day]", "not of type [simhash]");
    badConfig("{\"field\": \"body\"}", "{}")
        .refused("[collapse]", "Field [body] of type [text]", "type [simhash]");
    String processor = "{\"simhash_collapse\": {\"field\": \"near\"}}";
    search("\"request_processors\": [" + processor + ", " + processor + "]").refused("twice");
    search("\"response_processors\": [{\"simhash_collapse\": {}}]").refused("request processors");
    search("\"request_processors\": [" + processor + "]").refused("response processors too");
    String fold = "{\"simhash_collapse\": {}}";
    search(
            "\"request_processors\": ["
                + processor
                + "], \"response_processors\": ["
                + fold
                + ", "
                + fold
                + "]")
        .refused("twice among the response processors");
    String twice = "{\"response_processors\": [" + fold + ", " + fold + "]}";
    rest.put("/_search/pipeline/twice", twice).refused("request processors too");
    rest.post(INDEX + "/_search", "{\"from\": 91, " + pipeline("") + "}")
        .refused("from + size is [101]", "[100]");
    rest.post(
            INDEX + "/_search",
            "{\"sort\": [{\"key\": \"asc\"}], \"search_after\": [\"a\"], " + pipeline("") + "}")
        .refused("search_after");
  }

  @Test
  void otherFieldsAreRefused() throws IOException {
    badConfig("{\"field\": \"naer\"}", "{}").refused("[naer]", "not in the mapping", "[simhash]");
    String none = "{\"query\": {\"match_none\": {}}, " + pipeline("") + "}";
    rest.post(INDEX + "/_search", none.replace("\"near\"", "\"naer\"")).ok(); // nothing to fold
    rest.put(
            "/collapse-other",
            "{\"mappings\": {\"properties\": {\"near\": {\"type\": \"keyword\"},"
                + " \"day\": {\"type\": \"integer\"}}}}")
        .ok();
    try {
      rest.put("/collapse-other/_doc/1?refresh=true", "{\"day\": -1, \"near\": \"a\"}").ok();
      rest.post("/collapse*/_search", "{\"sort\": [{\"day\": \"asc\"}], " + pipeline("") + "}")
          .refused("[near]", "[collapse-other]", "[simhash]");
    } finally {
      rest.delete("/collapse-other");
    }
  }

  /** What cannot be folded is refused: the whole window would be shown for the page. */
  @Test
  void failuresAreNotIgnored() throws IOException {
    String ignored = ", \"ignore_failure\": true";
    String pipeline = pipeline(ignored).replace("{}", "{" + ignored.substring(2) + "}");
    rest.post(INDEX + "/_search", "{\"from\": 91, " + pipeline + "}")
        .refused("from + size is [101]");
    rest.post(INDEX + "/_search", "{" + pipeline.replace("\"near\"", "\"day\"") + "}")
        .refused("not of type [simhash]");
  }

  private Rest.Answer badConfig(String request, String response) throws IOException {
    return search(
        "\"request_processors\": [{\"simhash_collapse\": "
            + request
            + "}], \"response_processors\": [{\"simhash_collapse\": "
            + response
            + "}]");
  }

  private Rest.Answer search(String processors) throws IOException {
    return rest.post(INDEX + "/_search", "{\"search_pipeline\": {" + processors + "}}");
  }

  @Test
  void schemesDoNotMix() throws IOException {
    rest.put(
            "/collapse-en",
            "{\"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\","
                + " \"scheme\": \"en\"}, \"day\": {\"type\": \"integer\"}}}}")
        .ok();
    try {
      String body = "{\"sort\": [{\"day\": \"asc\"}], " + pipeline("") + "}";
      rest.put("/collapse-en/_doc/1?refresh=true", "{\"day\": -1}").ok();
      rest.post("/collapse*/_search", body).ok(); // it has no fingerprint yet
      rest.put("/collapse-en/_doc/1?refresh=true", "{\"day\": -1, \"near\": \"00ff00ff00ff00ff\"}")
          .ok();
      rest.post("/collapse*/_search", body).refused("[collapse-en]", "do not compare");
      rest.post("/collapse-en/_search", body).ok();
    } finally {
      rest.delete("/collapse-en");
    }
  }
}
