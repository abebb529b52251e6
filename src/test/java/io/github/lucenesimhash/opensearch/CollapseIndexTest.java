package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;

/** A test of collapsed searches, on random documents of three shards. */
abstract class CollapseIndexTest extends IndexTest {

  static final long SEED = Long.getLong("tests.seed", 1975);
  static final int DOCUMENTS = 400;
  static final String INDEX = "/collapse";
  private static final String[] WORDS = {"ferry", "island", "late", "library", "rain", "west"};

  final Random random = new Random(SEED);
  final Map<String, Long> fingerprints = new TreeMap<>();

  CollapseIndexTest() {
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

  final String words(int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      words.add(WORDS[random.nextInt(WORDS.length)]);
    }
    return String.join(" ", words);
  }

  static String pipeline(String options) {
    return "\"search_pipeline\": {\"request_processors\": [{\"simhash_collapse\": {\"field\":"
        + " \"near\""
        + options
        + "}}], \"response_processors\": [{\"simhash_collapse\": {}}]}";
  }
}
