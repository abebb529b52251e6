package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A table of what each request does for a user from whom a security plugin hides documents or a
 * field: the answer is that of an index that has nothing but what he may see, and what he does not
 * see stays as it is. Each row is tried with the fast and the default format.
 */
class GuardedDocumentsTest {

  private static final int DOCUMENTS = 60;
  private static final int RANDOM_SEARCHES = 20 * Integer.getInteger("tests.multiplier", 1);
  private static final String ALL = "guarded-all";
  private static final String SEEN = "guarded-seen";
  private static final String FOUND = "guarded-found";
  private static final String TEXT =
      "The ferry from the island was late again on Monday, and nobody at the harbour could say why";

  private static final Map<String, String> USERS =
      Map.of(
          "documents hidden by the reader", "docs=tenant:a",
          "documents hidden by the query", "docs=tenant:a;by=query",
          "fingerprints hidden", "hide=near",
          "texts hidden", "hide=body");

  /** What a request shows of an index. */
  @FunctionalInterface
  private interface Row {
    String answer(GuardedDocumentsTest test, Rest rest, String index) throws IOException;
  }

  private record Request(String what, boolean changes, Row row) {}

  private static final List<Request> REQUESTS =
      List.of(
          new Request("query", false, (t, r, i) -> t.hits(r, i, query("\"max_distance\": 10"))),
          new Request("nearest", false, (t, r, i) -> t.hits(r, i, query("\"nearest\": 5"))),
          new Request("random searches", false, GuardedDocumentsTest::random),
          new Request("like", false, (t, r, i) -> t.hits(r, i, like(i, "1"))),
          new Request("like of a hidden one", false, (t, r, i) -> t.like(r, i, "0")),
          new Request("script field", false, GuardedDocumentsTest::scriptField),
          new Request("script sort", false, GuardedDocumentsTest::scriptSort),
          new Request("script score", false, GuardedDocumentsTest::scriptScore),
          new Request("rescore", false, GuardedDocumentsTest::rescore),
          new Request("collapse", false, GuardedDocumentsTest::collapse),
          new Request("aggregation", false, GuardedDocumentsTest::aggregation),
          new Request("docvalue", false, GuardedDocumentsTest::docvalues),
          new Request("explain of a hidden one", false, GuardedDocumentsTest::explain),
          new Request("_groups", false, (t, r, i) -> t.groups(r, i, "")),
          new Request("_groups, verified", false, (t, r, i) -> t.groups(r, i, ", \"verify\": 0.8")),
          new Request("_groups into", false, GuardedDocumentsTest::into),
          new Request("_sweep", true, GuardedDocumentsTest::sweep),
          new Request("_bulk", true, (t, r, i) -> t.bulk(r, i, "")),
          new Request("_bulk with mark", true, (t, r, i) -> t.bulk(r, i, "&mark=group")));

  private Rest admin;
  private String indexed; // the user and the format that the indexes are made for

  @TestFactory
  Stream<DynamicTest> table() throws IOException, InterruptedException {
    admin = Cluster.shared().rest(1);
    List<DynamicTest> rows = new ArrayList<>();
    for (String format : List.of("fast", "default")) {
      USERS.forEach(
          (name, user) -> {
            for (Request request : REQUESTS) {
              rows.add(
                  DynamicTest.dynamicTest(
                      request.what() + ": " + name + ", " + format,
                      () -> check(request, user, format)));
            }
          });
    }
    rows.add(DynamicTest.dynamicTest("clean up", this::delete));
    return rows.stream();
  }

  private void delete() throws IOException {
    admin.delete("/" + ALL);
    admin.delete("/" + SEEN);
    admin.delete("/" + FOUND);
  }

  private void check(Request request, String user, String format) throws IOException {
    if (!(user + format).equals(indexed)) {
      delete();
      index(ALL, "", format);
      index(SEEN, user, format);
      indexed = user + format;
    }
    String hidden = user.startsWith("docs") ? hidden() : "";
    if (user.equals("hide=near") && request.changes() && !request.what().equals("_sweep")) {
      // what the request itself brings is compared
      String found = request.row().answer(this, admin.as(user), ALL);
      assertFalse(found.matches("(?s).*\"_id\":\"\\d.*"), found);
      indexed = null;
      return;
    }
    String expected = request.row().answer(this, admin, SEEN);
    String found = request.row().answer(this, admin.as(user), ALL).replace(ALL, SEEN);
    if (user.contains("by=query")) { // its clause is one more that scores
      expected = withoutScores(expected);
      found = withoutScores(found);
    }
    assertEquals(expected, found);
    if (request.what().equals("query") && user.startsWith("docs")) {
      assertNotEquals(expected, request.row().answer(this, admin, ALL), "nothing is hidden");
    }
    if (request.changes()) {
      assertEquals(hidden, user.startsWith("docs") ? hidden() : "", "what he does not see");
      indexed = null;
    }
  }

