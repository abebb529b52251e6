package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FeaturesInOrder;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.PlainFeatures;
import io.github.lucenesimhash.testing.Rounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

  private void put(StringBuilder bulk, String id, String field, String value) throws IOException {
    add(bulk, id, field, value);
    values.put(id, value);
  }

  private void index() throws IOException {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      boolean isReady = random.nextInt(20) == 0;
      String value =
          isReady ? scheme.fingerprint(title()).orElse(Fingerprint.of(i)).toString() : title();
      put(bulk, "t" + i, isReady || random.nextBoolean() ? "near" : "title", value);
      if (i % 7 == 6) {
        String old = "t" + random.nextInt(i);
        if (random.nextBoolean()) {
          bulk.append("{\"delete\": {\"_id\": \"").append(old).append("\"}}\n");
          values.remove(old);
        } else {
          put(bulk, old, "near", title());
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
}
