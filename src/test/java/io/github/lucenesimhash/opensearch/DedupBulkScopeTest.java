package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A bulk with a window and a tenant adds what a brute force adds that knows both. */
class DedupBulkScopeTest extends IndexTest {

  private static final String INDEX = "/stream";
  private static final String BULK = "/_plugins/_simhash/stream/_bulk?field=near&max_distance=6";
  private static final String SCOPED = BULK + "&window=14d&tenant_field=source&date_field=";
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration WINDOW = Duration.ofDays(14);
  private static final int DOCUMENTS = 1_200;
  private static final int MAX_DISTANCE = 6;

  private final Random random = new Random(Long.getLong("tests.seed", 2014));

  private record Doc(String id, long fingerprint, Instant date, String tenant) {

    boolean isNear(Doc other) {
      return tenant.equals(other.tenant)
          && Duration.between(date, other.date).abs().compareTo(WINDOW) <= 0
          && Fingerprint.distance(fingerprint, other.fingerprint) <= MAX_DISTANCE;
    }

    String lines(String field, String value) {
      return String.format(
          Locale.ROOT,
          "{\"index\": {\"_id\": \"%s\"}}\n{\"near\": \"%s\", \"source\": \"%s\", \"%s\": %s}\n",
          id,
          Fingerprint.of(fingerprint).toString(),
          tenant,
          field,
          value);
    }
  }

  DedupBulkScopeTest() {
    super(
        INDEX,
        0,
        """
        {"settings": {"number_of_shards": 3, "number_of_replicas": 1, "codec": "simhash"},
         "mappings": {"properties": {"near": {"type": "simhash"}, "published": {"type": "date"},
           "nanos": {"type": "date_nanos"},
           "seconds": {"type": "date", "format": "epoch_second", "doc_values": false},
           "hidden": {"type": "date", "index": false},
           "comments": {"type": "nested", "properties": {"at": {"type": "date"}}}, "body": {"type": "text"},
           "source": {"type": "keyword", "ignore_above": 10},
           "lower": {"type": "keyword", "normalizer": "lowercase"}}}}
        """);
  }

  @Test
  void addsWhatBruteForceAdds() throws IOException {
    for (String field : List.of("published", "nanos", "seconds")) {
      List<Doc> added = new ArrayList<>();
      long[] families = random.longs(40).toArray();
      for (int from = 0; from < DOCUMENTS / 3; ) {
        Map<String, Doc> offered = new TreeMap<>();
        StringBuilder bulk = new StringBuilder();
        for (int end = from + 1 + random.nextInt(80); from < end; from++) {
          Doc doc =
              new Doc(
                  field + from,
                  families[random.nextInt(families.length)] ^ 1L << random.nextInt(64),
                  START.plusSeconds(random.nextInt(40 * 24) * 3600L),
                  "t" + random.nextInt(3));
          offered.put(doc.id, doc);
          bulk.append(doc.lines(field, shown(field, doc.date)));
        }
        Rest node = cluster.rest(random.nextInt(Cluster.NODES));
        JsonNode answer = node.post(SCOPED + field, bulk.toString()).ok();
        assertEquals(false, answer.get("errors").asBoolean(), answer::toString);
        for (JsonNode wrapped : answer.get("items")) {
          JsonNode item = wrapped.get("index");
          Doc doc = offered.get(item.get("_id").asText());
          boolean hasNear = added.stream().anyMatch(doc::isNear);
          assertEquals(hasNear, item.has("near"), () -> doc + " " + item);
          if (hasNear) {
            String near = item.get("near").get("_id").asText();
            assertTrue(added.stream().anyMatch(a -> a.id.equals(near) && a.isNear(doc)));
          } else {
            added.add(doc);
          }
        }
      }
      assertTrue(added.size() < DOCUMENTS / 3 * 0.9, added.size() + " added");
    }
  }

  private static String shown(String field, Instant date) {
    return switch (field) {
      case "seconds" -> Long.toString(date.getEpochSecond());
      case "nanos" -> "\"" + date + "\"";
      default ->
          date.toEpochMilli() % 2 == 0 ? Long.toString(date.toEpochMilli()) : "\"" + date + "\"";
    };
  }

  /** Both ends belong to the window, in the index and within a request. */
  @Test
  void edges() throws IOException {
    int number = 0;
    for (Duration over : List.of(Duration.ZERO, Duration.ofMillis(1), Duration.ofNanos(1))) {
      for (int sign : new int[] {1, -1}) {
        for (boolean isTogether : new boolean[] {true, false}) {
          String field = over.equals(Duration.ofNanos(1)) ? "nanos" : "published";
          long fingerprint = random.nextLong();
          Duration apart = WINDOW.plus(over).multipliedBy(sign);
          Doc one = new Doc("a" + number, fingerprint, START, "t");
          Doc two = new Doc("b" + number++, fingerprint, START.plus(apart), "t");
          List<String> lines = new ArrayList<>();
          for (Doc doc : List.of(one, two)) {
            lines.add(doc.lines(field, "\"" + doc.date + "\""));
          }
          JsonNode answer;
          if (isTogether) {
            answer = rest.post(SCOPED + field, String.join("", lines)).ok();
          } else {
            rest.post(SCOPED + field, lines.get(0)).ok();
            answer = cluster.rest(1).post(SCOPED + field, lines.get(1)).ok();
          }
          int expected = over.isZero() ? 1 : 0;
          assertEquals(expected, answer.get("near_duplicates").asInt(), answer::toString);
        }
      }
    }
  }

