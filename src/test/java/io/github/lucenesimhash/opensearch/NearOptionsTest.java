package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that presets and guarded words mean the same in mappings and in all requests. */
class NearOptionsTest extends IndexTest {

  private static final String INDEX = "/near-options";
  private static final String FIELD = ", \"field\": \"near\"";
  private static final String TEXT = "The ferry goes from the island today at noon";
  private static final String OTHER = "The ferry never goes from the island today at noon";
  private static final String WORDS = "\"guard_words\": [\"never\", \"不\"]";
  private static final String PRESET = "\"preset\": \"contained\"";

  NearOptionsTest() {
    super(INDEX, 1, null);
  }

  private void make(String mapped) throws IOException {
    rest.put(
            INDEX,
            """
            {"settings": {"number_of_shards": 2, "number_of_replicas": 0},
             "mappings": {"properties": {"near": {"type": "simhash"%s}}}}
            """
                .replace("%s", mapped))
        .ok();
  }

  private static String line(String id, String value) {
    return "{\"index\": {\"_id\": \"" + id + "\"}}\n{\"near\": \"" + value + "\"}\n";
  }

  private int found(String target, String options) throws IOException {
    String query = "{\"simhash\": {\"field\": \"near\", " + target + options + "}}";
    JsonNode answer = rest.post(INDEX + "/_search", "{\"query\": " + query + "}").ok();
    return answer.at("/hits/total/value").asInt();
  }

  private JsonNode collapsed(String options) throws IOException {
    String body =
        "{\"search_pipeline\": {\"request_processors\": [{\"simhash_collapse\": {\"field\":"
            + (" \"near\"" + options + "}}], \"response_processors\": ")
            + "[{\"simhash_collapse\": {}}]}}";
    return rest.post(INDEX + "/_search", body).ok().at("/ext/simhash_collapse");
  }

  /** Returns the ids of the documents that the ingest processor fails. */
  private Set<String> near(String options, String lines) throws IOException {
    return Rest.near(rest.offer(INDEX, FIELD + options, lines)).keySet();
  }

  private JsonNode groups(String options) throws IOException {
    String body = "{\"field\": \"near\"" + options + "}";
    JsonNode answer = rest.post("/_plugins/_simhash" + INDEX + "/_groups", body).ok();
    JsonNode swept = rest.post("/_plugins/_simhash" + INDEX + "/_sweep", body).ok();
    assertEquals(answer.get("near_duplicates"), swept.get("near_duplicates"));
    return answer;
  }

  @Test
  void guardedWords() throws IOException {
    String near = ", \"max_distance\": 64, \"verify\": 0.4";
    for (boolean isMapped : new boolean[] {false, true}) {
      make(isMapped ? ", " + WORDS : "");
      String words = near + (isMapped ? "" : ", " + WORDS);
      assertEquals(Set.of(), near(words, line("a", TEXT) + line("b", OTHER)));
      rest.post(INDEX + "/_refresh", "").ok();
      assertEquals(Set.of("c"), near(near + ", \"guard\": \"none\"", line("c", OTHER)));
      assertEquals(0, groups(words).get("near_duplicates").asInt());
      assertEquals(1, groups(words).get("held_back").asInt());
      assertEquals(1, groups(near + ", \"guard\": \"none\"").get("near_duplicates").asInt());
      rest.delete(INDEX).ok();
    }
  }

  /** Texts that differ in a number are held back by a guard of numbers, and otherwise merged. */
  @Test
  void guards() throws IOException {
    String text =
        "The pump for the harbour of the island and its library in the old town has"
            + " arrived and is to be used from spring on by all who need it, as the model ";
    String lines = line("9341", text + 9341) + line("9342", text + 9342);
    for (String guard : List.of("numbers", "none")) {
      int apart = guard.equals("numbers") ? 1 : 0;
      make("");
      String options = ", \"max_distance\": 40, \"verify\": 0.5, \"guard\": \"" + guard + "\"";
      assertEquals(1 - apart, near(options, lines).size());
      rest.post(INDEX + "/_bulk?refresh=true", lines).ok();
      JsonNode answer = groups(options);
      assertEquals(apart, answer.get("held_back").asInt(), answer::toString);
      assertEquals(1 - apart, answer.get("groups").asInt(), answer::toString);
      rest.delete(INDEX).ok();
    }
  }

