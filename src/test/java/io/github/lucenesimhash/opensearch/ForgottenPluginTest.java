package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a node that is started once without the plugin, and then with it again. */
class ForgottenPluginTest {

  private static final String INDEX = "/kept";

  @TempDir Path folder;

  private static void restart(Cluster cluster, Release release)
      throws IOException, InterruptedException {
    cluster.stop(0);
    cluster.install(0, release);
    cluster.start(0);
    cluster.awaitNodes(1);
  }

  private Release withoutPlugin(Release own) throws IOException {
    Path nothing = folder.resolve("nothing.zip");
    try (var zip = new ZipOutputStream(Files.newOutputStream(nothing))) {
      zip.finish();
    }
    return new Release(own.classPath(), nothing);
  }

  private static void createIndex(Rest rest) throws IOException {
    rest.put(
            INDEX,
            "{\"settings\": {\"index.codec\": \"simhash\", \"number_of_replicas\": 0},"
                + " \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}}}}")
        .ok();
  }

  private static int count(Rest rest) throws IOException {
    String query =
        "{\"query\": {\"simhash\": {\"field\": \"near\", \"fingerprint\": \"00ff00ff00ff00ff\"}}}";
    return rest.post(INDEX + "/_count", query).ok().get("count").asInt();
  }

  private static String storeFormat(Rest rest) throws IOException {
    JsonNode field = rest.get(INDEX + "/_mapping/field/near?include_defaults=true").ok();
    return field.findValue("store_format").asText();
  }

  private static void add(Rest rest, String id) throws IOException {
    rest.put(INDEX + "/_doc/" + id, "{\"near\": \"00ff00ff00ff00ff\"}").ok();
    rest.post(INDEX + "/_flush", "").ok();
  }

  /**
   * The codec can be set again after a start without the plugin, which archived it. New segments
   * have the default format until then.
   */
  @Test
  void theFastFormatIsSetAgain() throws IOException, InterruptedException {
    Release own = Release.own();
    Cluster cluster = Cluster.ofOneNode(own);
    try {
      Rest rest = cluster.rest(0);
      createIndex(rest);
      add(rest, "1");
      restart(cluster, withoutPlugin(own));
      restart(cluster, own);
      cluster.awaitGreen();
      JsonNode settings = rest.get(INDEX + "/_settings?flat_settings=true").ok();
      assertTrue(settings.toString().contains("archived.index.codec"), settings::toString);
      add(rest, "2");
      assertEquals("default", storeFormat(rest));
      rest.post(INDEX + "/_refresh", "").ok();
      assertEquals(2, count(rest));
      rest.post(INDEX + "/_close", "").ok();
      rest.put(INDEX + "/_settings", "{\"index.codec\": \"simhash\"}").ok();
      rest.post(INDEX + "/_open", "").ok();
      cluster.awaitGreen();
      assertEquals("fast", storeFormat(rest));
      add(rest, "3");
      rest.post(INDEX + "/_forcemerge?max_num_segments=1", "").ok();
      rest.post(INDEX + "/_flush?force=true", "").ok();
      String uuid =
          rest.get(INDEX + "/_settings?flat_settings=true").ok().findValue("index.uuid").asText();
      assertTrue(cluster.hasFile(uuid, ".shd"));
    } finally {
      cluster.close();
    }
  }

  /** A newer OpenSearch starts only with the plugin, as it reads all mappings at the start. */
  @Test
  void anUpgradedNodeStartsWithThePlugin() throws IOException, InterruptedException {
    Release own = Release.own();
    Cluster cluster = Cluster.ofOneNode(Release.oldest());
    try {
      Rest rest = cluster.rest(0);
      createIndex(rest);
      add(rest, "1");
      Release without = withoutPlugin(own);
      IOException ended = assertThrows(IOException.class, () -> restart(cluster, without));
      assertTrue(ended.getMessage().contains("No handler for type [simhash]"), ended::getMessage);
      restart(cluster, own);
      cluster.awaitGreen();
      assertEquals(1, count(rest));
    } finally {
      cluster.close();
    }
  }
}
