package io.github.lucenesimhash.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.testing.Rounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A request whose answer might show what is hidden from a user.
 *
 * @param changes whether the request changes the index
 */
record GuardedRequest(String what, boolean changes, Row row) {

  private static final int RANDOM_SEARCHES = Rounds.of(10, 20);
  static final String FOUND = "guarded-found";
  private static final String TEXT =
      "The ferry from the island was late again on Monday, and nobody at the harbour could say why";

  /** Sends a request, and returns what its answer shows of an index. */
  @FunctionalInterface
  interface Row {
    String answer(Rest rest, String index) throws IOException;
  }

  static final List<GuardedRequest> ALL =
      List.of(
          new GuardedRequest("query", false, (r, i) -> hits(r, i, query("\"max_distance\": 10"))),
          new GuardedRequest("nearest", false, (r, i) -> hits(r, i, query(nearest(5)))),
          new GuardedRequest("nearest, boosted index", false, GuardedRequest::boosted),
          new GuardedRequest("random searches", false, GuardedRequest::random),
          new GuardedRequest("like", false, (r, i) -> hits(r, i, like(i, "1"))),
          new GuardedRequest("like of a hidden one", false, (r, i) -> like(r, i, "0")),
          new GuardedRequest("collapse", false, GuardedRequest::collapse),
          new GuardedRequest("aggregation", false, GuardedRequest::aggregation),
          new GuardedRequest("docvalue", false, GuardedRequest::docvalues),
          new GuardedRequest("explain of a hidden one", false, GuardedRequest::explain),
          new GuardedRequest("_groups", false, (r, i) -> groups(r, i, "")),
          new GuardedRequest(
              "_groups, verified", false, (r, i) -> groups(r, i, ", \"verify\": 0.8")),
          new GuardedRequest("_groups into", false, GuardedRequest::into),
          new GuardedRequest("_sweep", true, GuardedRequest::sweep),
          new GuardedRequest("simhash_dedup", true, GuardedRequest::offered));

  /** Returns a text that is near other texts, or far from all. */
  static String text(Random random) {
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

  /** Returns the options of a search for the nearest documents of the tenant that all users see. */
  private static String nearest(int n) {
    return "\"nearest\": " + n + ", \"filter\": {\"term\": {\"tenant\": \"a\"}}";
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

  /** Returns the hits with their properties, in the order of a sorted search or else by line. */
  static String hits(Rest rest, String index, String body) throws IOException {
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

  private static String boosted(Rest rest, String index) throws IOException {
    String boost = "\"indices_boost\": [{\"" + index + "\": 2}], ";
    return hits(rest, index, boost + query(nearest(5)));
  }

  private static String random(Rest rest, String index) throws IOException {
    Random random = new Random(7);
    StringBuilder answers = new StringBuilder();
    for (int i = 0; i < RANDOM_SEARCHES; i++) {
      String target = "\"text\": \"" + text(random) + "\", ";
      String range =
          random.nextBoolean()
              ? "\"max_distance\": " + random.nextInt(40)
              : nearest(1 + random.nextInt(10));
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

  private static String like(Rest rest, String index, String id) throws IOException {
    Rest.Answer answer = rest.post("/" + index + "/_search", "{" + like(index, id) + "}");
    return answer.status() == 404
        ? answer.body().get("error").get("root_cause").get(0).get("reason").asText()
        : hits(rest, index, like(index, id));
  }

  private static String collapse(Rest rest, String index) throws IOException {
    return hits(
        rest,
        index,
        "\"sort\": [\"key\"], \"search_pipeline\": {\"request_processors\": [{\"simhash_collapse\":"
            + " {\"field\": \"near\"}}], \"response_processors\": [{\"simhash_collapse\": {}}]}");
  }

  private static String aggregation(Rest rest, String index) throws IOException {
    String filters =
        "{\"size\": 0, \"aggs\": {\"near\": {\"filters\": {\"filters\": {\"within\": "
            + simhash("\"text\": \"" + TEXT + "\"")
            + ", \"nearest\": "
            + simhash(nearest(3) + ", \"text\": \"" + TEXT + "\"")
            + "}}}, \"prints\": {\"terms\": {\"field\": \"near\", \"size\": 100}}}}";
    return rest.post("/" + index + "/_search", filters).ok().get("aggregations").toString();
  }

  private static String docvalues(Rest rest, String index) throws IOException {
    return hits(rest, index, "\"docvalue_fields\": [\"near\"], \"sort\": [\"key\"]");
  }

  private static String explain(Rest rest, String index) throws IOException {
    String body = "{" + query("\"max_distance\": 10") + "}";
    Rest.Answer answer = rest.post("/" + index + "/_explain/0", body);
    return answer.status() + " " + answer.body().get("matched");
  }

  private static String groups(Rest rest, String index, String more) throws IOException {
    JsonNode answer =
        rest.post("/_plugins/_simhash/" + index + "/_groups", "{\"field\": \"near\"" + more + "}")
            .ok();
    return answer.get("documents") + " " + answer.get("unverified") + " " + answer.get("items");
  }

  private static String into(Rest rest, String index) throws IOException {
    String body = "{\"field\": \"near\", \"into\": \"" + FOUND + "\"}";
    rest.post("/_plugins/_simhash/" + index + "/_groups", body).ok();
    List<String> lines = new ArrayList<>();
    search(rest.asAdmin(), FOUND, "\"sort\": [\"kept\", \"id\"]")
        .get("hits")
        .forEach(hit -> lines.add(hit.get("_source").toString()));
    rest.asAdmin().delete("/" + FOUND);
    return String.join("\n", lines);
  }

  private static String sweep(Rest rest, String index) throws IOException {
    String body = "{\"field\": \"near\", \"dry_run\": false, \"size\": 0}";
    JsonNode answer = rest.post("/_plugins/_simhash/" + index + "/_sweep", body).ok();
    Map<String, String> counts = new TreeMap<>();
    for (String count : List.of("documents", "near_duplicates", "deleted", "changed", "failed")) {
      counts.put(count, answer.get(count).toString());
    }
    return counts + hits(rest, index, "\"sort\": [\"key\"]");
  }

  private static String offered(Rest rest, String index) throws IOException {
    Random random = new Random(13);
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      bulk.append("{\"index\": {\"_id\": \"n" + i + "\"}}\n{\"tenant\": \"a\", \"key\": \"n" + i);
      bulk.append("\", \"body\": \"" + text(random) + "\"}\n");
    }
    JsonNode answer = rest.offer("/" + index, ", \"field\": \"near\"", bulk.toString());
    List<String> lines = new ArrayList<>();
    for (JsonNode item : answer.get("items")) {
      JsonNode only = item.get("index");
      lines.add(only.get("_id") + " " + only.get("status") + " " + only.at("/error/reason"));
    }
    return String.join("\n", lines);
  }
}
