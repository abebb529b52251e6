package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.PlainFeatures;
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

  private static final int QUERIES = 60 * Integer.getInteger("tests.multiplier", 1);
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
      String value = isReady ? Fingerprint.toHex(scheme.fingerprint(title()).orElse(i)) : title();
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
        isReady(value) ? new long[0] : scheme.wordSide().featureSequence(value));
  }

  private int distance(String a, String b) {
    List<Long> prints = new ArrayList<>();
    for (String value : List.of(a, b)) {
      if (isReady(value)) {
        prints.add(Fingerprint.parseHex(value));
      } else {
        scheme.fingerprint(value).ifPresent(prints::add);
      }
    }
    return prints.size() < 2 ? 65 : Fingerprint.distance(prints.get(0), prints.get(1));
  }

  /** What a query names of the two; null if it does not. */
  private record Named(Integer maxDistance, Double minResemblance) {

    @Override
    public String toString() {
      return (maxDistance == null ? "" : ", \"max_distance\": " + maxDistance)
          + (minResemblance == null ? "" : ", \"min_resemblance\": " + minResemblance);
    }
  }

  private double score(String asked, String value, Named named) {
    PlainFeatures own = words(asked);
    PlainFeatures other = words(value);
    boolean isByDistance = named.maxDistance != null && named.minResemblance == null;
    if (!isByDistance && own.isComparedWith(other)) {
      double resemblance = own.resemblance(other);
      double word = asked.codePoints().anyMatch(Character::isIdeographic) ? 2 : 1;
      double rest = (own.size() - word) / (own.size() + word);
      double min =
          named.minResemblance == null ? Math.clamp(rest, 0.65, 0.8) : named.minResemblance;
      return resemblance >= min ? resemblance : -1;
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
      make(codec);
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
              random.nextBoolean() ? (50 + random.nextInt(51)) / 100.0 : null);
      String message = "seed " + seed + ", query " + i + named;
      boolean isLike = random.nextBoolean();
      String id = new ArrayList<>(values.keySet()).get(random.nextInt(values.size()));
      String asked = isLike ? values.get(id) : title();
      Map<String, Float> expected = near(asked, named);
      Named distance = new Named(named.maxDistance == null ? 10 : named.maxDistance, null);
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
    String seven = text(words(3, 13)) + ", \"min_resemblance\": ";
    assertEquals(Set.of("w10"), ids("near", seven + 7.0 / 13));
    assertEquals(Set.of(), ids("near", seven + Math.nextUp(7.0 / 13)));
    assertEquals(Set.of(), ids("near", text(words(3, 13)))); // .538 is below .65
    String all = ", \"min_resemblance\": 1";
    assertEquals(Set.of("w64"), ids("near", text(words(0, 64)) + all));
    assertEquals(Set.of(), ids("near", text(words(0, 65)) + all));
    String half = ", \"min_resemblance\": 0.5";
    assertEquals(Set.of("w64", "w80", "w128"), ids("near", text(words(0, 64)) + half));
    assertEquals(Set.of("w64"), ids("near", text(words(0, 65)) + half)); // long ones: by distance
    assertEquals(Set.of("w64"), ids("near", text(words(0, 128)) + half));
    assertEquals(Set.of(), ids("near", text(words(0, 129)) + half));
    assertEquals(Set.of("two"), ids("near", text("渡 轮 晚"))); // two of three
    assertEquals(Set.of("w10"), ids("title.inner", text(edited())));
    assertEquals(Set.of(), ids("title.plain", text(edited())));
    bulk.setLength(0);
    add(bulk, "l64", "near", words(0, 64));
    add(bulk, "fact", "near", "Alice manages Bob");
    add(bulk, "other fact", "near", "Bob manages Alice");
    add(bulk, "l65", "near", words(0, 65));
    send(bulk);
    assertEquals(Set.of("w64", "w80"), others(ids("near", like("l64"))));
    assertEquals(Set.of("w64"), others(ids("near", like("l65"))));
    assertEquals(Set.of("fact"), ids("near", text("Alice manages Bob") + half));
    assertEquals(Set.of(), ids("near", like("fact") + half));
  }

  /** Who names a distance and no resemblance asks for all within that distance, and no others. */
  @Test
  void distanceAlone() throws IOException {
    make("default");
    StringBuilder bulk = new StringBuilder();
    add(bulk, "title", "near", words(0, 10));
    add(bulk, "edited", "near", edited());
    add(bulk, "other", "near", words(20, 30));
    send(bulk);
    for (String asked : List.of(text(words(0, 10)), like("title"))) {
      Set<String> own = asked.startsWith("\"text") ? Set.of("title") : Set.of();
      for (int maxDistance : new int[] {9, 10, 11}) {
        String named = asked + ", \"max_distance\": " + maxDistance;
        assertEquals(own, ids("near", named));
        assertEquals(with("edited", own), ids("near", named + ", \"min_resemblance\": 0.65"));
      }
      assertEquals(with("edited", own), ids("near", asked));
      String within = ", \"max_distance\": 64";
      assertEquals(with("other", with("edited", own)), ids("near", asked + within));
      assertEquals(own, ids("near", asked + within + ", \"min_resemblance\": 1"));
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
