package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --near}: comparisons by name. */
class NearOptionTest {

  @TempDir private Path folder;

  /** An article, and it with words of another site around it. */
  private Path articles() throws IOException {
    Random random = Seeds.random(1);
    String article = words(random, 400);
    String lines =
        "a\t"
            + article
            + "\nb\t"
            + words(random, 100)
            + " "
            + article
            + " "
            + words(random, 80)
            + "\n";
    return Files.writeString(folder.resolve("in.tsv"), lines);
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
      {}, {"--near", "standard"}, {"--near", "reprints"}, {"--near", "REPRINTS"}
    };
    for (Object[] near : options) {
      boolean isLoose = near.length > 0 && !near[1].equals("standard");
      JsonNode json =
          json(Stream.concat(Stream.of("dedup", in, "--json"), Stream.of(near)).toArray());
      assertEquals(12, json.get("maxDistance").intValue());
      assertEquals(isLoose ? .65 : .8, json.get("minResemblance").doubleValue());
      assertEquals(isLoose ? 1 : 0, json.get("duplicates").intValue());
    }
    JsonNode json = json("dedup", in, "--json", "--near", "reprints", "-k", 11, "--verify", ".9");
    assertEquals(11, json.get("maxDistance").intValue());
    assertEquals(.9, json.get("minResemblance").doubleValue());
    assertEquals(10, json("dedup", in, "--json", "--no-verify").get("maxDistance").intValue());
    json = json("dedup", in, "--json", "--no-verify", "--near", "reprints");
    assertEquals(12, json.get("maxDistance").intValue());
    assertTrue(!json.has("minResemblance"), "not verified");
  }

  @Test
  void anIndexRemembersIt() throws IOException {
    Path in = articles();
    Path index = folder.resolve("index");
    String made = "--dedup first -k 12 --verify 0.65 --guard none";
    Object[] options = {"--near", "reprints", "--dedup", "first"};
    Object[] args = {"index", "--index", index, in};
    Object[] first =
        Stream.of(args, options, new Object[] {"--guard", "none"}).flatMap(Stream::of).toArray();
    String out = run(first).fine().out();
    assertTrue(out.contains("1 duplicate (1 left out, " + made + ")"), out);
    for (Object[] same : List.of(new Object[] {}, options)) {
      out = run(Stream.of(args, same).flatMap(Stream::of).toArray()).fine().out();
      assertTrue(out.contains(made + ", as the index remembers"), out);
    }
    run("index", "--index", index, in, "--near", "standard")
        .refused(
            "the index was made with "
                + made
                + ", but the options make "
                + made.replace("0.65", "0.8"));
  }

  @Test
  void refuses() throws IOException {
    CommandLineRun bad = run("dedup", articles(), "--near", "loose");
    assertEquals(2, bad.exitCode());
    assertTrue(
        bad.err().startsWith("lucene-simhash: Invalid value for option '--near'"), bad.err());
    assertTrue(bad.err().contains("standard") && bad.err().contains("reprints"), bad.err());
    run("index", "--index", folder.resolve("i"), articles(), "--near", "standard")
        .refused("--near is given without --dedup");
  }
}
