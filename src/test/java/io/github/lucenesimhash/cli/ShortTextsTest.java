package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Short texts that share most of their words: titles, by --short-texts. */
class ShortTextsTest {

  private static final int ROUNDS = 6 * Integer.getInteger("tests.multiplier", 1);
  static final String LATE = "The ferry from the island was late again on Monday";
  private static final String LATER = "The ferry from the island was late again on Monday morning";
  private static final String OTHER = "A ferry to some island is on time today";
  private static final String ZH_LATE = "从岛上开来的渡轮周一又晚点了";
  private static final String ZH_LATER = "从岛上开来的渡轮周一早上又晚点了";

  @TempDir private Path folder;

  static Path titles(Path folder) throws IOException {
    return write(folder, "titles.tsv", "t", List.of(LATE, LATER, OTHER, ZH_LATE, ZH_LATER));
  }

  private static Path write(Path folder, String name, String id, List<String> texts)
      throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      lines.append(id).append(i).append('\t').append(texts.get(i)).append('\n');
    }
    return Files.writeString(folder.resolve(name), lines);
  }

  private static Map<String, Set<String>> groups(JsonNode json) {
    Map<String, Set<String>> groups = new LinkedHashMap<>();
    for (JsonNode group : json.get("groups")) {
      Set<String> members = new TreeSet<>();
      group.get("members").forEach(member -> members.add(member.get("id").textValue()));
      String kept = group.get("kept").textValue();
      groups.put(kept.substring(kept.lastIndexOf('/') + 1), members);
    }
    return groups;
  }

  @Test
  void groupsAreThoseOfTheDefinition() throws IOException {
    int found = 0;
    for (int seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      List<String> old = random.nextBoolean() ? List.of() : ShortTextRule.texts(random);
      List<String> texts = ShortTextRule.texts(random);
      ShortTextRule rule = ShortTextRule.of(random);
      Path input = write(folder, "new.tsv", "n", texts);
      List<Object> args = new ArrayList<>(List.of("dedup", input, "--keep", "first", "--json"));
      args.addAll(rule.options(folder));
      if (!old.isEmpty()) {
        args.addAll(List.of("--against", write(folder, "old.tsv", "o", old)));
        assertEquals(
            rule.groups(old, texts),
            groups(run(args.toArray()).fine().json()),
            "seed " + seed + ", " + rule);
        Path index = folder.resolve("old-" + seed);
        run("index", "--index", index, "--store-text", "--short-texts", folder.resolve("old.tsv"))
            .fine();
        args.set(args.size() - 1, index);
      }
      Map<String, Set<String>> expected = rule.groups(old, texts);
      found += expected.size();
      assertEquals(
          expected, groups(run(args.toArray()).fine().json()), "seed " + seed + ", " + rule);
    }
    assertTrue(found > ROUNDS, found + " groups");
  }

  /** In runs that add to one index, which keeps what dedup would keep. */
  @Test
  void anIndexIsKeptFreeOfThem() throws IOException {
    int found = 0;
    for (int seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      List<String> texts = ShortTextRule.texts(random);
      ShortTextRule rule = ShortTextRule.of(random);
      Path input = write(folder, "new.tsv", "n", texts);
      Path index = folder.resolve("index-" + seed);
      Path outcomes = folder.resolve("outcomes");
      List<Object> args = new ArrayList<>(List.of("index", "--index", index, input));
      args.addAll(List.of("--dedup", "first", "--outcomes", outcomes));
      args.addAll(rule.options(folder));
      run(args.toArray()).fine();
      Set<String> expected = new TreeSet<>();
      rule.groups(List.of(), texts).values().forEach(expected::addAll);
      Set<String> leftOut = new TreeSet<>();
      for (String line : Files.readAllLines(outcomes)) {
        String[] columns = line.split("\t", -1);
        leftOut.add(columns[0]);
        assertEquals("left out", columns[1]);
        int left = Integer.parseInt(columns[0].substring(1));
        int near = Integer.parseInt(columns[2].substring(1));
        assertTrue(rule.areNear(texts.get(left), texts.get(near)), "seed " + seed + ": " + line);
      }
      assertEquals(expected, leftOut, "seed " + seed + ", " + rule);
      found += expected.size();
      String again = run("index", "--index", index, input).fine().out();
      assertTrue(again.contains(" --short-texts " + rule.ofWords()), again);
      assertTrue(again.contains(", as the index remembers)"), again);
    }
    assertTrue(found > ROUNDS, found + " left out");
  }

  /** Of words without weight: a text without a fingerprint is near to nothing, by words too. */
  @Test
  void textsWithoutAFingerprintAreNearToNothing() throws IOException {
    Path input = write(folder, "in.tsv", "t", List.of("one two three", "two three"));
    Path weights = Files.writeString(folder.resolve("weights"), "one\t0\ntwo\t0\nthree\t0\n");
    Path outcomes = folder.resolve("outcomes");
    List<Object> args = new ArrayList<>(List.of("index", "--index", folder.resolve("a"), input));
    args.addAll(List.of("--scheme", "classic-table", "--word-weights", weights));
    args.addAll(List.of("--dedup", "first", "--short-texts", .6, "--outcomes", outcomes));
    run(args.toArray()).fine();
    assertEquals("", Files.readString(outcomes));
    args = new ArrayList<>(List.of("dedup", input, "--short-texts", .6, "--json"));
    args.addAll(List.of("--scheme", "classic-table", "--word-weights", weights));
    assertEquals(0, run(args.toArray()).fine().json().get("duplicates").intValue());
  }

  @Test
  void saysWhatTheyShare() throws IOException {
    Path titles = titles(folder);
    assertEquals(0, run("dedup", titles, "--json").fine().json().get("duplicates").intValue());
    JsonNode json = run("dedup", titles, "--short-texts", ".8", "--json").fine().json();
    assertEquals(Map.of("t0", Set.of("t1"), "t3", Set.of("t4")), groups(json));
    assertEquals(.8, json.get("minWordSimilarity").doubleValue());
    JsonNode member = json.get("groups").get(0).get("members").get(0);
    assertEquals(10 / 11., member.get("resemblance").floatValue(), 1e-6); // "the" is there twice
    assertTrue(member.get("distance").intValue() > 10);
  }

  @ParameterizedTest
  @CsvSource({"--verify .8, ', verified'", "--no-verify, ''"})
  void truthCountsThem(String verify, String verified) throws IOException {
    Path truth = Files.writeString(folder.resolve("truth"), "t0\tt1\tdup\nt3\tt4\tdup\n");
    List<Object> args =
        new ArrayList<>(List.of("dedup", titles(folder), "--truth", truth, "--json"));
    args.addAll(List.of("--short-texts", ".8", "-k", 0));
    args.addAll(List.of(verify.split(" ")));
    JsonNode json = run(args.toArray()).fine().json();
    assertEquals(.8, json.get("minWordSimilarity").doubleValue());
    args.remove("--json");
    String text = run(args.toArray()).fine().out();
    String rule = verified + "; short texts by 0.8 of their words in order, 2 true";
    assertTrue(text.contains("within distance 0" + rule), text);
    JsonNode scores = json.get("truth");
    assertEquals(0, scores.get("recall").doubleValue());
    assertEquals(1, scores.get("verified").get("recall").doubleValue());
    assertEquals(1, scores.get("verified").get("precision").doubleValue());
    args.set(args.indexOf(0), 64);
    args.add("--json"); // by their bits all are near
    scores = run(args.toArray()).fine().json().get("truth");
    assertEquals(1, scores.get("recall").doubleValue());
    assertEquals(1, scores.get("verified").get("recall").doubleValue());
    assertEquals(1, scores.get("verified").get("precision").doubleValue());
  }

  /** What the bits find is no pair, and no text is compared for it. */
  @Test
  void bitsDoNotCount() throws IOException {
    JsonNode json =
        run("dedup", titles(folder), "--short-texts", ".95", "-k", 64, "--verify", ".01", "--json")
            .fine()
            .json();
    assertEquals(0, json.get("duplicates").intValue());
    assertEquals(0, json.get("comparedPairs").intValue());
  }

  @Test
  void decisionsKeepThemApart() throws IOException {
    Path decisions = Files.writeString(folder.resolve("decisions"), "t0\tt1\tnot\n");
    JsonNode json =
        run("dedup", titles(folder), "--short-texts", ".8", "--decisions", decisions, "--json")
            .fine()
            .json();
    assertEquals(Map.of("t3", Set.of("t4")), groups(json));
  }

  @Test
  void resumes() throws IOException {
    Path journal = folder.resolve("journal");
    Object[] args = {"dedup", titles(folder), "--resume", journal, "--short-texts", ".8"};
    String out = run(args).fine().out().replaceAll(", [0-9.]+ s", "");
    assertTrue(out.contains("2 duplicates"), out);
    assertEquals(out, run(args).fine().out().replaceAll(", [0-9.]+ s", ""));
    CommandLineRun without = run("dedup", titles(folder), "--resume", journal);
    assertEquals(2, without.exitCode());
    String words = " words " + FingerprintScheme.standard().wordSide().id();
    assertTrue(without.err().contains(words + ", but now it is scheme"), without.err());
  }

  @Test
  void theReportAndTheScanHaveThemToo() throws IOException {
    Path page = folder.resolve("page.html");
    String said = run("report", titles(folder), "--short-texts", ".8", "--out", page).fine().out();
    assertTrue(said.contains("2 duplicates"), said);
    assertTrue(Files.readString(page).contains("t1"));
    assertTrue(
        Files.readString(page)
            .contains(
                "they share, in the same order, 0.8 of the words in either or more, whatever the"
                    + " bits."));
    Path index = folder.resolve("index");
    run("index", "--index", index, "--store-text", titles(folder)).fine();
    Object[] scan = {
      "scan", "--index", index, "--text-field", "text", "--id-field", "id", "--json"
    };
    assertEquals(0, run(scan).fine().json().get("duplicates").intValue());
    List<Object> withWords = new ArrayList<>(List.of(scan));
    withWords.addAll(List.of("--short-texts", ".8"));
    assertEquals(2, run(withWords.toArray()).fine().json().get("duplicates").intValue());
  }

  /** One that left a group is compared with another kept document by its fingerprint. */
  @Test
  void theResemblanceIsToTheOneThatIsKept() throws IOException {
    List<String> texts = Stream.of(60, 55, 90, 100).map(ShortTextsTest::words).toList();
    Object[] args = {
      "dedup",
      write(folder, "in.tsv", "t", texts),
      "-k",
      64,
      "--no-verify",
      "--short-texts",
      ".65",
      "--keep",
      "read group; echo t1; read group; echo t3",
      "--json"
    };
    JsonNode json = run(args).fine().json();
    assertEquals(Map.of("t1", Set.of("t0"), "t3", Set.of("t2")), groups(json));
    JsonNode groups = json.get("groups");
    JsonNode byWords = groups.get(0).get("members").get(0).get("resemblance");
    assertEquals(55 / 60., byWords.doubleValue(), 1e-6);
    assertFalse(groups.get(1).get("members").get(0).has("resemblance"), json.toString());
  }

  private static String words(int count) {
    return IntStream.range(0, count).mapToObj(ShortTextRule::word).collect(joining(" "));
  }
}
