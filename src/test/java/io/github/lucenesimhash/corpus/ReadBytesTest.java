package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.testing.QuietCorpus;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.apache.lucene.index.MultiReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests estimates of the bytes to read a text again, which limit the texts read at once. */
class ReadBytesTest {

  private static final int LARGE = 100_000;

  @TempDir private Path folder;

  private long readBytes(String file) throws IOException {
    try (InputDocuments documents = new InputDocuments(QuietCorpus.of(folder.resolve(file)))) {
      documents.read(FingerprintScheme.standard(), false, true);
      assertEquals(1, documents.count());
      return documents.readBytes(0);
    }
  }

  @Test
  void aRecordCountsAsAWhole() throws IOException {
    String line = "{\"id\":\"a\",\"text\":\"a short text\",\"html\":\"" + "x".repeat(LARGE) + "\"}";
    Files.writeString(folder.resolve("a.jsonl"), line + "\n");
    assertEquals(line.length(), readBytes("a.jsonl"));
  }

  @Test
  void aFileCountsAsAWhole() throws IOException {
    String page = "<html><!--" + "x".repeat(LARGE) + "--><body>a short text</body></html>";
    Files.writeString(folder.resolve("a.html"), page);
    assertEquals(page.length(), readBytes("a.html"));
  }

  @Test
  void aPackedFileCountsNoLessThanItsText() throws IOException {
    Path packed = folder.resolve("a.txt.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write("word ".repeat(LARGE / 5).getBytes(StandardCharsets.UTF_8));
    }
    assertTrue(Files.size(packed) < LARGE / 10);
    long read = readBytes("a.txt.gz");
    assertTrue(read > LARGE - 10, "" + read);
  }

  @Test
  void ofAnIndexItIsNotKnown() throws IOException {
    Files.writeString(folder.resolve("a.txt"), "a short text");
    Path added = folder.resolve("a.txt");
    try (IndexDocuments old = new IndexDocuments(new MultiReader(), "text", "id", null);
        InputDocuments documents = new InputDocuments(QuietCorpus.of(added))) {
      documents.read(FingerprintScheme.standard(), false, true);
      documents.compareWith(old, "old");
      assertEquals(12, documents.readBytes(0));
      assertEquals(Long.MAX_VALUE, documents.readBytes(1));
    }
  }
}
