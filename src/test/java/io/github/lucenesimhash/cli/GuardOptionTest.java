package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code --guard}: texts that resemble each other and say something else stay apart. */
class GuardOptionTest {

  private static final String FAN =
      "Quiet fan for the desk with a long cable and three speeds model ";
  private static final String LONG =
      "the ferry from the island was late again on monday because of the fog over the harbour and"
          + " nobody on the quay knew when it would leave or where it might land in the end ";

  /** The options that find near-duplicate titles. */
  private static final Object[] NEAR = {"-k", 64, "--verify", .2};

  @TempDir private Path folder;
  private Path titles;
  private Path words;

  @BeforeEach
  void write() throws IOException {
    titles =
        lines(
            FAN + "9341",
            FAN + "9342",
            "Add quiet mode to the fan of the desk, as before",
            "Do not add quiet mode to the fan of the desk, as before",
            "请把这台安静的风扇放在书桌上面",
            "请别把这台安静的风扇放在书桌上面");
    words = Files.writeString(folder.resolve("words"), "not\nRevert\n\n别\nundo it\n");
  }

  private Path lines(String... texts) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String text : texts) {
      lines.append(lines.length()).append('\t').append(text).append('\n');
    }
    return Files.writeString(folder.resolve("texts.tsv"), lines);
  }

  private JsonNode dedup(String guard) throws IOException {
    String typed = guard.replace("FILE", words.toString());
    JsonNode json = run("dedup", titles, "--json", "--guard", typed, NEAR).fine().json();
    assertEquals(typed, json.get("guard").textValue());
    return json;
  }

  @ParameterizedTest
  @CsvSource({
    "none, 3, 0",
    "numbers, 2, 1",
    "'numbers,negations', 1, 2",
    "words:FILE, 1, 2",
    "'numbers,words:FILE', 0, 3",
    "'words:FILE,numbers', 0, 3"
  })
  void keepsApart(String guard, int duplicates, int heldBack) throws IOException {
    JsonNode json = dedup(guard);
    assertEquals(duplicates, json.get("duplicates").intValue());
    assertEquals(heldBack, json.get("heldBackPairs").intValue());
    for (String policy : List.of("first", "newest", "mark")) {
      Object[] options = {"--dedup", policy, "--guard", guard.replace("FILE", words.toString())};
      String out = run("index", folder.resolve(policy), titles, options, NEAR).fine().out();
      assertTrue(out.contains(EndLine.count(duplicates, "duplicate") + " ("), out);
      String held = ", " + EndLine.count(heldBack, "near pair") + " held back (see --guard)";
      assertEquals(heldBack > 0, out.contains(held), out);
    }
  }

  @Test
  void numbersAndNegationsAreTheDefault() {
    String out = run("dedup", titles, NEAR).fine().out();
    assertTrue(out.contains(", 2 near pairs held back (see --guard), "), out);
    Path page = folder.resolve("page.html");
    String report = run("dedup", titles, "--report", page, NEAR).fine().out();
    assertTrue(report.contains(", 2 near pairs held back (see --guard), "), report);
    String none = run("dedup", titles, "--guard", "none", NEAR).fine().out();
    assertTrue(!none.contains("held back"), none);
  }

  /**
   * Only pairs that would otherwise be merged count as held back. Most of the texts, which fill in
   * one form, have other numbers, and most of these pairs are unlike.
   */
  @Test
  void countsOnlyPairsThatWouldBeMerged() throws IOException {
    Comparison near = Comparison.within(64).verified(.6);
    TextVerifier verifier = near.verifier(FingerprintScheme.standard());
    Random random = new Random(57);
    for (int round = 0; round < 5; round++) {
      List<String> texts = new ArrayList<>();
      List<FeatureSet> features = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        String[] words = LONG.split(" ", -1);
        for (int edits = random.nextInt(5); edits > 0; edits--) {
          words[random.nextInt(words.length)] = PlainRule.word(100 + random.nextInt(100));
        }
        texts.add(String.join(" ", words) + " " + random.nextInt(4));
        features.add(verifier.features(texts.getLast()));
      }
      int expected = 0;
      List<Integer> kept = new ArrayList<>();
      for (int i = 0; i < texts.size(); i++) {
        FeatureSet its = features.get(i);
        if (kept.stream().noneMatch(other -> near.mayDrop(its, features.get(other)))) {
          expected +=
              (int) kept.stream().filter(it -> near.isCovered(its, features.get(it))).count();
          kept.add(i);
        }
      }
      titles = lines(texts.toArray(String[]::new));
      Object[] options = {"-k", 64, "--verify", .6};
      JsonNode json = run("dedup", titles, "--json", options).fine().json();
      assertEquals(kept.size(), json.get("kept").intValue());
      assertTrue(expected > 0, "some are held back");
      assertEquals(expected, json.get("heldBackPairs").intValue());
      assertTrue(!json.has("uncomparedPairs"));
      Object[] index = {"index", folder.resolve("i" + round), titles, "--dedup", "first"};
      String out = run(index, options).fine().out();
      assertTrue(out.contains(", " + EndLine.count(expected, "near pair") + " held back ("), out);
    }
  }

  /** The texts of only 65,536 of 79,800 pairs are compared to count the pairs held back. */
  @Test
  void comparesNoMorePairsThanItHasToCount() throws IOException {
    titles = lines(IntStream.range(0, 400).mapToObj(i -> FAN + i).toArray(String[]::new));
    JsonNode json = run("dedup", titles, "--json", NEAR).fine().json();
    assertEquals(400, json.get("kept").intValue());
    assertEquals(79_800, json.get("comparedPairs").intValue());
    assertEquals(65_536, json.get("heldBackPairs").intValue());
    assertEquals(14_264, json.get("uncomparedPairs").intValue());
    String out = run("dedup", titles, NEAR).fine().out();
    String counts = "65,536 near pairs held back (see --guard), 14,264 pairs with other numbers";
    assertTrue(out.contains(", " + counts + " not compared, "), out);
  }

  @Test
  void searchCountsWhatItHoldsBack() throws IOException {
    Path index = folder.resolve("index");
    run("index", index, titles, "--store-text").fine();
    Path text = Files.writeString(folder.resolve("text"), FAN + "9343");
    Object[] search = {"search", index, "--file", text, NEAR};
    CommandLineRun guarded = run(search);
    assertEquals("", guarded.out());
    assertTrue(guarded.err().contains("2 near documents held back (see --guard)"), guarded.err());
    JsonNode json = run(search, "--json").json();
    assertEquals(0, json.get("total").intValue());
    assertEquals(2, json.get("heldBack").intValue());
    CommandLineRun none = run(search, "--guard", "none");
    assertEquals(2, none.out().lines().count());
    assertTrue(!none.err().contains("held back"), none.err());
  }

  @Test
  void searchGoesByTheRule() throws IOException {
    int found = 0;
    int unguarded = 0;
    for (int seed = 0; seed < 6; seed++) {
      Random random = new Random(seed);
      List<String> texts = PlainRule.texts(random);
      String lines =
          IntStream.range(0, texts.size())
              .mapToObj(i -> i + "\t" + texts.get(i) + "\n")
              .collect(joining());
      Path input = Files.writeString(folder.resolve("in.tsv"), lines);
      Path index = folder.resolve("index-" + seed);
      run("index", index, input, "--store-text").fine();
      for (int i = 0; i < texts.size(); i++) {
        String text = texts.get(i);
        PlainRule rule = PlainRule.of(random);
        if (text.isEmpty() || rule.minResemblance() == 0) {
          continue;
        }
        Set<String> expected = new TreeSet<>();
        for (int other = 0; other < texts.size(); other++) {
          if (rule.areNear(text, texts.get(other))) {
            expected.add("" + other);
          }
          unguarded += rule.unguarded().areNear(text, texts.get(other)) ? 1 : 0;
        }
        Path file = Files.writeString(folder.resolve("text"), text);
        Object[] search = {"search", index, "--json", "--file", file};
        Set<String> hits = new TreeSet<>();
        JsonNode json = run(search, rule.options(folder)).json();
        json.get("hits").forEach(hit -> hits.add(hit.get("id").textValue()));
        assertEquals(expected, hits, "seed " + seed + ", " + rule + ": " + text);
        found += expected.size();
      }
    }
    assertTrue(found > 100 && unguarded > found, found + " of " + unguarded);
  }

  @Test
  void theIndexRemembersTheWords() throws IOException {
    Path index = folder.resolve("index");
    Object[] args = {"index", index, titles};
    Object[] guard = {NEAR, "--guard", "replaced,numbers,words:" + words};
    String all = "replaced,numbers and 5 words";
    run(args, "--dedup", "first", NEAR).fine();
    run(args, guard).refused(made("", all));
    index = folder.resolve("guarded");
    args[1] = index;
    run(args, "--dedup", "first", guard).fine();
    run(args, guard).fine();
    run(args, NEAR, "--guard", "replaced,numbers").refused(made(all, "replaced,numbers"));
    Files.writeString(words, "not\nundo\u3000it\n上\n下\n");
    run(args, guard).refused(made(all, all) + " of other words");
    Files.delete(words);
    String out = run(args).fine().out();
    assertTrue(
        out.contains(" --guard replaced,numbers and 5 words, as the index remembers), "), out);
    assertTrue(out.contains(" held back (see --guard), 6 documents in the index"), out);
  }

  private static String made(String one, String other) {
    String policy = "--dedup first -k 64 --verify 0.2";
    return "the index was made with "
        + policy
        + (one.isEmpty() ? "" : " --guard " + one)
        + ", but the options make "
        + policy
        + (other.isEmpty() ? "" : " --guard " + other);
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aPipeIsReadOnce() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    String lines = Files.readString(words);
    FutureTask<Path> writing = new FutureTask<>(() -> Files.writeString(pipe, lines));
    Thread writer = new Thread(writing);
    writer.setDaemon(true);
    writer.start();
    assertEquals(2, dedup("words:" + pipe).get("heldBackPairs").intValue());
    writing.get();
  }
}
