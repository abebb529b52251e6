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
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A table of what each request does for a user from whom a security plugin hides documents or a
 * field. The answer is that of an index that contains only what the user may see, and hidden
 * documents stay unchanged. Each row runs with the fast and the default format.
 */
class GuardedDocumentsTest {

  private static final int DOCUMENTS = 60;
  private static final String ALL = "guarded-all";
  private static final String SEEN = "guarded-seen";
  private static final Map<String, String> USERS =
      Map.of(
          "documents hidden by the reader", "docs=tenant:a",
          "documents hidden by the query", "docs=tenant:a;by=query",
          "fingerprints hidden", "hide=near",
          "texts hidden", "hide=body");

  private Rest admin;
  private String indexed; // the user and the format for which the indexes are made

  @TestFactory
  Stream<DynamicTest> table() throws IOException, InterruptedException {
    admin = Cluster.shared().rest(1);
    List<DynamicTest> rows = new ArrayList<>();
    for (String format : List.of("fast", "default")) {
      USERS.forEach(
          (name, user) -> {
            for (GuardedRequest request : GuardedRequest.ALL) {
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
    admin.delete("/" + GuardedRequest.FOUND);
  }

  private void check(GuardedRequest request, String user, String format) throws IOException {
    if (!(user + format).equals(indexed)) {
      delete();
      index(ALL, "", format);
      index(SEEN, user, format);
      indexed = user + format;
    }
    String hidden = user.startsWith("docs") ? hidden() : "";
    if (user.equals("hide=near") && request.changes() && !request.what().equals("_sweep")) {
      // the documents of the request itself are still compared with each other
      String found = request.row().answer(admin.as(user), ALL);
      assertFalse(found.matches("(?s).*document \\[\\d.*"), found);
      indexed = null;
      return;
    }
    String expected = request.row().answer(admin, SEEN);
    String found = request.row().answer(admin.as(user), ALL).replace(ALL, SEEN);
    if (user.contains("by=query")) { // the filter is one more scoring clause
      expected = withoutScores(expected);
      found = withoutScores(found);
    }
    assertEquals(expected, found);
    if (request.what().equals("query") && user.startsWith("docs")) {
      assertNotEquals(expected, request.row().answer(admin, ALL), "nothing is hidden");
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
    return GuardedRequest.hits(
        admin, ALL, "\"query\": {\"term\": {\"tenant\": \"B\"}}, \"sort\": [\"key\"]");
  }

  /** Indexes pairs of documents: one with an even id of tenant B, then one of tenant a. */
  private void index(String index, String user, String format) throws IOException {
    admin
        .put(
            "/" + index,
            "{\"settings\": {\"number_of_shards\": 1, \"number_of_replicas\": 1, \"codec\": \""
                + (format.equals("fast") ? "simhash" : "default")
                + "\"}, \"mappings\": {\"properties\": {\"tenant\": {\"type\": \"keyword\"},"
                + " \"key\": {\"type\": \"keyword\"},"
                + " \"body\": {\"type\": \"text\""
                + (user.equals("hide=near") ? "" : ", \"copy_to\": \"near\"")
                + "}, \"near\": {\"type\": \"simhash\"}}}}")
        .ok();
    Random random = new Random(31);
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      String text = GuardedRequest.text(random);
      String tenant = i % 2 == 0 ? "B" : "a";
      if (user.startsWith("docs") && tenant.equals("B")) {
        continue;
      }
      bulk.append("{\"index\": {\"_id\": \"" + i + "\"}}\n");
      bulk.append("{\"tenant\": \"" + tenant + "\", \"key\": \"" + i + '"');
      if (!user.equals("hide=body")) {
        bulk.append(", \"body\": \"" + text + '"');
      } else {
        long near = FingerprintScheme.standard().fingerprint(text).orElseThrow().lane(0);
        bulk.append(", \"near\": \"" + Fingerprint.of(near).toString() + '"');
      }
      bulk.append("}\n");
    }
    JsonNode answer = admin.post("/" + index + "/_bulk?refresh=true", bulk.toString()).ok();
    assertFalse(answer.get("errors").asBoolean(), answer::toString);
  }
}
