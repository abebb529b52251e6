package io.github.lucenesimhash.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.testing.JavaCommand;
import io.github.lucenesimhash.testing.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.junit.jupiter.api.Test;

/** Tests an index to which a process adds until it is killed at any moment, again and again. */
class KilledServeTest extends IndexTestCase {

  private static final int ROUNDS = 5 * Integer.getInteger("tests.multiplier", 1);
  private static final int MOST_MILLIS = 100; // the longest time until the kill

  private final Random random = Seeds.random(11);
  private final List<String> facts = new ArrayList<>();
  private final Set<String> added = new TreeSet<>(); // but not known to be committed
  private final Set<String> committed = new TreeSet<>();
  private int next;
  private int answers;

  @Test
  void nothingCommittedIsLostAndNothingNearIsThereTwice() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      added.clear(); // documents not known to be committed may be lost
      Process process = start();
      try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
          Writer in = process.outputWriter(StandardCharsets.UTF_8)) {
        for (int i = 3 + random.nextInt(30); i > 0; i--) {
          assertTrue(ask(requests(), in, out));
        }
        int millis = random.nextInt(MOST_MILLIS);
        CompletableFuture<Void> kill =
            CompletableFuture.runAsync(
                process::destroyForcibly,
                CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
        while (ask(requests(), in, out)) {}
        kill.join();
      } catch (IOException e) {
        // the process is gone, and the last requests are lost
      }
      assertEquals(128 + 9, process.waitFor());
      Map<String, String> byFact = inIndex();
      assertTrue(byFact.values().containsAll(committed), "round " + round);
    }
    assertTrue(answers > 100 * ROUNDS && committed.size() > 10 * ROUNDS, answers + " answers");
  }

  private Process start() throws IOException {
    List<String> command = JavaCommand.of("256m", Main.class);
    command.addAll(List.of("serve", index.toString()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  /** Returns additions of facts that are new, were added or were lost, and at times a commit. */
  private List<String> requests() {
    List<String> requests = new ArrayList<>();
    for (int i = random.nextInt(64); i >= 0; i--) {
      boolean isNew = facts.isEmpty() || random.nextInt(3) == 0;
      int fact = isNew ? facts.size() : random.nextInt(facts.size());
      if (isNew) {
        facts.add(
            random
                .ints(5 + random.nextInt(36), 0, Integer.MAX_VALUE)
                .mapToObj(word -> "w" + Integer.toString(word, 36))
                .collect(Collectors.joining(" ")));
      }
      String text =
          random.nextBoolean() ? facts.get(fact) : facts.get(fact).toUpperCase(Locale.ROOT) + "!";
      requests.add(
          "{\"op\":\"add\",\"id\":\"" + fact + "-" + next++ + "\",\"text\":\"" + text + "\"}");
    }
    if (random.nextInt(4) == 0) {
      requests.add("{\"op\":\"commit\"}");
    }
    return requests;
  }

  /** Sends requests and reads the answers; returns false if the process has ended. */
  private boolean ask(List<String> requests, Writer in, BufferedReader out) throws IOException {
    in.write(String.join("\n", requests) + "\n");
    in.flush();
    for (int i = 0; i < requests.size(); i++) {
      String line = out.readLine();
      if (line == null || !line.endsWith("}")) {
        return false;
      }
      answers++;
      JsonNode answer = new ObjectMapper().readTree(line);
      String action = answer.path("action").asText(line);
      if (action.equals("committed")) {
        committed.addAll(added);
        added.clear();
      } else if (action.equals("added")) {
        added.add(answer.get("id").textValue());
      } else {
        assertEquals("left out", action);
      }
    }
    return true;
  }

  /** Returns the ids in the index by their facts; a slow process may not have begun the index. */
  private Map<String, String> inIndex() throws IOException {
    Map<String, String> byFact = new HashMap<>();
    if (!new IndexFolder(index).holdsIndex()) {
      return byFact;
    }
    try (DirectoryReader reader = StoredIndex.openAny(index, "index")) {
      for (LeafReaderContext leaf : reader.leaves()) {
        for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
          if (leaf.reader().getLiveDocs() == null || leaf.reader().getLiveDocs().get(doc)) {
            String id = leaf.reader().storedFields().document(doc).get(StoredIndex.ID);
            String other = byFact.put(id.substring(0, id.indexOf('-')), id);
            assertEquals(null, other, id + " is near " + other);
          }
        }
      }
    }
    return byFact;
  }
}
