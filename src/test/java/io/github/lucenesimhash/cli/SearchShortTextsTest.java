package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code search} finds by the words of short texts. */
class SearchShortTextsTest {

  private static final String LATE = "The ferry from the island was late again on Monday";
  private static final String LATER = "The ferry from the island was late again on Monday morning";
  private static final String OTHER = "A ferry to some island is on time today";

  @TempDir private Path folder;

  private Path titles() throws IOException {
    String zh = "t3\t从岛上开来的渡轮周一又晚点了\nt4\t从岛上开来的渡轮周一早上又晚点了\n";
    return Files.writeString(
        folder.resolve("titles.tsv"),
        "t0\t" + LATE + "\nt1\t" + LATER + "\nt2\t" + OTHER + "\n" + zh);
  }

  private Path late() throws IOException {
    return Files.writeString(folder.resolve("text"), LATE);
  }

  /** Where a resemblance is named, or the index remembers one. */
  @Test
  void findsThem() throws IOException {
    Path index = folder.resolve("index");
    run("index", "--index", index, titles(), "--short-texts").fine();
    Path text = late();
    String same = "t0\t0\t1.0000\n";
    assertEquals("t0\t0\n", run("search", "--index", index, "--text", text).fine().out());
    String later =
        run("search", "--index", index, "--id", "t0", "--short-texts", ".8").fine().out();
    assertTrue(later.matches("t1\t[0-9]+\t0[.]9091\n"), later);
    assertEquals(
        same, run("search", "--index", index, "--text", text, "--short-texts", ".92").fine().out());
    Object[] args = {"search", "--index", index, "--text", text, "-k", 0, "--short-texts", ".8"};
    assertEquals(same + later, run(args).fine().out());
    JsonNode json =
        run("search", "--index", index, "--id", "t4", "--short-texts", .75, "--json").fine().json();
    assertEquals(1, json.get("total").intValue());
    assertEquals(.75, json.get("minWordSimilarity").doubleValue());
    assertEquals("t3", json.get("hits").get(0).get("id").textValue());
    assertTrue(json.get("hits").get(0).get("resemblance").doubleValue() > .8);
    CommandLineRun first = run(with(new Object[] {"--top", 1}, args));
    assertEquals(same, first.out());
    assertTrue(first.err().contains("the nearest 1 of 2 (see --top)"), first.err());
  }

  /** With its guard; unless -k, --verify or --fingerprint says something else. */
  @Test
  void theIndexRemembersTheResemblance() throws IOException {
    Path input =
        Files.writeString(folder.resolve("in.tsv"), "t0\t" + LATE + " 7\nt1\t" + LATER + " 7\n");
    Object[] text = {"--text", Files.writeString(folder.resolve("text"), LATER + " 8")};
    for (String guard : List.of("none", "numbers")) {
      Object[] search = {"search", "--index", folder.resolve(guard)};
      Object[] index = {"index", "--index", folder.resolve(guard), input, "--guard", guard};
      run(with(new Object[] {"--dedup", "mark", "--short-texts", .65}, index)).fine();
      CommandLineRun found = run(with(text, search));
      assertEquals(guard.equals("none") ? 0 : 4, found.exitCode());
      assertEquals(guard.equals("none") ? "t1\tt0\t" : "", ids(found.out()));
      assertEquals(guard.equals("numbers"), found.err().contains("2 near documents held back"));
      Object[][] others = {{"--guard", "none"}, {"--guard", "numbers"}, {"-k", 0}, {"--verify", 1}};
      for (Object[] other : others) {
        String its = run(with(other, with(text, search))).out();
        assertEquals(other[1].equals("none") ? "t1\tt0\t" : "", ids(its), other[1] + " " + its);
      }
      assertTrue(run(with(new Object[] {"--id", "t0"}, search)).fine().out().startsWith("t1\t"));
    }
  }

  private static String ids(String hits) {
    return hits.replaceAll("(?m)^(\\w+\t).*\n", "$1");
  }

  /** The resemblance has a column of its own, and how the text begins the one behind. */
  @Test
  void showsWhatEachIsFoundBy() throws IOException {
    String part = IntStream.range(0, 60).mapToObj(ShortTextRule::word).collect(joining(" "));
    String whole = IntStream.range(0, 80).mapToObj(ShortTextRule::word).collect(joining(" "));
    Path input =
        Files.writeString(folder.resolve("in.tsv"), "part\t" + part + "\nwhole\t" + whole + "\n");
    Path text = Files.writeString(folder.resolve("text"), whole);
    Path index = folder.resolve("index");
    run("index", "--index", index, input, "--short-texts", "--store-text").fine();
    Object[] args = {"search", "--index", index, "--text", text, "--short-texts", .75};
    String found = run(args).fine().out();
    assertTrue(found.matches("whole\t0\t\ta b .*\npart\t[0-9]+\t0[.]7500\ta b .*\n"), found);
    String longer = IntStream.range(0, 130).mapToObj(ShortTextRule::word).collect(joining(" "));
    args[4] = Files.writeString(folder.resolve("longer"), longer);
    String ofLonger = run(with(new Object[] {"-k", 40}, args)).fine().out();
    assertTrue(ofLonger.matches("(\\w+\t[0-9]+\t\ta b .*\n){2}"), "other columns: " + ofLonger);
    args[4] = Files.writeString(folder.resolve("none"), "");
    JsonNode json = run(with(new Object[] {"--json"}, args)).json();
    assertFalse(json.has("minWordSimilarity"), "no words were compared");
  }

