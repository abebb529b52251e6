package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FeaturesInOrder;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.PlainFeatures;
import io.github.lucenesimhash.testing.Rounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A field with {@code short_texts} on three shards: a text, or a document by {@code like}, finds
 * what brute force over all texts finds. {@code -Dtests.multiplier=N}: N times as many queries.
 */
class ShortTextFieldTest extends ShortTextIndexTest {

  private static final int QUERIES = Rounds.of(30, 60);
  private static final int DOCUMENTS = 400;
  private static final List<String> WORDS =
      List.of(
          "ferry ",
          "island ",
          "late ",
          "again ",
          "on ",
          "Monday ",
          "harbour ",
          "2026 ",
          "渡",
          "轮",
          "晚点",
          "了",
          "港口");

  private final long seed = Long.getLong("tests.seed", 1964);
  private final Random random = new Random(seed);
  private final FingerprintScheme scheme = FingerprintScheme.standard();
  private final Map<String, String> values = new TreeMap<>(); // by id
  private double mapped; // the resemblance that the mapping names, or 0

  private String title() {
    StringBuilder title = new StringBuilder();
    if (random.nextInt(3) > 0 && !values.isEmpty()) {
      title.append(values.get(new ArrayList<>(values.keySet()).get(random.nextInt(values.size()))));
      for (int edits = 1 + random.nextInt(2); edits > 0; edits--) {
        int at = random.nextInt(title.length() + 1);
        title.insert(at, random.nextBoolean() ? " " : WORDS.get(random.nextInt(WORDS.size())));
      }
    } else if (random.nextInt(8) == 0) {
      title.append(List.of("", "x", "渡", "...").get(random.nextInt(4)));
    } else {
      int size = random.nextInt(10) == 0 ? 55 + random.nextInt(90) : 1 + random.nextInt(12);
      for (int i = 0; i < size; i++) {
        title.append(WORDS.get(random.nextInt(WORDS.size())));
        title.append(random.nextInt(2) == 0 ? " w" + random.nextInt(2 * size) + " " : "");
      }
    }
    return title.toString();
  }

  private void send(StringBuilder bulk) throws IOException {
    JsonNode answer = rest.post(INDEX + "/_bulk?refresh=true", bulk.toString()).ok();
    assertFalse(answer.get("errors").asBoolean(), answer::toString);
  }

  private void add(StringBuilder bulk, String id, String field, String value) throws IOException {
    bulk.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n{\"").append(field);
    bulk.append("\": ").append(Rest.quoted(value)).append("}\n");
    values.put(id, value);
  }

