package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random requests that change, delete and add the same few documents decide as one action after the
 * other would, and lose no text if some of them fail. {@code -Dtests.multiplier=N} runs N times as
 * many.
 */
class DedupBulkOrderTest extends IndexTest {

  private static final int MULTIPLIER = Integer.getInteger("tests.multiplier", 1);
  private static final int REQUESTS = 8 * MULTIPLIER;
  private static final int WORLDS = 40;
  private static final int MAX_DISTANCE = 2;
  private static final String INDEX = "/ordered";
  private static final String BULK = "/_plugins/_simhash/ordered/_bulk?field=near&max_distance=2";

  private final Random random = new Random(Long.getLong("tests.bulkSeed", 1492));

  DedupBulkOrderTest() {
    super(
        INDEX,
        1,
        """
        {"settings": {"number_of_shards": 3, "number_of_replicas": 1, "codec": "simhash"},
         "mappings": {"properties": {"near": {"type": "simhash"}, "day": {"type": "integer"}}}}
        """);
  }

  /** What an item did. */
  private enum Effect {
    DONE,
    SKIPPED,
    FAILED
  }

  /**
   * An action.
   *
   * @param fingerprint null for a delete
   * @param isBad the index will refuse it
   */
  private record Action(String op, String id, Long fingerprint, boolean isBad) {

    boolean isNear(Long other) {
      return fingerprint != null
          && other != null
          && Fingerprint.distance(fingerprint, other) <= MAX_DISTANCE;
    }

    String json() {
      String head = "{\"" + op + "\": {\"_id\": \"" + id + "\"}}\n";
      return fingerprint == null
          ? head
          : head
              + ("{\"near\": \"" + Fingerprint.of(fingerprint).toString() + "\"")
              + (isBad ? ", \"day\": \"Monday\"}\n" : "}\n");
    }
  }

  /** Documents that are near none of another world, and what a request does to them. */
  private final class World {

    final long family = random.nextLong();
    final Map<String, Long> before = new HashMap<>();
    final List<Action> actions = new ArrayList<>();
    final List<JsonNode> answers = new ArrayList<>();

    World(String name, boolean mayFail) {
      for (int i = 0; i < 4; i++) {
        if (random.nextBoolean()) {
          before.put(name + i, fingerprint());
        }
      }
      for (int i = 1 + random.nextInt(7); i > 0; i--) {
        String id = name + random.nextInt(6);
        int dice = random.nextInt(20);
        String op = dice < 4 ? "delete" : dice < 6 ? "create" : "index";
        boolean isBad = mayFail && random.nextInt(4) == 0;
        actions.add(new Action(op, id, dice < 4 ? null : fingerprint(), isBad));
      }
    }

    long fingerprint() {
      long fingerprint = random.nextInt(5) == 0 ? ~family : family;
      for (int flips = random.nextInt(4); flips > 0; flips--) {
        fingerprint ^= 1L << random.nextInt(5);
      }
      return fingerprint;
    }

    /** A document does not count that a later action takes away. */
    boolean hasNeighbour(Map<String, Long> state, int index) {
      Action action = actions.get(index);
      for (Map.Entry<String, Long> other : state.entrySet()) {
        boolean counts = !other.getKey().equals(action.id()) && action.isNear(other.getValue());
        for (Action later : actions.subList(index + 1, actions.size())) {
          counts &=
              !later.id().equals(other.getKey())
                  || later.op().equals("create")
                  || action.isNear(later.fingerprint());
        }
        if (counts) {
          return true;
        }
      }
      return false;
    }

    /** One action after the other. */
    Map<String, Long> decide(List<Effect> effects) {
      Map<String, Long> state = new HashMap<>(before);
      for (int i = 0; i < actions.size(); i++) {
        Action action = actions.get(i);
        boolean exists = state.containsKey(action.id());
        if (hasNeighbour(state, i)) {
          effects.add(Effect.SKIPPED);
        } else if (action.isBad() || (exists && action.op().equals("create"))) {
          effects.add(Effect.FAILED);
        } else {
          effects.add(Effect.DONE);
          apply(state, action);
        }
      }
      return state;
    }

    void apply(Map<String, Long> state, Action action) {
      if (action.fingerprint() == null) {
        state.remove(action.id());
      } else {
        state.put(action.id(), action.fingerprint());
      }
    }

    void check(Map<String, Long> after) {
      List<Effect> effects = new ArrayList<>();
      Map<String, Long> told = new HashMap<>(before);
      for (int i = 0; i < actions.size(); i++) {
        Action action = actions.get(i);
        JsonNode item = answers.get(i).get(action.op());
        assertEquals(action.id(), item.get("_id").asText());
        if (item.has("error")) {
          effects.add(Effect.FAILED);
        } else if (item.get("result").asText().equals("near_duplicate")) {
          effects.add(Effect.SKIPPED);
          assertTrue(after.values().stream().anyMatch(action::isNear), () -> "lost: " + this);
        } else {
          effects.add(Effect.DONE);
          apply(told, action);
        }
      }
      assertEquals(told, after, this::toString);
      List<Effect> expected = new ArrayList<>();
      Map<String, Long> state = decide(expected);
      if (!expected.contains(Effect.FAILED)) {
        assertEquals(expected, effects, this::toString);
        assertEquals(state, after, this::toString);
      }
    }

    @Override
    public String toString() {
      return before + " " + actions + " " + answers;
    }
  }

  @Test
  void oneAfterTheOther() throws IOException {
    for (int request = 0; request < REQUESTS; request++) {
      List<World> worlds = new ArrayList<>();
      StringBuilder first = new StringBuilder();
      List<World> order = new ArrayList<>();
      for (int i = 0; i < WORLDS; i++) {
        World world = new World(request + "-" + i + "-", random.nextInt(3) == 0);
        worlds.add(world);
        world.before.forEach(
            (id, fingerprint) -> first.append(new Action("index", id, fingerprint, false).json()));
        int at = 0;
        for (int action = 0; action < world.actions.size(); action++) {
          at += random.nextInt(order.size() - at + 1);
          order.add(at++, world);
        }
      }
      rest.post(INDEX + "/_bulk", first.toString()).ok();
      send(worlds, order);
      Map<String, Map<String, Long>> after = indexed();
      for (int i = 0; i < WORLDS; i++) {
        worlds.get(i).check(after.getOrDefault(request + "-" + i + "-", Map.of()));
      }
    }
  }

  private void send(List<World> worlds, List<World> order) throws IOException {
    Map<World, Integer> next = new HashMap<>();
    worlds.forEach(world -> next.put(world, 0));
    StringBuilder bulk = new StringBuilder();
    for (World world : order) {
      bulk.append(world.actions.get(next.merge(world, 1, Integer::sum) - 1).json());
    }
    JsonNode items = rest.post(BULK, bulk.toString()).ok().get("items");
    assertEquals(order.size(), items.size());
    for (int i = 0; i < order.size(); i++) {
      order.get(i).answers.add(items.get(i));
    }
  }

  /** Fingerprints by id, by world. */
  private Map<String, Map<String, Long>> indexed() throws IOException {
    rest.post(INDEX + "/_refresh", "").ok();
    Map<String, Map<String, Long>> worlds = new HashMap<>();
    for (JsonNode hit :
        rest.post(INDEX + "/_search", "{\"size\": 10000}").ok().get("hits").get("hits")) {
      String id = hit.get("_id").asText();
      worlds
          .computeIfAbsent(id.substring(0, id.length() - 1), world -> new HashMap<>())
          .put(id, Fingerprint.parse(hit.get("_source").get("near").asText()).word(0));
    }
    return worlds;
  }
}
