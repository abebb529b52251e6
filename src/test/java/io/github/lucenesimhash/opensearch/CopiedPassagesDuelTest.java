package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.passage.PassageOracle;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Compares random texts with copied parts. The documents found and the words marked are those of
 * brute force, while documents are replaced and deleted.
 */
class CopiedPassagesDuelTest extends IndexTest {

  private static final String INDEX = "/passages-duel";
  private static final int DOCUMENTS = 150;
  private static final int QUERIES = 40 * Integer.getInteger("tests.multiplier", 1);

  private final Random random = new Random(Long.getLong("tests.random", 37));
  private final List<List<String>> sources = new ArrayList<>();
  private final Map<String, List<List<String>>> documents = new HashMap<>(); // words by value

  CopiedPassagesDuelTest() {
    super(
        INDEX,
        2,
        """
        {"settings": {"number_of_shards": 2, "number_of_replicas": 0},
         "mappings": {"properties": {"body": {"type": "text", "copy_to": "copied"},
            "copied": {"type": "copied_passages"}}}}
        """);
  }

  private List<String> words(int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int word = random.nextInt(1 + random.nextInt(60));
      words.add(word % 3 == 0 ? Character.toString(0x4E00 + word) : "w" + word);
    }
    return words;
  }

  private List<String> text() {
    List<String> text = new ArrayList<>();
    for (int parts = 1 + random.nextInt(4); parts > 0; parts--) {
      List<String> source = sources.get(random.nextInt(sources.size()));
      int length = 15 + random.nextInt(40);
      int from = random.nextInt(source.size() - length);
      text.addAll(source.subList(from, from + length));
      text.addAll(words(random.nextInt(5)));
    }
    return text;
  }

  private String written(List<String> words) {
    return words.stream()
        .map(word -> random.nextInt(3) == 0 ? word.toUpperCase(Locale.ROOT) : word)
        .collect(Collectors.joining(random.nextBoolean() ? " " : "\n"));
  }

  private void add(String id) throws IOException {
    List<List<String>> values = new ArrayList<>();
    List<String> written = new ArrayList<>();
    for (int count = 1 + random.nextInt(3); count > 0; count--) {
      values.add(text());
      written.add(Rest.quoted(written(values.getLast())));
    }
    documents.put(id, values);
    rest.put(INDEX + "/_doc/" + id, "{\"body\": " + written + "}").ok();
  }

  /** Returns each document with a passage, as its text with the copied words marked. */
  private Map<String, String> expected(List<String> text, int atLeast) {
    Map<String, String> expected = new TreeMap<>();
    documents.forEach(
        (id, values) -> {
          List<String> shown = new ArrayList<>();
          for (List<String> value : values) {
            BitSet copied = PassageOracle.copied(text, value, atLeast);
            for (int i = 0; i < value.size(); i++) {
              shown.add(copied.get(i) ? "[" + value.get(i) + "]" : value.get(i));
            }
          }
          String all = String.join(" ", shown);
          if (all.contains("[")) {
            expected.put(id, all);
          }
        });
    return expected;
  }

  private static String byWord(String highlighted) {
    List<String> words = new ArrayList<>();
    boolean isIn = false;
    for (String word : highlighted.toLowerCase(Locale.ROOT).split("\\s+", -1)) {
      isIn |= word.startsWith("[");
      words.add(isIn ? "[" + word.replaceAll("[\\[\\]]", "") + "]" : word);
      isIn &= !word.endsWith("]");
    }
    return String.join(" ", words);
  }

  private Map<String, String> found(List<String> text, int atLeast) throws IOException {
    String query =
        "{\"size\": 1000, \"query\": {\"copied_passages\": {\"field\": \"copied\", \"at_least\": "
            + (atLeast + ", \"text\": " + Rest.quoted(written(text)) + "}}, \"highlight\": {")
            + "\"number_of_fragments\": 0, \"pre_tags\": \"[\", \"post_tags\": \"]\","
            + " \"fields\": {\"copied\": {\"type\": \"copied_passages\"}}}}";
    Map<String, String> found = new TreeMap<>();
    JsonNode answer = rest.post(INDEX + "/_search", query).ok();
    assertEquals(0, answer.get("_shards").get("failed").asInt(), answer::toString);
    for (JsonNode hit : answer.get("hits").get("hits")) {
      found.put(hit.get("_id").asText(), byWord(hit.at("/highlight/copied/0").asText()));
    }
    return found;
  }

  @Test
  void asBruteForceFinds() throws IOException {
    for (int i = 0; i < 6; i++) {
      sources.add(words(120));
    }
    for (int i = 0; i < DOCUMENTS; i++) {
      add("d" + i);
      if (i % 50 == 7) {
        rest.post(INDEX + "/_refresh", "").ok();
      }
    }
    int hits = 0;
    for (int i = 0; i < QUERIES; i++) {
      if (i % 4 == 0) {
        String id = "d" + random.nextInt(DOCUMENTS);
        if (random.nextBoolean()) {
          add(id);
        } else if (documents.remove(id) != null) {
          rest.delete(INDEX + "/_doc/" + id).ok();
        }
        rest.post(INDEX + "/_refresh", "").ok();
      }
      List<String> text = text();
      int atLeast = 25 + random.nextInt(random.nextBoolean() ? 1 : 20);
      Map<String, String> expected = expected(text, atLeast);
      assertEquals(expected, found(text, atLeast), "query " + i + " of " + atLeast + ": " + text);
      hits += expected.size();
    }
    assertEquals(true, hits > QUERIES, hits + " hits");
  }
}
