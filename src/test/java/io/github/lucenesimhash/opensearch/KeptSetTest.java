package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.Guard;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;

/**
 * Tests that the ingest processor and the sweep keep the same documents as a writer with the same
 * comparison, for long, short, empty and mixed texts. {@code -Dtests.multiplier=25} makes 200
 * corpora.
 */
class KeptSetTest extends IndexTest {

  private static final int CORPORA = 8 * Integer.getInteger("tests.multiplier", 1);
  private static final String INDEX = "/kept-set";
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();
  private static final String[] WORDS =
      "the ferry from island was late again on Monday harbour 9341 9342 v6.5 渡轮 晚点 了 part two"
          .split(" ");

  private final long seed = Long.getLong("tests.seed", 3232);
  private Random random;

  KeptSetTest() {
    super(INDEX, 0, null);
  }

  private record Doc(String id, String text, Instant date, String tenant) {

    String line(String action) throws IOException {
      return String.format(
          Locale.ROOT,
          "{\"%s\": {\"_id\": \"%s\"}}\n{\"body\": %s, \"published\": \"%s\", \"source\": \"%s\"}\n",
          action,
          id,
          Rest.quoted(text),
          date,
          tenant);
    }

    Document document() {
      Document document = new Document();
      document.add(new StringField("id", id, Store.YES));
      document.add(new StoredField("body", text));
      document.add(new LongField("published", date.toEpochMilli(), Store.NO));
      document.add(new KeywordField("source", tenant, Store.NO));
      SCHEME.field("near").of(text).ifPresent(document::add);
      return document;
    }
  }

  private String word() {
    return random.nextInt(3) > 0
        ? WORDS[random.nextInt(WORDS.length)]
        : "" + (char) ('a' + random.nextInt(26)) + (char) ('a' + random.nextInt(26)) + "el";
  }

  private String text(List<Doc> before) {
    List<String> words = new ArrayList<>();
    if (!before.isEmpty() && random.nextInt(3) > 0) {
      words.addAll(Arrays.asList(before.get(random.nextInt(before.size())).text.split(" ")));
      for (int edits = random.nextInt(3); edits > 0; edits--) {
        int at = random.nextInt(words.size());
        switch (random.nextInt(3)) {
          case 0 -> words.set(at, word());
          case 1 -> words.add(at, word());
          default -> words.remove(at);
        }
        if (words.isEmpty()) {
          return "...";
        }
      }
      return String.join(" ", words);
    }
    int size =
        switch (random.nextInt(6)) {
          case 0 -> 55 + random.nextInt(20);
          case 1 -> 120 + random.nextInt(60);
          default -> random.nextInt(14);
        };
    for (int i = 0; i < size; i++) {
      words.add(word());
    }
    return words.isEmpty() ? random.nextBoolean() ? "" : "..." : String.join(" ", words);
  }