  private void index() throws IOException {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      boolean isReady = random.nextInt(20) == 0;
      String value =
          isReady ? scheme.fingerprint(title()).orElse(Fingerprint.of(i)).toString() : title();
      add(bulk, "t" + i, isReady || random.nextBoolean() ? "near" : "title", value);
      if (i % 7 == 6) {
        String old = "t" + random.nextInt(i);
        if (random.nextBoolean()) {
          bulk.append("{\"delete\": {\"_id\": \"").append(old).append("\"}}\n");
          values.remove(old);
        } else {
          add(bulk, old, "near", title());
        }
      }
      if (i % 100 == 99) {
        send(bulk);
        bulk.setLength(0);
      }
    }
  }

  private static boolean isReady(String value) {
    return value.matches("[0-9a-f]{16}");
  }

  private PlainFeatures words(String value) {
    return PlainFeatures.of(
        isReady(value) ? new long[0] : FeaturesInOrder.of(scheme.wordSide(), value));
  }

  private int distance(String a, String b) {
    List<Long> prints = new ArrayList<>();
    for (String value : List.of(a, b)) {
      if (isReady(value)) {
        prints.add(Fingerprint.parse(value).word(0));
      } else {
        scheme.fingerprint(value).ifPresent(print -> prints.add(print.word(0)));
      }
    }
    return prints.size() < 2 ? 65 : Fingerprint.distance(prints.get(0), prints.get(1));
  }

  /** What a query names; null if it does not. */
  private record Named(Integer maxDistance, Double words, boolean isGuarded) {

    @Override
    public String toString() {
      return (maxDistance == null ? "" : ", \"max_distance\": " + maxDistance)
          + (words == null ? "" : ", \"short_texts\": " + (words == 0 ? "false" : words))
          + (isGuarded ? "" : ", \"guard\": \"none\"");
    }
  }

  private double score(String asked, String value, Named named) {
    PlainFeatures own = words(asked);
    PlainFeatures other = words(value);
    double min = named.words == null ? mapped : named.words;
    if (min > 0 && own.isComparedWith(other)) {
      boolean isHeldBack = named.isGuarded && own.isHeldBack(other, Guard.STANDARD);
      double resemblance = own.resemblance(other);
      return resemblance >= min && !isHeldBack ? resemblance : -1;
    }
    int distance = distance(asked, value);
    return distance <= (named.maxDistance == null ? 10 : named.maxDistance)
        ? 1 - distance / 64.0
        : -1;
  }

  private Map<String, Float> near(String asked, Named named) {
    Map<String, Float> found = new TreeMap<>();
    values.forEach(
        (id, value) -> {
          double score = score(asked, value, named);
          if (score >= 0) {
            found.put(id, (float) score);
          }
        });
    return found;
  }

  @Test
  void findsWhatBruteForceFinds() throws IOException {
    for (String codec : List.of("default", "simhash")) {
      values.clear();
      mapped = codec.equals("simhash") ? 0.7 : 0;
      make(codec, mapped == 0 ? "true" : "0.7");
      index();
      check();
      rest.post(INDEX + "/_forcemerge?max_num_segments=1", "").ok();
      rest.post(INDEX + "/_update_by_query?refresh=true", "{}").ok(); // each is made again
      check();
      rest.delete(INDEX).ok();
    }
  }

  private void check() throws IOException {
    int byWords = 0;
    for (int i = 0; i < QUERIES; i++) {
      Named named =
          new Named(
              random.nextBoolean() ? random.nextInt(24) : null,
              random.nextBoolean()
                  ? random.nextInt(8) == 0 ? 0 : (50 + random.nextInt(51)) / 100.0
                  : null,
              random.nextBoolean());
      String message = "seed " + seed + ", query " + i + named;
      boolean isLike = random.nextBoolean();
      String id = new ArrayList<>(values.keySet()).get(random.nextInt(values.size()));
      String asked = isLike ? values.get(id) : title();
      Map<String, Float> expected = near(asked, named);
      Named distance = new Named(named.maxDistance, 0.0, true);
      byWords += expected.equals(near(asked, distance)) ? 0 : 1;
      if (isLike) {
        expected.remove(id);
      }
      String query = (isLike ? like(id) : text(asked)) + named;
      assertEquals(expected, found(query("near", query)), message + " " + id + " " + asked);
    }
    assertTrue(byWords > QUERIES / 10, byWords + " otherwise than by distance");
  }

  private static String words(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append("word").append(i).append(' ');
    }
    return text.toString();
  }

  /** The same words with another one behind every so many, so that few shingles are the same. */
  private static String spread(int size, int every) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < size; i += every) {
      text.append(words(i, i + every)).append("other").append(i).append(' ');
    }
    return text.toString();
  }

  /** One word of ten is another. */
  private static String edited() {
    return words(0, 5) + "another " + words(6, 10);
  }

  @Test
  void bounds() throws IOException {
    make("simhash");
    StringBuilder bulk = new StringBuilder();
    add(bulk, "w10", "title", words(0, 10));
    add(bulk, "w64", "title", words(0, 64));
    add(bulk, "w80", "title", spread(64, 4));
    add(bulk, "w128", "title", spread(64, 1));
    add(bulk, "w129", "title", "more " + spread(64, 1));
    add(bulk, "two", "title", "渡轮");
    send(bulk);
    // 7 words in both, 13 in either
    String any = ", \"guard\": \"none\""; // each of the words has a digit
    String seven = text(words(3, 13)) + any + ", \"short_texts\": ";
    assertEquals(Set.of("w10"), ids("near", seven + 7.0 / 13));
    assertEquals(Set.of(), ids("near", seven + Math.nextUp(7.0 / 13)));
    assertEquals(Set.of(), ids("near", text(words(3, 13)) + any));
    String all = ", \"short_texts\": 1";
    assertEquals(Set.of("w64"), ids("near", text(words(0, 64)) + all));
    assertEquals(Set.of(), ids("near", text(words(0, 65)) + all));
    String half = any + ", \"short_texts\": 0.5";
    assertEquals(Set.of("w64", "w80", "w128"), ids("near", text(words(0, 64)) + half));
    assertEquals(Set.of("w64"), ids("near", text(words(0, 65)) + half)); // long ones: by distance
    assertEquals(Set.of("w64"), ids("near", text(words(0, 128)) + half));
    assertEquals(Set.of(), ids("near", text(words(0, 129)) + half));
    assertEquals(Set.of("two"), ids("near", text("渡 轮 晚") + half)); // two of three
    assertEquals(Set.of("w10"), ids("title.inner", text(edited()) + half));
    assertEquals(Set.of(), ids("title.inner", text(edited()) + ", \"short_texts\": 0.5"));
    assertEquals(Set.of(), ids("title.plain", text(edited())));
    bulk.setLength(0);
    add(bulk, "l64", "near", words(0, 64));
    add(bulk, "fact", "near", "Alice manages Bob");
    add(bulk, "other fact", "near", "Bob manages Alice");
    add(bulk, "l65", "near", words(0, 65));
    send(bulk);
    String most = any + ", \"short_texts\": 0.8";
    assertEquals(Set.of("w64", "w80"), others(ids("near", like("l64") + most)));
    assertEquals(Set.of("w64"), others(ids("near", like("l65") + most)));
    assertEquals(others(ids("near", like("l64") + most)), others(ids("other", like("l64") + most)));
    assertEquals(Set.of("fact"), ids("near", text("Alice manages Bob") + half));
    assertEquals(Set.of(), ids("near", like("fact") + half));
  }

  /** What the mapping names is the default; a request can ask for fingerprints alone. */
  @Test
  void whatTheMappingNames() throws IOException {
    make("default", "0.65");
    StringBuilder bulk = new StringBuilder();
    add(bulk, "title", "near", "the ferry from the island is late again on Monday");
    add(bulk, "edited", "near", "the ferry from the island is very late again on Monday");
    add(bulk, "other", "near", "library in the old town to open in spring");
    send(bulk);
    String title = values.get("title");
    for (String asked : List.of(text(title), like("title"))) {
      Set<String> own = asked.startsWith("\"text") ? Set.of("title") : Set.of();
      for (int maxDistance : new int[] {0, 10, 11}) {
        String named = asked + ", \"max_distance\": " + maxDistance;
        assertEquals(with("edited", own), ids("near", named));
        assertEquals(own, ids("near", named + ", \"short_texts\": 1"));
        assertEquals(own, ids("near", named + ", \"short_texts\": false"));
      }
      String within = asked + ", \"max_distance\": 64, \"short_texts\": false";
      assertEquals(with("other", with("edited", own)), ids("near", within));
    }
  }

  private static Set<String> with(String id, Set<String> ids) {
    Set<String> all = new HashSet<>(ids);
    all.add(id);
    return all;
  }

  private static Set<String> others(Set<String> ids) {
    ids.removeIf(id -> !id.startsWith("w"));
    return ids;
  }
}
