package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static io.github.lucenesimhash.cli.CommandLineRun.runWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class SearchTest extends IndexTestCase {

  @Test
  void findsByTextIdFingerprintAndStandardInput() throws IOException {
    makeIndex();
    Path text = Files.writeString(folder.resolve("text"), FOX.toUpperCase(Locale.ROOT));
    assertEquals("fox\t0\ncopy\t0\n", search("--file", text).fine().out());
    assertEquals("copy\t0\n", search("--id", "fox").fine().out());
    assertEquals(
        "stocks\t0\n",
        search("--fingerprint", Fingerprint.of(STOCKS_FINGERPRINT).toString()).fine().out());
    CommandLineRun standardInput = runWith(STOCKS, "search", index, "--file", "-", "-k", 0).fine();
    assertEquals("stocks\t0\n", standardInput.out());
    int distance = Fingerprint.distance(FOX_FINGERPRINT, STOCKS_FINGERPRINT);
    assertEquals(
        "fox\t0\ncopy\t0\nstocks\t" + distance + "\n",
        search("--file", text, "-k", distance).fine().out());
    assertEquals("fox\t0\ncopy\t0\n", search("--file", text, "-k", distance - 1).fine().out());
  }

  /** A text argument contains the words to search for, even if a file has the same name. */
  @Test
  void aTextIsTheTextItself() throws IOException {
    makeIndex();
    assertEquals("fox\t0\ncopy\t0\n", search(FOX).fine().out());
    Files.writeString(folder.resolve(STOCKS), FOX);
    assertEquals("stocks\t0\n", search(STOCKS).fine().out());
    assertEquals(search("--file", folder.resolve(STOCKS)).fine().out(), search(FOX).fine().out());
  }

  @Test
  void findsOneBitAway() {
    makeIndex();
    String hex = Fingerprint.of(STOCKS_FINGERPRINT ^ 1L << 40).toString().toUpperCase(Locale.ROOT);
    assertEquals("stocks\t1\n", search("--fingerprint", hex, "-k", 1).fine().out());
    assertEquals("", search("--fingerprint", hex, "-k", 0).foundNothing().out());
  }

  @Test
  void topLimitsAndSaysSo() throws IOException {
    makeIndex();
    CommandLineRun run =
        search("--fingerprint", Fingerprint.of(FOX_FINGERPRINT).toString(), "--top", 1);
    assertEquals("fox\t0\n", run.out());
    assertEquals(
        "lucene-simhash: the nearest 1 of 2 (see --top)" + System.lineSeparator(), run.err());
    JsonNode json =
        search("--fingerprint", Fingerprint.of(FOX_FINGERPRINT).toString(), "--top", 1, "--json")
            .fine()
            .json();
    assertEquals(2, json.get("total").intValue());
    assertEquals("[{\"id\":\"fox\",\"distance\":0}]", json.get("hits").toString());
    assertEquals(Fingerprint.of(FOX_FINGERPRINT).toString(), json.get("fingerprint").textValue());
  }

  @Test
  void answersALineForEachOfABatch() throws IOException {
    makeIndex("--store-text");
    String fox = "{\"text\":\"" + FOX + "\",\"id\":1}\n";
    String lines =
        fox + "\n{\"text\":\"nobody wrote this\"}\nno JSON\n{\"id\":\"x\",\"body\":\"y\"}\n";
    Path batch = Files.writeString(folder.resolve("batch.jsonl"), lines + "{\"text\":\"\"}");
    String hits =
        String.format(
            Locale.ROOT,
            "{\"id\":\"fox\",\"distance\":0,\"resemblance\":1.0,\"start\":\"%1$s\"},{\"id\":\"copy\",\"distance\":0,\"resemblance\":1.0,\"start\":\"%1$s!\"}",
            FOX);
    String found = "{\"id\":\"1\",\"total\":2,\"hits\":[" + hits + "]}\n";
    String nothing = "{\"total\":0,\"hits\":[]}\n";
    String bad =
        "{\"error\":\"line 4: bad JSON at character 1\"}\n{\"error\":\"line 5: no 'text', but id, body\"}\n";
    CommandLineRun run = search("--batch", batch);
    assertEquals(found + nothing + bad + nothing, run.out());
    assertEquals(3, run.exitCode(), run.err());
    CommandLineRun none = runWith("{\"text\":\"a\"}\n", "search", index, "--batch", "-");
    assertEquals(nothing, none.foundNothing().out());
    CommandLineRun one = runWith(fox, "search", index, "--batch", "-", "--verify", 1);
    assertTrue(one.fine().out().contains("\"resemblance\":1.0"), one.out());
    String all = fox.repeat(5_000);
    assertEquals(found.repeat(5_000), runWith(all, "search", index, "--batch", "-").fine().out());
  }

  @Test
  void aTextWithoutFingerprintIsNearNothing() {
    makeIndex();
    CommandLineRun run = search("--id", "empty", "-k", 64);
    assertEquals(4, run.exitCode());
    assertEquals("", run.out());
    assertTrue(run.err().contains("the text has no fingerprint"));
  }
}