  /** Searches accept no guard, because a guard compares texts, which searches do not read. */
  @Test
  void searchesHaveNoGuard() throws IOException {
    make("");
    for (String option : List.of("guard", "guard_words", "verify")) {
      String named = "\"field\": \"near\", \"" + option + "\": \"none\"";
      String query = "{\"query\": {\"simhash\": {\"text\": \"a\", " + named + "}}}";
      rest.post(INDEX + "/_search", query).refused("unknown field [" + option + "]");
      String body =
          "{\"search_pipeline\": {\"request_processors\": [{\"simhash_collapse\": {"
              + named
              + "}}]}}";
      rest.post(INDEX + "/_search", body).refused("[" + option + "]");
    }
  }

  /** A request that does not verify texts cannot have a guard, because a guard compares texts. */
  @Test
  void guardsWhereTextsAreNotVerified() throws IOException {
    make("");
    String groups = "/_plugins/_simhash" + INDEX + "/_groups";
    for (String guard : List.of("\"guard\": \"numbers\"", WORDS)) {
      rest.post(groups, "{\"field\": \"near\", \"verify\": false, " + guard + "}")
          .refused("guard is [", "verify is [false]", "expected one of them");
    }
    groups(", \"verify\": false, \"guard\": \"none\"");
    for (String other : List.of("\"guard\": \"replaced\"", "\"verify_field\": \"near\"")) {
      String options = "{\"field\": \"near\", \"verify\": false, " + other + "}";
      rest.put("/_ingest/pipeline/off", "{\"processors\": [{\"simhash_dedup\": " + options + "}]}")
          .refused(other.split("\"", -1)[1] + " is [", "and verify is [false]");
    }
    rest.delete(INDEX).ok();
    rest.put(
            INDEX,
            "{\"mappings\": {\"_source\": {\"enabled\": false}, \"properties\":"
                + " {\"near\": {\"type\": \"simhash\"}}}}")
        .ok();
    rest.post(groups, "{\"field\": \"near\", \"guard\": \"numbers\"}")
        .refused("texts cannot be verified", "does not keep the source");
  }

  /** The preset finds documents within 14 bits, whether texts can be compared or not. */
  @Test
  void presets() throws IOException {
    String target = "\"fingerprint\": \"0000000000000fff\"";
    for (boolean isMapped : new boolean[] {false, true}) {
      make(isMapped ? ", " + PRESET : "");
      rest.post(INDEX + "/_bulk?refresh=true", line("a", "0000000000000000")).ok();
      String preset = isMapped ? "" : ", " + PRESET;
      String b = line("b", "0000000000000fff");
      assertEquals(Set.of("b"), near(preset, b));
      assertEquals(Set.of(), near(", \"preset\": \"standard\"", b));
      rest.post(INDEX + "/_refresh", "").ok();
      assertEquals(2, found(target, preset));
      assertEquals(1, found(target, preset + ", \"max_distance\": 11"));
      assertEquals(14, collapsed(preset).get("max_distance").asInt());
      assertEquals(1, collapsed(preset).get("folded").asInt());
      assertEquals(14, groups(preset).get("max_distance").asInt());
      assertEquals(1, groups(preset).get("near_duplicates").asInt());
      assertEquals(0, groups(preset + ", \"max_distance\": 11").get("near_duplicates").asInt());
      rest.delete(INDEX).ok();
    }
  }

