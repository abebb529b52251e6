package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the search for items of a test set in training documents. */
class DecontaminateTest {

  private static final String NONE_FOUND =
      "1 document, 0 skipped, 0 of 1 item found in 0 documents";

  @TempDir private Path folder;
  private Path train;
  private Path test;

  @BeforeEach
  void name() {
    train = folder.resolve("train.jsonl");
    test = folder.resolve("test.jsonl");
  }

  private static String words(String prefix, int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> prefix + i).collect(Collectors.joining(" "));
  }

  private static void write(Path file, String... texts) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < texts.length; i++) {
      String name = file.getFileName().toString().substring(0, 2);
      lines.append(Json.line(Map.of("id", name + i, "text", texts[i])));
    }
    Files.writeString(file, lines);
  }

  private CommandLineRun decontaminate(Object... options) {
    return run("decontaminate", "--train", train, "--test", test, options);
  }

  /** Returns the line on standard error without the program's name and the seconds. */
  private static String lastLine(CommandLineRun run) {
    assertEquals(0, run.exitCode(), run.err());
    return run.err().strip().replaceFirst("^lucene-simhash: ", "").replaceFirst(", [0-9.]+ s$", "");
  }

  private static Map<String, JsonNode> found(String lines) throws IOException {
    Map<String, JsonNode> found = new HashMap<>();
    for (String line : lines.lines().toList()) {
      JsonNode item = new ObjectMapper().readTree(line);
      found.put(item.get("id").asText(), item);
    }
    return found;
  }

  @Test
  void tellsWhereAndHowMuch() throws IOException {
    String item = words("i", 0, 60);
    String half = words("i", 0, 30);
    String wrapped = item.toUpperCase(Locale.ROOT).replace(" I8", ",\nI8").replace(" I2", "\r\nI2");
    write(train, "before " + item + " after", half, words("x", 0, 50), wrapped + ".");
    write(test, item, words("x", 10, 30), words("y", 0, 60), "of five words no more");
    CommandLineRun run = decontaminate();
    int to = 7 + item.length();
    String both = "{'id':'tr0','copied':60,'share':1.0,'from':7,'to':" + to + "},";
    String third = "{'id':'tr3','copied':60,'share':1.0,'from':0,'to':" + wrapped.length() + "},";
    String second = "{'id':'tr1','copied':30,'share':0.5,'from':0,'to':" + half.length() + "}";
    String first =
        "{'id':'te0','words':60,'copied':60,'share':1.0,'documents':3,'in':["
            + both
            + third
            + second
            + "]}\n";
    String whole =
        "{'id':'te1','words':20,'copied':20,'share':1.0,'documents':1,'in':["
            + "{'id':'tr2','copied':20,'share':1.0,'from':30,'to':109}]}\n";
    assertEquals((first + whole).replace('\'', '"'), run.out());
    assertEquals(
        "4 documents, 0 skipped, 2 of 4 items found in 4 documents,"
            + " 1 shorter item looked for as a whole, 1 item too short",
        lastLine(run));
    JsonNode top = found(decontaminate("--top", 1).out()).get("te0");
    assertEquals(3, top.get("documents").asInt());
    assertEquals(1, top.get("in").size());
  }

  @Test
  void writesTheTrainingSetWithoutItems() throws IOException {
    write(train, "a " + words("i", 5, 35), words("x", 0, 50), words("i", 5, 29));
    List<String> lines = Files.readAllLines(train);
    write(test, words("i", 0, 60));
    Path out = folder.resolve("out.jsonl");
    Path clean = folder.resolve("clean.jsonl");
    CommandLineRun run = decontaminate("--out", out, "--write-clean", clean).fine();
    assertEquals(
        "3 documents, 0 skipped, 1 of 1 item found in 1 document, 2 kept, S s\n",
        run.outWithoutSeconds());
    assertEquals(lines.subList(1, 3), Files.readAllLines(clean));
    assertEquals(List.of("te0"), List.copyOf(found(Files.readString(out)).keySet()));
    write(train, words("x", 0, 50));
    assertEquals(NONE_FOUND, lastLine(decontaminate()));
  }

  @Test
  void readsFoldersAndItemsWithoutAnId() throws IOException {
    train = Files.createDirectory(folder.resolve("train"));
    Files.writeString(train.resolve("one.txt"), words("i", 0, 40));
    Files.writeString(train.resolve("empty.txt"), "");
    Files.writeString(test, "{\"question\": \"" + words("i", 0, 40) + "\"}\n{\"text\": \"\"}\n");
    CommandLineRun run = decontaminate("--text-field", "text,question");
    assertEquals(List.of(test + ":1"), List.copyOf(found(run.out()).keySet()));
    assertTrue(run.err().contains("1 of 2 items found in 1 document, 1 item too short"), run.err());
    Path clean = folder.resolve("clean");
    decontaminate("--text-field", "text,question", "--write-clean", clean);
    assertFalse(Files.exists(clean.resolve("one.txt")));
    assertTrue(Files.exists(clean.resolve("empty.txt")));
  }

  @Test
  void countsWhatTooManyItemsHave() throws IOException {
    String prompt = words("p", 0, 30);
    write(train, prompt, prompt + " " + words("a", 0, 30), words("e", 0, 40));
    write(
        test,
        prompt + " " + words("a", 0, 30),
        prompt + " " + words("b", 0, 30),
        prompt,
        words("e", 0, 40),
        words("e", 0, 40));
    CommandLineRun run = decontaminate("--at-most-in", 2);
    Map<String, JsonNode> found = found(run.out());
    assertEquals(List.of("te0", "te3", "te4"), found.keySet().stream().sorted().toList());
    assertEquals(54, found.get("te0").get("copied").asInt()); // the last 24 of the prompt, and 30
    assertEquals(
        "3 documents, 0 skipped, 3 of 5 items found in 2 documents,"
            + " 6 windows in more than 2 items left out, 1 item with no others",
        lastLine(run));
    assertEquals(5, found(decontaminate("--at-most-in", 3).out()).size());
  }

  /** If many documents have the same number of copied words, the first ones are listed. */
  @Test
  void tellsTheFirstOfThoseWithTheMost() throws IOException {
    String item = IntStream.range(0, 30).mapToObj(i -> "q" + i).collect(Collectors.joining(" "));
    Path questions = Files.writeString(folder.resolve("questions.tsv"), "q\t" + item + "\n");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      int words = 26 + i % 4;
      lines.append(i).append('\t').append(item, 0, item.indexOf("q" + words)).append('\n');
    }
    Path texts = Files.writeString(folder.resolve("texts.tsv"), lines);
    CommandLineRun run = run("decontaminate", "--train", texts, "--test", questions, "--top", 12);
    List<String> ids =
        run.json().get("in").findValues("id").stream().map(JsonNode::asText).toList();
    assertEquals(List.of("3", "7", "11", "15", "19", "23", "27", "31", "35", "39", "2", "6"), ids);
  }

  /** Items copied into documents by half, whole or edited, and in another form, are all found. */
  @Test
  void findsAllThatAreCopied() throws IOException {
    Random random = Seeds.random(7);
    List<String> items = new ArrayList<>();
    List<String> documents = new ArrayList<>();
    Map<String, Integer> expected = new HashMap<>();
    for (int i = 0; i < 300; i++) {
      String[] item = random.ints(60, 0, 900).mapToObj(word -> "w" + word).toArray(String[]::new);
      items.add(String.join(" ", item));
      int from = 0;
      int to = 60;
      if (i % 3 == 0) {
        from = random.nextInt(31);
        to = from + 30;
      } else if (i % 3 == 1) {
        item = item.clone();
        to = random.nextInt(60);
        item[to] = "edited";
        from = 60 - to - 1 > to ? to + 1 : 0;
        to = from == 0 ? to : 60;
      }
      expected.put("te" + i, to - from);
      StringBuilder document = new StringBuilder(words("b", 0, random.nextInt(100)));
      for (int k = 0; k < 60; k++) {
        String word = i % 3 == 0 && (k < from || k >= to) ? "o" + random.nextInt(900) : item[k];
        document.append(k % 8 == 0 ? "\n" : random.nextInt(5) == 0 ? ", " : " ");
        document.append(random.nextInt(5) == 0 ? word.toUpperCase(Locale.ROOT) : word);
      }
      documents.add(document + "\n" + words("a", 0, random.nextInt(100)));
    }
    write(train, documents.toArray(String[]::new));
    write(test, items.toArray(String[]::new));
    Map<String, JsonNode> found = found(decontaminate().out());
    for (Map.Entry<String, Integer> item : expected.entrySet()) {
      int copied = found.get(item.getKey()).get("copied").asInt();
      assertTrue(copied >= item.getValue(), item + " " + copied);
      String only = "tr" + item.getKey().substring(2);
      assertEquals(only, found.get(item.getKey()).get("in").get(0).get("id").asText());
    }
  }
}
