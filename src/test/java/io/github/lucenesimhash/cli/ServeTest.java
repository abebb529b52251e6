package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static io.github.lucenesimhash.cli.CommandLineRun.runWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that each line gets the answer of its document if documents come one after another. */
class ServeTest extends IndexTestCase {

  private CommandLineRun serve(String lines, Object... options) {
    return runWith(lines, "serve", index, options);
  }

  /** The options that find near-duplicate facts of a few words. */
  private static final Object[] NEAR = {"-k", 20, "--verify", ".6", "--guard", "none"};

  @Test
  void answersInOrder() throws IOException {
    String fox = "'text':'" + FOX + "'";
    String lines =
        """
        {'op':'check',FOX}
        {'op':'add','id':'a',FOX}
        {'op':'add','id':2,FOX}
        {'op':'check','id':'c',FOX}
        {'op':'check','id':'a',FOX}

        {'op':'delete','id':'a'}
        {'op':'check',FOX}
        {'op':'add','id':2,FOX,'more':[{}]}
        {'op':'add','id':'none','text':''}
        {'op':'commit'}
        {'op':'delete','id':'nobody'}
        """;
    String answers =
        """
        {'neighbours':[]}
        {'id':'a','action':'added','neighbours':[]}
        {'id':'2','action':'left out','neighbours':[{'id':'a','distance':0,'resemblance':1.0}]}
        {'id':'c','neighbours':[{'id':'a','distance':0,'resemblance':1.0}]}
        {'id':'a','neighbours':[]}
        {'error':'line 6: blank, expected a JSON object'}
        {'id':'a','action':'deleted'}
        {'neighbours':[]}
        {'id':'2','action':'added','neighbours':[]}
        {'id':'none','action':'added','neighbours':[]}
        {'action':'committed','documents':2}
        {'id':'nobody','action':'deleted'}
        """;
    String asked = lines.replace("FOX", fox).replace('\'', '"');
    assertEquals(answers.replace('\'', '"'), serve(asked).fine().out());
    Path batch = Files.writeString(folder.resolve("batch"), "{\"text\":\"" + FOX + "\"}\n");
    assertEquals("2", search("--batch", batch).fine().json().at("/hits/0/id").textValue());
  }

  /** The memory of one agent stays, whatever another agent adds under the same id. */
  @Test
  void whatIsLeftOutOrRefusedChangesNothing() throws IOException {
    String stocks = "stock prices fell sharply in early trading on Monday and nobody knew why";
    String lines =
        """
        {'op':'add','id':'m1','by':'a','text':'FOX'}
        {'op':'add','id':'m2','by':'b','text':'FOX'}
        {'op':'add','id':'m1','by':'b','text':'FOX'}
        {'op':'add','id':'m1','by':'b','text':'STOCKS'}
        {'op':'check','by':'a','text':'FOX'}
        {'op':'add','id':'m3','by':'a','text':'STOCKS'}
        {'op':'add','id':'m3','by':'a','text':'FOX'}
        {'op':'check','by':'a','text':'STOCKS'}
        {'op':'commit'}
        """;
    String answers =
        """
        {'id':'m1','action':'added','neighbours':[]}
        {'id':'m2','action':'added','neighbours':[]}
        {'id':'m1','action':'refused','neighbours':[{'id':'m2','distance':0,'resemblance':1.0}]}
        {'id':'m1','action':'refused','neighbours':[]}
        {'neighbours':[{'id':'m1','distance':0,'resemblance':1.0}]}
        {'id':'m3','action':'added','neighbours':[]}
        {'id':'m3','action':'left out','neighbours':[{'id':'m1','distance':0,'resemblance':1.0}]}
        {'neighbours':[{'id':'m3','distance':0,'resemblance':1.0}]}
        {'action':'committed','documents':3}
        """;
    String asked = lines.replace("FOX", FOX).replace("STOCKS", stocks).replace('\'', '"');
    String out = serve(asked, "--tenant-field", "by").fine().out();
    assertEquals(answers.replace('\'', '"'), out);
  }

  @Test
  void anUpdateIsAnAddition() throws IOException {
    String lines =
        """
        {"op":"add","id":"a","text":"the ferry was late again on monday"}
        {"op":"add","id":"a","text":"stock prices fell sharply in early trading"}
        {"op":"delete","id":"a"}
        {"op":"add","id":"a","text":"the ferry was late again on monday"}
        {"op":"commit"}
        {"op":"add","id":"a","text":"a library is open until midnight"}
        {"op":"add","id":"b","text":"a library is open until midnight"}
        """;
    List<String> actions =
        serve(lines)
            .fine()
            .out()
            .lines()
            .map(line -> line.replaceFirst(".*\"action\":\"([a-z ]+)\".*", "$1"))
            .toList();
    assertEquals(
        List.of("added", "added", "deleted", "added", "committed", "added", "left out"), actions);
  }

