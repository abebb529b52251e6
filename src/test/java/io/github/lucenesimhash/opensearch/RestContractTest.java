package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that bad requests get a status 4xx and a reason, and that no shard is lost by them. */
class RestContractTest extends IndexTest {

  private static final String INDEX = "/contract";
  private static final int MEGABYTES = 50;

  RestContractTest() {
    super(
        INDEX,
        2,
        """
        {"settings": {"number_of_shards": 3, "number_of_replicas": 1},
         "mappings": {"properties": {"near": {"type": "simhash"}, "body": {"type": "text"}}}}
        """);
  }

  @BeforeEach
  void index() throws IOException, InterruptedException {
    rest.put(INDEX + "/_doc/1?refresh=true", "{\"near\": \"00ff00ff00ff00ff\"}").ok();
  }

  @AfterEach
  void noShardIsLost() throws IOException {
    if (cluster != null) {
      JsonNode health = cluster.awaitGreen();
      assertEquals(Cluster.NODES, health.get("number_of_nodes").asInt());
      assertEquals(0, health.get("unassigned_shards").asInt());
    }
  }

  private Rest.Answer mapping(String field) throws IOException {
    return rest.put(INDEX + "/_mapping", "{\"properties\": " + field + "}");
  }

  private Rest.Answer query(String inner) throws IOException {
    return rest.post(INDEX + "/_search", "{\"query\": {\"simhash\": {" + inner + "}}}");
  }

  private Rest.Answer document(String source) throws IOException {
    return rest.put(INDEX + "/_doc/2", source);
  }

  @Test
  void badMappings() throws IOException {
    String x = "{\"x\": {\"type\": \"simhash\", ";
    mapping(x + "\"scheme\": \"klingon\"}}").refused("klingon", "zh");
    mapping(x + "\"scheme\": {\"shingles\": 2}}}")
        .refused("'shingles'", "expected one of", "top_features", "hash_seed");
    mapping(x + "\"scheme\": {\"shingle\": 0}}}")
        .refused("shingle is '0', expected a whole number from 1 to 32");
    mapping(x + "\"scheme\": {\"shingle\": \"two\"}}}").refused("two");
    mapping(x + "\"scheme\": {\"weights\": \"heavy\"}}}").refused("'heavy'", "log-tf");
    mapping(x + "\"scheme\": {\"weights\": \"tf\"}}}").refused("expected sketch simhash");
    mapping(x + "\"scheme\": {\"sketch\": \"bits\"}}}").refused("'bits'", "minhash");
    mapping(x + "\"scheme\": {\"top_features\": -1}}}")
        .refused("top_features is '-1', expected a whole number from 0 to");
    mapping(x + "\"scheme\": {\"analyzer\": \"nope\"}}}").refused("[nope]", "settings");
    mapping(x + "\"scheme\": {\"interleaved\": \"round\"}}}").refused("'round'", "true, false");
    mapping(x + "\"layout\": \"interleaved\"}}").refused("layout");
    mapping(x + "\"store_format\": \"slow\"}}")
        .refused("[slow]", "store_format", "[default, fast]");
    mapping(x + "\"store_format\": \"fast\"}}").refused("[index.codec]", "[simhash]");
    mapping(x + "\"distance\": 3}}").refused("distance");
  }

  @Test
  void aCodecHasOneName() throws IOException {
    String other = "{\"settings\": {\"index.codec\": \"SimHashOpenSearch\"}}";
    rest.put("/otherwise", other).refused("[SimHashOpenSearch]", "expected [simhash]");
  }

  @Test
  void badMappingUpdates() throws IOException {
    String near = "{\"near\": {\"type\": \"simhash\", ";
    mapping(near + "\"scheme\": \"en\"}}")
        .refused("cannot change", "cannot be compared", "reindex");
    mapping(near + "\"scheme\": {\"interleaved\": true}}}").refused("cannot change", "reindex");
    mapping("{\"near\": {\"type\": \"text\"}}").refused("cannot be changed", "simhash");
  }

