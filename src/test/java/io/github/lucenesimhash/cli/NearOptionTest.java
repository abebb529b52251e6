package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code --near}, which names a comparison. */
class NearOptionTest {

  @TempDir private Path folder;

  /** Writes an article and a copy within 12 bits that has words of another site around it. */
  private Path articles() throws IOException {
    Random random = Seeds.random(1);
    String article;
    String longer;
    do {
      article = words(random, 400);
      longer = words(random, 100) + " " + article + " " + words(random, 80);
    } while (fingerprint(article).distance(fingerprint(longer)) > 12);
    String lines = "b\t" + longer + "\na\t" + article + "\n";
    return Files.writeString(folder.resolve("in.tsv"), lines);
  }

  private static Fingerprint fingerprint(String text) {
    return FingerprintScheme.standard().fingerprint(text).orElseThrow();
  }

  private static String words(Random random, int count) {
    return random.ints(count, 0, 10_000).mapToObj(PlainRule::word).collect(Collectors.joining(" "));
  }

  private static JsonNode json(Object... args) throws IOException {
    return run(args).fine().json();
  }

  @Test
  void setsDistanceAndResemblance() throws IOException {
    Path in = articles();
    Object[][] options = {
      {}, {"--near", "standard"}, {"--near", "contained"}, {"--near", "CONTAINED"}
    };
    for (Object[] near : options) {
      boolean isLoose = near.length > 0 && !near[1].equals("standard");
      JsonNode json = json("dedup", in, "--json", near);
      assertEquals(isLoose ? 14 : 12, json.get("maxDistance").intValue());
      assertEquals(.8, json.get("minResemblance").doubleValue());
      assertEquals(isLoose ? 1 : 0, json.get("duplicates").intValue());
    }
    JsonNode json = json("dedup", in, "--json", "--near", "contained", "-k", 11, "--verify", ".9");
    assertEquals(11, json.get("maxDistance").intValue());
    assertEquals(.9, json.get("minResemblance").doubleValue());
    assertEquals(10, json("dedup", in, "--json", "--verify=0").get("maxDistance").intValue());
    json = json("dedup", in, "--json", "--verify=0", "--near", "contained");
    assertEquals(14, json.get("maxDistance").intValue());
    assertTrue(!json.has("minResemblance"), "not verified");
  }

  /** A short text is dropped in favour of a later long one, and not the other way round. */
  @Test
  void keepsTheLongestThatContainsOthers() throws IOException {
    Path in = articles();
    Files.write(in, Files.readAllLines(in).reversed());
    JsonNode json = json("dedup", in, "--json", "--contained", ".9");
    assertEquals("b", json.at("/groups/0/kept").textValue());
    json = json("dedup", in, "--json", "--contained", ".9", "--keep", "first");
    assertEquals(0, json.get("duplicates").intValue());
    Path index = folder.resolve("index");
    run("index", index, in, "--store-text").fine();
    for (String id : List.of("a", "b")) {
      Object[] search = {"search", index, "--id", id, "--verify", ".8"};
      assertEquals("", run(search).out());
      assertEquals(1, run(search, "--contained", .9).out().lines().count());
    }
  }

  @Test
  void anIndexRemembersIt() throws IOException {
    Path in = articles();
    Path index = folder.resolve("index");
    String made = "--dedup first -k 14 --verify 0.8 --contained 0.9 --guard none";
    Object[] options = {"--near", "contained", "--dedup", "first", "--guard", "none"};
    Object[] args = {"index", index, in};
    String out = run(args, options).fine().out();
    assertTrue(out.contains("1 duplicate (1 left out, " + made + ")"), out);
    for (Object[] same : List.of(new Object[] {}, options)) {
      out = run(args, same).fine().out();
      assertTrue(out.contains(made + ", as the index remembers"), out);
    }
    run("index", index, in, "--near", "standard", "--guard", "none")
        .refused(
            "the index was made with "
                + made
                + ", but the options make "
                + made.replace("14", "12").replace(" --contained 0.9", ""));
  }

  @Test
  void titlesSetTheSchemeToo() throws IOException {
    Path in =
        Files.writeString(
            folder.resolve("t.tsv"),
            """
            1\tthe ferry to the island was late again on monday, gate 7
            2\tthe ferry to the island was late again on tuesday, gate 7
            3\tthe ferry to the island was late again on monday, gate 8
            """);
    JsonNode json = json("dedup", in, "--near", "titles", "--json");
    assertEquals(FingerprintScheme.parse("titles").id(), json.get("scheme").textValue());
    assertEquals(1, json.get("duplicates").intValue());
    assertEquals(
        json.get("groups"), json("dedup", in, "--scheme", "titles", "--json").get("groups"));
    Object[] index = {"index", folder.resolve("i"), in};
    Object[] near = {"--dedup", "first", "--near", "titles"};
    assertTrue(run(index, near).fine().out().contains("1 duplicate ("));
    run(index, near).fine();
    run(index).fine();
  }
}