  /** A text is dropped in favour of an existing longer one that contains it, but not conversely. */
  @Test
  void containedTexts() throws IOException {
    make(", " + PRESET);
    String text =
        IntStream.range(0, 60)
            .mapToObj(i -> "w" + (char) ('a' + i % 26) + (char) ('a' + i / 26))
            .collect(Collectors.joining(" "));
    String longer = text + " " + text.substring(0, 80).replace('w', 'x');
    for (String[] each :
        new String[][] {{"part", text}, {"whole", longer}, {"other", text + " and nobody"}}) {
      Set<String> expected = each[0].equals("other") ? Set.of("other") : Set.of();
      assertEquals(expected, near("", line(each[0], each[1])));
    }
    rest.post(INDEX + "/_refresh", "").ok();
    assertEquals(0, groups(", \"preset\": \"standard\"").get("near_duplicates").asInt());
    rest.post(INDEX + "/_bulk?refresh=true", line("zpart", text)).ok();
    JsonNode member = groups("").at("/items/0/members/0");
    assertEquals("zpart", member.get("_id").asText(), member::toString);
    assertEquals(1, member.get("resemblance").asDouble(), member::toString);
    assertEquals(1, member.get("contained").asDouble(), member::toString);
    rest.delete(INDEX + "/_doc/part?refresh=true").ok();
    member = groups("").at("/items/0/members/0");
    assertEquals("zpart", member.get("_id").asText(), member::toString);
    TextVerifier verifier = TextVerifier.standard();
    FeatureSet part = verifier.features(text);
    FeatureSet whole = verifier.features(longer);
    double resemblance = part.jaccard(whole);
    assertTrue(resemblance < 0.8, () -> "" + resemblance);
    assertEquals(resemblance, member.get("resemblance").asDouble(), 1e-6, member::toString);
    double contained = part.containment(whole);
    assertEquals(contained, member.get("contained").asDouble(), 1e-6, member::toString);
    rest.delete(INDEX + "/_doc/zpart?refresh=true").ok();
    String both = line("part", text).replace("}\n{", "}\n{\"length\": 60, ");
    both += line("whole", longer).replace("}\n{", "}\n{\"length\": 80, ");
    rest.post(INDEX + "/_bulk?refresh=true", both).ok();
    assertEquals(0, groups("").get("near_duplicates").asInt(), "the lowest id is the part");
    JsonNode longest = groups(", \"keep_by\": \"length\", \"order\": \"desc\"");
    assertEquals("whole", longest.at("/items/0/kept").asText(), longest::toString);
    assertEquals("part", longest.at("/items/0/members/0/_id").asText(), longest::toString);
    rest.delete(INDEX).ok();
  }

  @Test
  void titlesSetTheSchemeToo() throws IOException {
    make(", \"preset\": \"titles\"");
    JsonNode near = rest.get(INDEX + "/_mapping").ok().findValue("near");
    assertEquals(
        Rest.json("{\"type\": \"simhash\", \"scheme\": \"titles\", \"preset\": \"titles\"}"), near);
    rest.put(INDEX + "/_mapping", "{\"properties\": {\"near\": " + near + "}}").ok();
    String other = TEXT.replace("ferry", "boat");
    assertEquals(Set.of("b"), near("", line("a", TEXT) + line("b", other)));
    rest.delete(INDEX).ok();
  }

  @Test
  void mappings() throws IOException {
    make(", " + WORDS + ", " + PRESET + ", \"guard\": \"numbers\"");
    JsonNode near = rest.get(INDEX + "/_mapping").ok().findValue("near");
    assertEquals(
        Rest.json(
            "{\"type\": \"simhash\", \"guard\": \"numbers\", " + (WORDS + ", " + PRESET + "}")),
        near);
    rest.put(INDEX + "/_mapping", "{\"properties\": {\"near\": " + near + "}}").ok();
    String[][] bad = {
      {"\"preset\": \"loose\"", "preset is [loose]", "[standard], [contained] or [titles]"},
      {"\"guard\": \"some\"", "guard is [some]", "[none]"},
      {"\"guard_words\": [\"...\"]", "guard_words is [...]", "words"}
    };
    for (String[] each : bad) {
      String body = "{\"properties\": {\"bad\": {\"type\": \"simhash\", " + each[0] + "}}}";
      rest.put(INDEX + "/_mapping", body).refused(each[1], each[2]);
      String groups = "{\"field\": \"near\", " + each[0] + "}";
      rest.post("/_plugins/_simhash" + INDEX + "/_groups", groups).refused(each[1], each[2]);
    }
    for (String name : Set.of("preset", "max_distance")) {
      String both = "\"fingerprint\": 0, \"nearest\": 1, \"" + name + "\": ";
      String value = name.equals("preset") ? "\"contained\"" : "3";
      String query = "{\"simhash\": {\"field\": \"near\", " + both + value + "}}";
      rest.post(INDEX + "/_search", "{\"query\": " + query + "}").refused(List.of(name).toString());
    }
  }
}