  @Test
  void badQueries() throws IOException {
    String print = "\"fingerprint\": \"00ff00ff00ff00ff\"";
    String near = "\"field\": \"near\", ";
    query(print).refused("has no [field]");
    query("\"field\": \"near\"").refused("[text], [fingerprint] and [like]");
    query(near + print + ", \"text\": \"a\"").refused("several of");
    query(near + "\"fingerprint\": \"00ff00ff00ff00ff0\"")
        .refused("has 17 characters", "16, 32 or 64 hex");
    query(near + "\"fingerprint\": \"00ff00ff00ff00fg\"").refused("64 hex digits");
    query(near + "\"fingerprint\": 1.5").refused("1.5");
    query(near + "\"fingerprint\": 18446744073709551616").refused("out of range");
    query(near + print + ", \"max_distance\": 65").refused("[65]", "0 to 64");
    query(near + print + ", \"max_distance\": -1").refused("[-1]");
    query(near + print + ", \"nearest\": 0").refused("nearest [0]", "1 to 10000");
    query(near + print + ", \"nearest\": 5, \"max_distance\": 3").refused("expected one");
    query(near + print + ", \"filter\": {\"match_all\": {}}").refused("without [nearest]");
    query(near + print + ", \"nearest\": 5, \"filter\": {\"nothing\": {}}").refused("[nothing]");
    query(near + print + ", \"distance\": 3").refused("unknown field [distance]");
    query(near + print + ", \"boost\": -1").refused("boost");
    query("\"field\": \"unknown\", " + print).refused("[unknown] is not in the mapping");
    query("\"field\": \"body\", " + print).refused("of type [text], expected [simhash]");
    assertEquals(
        0,
        query("\"field\": \"unknown\", \"ignore_unmapped\": true, " + print)
            .ok()
            .get("hits")
            .get("hits")
            .size());
  }

  @Test
  void fingerprintsHaveNoRanges() throws IOException {
    for (String sort : new String[] {"", ", \"query\": {\"match_all\": {}}"}) {
      rest.post(INDEX + "/_search", "{\"sort\": [{\"near\": \"desc\"}]" + sort + "}").ok();
    }
    rest.post(INDEX + "/_search", "{\"query\": {\"range\": {\"near\": {\"gt\": 1}}}}")
        .refused("[near]", "has no ranges", "[_score]");
    rest.post(INDEX + "/_search", "{\"collapse\": {\"field\": \"near\"}}")
        .refused("collapse field `near`, only keywords and numbers are accepted");
  }

  @Test
  void badLikes() throws IOException {
    String like = "\"field\": \"near\", \"like\": ";
    query(like + "{\"_index\": \"contract\", \"_id\": \"9\"}").refused("[contract/9]", "not exist");
    query(like + "{\"_index\": \"nowhere\", \"_id\": \"1\"}").refused("no such index [nowhere]");
    query(like + "{\"_id\": \"1\"}").refused("_index");
    query(like + "\"1\"").refused("like");
  }

  @Test
  void badValues() throws IOException {
    document("{\"near\": {\"text\": \"a\"}}").refused("expected a text");
    document("{\"near\": true}").refused("expected a text");
    document("{\"near\": 1.5}").refused("1.5");
    document("{\"near\": [\"one text\", 3]}").refused("a ready fingerprint and [1] other");
    assertEquals(404, rest.get(INDEX + "/_doc/2").status());
  }

  @Test
  void textsOfFiftyMegabytes() throws IOException {
    String text = "word ".repeat(MEGABYTES * 1024 * 1024 / 5);
    Rest.Answer asked = query("\"field\": \"near\", \"text\": \"" + text + "\"");
    assertEquals(4, asked.status() / 100, () -> asked.toString());
    Rest.Answer added = document("{\"near\": \"" + text + "\"}");
    assertEquals(4, added.status() / 100, () -> added.toString());
    String long11 = "word ".repeat(11_000_000 / 5);
    query("\"field\": \"near\", \"text\": \"" + long11 + "\"").refused("at most 10000000");
    document("{\"near\": \"" + long11 + "\"}").refused("at most 10000000");
    assertTrue(document("{\"near\": \"a text of usual length\"}").ok().has("result"));
  }
}
