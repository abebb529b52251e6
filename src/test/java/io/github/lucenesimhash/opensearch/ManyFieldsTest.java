package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Many fields are copied from one text: those of one scheme analyse it once. */
class ManyFieldsTest extends IndexTest {

  private static final int FIELDS = 200;
  private static final int DOCUMENTS = 20;
  private static final int WORDS = 15_000;
  private static final String INDEX = "/many";

  ManyFieldsTest() {
    super(INDEX, 0, mapping());
  }

  private static String mapping() {
    StringBuilder fields = new StringBuilder();
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < FIELDS; i++) {
      names.append(i == 0 ? "" : ", ").append("\"near").append(i).append('"');
      fields.append(", \"near").append(i).append("\": {\"type\": \"simhash\"}");
    }
    return "{\"settings\": {\"number_of_shards\": 1, \"number_of_replicas\": 0}, \"mappings\":"
        + " {\"properties\": {\"body\": {\"type\": \"keyword\", \"index\": false,"
        + " \"doc_values\": false, \"copy_to\": ["
        + names
        + "]}"
        + fields
        + "}}}";
  }

  @Test
  void bulkIsAnswered() throws IOException {
    Random random = new Random(1687);
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      bulk.append("{\"index\": {}}\n{\"body\": \"");
      random.ints(WORDS, 0, 9_999).forEach(word -> bulk.append('w').append(word).append(' '));
      bulk.append("\"}\n");
    }
    long start = System.nanoTime();
    JsonNode answer = rest.offer(INDEX, ", \"field\": \"near7\"", bulk.toString());
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    System.out.printf(Locale.ROOT, "%d documents, %d fields: %d ms%n", DOCUMENTS, FIELDS, took);
    assertFalse(answer.get("errors").asBoolean(), answer::toString);
    assertTrue(took < 15_000, () -> took + " ms");
  }

  @Test
  void eachFieldHasWhatItsTextSays() throws IOException {
    rest.post(INDEX + "/_doc/1?refresh=true", "{\"body\": \"a ferry is late\"}").ok();
    rest.post(INDEX + "/_doc/2?refresh=true", "{\"near6\": \"a ferry is late\"}").ok();
    String search = "{\"docvalue_fields\": [\"near1\", \"near6\"]}";
    JsonNode hits = rest.post(INDEX + "/_search", search).ok().get("hits").get("hits");
    JsonNode first = hits.get(0).get("fields");
    assertEquals(first.get("near1"), first.get("near6"));
    assertEquals(first.get("near6"), hits.get(1).get("fields").get("near6"));
    assertEquals(1, hits.get(1).get("fields").size());
  }
}