  private List<Doc> corpus() {
    List<Doc> corpus = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Instant date = START.plusSeconds(3600L * 24 * random.nextInt(20));
      String tenant = "t" + random.nextInt(2);
      corpus.add(new Doc(String.format(Locale.ROOT, "d%02d", i), text(corpus), date, tenant));
    }
    return corpus;
  }

  private static Set<String> writer(List<Doc> corpus, Comparison comparison, boolean hasTenant)
      throws IOException {
    Set<String> kept = new TreeSet<>();
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter index = new IndexWriter(directory, new IndexWriterConfig())) {
      NearDuplicateWriter.Builder builder = NearDuplicateWriter.builder(index);
      if (comparison.comparesTexts()) {
        builder.texts(TextVerifier.standard(), "body");
      }
      if (hasTenant) {
        builder.tenant("source");
      }
      try (NearDuplicateWriter writer = builder.comparison(comparison).build()) {
        for (Doc doc : corpus) {
          if (writer.add(doc.document()).action() == Action.ADDED) {
            kept.add(doc.id);
          }
        }
      }
    }
    return kept;
  }

  /** Returns the documents that pass through random nodes, which first refresh the index. */
  private Set<String> offered(List<Doc> corpus, String options) throws IOException {
    Set<String> kept = new TreeSet<>();
    for (int from = 0; from < corpus.size(); ) {
      int to = from + 1 + random.nextInt(corpus.size() - from);
      StringBuilder lines = new StringBuilder();
      for (Doc doc : corpus.subList(from, to)) {
        lines.append(doc.line("index"));
        kept.add(doc.id);
      }
      from = to;
      Rest node = cluster.rest(random.nextInt(Cluster.NODES));
      JsonNode answer = node.offer(INDEX, options + ", \"refresh\": true", lines.toString());
      kept.removeAll(Rest.near(answer).keySet());
    }
    rest.post(INDEX + "/_refresh", "").ok();
    assertEquals(kept, left());
    return kept;
  }

  private Set<String> swept(List<Doc> corpus, String body) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Doc doc : corpus) {
      lines.append(doc.line("index"));
    }
    rest.post(INDEX + "/_bulk", lines.toString()).ok();
    JsonNode answer = rest.post("/_plugins/_simhash" + INDEX + "/_sweep", body).ok();
    assertEquals(0, answer.get("failed").asInt() + answer.get("changed").asInt(), answer::toString);
    return left();
  }

  private Set<String> left() throws IOException {
    Set<String> left = new TreeSet<>();
    rest.post(INDEX + "/_search", "{\"size\": 100}")
        .ok()
        .at("/hits/hits")
        .forEach(hit -> left.add(hit.get("_id").asText()));
    return left;
  }

  @Test
  void allKeepTheSame() throws IOException {
    int swept = 0;
    int less = 0;
    for (int i = 0; i < CORPORA; i++) {
      random = new Random(seed + i);
      List<Doc> corpus = corpus();
      double verify = random.nextInt(4) == 0 ? 0 : 0.6 + random.nextInt(4) / 10.0;
      Comparison comparison =
          Comparison.within(6 + random.nextInt(8))
              .verified(verify)
              .guarded(random.nextBoolean() ? Guard.parse("replaced,numbers") : Guard.NONE);
      make(random.nextInt(3) + 1);
      boolean hasTenant = random.nextInt(3) == 0;
      String options =
          String.format(
              Locale.ROOT,
              "\"field\": \"near\", \"max_distance\": %d, \"verify\": %s",
              comparison.maxDistance(),
              verify == 0 ? "false" : verify + ", \"guard\": \"" + comparison.guard() + "\"");
      String tenant = hasTenant ? ", \"tenant_field\": \"source\"" : "";
      String message = "-Dtests.seed=" + (seed + i) + " " + options + tenant + " " + corpus;
      Set<String> kept = writer(corpus, comparison, hasTenant);
      assertEquals(kept, offered(corpus, ", " + options + tenant), message);
      less += kept.size() < corpus.size() ? 1 : 0;
      Set<String> all = writer(corpus, comparison, false);
      String body = "{" + options + ", \"dry_run\": false}";
      assertEquals(all, swept(corpus, body), message);
      swept += all.size() < corpus.size() ? 1 : 0;
      rest.delete(INDEX).ok();
    }
    assertTrue(less > CORPORA / 2 && swept > CORPORA / 2, less + " and " + swept);
  }

  private void make(int shards) throws IOException {
    rest.put(
            INDEX,
            String.format(
                Locale.ROOT,
                "{\"settings\": {\"number_of_shards\": %d, \"number_of_replicas\": 0},"
                    + " \"mappings\": {\"properties\": {\"published\": {\"type\": \"date\"},"
                    + " \"source\": {\"type\": \"keyword\"}, \"body\": {\"type\": \"text\","
                    + " \"copy_to\": \"near\"}, \"near\": {\"type\": \"simhash\"}}}}",
                shards))
        .ok();
  }
}
