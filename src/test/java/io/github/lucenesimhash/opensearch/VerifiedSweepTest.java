package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.dedup.DuplicatePolicy;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;

/** Tests that a sweep verifies texts, and leaves the texts that a verifying writer would add. */
class VerifiedSweepTest extends IndexTest {

  private static final String INDEX = "/verified";
  private static final String REQUEST = "/_plugins/_simhash" + INDEX;
  private static final int DOCUMENTS = 400;

  private final Random random = new Random(Long.getLong("tests.seed", 1620));
  private final Map<String, String> texts = new TreeMap<>();

  VerifiedSweepTest() {
    super(INDEX, 0, null);
  }

  private void index(String properties) throws IOException {
    rest.put(
            INDEX,
            "{\"settings\": {\"number_of_shards\": 3, \"number_of_replicas\": 0}, \"mappings\": {"
                + properties
                + "}}")
        .ok();
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      String id = "d" + (1000 + i);
      String text = text();
      texts.put(id, text);
      bulk.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n{\"n\": ").append(i);
      bulk.append(", \"body\": ").append(Rest.quoted(text)).append("}\n");
    }
    bulk(bulk.toString());
  }

  private void bulk(String bulk) throws IOException {
    JsonNode answer = rest.post(INDEX + "/_bulk?refresh=true", bulk).ok();
    assertFalse(answer.get("errors").asBoolean(), answer::toString);
  }

  /** Returns a text of 40 words, either new or an earlier text with a few words changed. */
  private String text() {
    List<String> words = new ArrayList<>();
    if (!texts.isEmpty() && random.nextInt(3) > 0) {
      String[] known = new ArrayList<>(texts.values()).get(random.nextInt(texts.size())).split(" ");
      words.addAll(List.of(known));
      for (int edits = random.nextInt(4); edits > 0; edits--) {
        words.set(random.nextInt(words.size()), word());
      }
    } else {
      for (int i = 0; i < 40; i++) {
        words.add(word());
      }
    }
    return String.join(" ", words);
  }

  private String word() {
    boolean isNumber = random.nextInt(40) == 0; // the guard keeps numbers apart
    int word = random.nextInt(5000);
    return isNumber ? "w" + word : "w" + Integer.toString(word, 36).replaceAll("[0-9]", "é");
  }

  private static final String COPIED =
      "\"properties\": {\"n\": {\"type\": \"integer\"},"
          + " \"body\": {\"type\": \"text\", \"copy_to\": \"near\"},"
          + " \"near\": {\"type\": \"simhash\"}}";

  private static final String MULTI_FIELD =
      "\"properties\": {\"n\": {\"type\": \"integer\"}, \"body\": {\"type\": \"text\","
          + " \"fields\": {\"near\": {\"type\": \"simhash\"}}}}";

  /** Returns the documents that are kept in the given order, by comparing all with all. */
  private Set<String> kept(List<String> order, double min) {
    BruteForce all = new BruteForce();
    TextVerifier verifier = Comparison.STANDARD.verifier(FingerprintScheme.standard());
    List<FeatureSet> features = new ArrayList<>();
    for (String id : order) {
      String text = texts.get(id);
      all.put(
          features.size(), FingerprintScheme.standard().fingerprint(text).orElseThrow().lane(0));
      features.add(verifier.features(text));
    }
    BiPredicate<Integer, Integer> resembles =
        (a, b) ->
            features.get(a).jaccard(features.get(b)) >= min
                && (min == 0 || !features.get(a).isHeldBack(features.get(b)));
    Set<String> kept = new TreeSet<>();
    int bits = (min == 0 ? Comparison.UNVERIFIED : Comparison.STANDARD).maxDistance();
    all.stars(bits, Comparator.naturalOrder(), resembles)
        .forEach((document, members) -> kept.add(order.get(document)));
    return kept;
  }

  private Set<String> left() throws IOException {
    Set<String> ids = new TreeSet<>();
    JsonNode hits =
        rest.post(INDEX + "/_search", "{\"size\": 10000, \"_source\": false}").ok().get("hits");
    hits.get("hits").forEach(hit -> ids.add(hit.get("_id").asText()));
    return ids;
  }

  private JsonNode sweep(String field, String more) throws IOException {
    return rest.post(REQUEST + "/_sweep", "{\"field\": \"" + field + "\"" + more + "}").ok();
  }

  @Test
  void keepsWhatTheWriterKeeps() throws IOException {
    index(COPIED);
    List<String> order = new ArrayList<>(texts.keySet());
    Set<String> expected = kept(order, 0.8);
    assertTrue(expected.size() > kept(order, 0).size(), "verification keeps more");
    JsonNode dry = sweep("near", ", \"keep_by\": \"n\"");
    assertEquals(DOCUMENTS, left().size());
    assertTrue(dry.get("items").size() > 10, dry::toString);
    for (JsonNode item : dry.get("items")) {
      for (JsonNode member : item.get("members")) {
        assertResembles(member.get("_id"), item.get("kept"), member);
      }
    }
    String into = "{\"field\": \"near\", \"size\": 0, \"into\": \"resembling\"}";
    rest.post(REQUEST + "/_groups", into).ok();
    JsonNode hits = rest.post("/resembling/_search", "{\"size\": 100}").ok().at("/hits/hits");
    assertTrue(hits.size() > 10, hits::toString);
    for (JsonNode hit : hits) {
      JsonNode member = hit.get("_source");
      assertResembles(member.get("id"), member.get("kept"), member);
    }
    rest.delete("/resembling").ok();
    JsonNode swept = sweep("near", ", \"keep_by\": \"n\", \"dry_run\": false");
    assertEquals(DOCUMENTS - expected.size(), dry.get("near_duplicates").asInt());
    assertEquals(DOCUMENTS - expected.size(), swept.get("deleted").asInt());
    assertEquals(0.8, swept.get("verified").asDouble());
    assertEquals(0, swept.get("unverified").asInt());
    assertEquals(expected, left());
    assertEquals(expected, written(order));
    assertEquals(expected, offered(order));
  }

  private void assertResembles(JsonNode id, JsonNode kept, JsonNode member) {
    TextVerifier verifier = TextVerifier.standard();
    FeatureSet its = verifier.features(texts.get(id.asText()));
    double resemblance = its.jaccard(verifier.features(texts.get(kept.asText())));
    assertTrue(member.has("resemblance"), member::toString);
    assertEquals(resemblance, member.get("resemblance").asDouble(), 1e-6, member::toString);
    assertFalse(member.has("contained"), member::toString);
  }

  /** Returns the documents that an ingest processor lets pass, sent in several requests. */
  private Set<String> offered(List<String> order) throws IOException {
    rest.delete(INDEX);
    rest.put(INDEX, "{\"mappings\": {" + COPIED + "}}").ok();
    int inOne = 150;
    for (int from = 0; from < order.size(); from += inOne) {
      StringBuilder bulk = new StringBuilder();
      for (String id : order.subList(from, Math.min(from + inOne, order.size()))) {
        bulk.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n{\"body\": ");
        bulk.append(Rest.quoted(texts.get(id))).append("}\n");
      }
      JsonNode answer = rest.offer(INDEX, ", \"field\": \"near\"", bulk.toString());
      for (JsonNode item : answer.get("items")) {
        int status = item.at("/index/status").asInt();
        assertTrue(status == 201 || status == 409, item::toString);
      }
    }
    rest.post(INDEX + "/_refresh", null).ok();
    return left();
  }

  private Set<String> written(List<String> order) throws IOException {
    FingerprintScheme scheme = FingerprintScheme.standard();
    Set<String> added = new TreeSet<>();
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
        NearDuplicateWriter near =
            NearDuplicateWriter.builder(writer)
                .comparison(Comparison.STANDARD)
                .policy(DuplicatePolicy.keepFirst())
                .texts(TextVerifier.standard(), "body")
                .build()) {
      for (String id : order) {
        Document document = new Document();
        document.add(new StringField("id", id, Field.Store.YES));
        document.add(new TextField("body", texts.get(id), Field.Store.YES));
        document.add(scheme.field("near").of(texts.get(id)).orElseThrow());
        if (near.add(document).isIndexed()) {
          added.add(id);
        }
      }
    }
    return added;
  }

  @Test
  void otherOrdersLimitsAndMappings() throws IOException {
    index(MULTI_FIELD);
    List<String> newest = new ArrayList<>(texts.keySet()).reversed();
    String more = ", \"keep_by\": \"n\", \"order\": \"desc\"";
    int none = sweep("body.near", more + ", \"verify\": false").get("near_duplicates").asInt();
    assertEquals(DOCUMENTS - kept(newest, 0).size(), none);
    JsonNode off = sweep("body.near", more + ", \"verify\": false");
    assertFalse(off.get("verified").asBoolean());
    assertTrue(off.get("reason").asText().contains("[verify] is false"), off::toString);
    JsonNode member = off.at("/items/0/members/0");
    assertTrue(member.has("distance") && !member.has("resemblance"), member::toString);
    Set<String> expected = kept(newest, 0.9);
    JsonNode swept = sweep("body.near", more + ", \"verify\": 0.9, \"dry_run\": false");
    assertEquals(0.9, swept.get("verified").asDouble());
    assertEquals(expected, left());
  }

  @Test
  void withoutTexts() throws IOException {
    rest.put(INDEX, "{\"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}}}}").ok();
    bulk("{\"index\": {\"_id\": \"1\"}}\n{\"near\": \"00ff00ff00ff00ff\"}\n");
    JsonNode found = sweep("near", "");
    assertEquals(0.8, found.get("verified").asDouble(), found::toString); // nothing was compared
    bulk(
        """
        {"index": {"_id": "2"}}
        {"near": "00ff00ff00ff00fe"}
        {"index": {"_id": "eleven bits from one, twelve from the other"}}
        {"near": "00ff00ff07ffffff"}
        """);
    found = sweep("near", "");
    assertEquals(1, found.get("near_duplicates").asInt());
    assertEquals(1, found.get("unverified").asInt());
    assertFalse(found.get("verified").asBoolean());
    assertTrue(found.get("reason").asText().contains("no text"), found::toString);
    assertEquals(0, sweep("near", ", \"verify\": 0.8").get("near_duplicates").asInt());
  }

  @Test
  void textsThatAreNotAtHandAndBadRequests() throws IOException {
    index("\"_source\": {\"enabled\": false}, " + COPIED);
    JsonNode found = sweep("near", "");
    assertFalse(found.get("verified").asBoolean());
    assertTrue(found.get("reason").asText().contains("does not keep the source"), found::toString);
    refused("\"verify\": 0.8", "does not keep the source");
    refused("\"verify\": 0", "verify is [0]", "above 0 to 1, or false");
    refused("\"verify\": 1.5", "verify is [1.5]");
    refused("\"verify\": true", "verify is [true]");
    refused("\"verify\": false, \"verify_field\": \"body\"", "expected one of them");
    rest.delete(INDEX);
    rest.put(INDEX, "{\"mappings\": {\"_source\": {\"excludes\": [\"body\"]}, " + COPIED + "}}")
        .ok();
    refused("\"verify\": 0.8, \"verify_field\": \"body\"", "leaves [body] out");
    refused("\"verify\": 0.8", "leaves [body] out");
    found = sweep("near", "");
    assertFalse(found.get("verified").asBoolean());
    assertTrue(found.get("reason").asText().contains("leaves [body] out"), found::toString);
    refused("\"verify_field\": \"bdoy\"", "[bdoy]", "not in the mapping");
  }

  @Test
  void aFieldsOtherNameAndNestedFields() throws IOException {
    index(
        COPIED.replace(
            "{\"n\"",
            "{\"alias\": {\"type\": \"alias\", \"path\": \"body\"}, \"parts\": {\"type\":"
                + " \"nested\", \"properties\": {\"near\": {\"type\": \"simhash\"}}}, \"n\""));
    JsonNode found = sweep("near", ", \"verify_field\": \"alias\"");
    assertEquals(0.8, found.get("verified").asDouble(), found::toString);
    assertEquals(0, found.get("unverified").asInt());
    rest.post(REQUEST + "/_sweep", "{\"field\": \"parts.near\"}").refused("nested");
    String line = "{\"index\": {\"_id\": \"1\"}}\n{\"body\": \"a\"}\n";
    JsonNode offered = rest.offer(INDEX, ", \"field\": \"parts.near\"", line);
    assertTrue(offered.at("/items/0/index/error/reason").asText().contains("nested"));
  }

  private void refused(String more, String... reasons) throws IOException {
    rest.post(REQUEST + "/_sweep", "{\"field\": \"near\", " + more + "}").refused(reasons);
  }
}