  private static String withoutScores(String answer) {
    return answer
        .replaceAll("(?m)^(\"\\w+\") [0-9.]+ ", "$1 ")
        .replaceAll("(_score\":)[0-9.]+", "$1");
  }

  private String hidden() throws IOException {
    return hits(admin, ALL, "\"query\": {\"term\": {\"tenant\": \"B\"}}, \"sort\": [\"key\"]");
  }

  /** Ids of even numbers are of tenant B, and before those of the other. */
  private void index(String index, String user, String format) throws IOException {
    admin
        .put(
            "/" + index,
            "{\"settings\": {\"number_of_shards\": 1, \"number_of_replicas\": 1, \"codec\": \""
                + (format.equals("fast") ? "simhash" : "default")
                + "\"}, \"mappings\": {\"properties\": {\"tenant\": {\"type\": \"keyword\"},"
                + " \"key\": {\"type\": \"keyword\"}, \"group\": {\"type\": \"keyword\"},"
                + " \"body\": {\"type\": \"text\""
                + (user.equals("hide=near") ? "" : ", \"copy_to\": \"near\"")
                + "}, \"near\": {\"type\": \"simhash\"}}}}")
        .ok();
    Random random = new Random(31);
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      String text = text(random);
      String tenant = i % 2 == 0 ? "B" : "a";
      if (user.startsWith("docs") && tenant.equals("B")) {
        continue;
      }
      bulk.append("{\"index\": {\"_id\": \"" + i + "\"}}\n");
      bulk.append("{\"tenant\": \"" + tenant + "\", \"key\": \"" + i + '"');
      if (!user.equals("hide=body")) {
        bulk.append(", \"body\": \"" + text + '"');
      } else {
        long near = FingerprintScheme.standard().fingerprint(text).orElseThrow();
        bulk.append(", \"near\": \"" + Fingerprint.toHex(near) + '"');
      }
      bulk.append("}\n");
    }
    JsonNode answer = admin.post("/" + index + "/_bulk?refresh=true", bulk.toString()).ok();
    assertFalse(answer.get("errors").asBoolean(), answer::toString);
  }

  /** Near to others, or far from all. */
  private static String text(Random random) {
    String[] words = TEXT.split(" ");
    if (random.nextInt(3) == 0) {
      for (int i = 0; i < words.length; i++) {
        words[i] = "w" + random.nextInt(1000);
      }
    } else if (random.nextBoolean()) {
      words[random.nextInt(words.length)] = "w" + random.nextInt(1000);
    }
    return String.join(" ", words);
  }

  private static String query(String range) {
    return "\"query\": " + simhash("\"text\": \"" + TEXT + "\", " + range);
  }

  private static String simhash(String inner) {
    return "{\"simhash\": {\"field\": \"near\", " + inner + "}}";
  }

  private static String like(String index, String id) {
    return "\"query\": "
        + simhash(
            "\"max_distance\": 10, \"like\": {\"_index\": \""
                + index
                + "\", \"_id\": \""
                + id
                + "\"}");
  }

  private static JsonNode search(Rest rest, String index, String body) throws IOException {
    return rest.post("/" + index + "/_search", "{\"size\": 100, " + body + "}").ok().get("hits");
  }

  /** Ids, in their order where they have one, else sorted, with all that hits say of them. */
  private String hits(Rest rest, String index, String body) throws IOException {
    JsonNode hits = search(rest, index, "\"_source\": false, " + body);
    List<String> lines = new ArrayList<>();
    for (JsonNode hit : hits.get("hits")) {
      List<String> parts = new ArrayList<>();
      for (String part : List.of("_id", "_score", "sort", "fields", "inner_hits")) {
        parts.add(String.valueOf(hit.get(part)));
      }
      lines.add(String.join(" ", parts));
    }
    if (!body.contains("\"sort\"")) {
      lines.sort(null);
    }
    return hits.get("total") + "\n" + String.join("\n", lines);
  }

  private String random(Rest rest, String index) throws IOException {
    Random random = new Random(7);
    StringBuilder answers = new StringBuilder();
    for (int i = 0; i < RANDOM_SEARCHES; i++) {
      String target = "\"text\": \"" + text(random) + "\", ";
      String range =
          random.nextBoolean()
              ? "\"max_distance\": " + random.nextInt(40)
              : "\"nearest\": " + (1 + random.nextInt(10));
      String query = simhash(target + range);
      if (random.nextInt(3) == 0) {
        query = "{\"bool\": {\"must\": [" + query + "], \"filter\": [{\"match_all\": {}}]}}";
      } else if (random.nextInt(3) == 0) {
        query = "{\"constant_score\": {\"filter\": " + query + "}}";
      }
      answers.append(hits(rest, index, "\"query\": " + query)).append('\n');
    }
    return answers.toString();
  }

  private String like(Rest rest, String index, String id) throws IOException {
    Rest.Answer answer = rest.post("/" + index + "/_search", "{" + like(index, id) + "}");
    return answer.status() == 404
        ? answer.body().get("error").get("root_cause").get(0).get("reason").asText()
        : hits(rest, index, like(index, id));
  }

  private static String script(String name) {
    return "{\"lang\": \"simhash\", \"source\": \"distance\", \"params\": {\"field\": \"near\","
        + " \""
        + name
        + "\": \""
        + TEXT
        + "\"}}";
  }

  private String scriptField(Rest rest, String index) throws IOException {
    return hits(rest, index, "\"script_fields\": {\"d\": {\"script\": " + script("text") + "}}");
  }

  private String scriptSort(Rest rest, String index) throws IOException {
    return hits(
        rest,
        index,
        "\"sort\": [{\"_script\": {\"type\": \"number\", \"script\": "
            + script("text")
            + "}}, \"key\"]");
  }

  private String scriptScore(Rest rest, String index) throws IOException {
    return hits(
        rest,
        index,
        "\"query\": {\"script_score\": {\"query\": {\"match_all\": {}}, \"script\": "
            + script("text")
            + "}}");
  }

  private String rescore(Rest rest, String index) throws IOException {
    return hits(
        rest,
        index,
        "\"rescore\": {\"window_size\": 100, \"resemblance\": {\"field\": \"body\", \"text\": \""
            + TEXT
            + "\"}}");
  }

  private String collapse(Rest rest, String index) throws IOException {
    return hits(
        rest,
        index,
        "\"sort\": [\"key\"], \"search_pipeline\": {\"request_processors\": [{\"simhash_collapse\":"
            + " {\"field\": \"near\"}}], \"response_processors\": [{\"simhash_collapse\": {}}]}");
  }

  private String aggregation(Rest rest, String index) throws IOException {
    String filters =
        "{\"size\": 0, \"aggs\": {\"near\": {\"filters\": {\"filters\": {\"within\": "
            + simhash("\"text\": \"" + TEXT + "\"")
            + ", \"nearest\": "
            + simhash("\"nearest\": 3, \"text\": \"" + TEXT + "\"")
            + "}}}, \"prints\": {\"terms\": {\"field\": \"near\", \"size\": 100}}}}";
    return rest.post("/" + index + "/_search", filters).ok().get("aggregations").toString();
  }

  private String docvalues(Rest rest, String index) throws IOException {
    return hits(rest, index, "\"docvalue_fields\": [\"near\"], \"sort\": [\"key\"]");
  }

  private String explain(Rest rest, String index) throws IOException {
    String body = "{" + query("\"max_distance\": 10") + "}";
    Rest.Answer answer = rest.post("/" + index + "/_explain/0", body);
    return answer.status() + " " + answer.body().get("matched");
  }

  private String groups(Rest rest, String index, String more) throws IOException {
    JsonNode answer =
        rest.post("/_simhash/" + index + "/_groups", "{\"field\": \"near\"" + more + "}").ok();
    return answer.get("documents") + " " + answer.get("unverified") + " " + answer.get("items");
  }

  private String into(Rest rest, String index) throws IOException {
    String body = "{\"field\": \"near\", \"into\": \"" + FOUND + "\"}";
    rest.post("/_simhash/" + index + "/_groups", body).ok();
    List<String> lines = new ArrayList<>();
    search(admin, FOUND, "\"sort\": [\"kept\", \"id\"]")
        .get("hits")
        .forEach(hit -> lines.add(hit.get("_source").toString()));
    admin.delete("/" + FOUND);
    return String.join("\n", lines);
  }

  private String sweep(Rest rest, String index) throws IOException {
    String body = "{\"field\": \"near\", \"dry_run\": false, \"size\": 0}";
    JsonNode answer = rest.post("/_simhash/" + index + "/_sweep", body).ok();
    Map<String, String> counts = new TreeMap<>();
    for (String count : List.of("documents", "near_duplicates", "deleted", "changed", "failed")) {
      counts.put(count, answer.get(count).toString());
    }
    return counts + hits(rest, index, "\"sort\": [\"key\"]");
  }

  private String bulk(Rest rest, String index, String options) throws IOException {
    Random random = new Random(13);
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      bulk.append("{\"index\": {\"_id\": \"n" + i + "\"}}\n{\"tenant\": \"a\", \"key\": \"n" + i);
      bulk.append("\", \"body\": \"" + text(random) + "\"}\n");
    }
    String path = "/_simhash/" + index + "/_bulk?field=near" + options;
    JsonNode answer = rest.post(path, bulk.toString()).ok();
    List<String> lines = new ArrayList<>();
    for (JsonNode item : answer.get("items")) {
      JsonNode only = item.get("index");
      lines.add(only.get("_id") + " " + only.get("result") + " " + only.get("near"));
    }
    admin.post("/" + index + "/_refresh", "").ok();
    List<String> groups = new ArrayList<>();
    search(admin, index, "\"query\": {\"exists\": {\"field\": \"group\"}}, \"sort\": [\"key\"]")
        .get("hits")
        .forEach(hit -> groups.add(hit.get("_id") + ":" + hit.get("_source").get("group")));
    return String.join("\n", lines) + groups;
  }
}
