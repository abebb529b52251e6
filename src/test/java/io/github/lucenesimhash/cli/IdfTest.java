package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.IdfTable;
import io.github.lucenesimhash.analysis.SchemeSources;
import io.github.lucenesimhash.analysis.Weighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdfTest {

  private static final String TEXT = "the quick fox and the printer, 点击文件和狐狸";

  @TempDir private Path folder;
  private Path text;

  @BeforeEach
  void write() throws IOException {
    text = Files.writeString(folder.resolve("a.txt"), TEXT);
  }

  @Test
  void theProgramsOwnTablesKnowBothLanguages() {
    IdfTable shipped = SchemeFiles.shipped();
    for (List<String> rising :
        List.of(List.of("the", "menu", "printer"), List.of("的", "打开", "打印机"))) {
      double before = -1;
      for (String word : rising) {
        assertTrue(shipped.weights().containsKey(word), word);
        assertTrue(shipped.weights().get(word) > before, word);
        before = shipped.weights().get(word);
      }
      assertTrue(shipped.defaultWeight() > before);
    }
  }

  @Test
  void withoutAFileTheyAreTaken() {
    FingerprintScheme scheme =
        FingerprintScheme.parse("zh").withWeighting(SchemeFiles.shipped().weighting());
    assertEquals(
        scheme.fingerprint(TEXT).get().toString(), fingerprint("--scheme", "zh weights=idf"));
    assertNotEquals(fingerprint("--scheme", "zh"), fingerprint("--scheme", "zh weights=idf"));
    fingerprint("--scheme", "classic-tfidf");
  }

  @Test
  void aFileTakesTheirPlace() throws IOException {
    IdfTable table =
        IdfTable.ofTexts(FingerprintScheme.parse("en"), List.of("the fox", "the and", "quick"), 1);
    Path file = folder.resolve("idf.tsv");
    table.write(file, "three texts");
    FingerprintScheme scheme = FingerprintScheme.parse("en").withWeighting(table.weighting());
    assertEquals(
        scheme.fingerprint(TEXT).get().toString(),
        fingerprint("--scheme", "en weights=idf idf=" + file));
    FingerprintScheme classic =
        FingerprintScheme.parse(
            "classic-tfidf", SchemeSources.of(Weighting.tfIdf(table.weights())));
    assertEquals(
        classic.fingerprint(TEXT).get().toString(),
        fingerprint("--scheme", "classic-tfidf idf=" + file));
  }

  private String fingerprint(Object... options) {
    return run("fingerprint", text, options).fine().out().strip().replaceFirst(".*\t", "");
  }
}