  @Test
  void aBadLineIsAnsweredAndLeavesTheOthers() throws IOException {
    String long1 = "x".repeat(40_000);
    String lines =
        "no JSON\n[1]\n{\"op\":\"add\",\"text\":\"one\"}\n{\"op\":\"add\",\"id\":1,\"body\":\"one\"}\n"
            + "{\"op\":\"drop\",\"id\":1}\n{\"op\":\"add\",\"id\":\"a\",\"text\":\"one two\"}\n"
            + "{\"op\":\"add\",\"id\":\""
            + long1
            + "\",\"text\":\"three\"}\n{\"op\":\"add\",\"id\":\"b\",\"text\":\"four five\"}";
    List<String> out = serve(lines).fine().out().lines().toList();
    assertEquals(8, out.size(), out.toString());
    assertEquals("{\"error\":\"line 1: bad JSON at character 1\"}", out.get(0));
    String ops = "expected check, add, delete or commit\"}";
    assertEquals("{\"error\":\"line 2: not a JSON object\"}", out.get(1));
    assertEquals("{\"error\":\"line 3: no 'id', expected a string or a number\"}", out.get(2));
    assertEquals("{\"id\":\"1\",\"error\":\"line 4: no 'text', but op, id, body\"}", out.get(3));
    assertEquals("{\"id\":\"1\",\"error\":\"line 5: op 'drop', " + ops, out.get(4));
    assertEquals("{\"id\":\"a\",\"action\":\"added\",\"neighbours\":[]}", out.get(5));
    assertTrue(out.get(6).contains("\"error\":\""), out.get(6));
    assertEquals("{\"id\":\"b\",\"action\":\"added\",\"neighbours\":[]}", out.get(7));
  }

  @Test
  void theIndexRemembersThePolicy() throws IOException {
    String first = "{\"op\":\"add\",\"id\":\"%s\",\"text\":\"%s\",\"by\":\"%s\",\"on\":\"%s\"}\n";
    Object[] options = {"--window", "14d", "--date-field", "on", "--tenant-field", "by"};
    serve(String.format(Locale.ROOT, first, "a", FOX, "x", "2026-11-01"), options).fine();
    String more =
        String.format(Locale.ROOT, first, "b", FOX, "x", "2026-11-15")
            + String.format(Locale.ROOT, first, "c", FOX, "x", "2026-11-16")
            + String.format(Locale.ROOT, first, "d", FOX, "y", "2026-11-15")
            + String.format(Locale.ROOT, first, "e", FOX, "y", "yesterday");
    List<String> out = serve(more).fine().out().lines().toList();
    assertTrue(out.get(0).startsWith("{\"id\":\"b\",\"action\":\"left out\""), out.get(0));
    assertTrue(out.get(1).startsWith("{\"id\":\"c\",\"action\":\"added\""), out.get(1));
    assertTrue(out.get(2).startsWith("{\"id\":\"d\",\"action\":\"added\""), out.get(2));
    assertEquals(
        "{\"id\":\"e\",\"error\":\"line 4: field 'on' is missing or no date\"}", out.get(3));
    CommandLineRun other = serve(more, "--verify", ".7");
    assertEquals(2, other.exitCode());
    assertTrue(other.err().contains("the index was made with --dedup first -k 12"), other.err());
    run("index", index, Files.writeString(folder.resolve("more.jsonl"), more)).exitCode();
    run("stats", index).fine();
  }

  /**
   * {@code serve} skips the same facts as {@code index --dedup}, which looks them up differently.
   */
  @Test
  void leavesOutWhatIndexLeavesOut() throws IOException {
    Random random = Seeds.random(7);
    List<String> facts = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      boolean isNear = i > 0 && random.nextInt(3) == 0;
      facts.add(isNear ? changed(facts.get(random.nextInt(i)), random) : fact(random));
    }
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < facts.size(); i++) {
      String rest = "\"id\":\"" + i + "\",\"text\":\"" + facts.get(i) + "\"}\n";
      if (random.nextBoolean()) {
        lines.append("{\"op\":\"check\",").append(rest);
      }
      lines.append("{\"op\":\"add\",").append(rest);
    }
    TreeSet<Integer> leftOut = new TreeSet<>();
    JsonNode check = null;
    for (String line : serve(lines.toString(), NEAR).fine().out().lines().toList()) {
      JsonNode answer = new ObjectMapper().readTree(line);
      if (!answer.has("action")) {
        check = answer;
        continue;
      }
      if (check != null && check.get("id").equals(answer.get("id"))) {
        assertEquals(check.get("neighbours"), answer.get("neighbours"));
      }
      if (answer.get("action").textValue().equals("left out")) {
        leftOut.add(answer.get("id").asInt());
      }
    }
    String corpus =
        lines
            .toString()
            .lines()
            .filter(line -> line.contains("add"))
            .collect(Collectors.joining("\n"));
    Path input = Files.writeString(folder.resolve("facts.jsonl"), corpus);
    Path outcomes = folder.resolve("outcomes");
    Path other = folder.resolve("other");
    run("index", other, input, "--dedup", "first", "--outcomes", outcomes, NEAR).fine();
    TreeSet<Integer> expected = new TreeSet<>();
    for (String line : Files.readAllLines(outcomes)) {
      expected.add(Integer.valueOf(line.substring(0, line.indexOf('\t'))));
    }
    assertEquals(expected, leftOut);
    assertTrue(expected.size() > 100, expected.toString());
  }

  private static String fact(Random random) {
    return random
        .ints(5 + random.nextInt(36), 0, 5000)
        .mapToObj(word -> "w" + Integer.toString(word, 36))
        .collect(Collectors.joining(" "));
  }

  private static String changed(String fact, Random random) {
    return random.nextBoolean() ? fact + " again" : fact.replaceFirst(" w\\w+", "");
  }
}
