package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTest {

  private static final String LOADED = "3 documents, 0 skipped, 3 documents in the index, S s\n";

  private static CommandLineRun load(Object... words) {
    return run("index", "--format", "fingerprints", words);
  }

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("f.tsv"), text);
  }

  private Path index() {
    return folder.resolve("index");
  }

  @Test
  void loadsLines() throws IOException {
    Path file =
        file("\uFEFFa\t00ff00ff00ff00ff\r\n\nb\t00FF00FF00FF00FE\n\u4e00 c\tff00000000000000");
    assertEquals(LOADED, load(index(), file).fine().outWithoutSeconds());
    assertEquals("b\t1\n", run("search", index(), "--id", "a", "-k", 3).fine().out());
    assertEquals(
        "\u4e00 c\t0\n", run("search", index(), "--fingerprint", "ff00000000000000").fine().out());
  }

  @Test
  void loadsWhatFingerprintPrints() throws IOException {
    Path texts =
        Files.writeString(folder.resolve("t.tsv"), "a\tthe quick brown fox\nb\t\nc\tx y\n");
    Path file = file(run("fingerprint", texts).fine().out());
    assertEquals(
        "3 documents, 1 without fingerprint, 0 skipped, 3 documents in the index, S s\n",
        load(index(), file).fine().outWithoutSeconds());
    Path query = Files.writeString(folder.resolve("query.txt"), "The quick brown fox!");
    String hex = run("fingerprint", query).fine().out();
    assertEquals(
        "a\t0\n",
        run("search", index(), "--fingerprint", hex.substring(hex.indexOf('\t') + 1).strip())
            .fine()
            .out());
  }

  @Test
  void rememberTheScheme() throws IOException {
    String text = "the quick brown fox jumps over the lazy dog";
    String hex = FingerprintScheme.standard().fingerprint(text).get().toString();
    Path query = Files.writeString(folder.resolve("query.txt"), text);
    Path file = file("a\t" + hex + "\n");
    load(index(), file, "--scheme", "standard").fine();
    assertEquals("a\t0\n", run("search", index(), "--file", query).fine().out());
    Path unknown = folder.resolve("unknown");
    load(unknown, file).fine();
    run("search", unknown, "--file", query)
        .refused(
            "the index was made with scheme unknown, but the options make scheme "
                + FingerprintScheme.standard().id());
  }

  @Test
  void skipsBadLines() throws IOException {
    String good = "x\t00ff00ff00ff00ff\n";
    String bits = "01".repeat(32);
    Map<String, String> bad =
        Map.of(
            "b 00",
            "no tab, expected id TAB text",
            "a\t0g",
            "fingerprint '0g' has 2 characters, expected 16, 32 or 64 hex digits",
            "a\t" + bits,
            "fingerprint '" + bits + "' has 64 digits 0 and 1, expected 0b",
            "a\t1234567890123456789",
            "fingerprint '1234567890123456789' has 19 characters");
    for (Map.Entry<String, String> line : bad.entrySet()) {
      Path file = file(good + line.getKey() + "\n");
      Path made = folder.resolve("made" + line.getKey().hashCode());
      CommandLineRun run = load(made, file);
      assertEquals(3, run.exitCode(), run.err());
      assertTrue(run.err().contains(file + ":2: " + line.getValue()), run.err());
      run("stats", made).fine();
    }
  }

  /** Two lines of one id are two documents, and a document without an id is named by its line. */
  @Test
  void idsAreUnique() throws IOException {
    Path file = file("a\t00ff00ff00ff00ff\na\t00ff00ff00ff00ff\n\t00ff00ff00ff00ff\n");
    load(index(), file);
    List<String> found = run("search", index(), "--fingerprint", "00ff00ff00ff00ff").fine().ids();
    assertEquals(List.of("a", "a (" + file + ":2)", file + ":3"), found);
  }
}