  /** A text that is not short itself is compared with short ones by words. */
  @Test
  void findsAPartOfALongerText() throws IOException {
    String part = IntStream.range(0, 60).mapToObj(ShortTextRule::word).collect(joining(" "));
    String whole = IntStream.range(0, 80).mapToObj(ShortTextRule::word).collect(joining(" "));
    Path input = Files.writeString(folder.resolve("in.tsv"), "part\t" + part + "\n");
    Path text = Files.writeString(folder.resolve("text"), whole);
    Path index = folder.resolve("index");
    run("index", "--index", index, input, "--short-texts").fine();
    Object[] args = {"search", "--index", index, "--text", text, "--json", "-k", 0};
    assertEquals(Set.of(), hits(run(args)));
    assertEquals(Set.of("part"), hits(run(with(new Object[] {"--short-texts", .75}, args))));
    assertEquals(Set.of(), hits(run(with(new Object[] {"--short-texts", .76}, args))));
  }

  /** Of documents that are compared by their words; nearest or most alike first. */
  @Test
  void goesByTheRule() throws IOException {
    int found = 0;
    for (int seed = 0; seed < 6; seed++) {
      Random random = new Random(seed);
      List<String> texts = ShortTextRule.texts(random);
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < texts.size(); i++) {
        lines.append(i).append('\t').append(texts.get(i)).append('\n');
      }
      Path input = Files.writeString(folder.resolve("texts.tsv"), lines);
      Path index = folder.resolve("index-" + seed);
      run("index", "--index", index, input, "--short-texts").fine();
      for (int i = 0; i < texts.size(); i++) {
        String text = texts.get(i);
        if (text.isEmpty()) {
          continue;
        }
        ShortTextRule rule = ShortTextRule.of(random).unverified();
        Set<String> expected = new TreeSet<>();
        for (int other = 0; other < texts.size(); other++) {
          if (rule.areNear(text, texts.get(other))) {
            expected.add("" + other);
          }
        }
        List<Object> args = new ArrayList<>(List.of("search", "--index", index, "--json"));
        args.addAll(List.of("-k", rule.maxDistance(), "--short-texts", rule.ofWords()));
        args.addAll(List.of("--guard", rule.guard(folder)));
        args.addAll(List.of("--text", Files.writeString(folder.resolve("text"), text)));
        assertEquals(expected, hits(run(args.toArray())), rule + ": " + text);
        args.set(args.size() - 2, "--id");
        args.set(args.size() - 1, i);
        expected.remove("" + i);
        assertEquals(expected, hits(run(args.toArray())), rule + ": " + text);
        found += expected.size();
      }
    }
    assertTrue(found > 100, found + " found");
  }

  private static Set<String> hits(CommandLineRun run) throws IOException {
    Set<String> ids = new TreeSet<>();
    double last = 1;
    JsonNode all = run.json().get("hits");
    CommandLineRun fine = all.isEmpty() ? run.foundNothing() : run.fine();
    for (JsonNode hit : all) {
      JsonNode resemblance = hit.get("resemblance");
      double score =
          resemblance == null
              ? 1 - hit.get("distance").intValue() / 64.
              : resemblance.doubleValue();
      assertTrue(score <= last, fine.out());
      last = score;
      ids.add(hit.get("id").textValue());
    }
    return ids;
  }

  /** Of words without weight: a text without a fingerprint is near to nothing, by words too. */
  @Test
  void findsNoTextsWithoutAFingerprint() throws IOException {
    Path input = Files.writeString(folder.resolve("in.tsv"), "t0\tone two three\nt1\ttwo three\n");
    Path weights = Files.writeString(folder.resolve("weights"), "one\t0\ntwo\t0\nthree\t0\n");
    Path index = folder.resolve("index");
    Object[] scheme = {"--scheme", "classic-table", "--word-weights", weights};
    run(with(scheme, "index", "--index", index, input, "--short-texts")).fine();
    Path text = Files.writeString(folder.resolve("text"), "one two three");
    Object[] named = {"search", "--index", index, "--short-texts", .6};
    for (Object[] of : new Object[][] {with(scheme, "--text", text), {"--id", "t0"}}) {
      CommandLineRun found = run(with(of, named));
      assertEquals("", found.out());
      assertTrue(found.err().contains("the text has no fingerprint"), found.err());
    }
  }

  private static Object[] with(Object[] options, Object... args) {
    return Stream.concat(Stream.of(args), Stream.of(options)).toArray();
  }

  @Test
  void refuses() throws IOException {
    Path index = folder.resolve("index");
    run("index", "--index", index, titles(), "--store-text", "--short-texts").fine();
    run("search", "--index", index, "--id", "t0", "--short-texts", ".8", "--verify", ".8")
        .refused("--short-texts is given with --verify, expected one of them");
    run("search", "--index", index, "--fingerprint", "0123456789abcdef", "--short-texts", ".8")
        .refused("--short-texts compares words, expected --text or --id beside it");
    Path loaded = folder.resolve("loaded");
    Path fingerprints = Files.writeString(folder.resolve("f.tsv"), "a\t0123456789abcdef\n");
    run("load", "--index", loaded, fingerprints, "--scheme", "standard").fine();
    run("search", "--index", loaded, "--id", "a", "--short-texts", ".8")
        .refused(
            "--index '"
                + loaded
                + "' is without the words of short texts, which --short-texts needs: expected a new"
                + " one made with index --short-texts");
  }
}
