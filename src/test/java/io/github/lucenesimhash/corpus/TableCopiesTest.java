package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.testing.HandmadeParquet;
import io.github.lucenesimhash.testing.QuietCorpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The temporary files of tables, one of them damaged, exist only while they are needed. */
class TableCopiesTest {

  @TempDir private Path folder;

  private Corpus corpus;

  @BeforeEach
  void tables() throws IOException {
    for (String name : List.of("a", "b", "c")) {
      List<String> texts = List.of("one text", "and another");
      byte[] table = new HandmadeParquet(2).column(List.of("text"), texts).bytes();
      if (name.equals("b")) {
        table[4] = 5; // an unknown kind of page
      }
      Files.write(folder.resolve(name + ".parquet"), table);
    }
    Input.Fields fields = new Input.Fields("id", List.of("text"), null, false, null);
    List<String> inputs = List.of(folder.toString());
    Input.Markup keep = Input.Markup.KEEP;
    corpus =
        new Corpus(new Input(inputs, null, null, null, keep, fields, false), QuietCorpus.SILENCE);
  }

  private long copies() {
    return corpus.sources.temporary.stream().filter(Files::exists).count();
  }

  @Test
  void ofWhatIsReadAgain() throws IOException {
    try (InputDocuments documents = new InputDocuments(corpus)) {
      documents.read(FingerprintScheme.parse("standard"), false, true);
      assertEquals(4, documents.count());
      assertEquals(3, copies(), "that of the damaged table is empty");
      assertEquals("and another", documents.text(3));
    }
    assertEquals(0, copies());
  }

  @Test
  void ofWhatIsReadOnce() throws IOException {
    List<String> texts = new ArrayList<>();
    corpus.forEach((raw, document) -> id -> texts.add(document.text()));
    assertEquals(4, texts.size());
    assertEquals(0, copies());
  }
}
