package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How many words are compared, how alike they must be, and what a mapping and a request say. */
class ShortTextBoundsTest extends ShortTextIndexTest {

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
    String title = "the ferry from the island is late again on Monday";
    StringBuilder bulk = new StringBuilder();
    add(bulk, "title", "near", title);
    add(bulk, "edited", "near", "the ferry from the island is very late again on Monday");
    add(bulk, "other", "near", "library in the old town to open in spring");
    send(bulk);
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