  /** Either field alone decides alone. */
  @Test
  void oneOfThem() throws IOException {
    Map<String, List<Integer>> expected =
        Map.of(
            "", List.of(0, 1, 1),
            "&tenant_field=source", List.of(0, 1, 0),
            "&window=14d&date_field=published", List.of(0, 0, 1));
    for (Map.Entry<String, List<Integer>> entry : expected.entrySet()) {
      long fingerprint = random.nextLong();
      List<Doc> docs =
          List.of(
              new Doc("one" + fingerprint, fingerprint, START, "t"),
              new Doc("late" + fingerprint, fingerprint, START.plus(WINDOW.multipliedBy(2)), "t"),
              new Doc("other" + fingerprint, fingerprint, START, "u"));
      List<Integer> found = new ArrayList<>();
      for (Doc doc : docs) {
        String lines = doc.lines("published", "\"" + doc.date + "\"");
        found.add(rest.post(BULK + entry.getKey(), lines).ok().get("near_duplicates").asInt());
      }
      assertEquals(entry.getValue(), found, entry.getKey());
    }
  }

  @Test
  void documentsThatDoNotSayFail() throws IOException {
    String good = "\"published\": \"2026-01-01\", \"source\": \"just ten..\", ";
    List<String> sources =
        List.of(
            good,
            "\"source\": \"t\", ",
            "\"published\": \"2026-01-01\", ",
            "\"published\": null, \"source\": \"t\", ",
            "\"published\": \"monday\", \"source\": \"t\", ",
            "\"published\": [\"2026-01-01\", \"2026-01-02\"], \"source\": \"t\", ",
            "\"published\": \"2026-01-01\", \"source\": \"longer than ten\", ",
            "\"published\": \"2026-01-01\", \"source\": 1.10, ");
    List<String> reasons =
        List.of(
            "", "[published]", "[source]", "[0] values", "[monday]", "[2] values", "[10]", "[1.1]");
    StringBuilder bulk = new StringBuilder();
    for (String source : sources) {
      bulk.append("{\"index\": {}}\n{").append(source).append("\"near\": \"");
      bulk.append(Fingerprint.of(random.nextLong()).toString()).append("\"}\n");
    }
    bulk.append("{\"delete\": {\"_id\": \"nobody\"}}\n");
    JsonNode answer = rest.post(SCOPED + "published", bulk.toString()).ok();
    assertEquals(1, answer.get("added").asInt(), answer::toString);
    for (int i = 1; i < sources.size(); i++) {
      JsonNode item = answer.get("items").get(i).get("index");
      assertEquals(400, item.get("status").asInt(), item::toString);
      assertTrue(item.get("error").toString().contains(reasons.get(i)), item::toString);
    }
    assertEquals(404, answer.get("items").get(8).get("delete").get("status").asInt());
  }

  /** As the index reads them. */
  @Test
  void datesAreNumbersToo() throws IOException {
    Doc one = new Doc("one", 7, START, "t");
    Doc near = new Doc("near", 6, START, "t");
    String bulk = one.lines("seconds", "1700000000.123") + near.lines("seconds", "1700000001");
    JsonNode items = rest.post(SCOPED + "seconds", bulk).ok().get("items");
    assertEquals("created", items.get(0).get("index").get("result").asText(), items::toString);
    assertEquals("near_duplicate", items.get(1).get("index").get("result").asText());
  }

  /** A later item of the same id that fails takes nothing away. */
  @Test
  void documentsThatDoNotSayFailBehindOthers() throws IOException {
    Doc first = new Doc("x", 7, START, "t");
    Doc near = new Doc("y", 6, START, "t");
    String bulk = first.lines("published", "1") + near.lines("published", "2");
    bulk += first.lines("published", "null");
    JsonNode answer = rest.post(SCOPED + "published", bulk).ok();
    assertEquals(400, answer.get("items").get(2).get("index").get("status").asInt());
    assertEquals("created", answer.get("items").get(0).get("index").get("result").asText());
    assertEquals("near_duplicate", answer.get("items").get(1).get("index").get("result").asText());
    JsonNode again = rest.post(SCOPED + "published", near.lines("published", "2")).ok();
    assertEquals(1, again.get("near_duplicates").asInt(), again::toString);
  }

  @Test
  void badParameters() throws IOException {
    String one = "{\"index\": {}}\n{\"near\": \"00ff00ff00ff00ff\"}\n";
    rest.post(BULK + "&window=14d", one).refused("window is [14d]", "date_field is [null]");
    rest.post(BULK + "&date_field=published", one).refused("window is [null]", "[published]");
    String window = BULK + "&date_field=published&window=";
    rest.post(window + "14x", one).refused("[window]", "[14x]");
    rest.post(window + "0d", one).refused("window is [0d]", "more than 0");
    rest.post(window + "-1", one).refused("window is [-1]", "more than 0");
    rest.post(BULK + "&window=1d&date_field=body", one).refused("[body]", "[text]", "[date]");
    rest.post(BULK + "&window=1d&date_field=no", one).refused("[no]", "not in the mapping");
    rest.post(BULK + "&window=1d&date_field=hidden", one).refused("[hidden]", "not indexed");
    rest.post(BULK + "&window=1d&date_field=comments.at", one).refused("[comments.at]", "nested");
    rest.post(BULK + "&tenant_field=body", one).refused("[body]", "[text]", "[keyword]");
    rest.post(BULK + "&tenant_field=no", one).refused("[no]", "not in the mapping");
    rest.post(BULK + "&tenant_field=lower", one).refused("[lower]", "normalizer");
    assertEquals(0, rest.get(INDEX + "/_count").ok().get("count").asInt());
  }
}
