package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.FingerprintFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTest {

  private static final String LOADED = "3 documents, 0 skipped, 3 documents in the index, S s\n";

  private static CommandLineRun load(Object... words) {
    List<Object> line = new ArrayList<>(List.of("index", "--format", "fingerprints"));
    line.addAll(List.of(words));
    return run(line.toArray());
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
        "3 documents, 1 skipped (1 without fingerprint), 2 documents in the index, S s\n",
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
  void loadsBytes() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(24).putLong(5).putLong(-1).putLong(4);
    Path file = Files.write(folder.resolve("f.bin"), bytes.array());
    assertEquals(LOADED, load(index(), file).fine().outWithoutSeconds());
    assertEquals("2\t1\n", run("search", index(), "--id", "0", "-k", 3).fine().out());
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
  void refusesBadFilesByLine() throws IOException {
    refused("a\t00ff00ff00ff00ff\nb 00\n", ":2: no tab, expected id TAB fingerprint");
    refused("\t00ff00ff00ff00ff\n", ":1: no id, expected id TAB fingerprint");
    refused(
        "a\t0g\n",
        ":1: fingerprint '0g' has 2 characters, expected 16, 32 or 64 hex digits, base64 of as many bits, 0b and the bits, or an ISCC");
    String bits = "01".repeat(32);
    refused(
        "a\t" + bits + "\n",
        ":1: fingerprint '"
            + bits
            + "' has 64 digits 0 and 1, expected 0b before them, which makes them 64 bits, or 0x,"
            + " which makes them 256");
    refused(
        "a\t1234567890123456789\n",
        ":1: fingerprint '1234567890123456789' has 19 characters, expected 16, 32 or 64 hex digits,"
            + " base64 of as many bits, 0b and the bits, or an ISCC; if it is a decimal number, write"
            + " 112210f47de98115");
    refused("a\t00ff00ff00ff00ff\na\t00ff00ff00ff00ff\n", ":2: id 'a' is in line 1 already");
    refused(
        "a\t00ff00ff00ff00ff\nb\t00ff00ff00ff00ff00ff00ff00ff00ff\n",
        ":2: fingerprint '00ff00ff00ff00ff00ff00ff00ff00ff' has 128 bits, expected 64 as the first");
    refused(
        "x".repeat(32_767) + "\t00ff00ff00ff00ff\n",
        ":1: the id has 32767 bytes, expected at most 32766");
    Path empty = file("\n");
    load(index(), empty).refused("file '" + empty + "' holds no fingerprint");
    Path odd = Files.write(folder.resolve("f.bin"), new byte[9]);
    load(index(), odd).refused("file '" + odd + "' has 9 bytes, expected 8 a fingerprint");
    Path other = Files.createDirectory(folder.resolve("other"));
    load(other, odd).refused("index '" + other + "' exists, expected a folder to be made");
    Path none = folder.resolve("none");
    load(index(), none).refused("file '" + none + "' does not exist");
  }

  private void refused(String text, String message) throws IOException {
    Path file = file(text);
    load(index(), file).refused(file + message);
    assertTrue(Files.notExists(index()), "nothing is left");
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 1001})
  void loadsAllBatches(int size) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(size * Long.BYTES);
    for (long i = 0; i < size; i++) {
      bytes.putLong(i << 32 | i);
    }
    Path file = Files.write(folder.resolve("f.bin"), bytes.array());
    String documents = String.format(Locale.ROOT, "%,d documents", size);
    assertEquals(
        documents + ", 0 skipped, " + documents + " in the index, S s\n",
        load(index(), file).fine().outWithoutSeconds());
    String hex = String.format(Locale.ROOT, "%08x%<08x", size - 1);
    assertEquals(
        (size - 1) + "\t0\n", run("search", index(), "--fingerprint", hex, "-k", 0).fine().out());
  }

  @Test
  void findsAnIdThatIsInTwoSegments() throws IOException {
    Path file = file("a\t00ff00ff00ff00ff\nb\t00ff00ff00ff00ff\na\t00ff00ff00ff00ff\n");
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (String id : List.of("a", "b", "a")) {
        writer.addDocument(List.of(new StringField("id", id, Field.Store.YES)));
        writer.flush();
      }
      Console console = new Console(System.in, System.out, System.err);
      FingerprintFile fingerprints = new FingerprintFile(file, 0, console);
      BadInput refused = assertThrows(BadInput.class, () -> fingerprints.checkIds(writer, "id"));
      assertEquals(file + ":3: id 'a' is in line 1 already", refused.getMessage());
    }
  }
}
