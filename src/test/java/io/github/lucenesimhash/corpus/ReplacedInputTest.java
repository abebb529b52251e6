package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.testing.QuietCorpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests inputs that are replaced by a longer file before their records are copied. */
class ReplacedInputTest {

  @TempDir private Path folder;

  @Test
  void isNotCutAtItsOldPlaces() throws IOException {
    String line = "{\"text\":\"boats on the river\"}\n";
    Path file = Files.writeString(folder.resolve("in.jsonl"), line + line);
    Path clean = folder.resolve("clean.jsonl");
    try (InputDocuments documents = new InputDocuments(QuietCorpus.of(file));
        CleanCorpus cleaned = new CleanCorpus(clean, documents)) {
      documents.read(FingerprintScheme.standard(), false, true);
      Files.writeString(file, "{\"text\":\"a new first line\"}\n" + line + line);
      BitSet second = new BitSet();
      second.set(1);
      Exception e = assertThrows(BadInput.class, () -> cleaned.write(second));
      assertEquals("'" + file + "' was written to while it was read", e.getMessage());
    }
    assertFalse(Files.exists(clean));
  }

  @Test
  void isRefusedThoughItsLengthIsTheSame() throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), "boats on the river");
    try (InputDocuments documents = new InputDocuments(QuietCorpus.of(file))) {
      documents.read(FingerprintScheme.standard(), false, true);
      documents.checkUnchanged();
      Files.writeString(file, "coats on the river");
      Files.setLastModifiedTime(file, FileTime.fromMillis(0));
      Exception e = assertThrows(BadInput.class, documents::checkUnchanged);
      assertEquals("'" + file + "' was written to while it was read", e.getMessage());
    }
  }
}
