package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdfTableTest {

  private static final List<String> TEXTS =
      List.of("the cat", "The dog the dog", "the bird", "the cat and the fish", "the", "the");

  private static final IdfTable TABLE = IdfTable.ofTexts(FingerprintScheme.parse("en"), TEXTS, 1);

  @TempDir private Path folder;

  /** Weights count texts: ln 1 = 0, ln 3 = 1.10, ln 6 = 1.79, rounded to the nearest quarter. */
  @Test
  void countsTextsNotOccurrences() {
    assertEquals(
        Map.of("the", 0., "cat", 1., "dog", 1.75, "bird", 1.75, "and", 1.75, "fish", 1.75),
        TABLE.weights());
    assertEquals(1.75, TABLE.defaultWeight());
  }

  @Test
  void rareWordsAreLeftOut() {
    IdfTable table = IdfTable.ofTexts(FingerprintScheme.parse("en"), TEXTS, 2);
    assertEquals(Map.of("the", 0., "cat", 1.), table.weights());
    assertEquals(1.75, table.defaultWeight());
  }

  @Test
  void anIndexCountsAsItsTextsDo() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        for (String text : TEXTS) {
          Document document = new Document();
          document.add(new TextField("body", text, Store.NO));
          writer.addDocument(document);
          writer.commit(); // one segment for each document
        }
        writer.addDocument(new Document());
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IdfTable table = IdfTable.ofIndex(reader, "body", 1);
        assertEquals(TABLE.weights(), table.weights());
        assertEquals(TABLE.defaultWeight(), table.defaultWeight());
        String message =
            assertThrows(IllegalArgumentException.class, () -> IdfTable.ofIndex(reader, "title", 1))
                .getMessage();
        assertEquals("no document has a term in field 'title'", message);
      }
    }
  }

  @Test
  void theSchemesIdFollowsTheTable() {
    FingerprintScheme scheme = weighted(TABLE);
    assertEquals(scheme, weighted(IdfTable.ofTexts(FingerprintScheme.parse("en"), TEXTS, 1)));
    IdfTable other = IdfTable.ofTexts(FingerprintScheme.parse("en"), TEXTS, 2);
    assertNotEquals(scheme.id(), weighted(other).id());
    assertNotEquals(scheme.id(), FingerprintScheme.parse("en").id());
  }

  private static FingerprintScheme weighted(IdfTable table) {
    return FingerprintScheme.parse("en").withWeighting(table.weighting());
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Path file = folder.resolve("idf.tsv");
    TABLE.write(file, "six texts", "made by hand");
    assertEquals(
        List.of("# lucene-simhash idf 1", "# six texts", "# made by hand", "\t1.75", "and\t1.75"),
        Files.readAllLines(file).subList(0, 5));
    IdfTable read = IdfTable.read(Files.readAllLines(file));
    assertEquals(TABLE.weights(), read.weights());
    assertEquals(TABLE.defaultWeight(), read.defaultWeight());
    assertEquals(weighted(TABLE), weighted(read));
    assertThrows(IllegalArgumentException.class, () -> TABLE.write(file, "two\nlines"));
  }

  @Test
  void tablesAdd() throws IOException {
    IdfTable both = table("\t3\nthe\t1\nfish\t2").and(table("\t4\nthe\t2\n的\t1"));
    assertEquals(Map.of("the", 1., "fish", 2., "的", 1.), both.weights());
    assertEquals(4, both.defaultWeight());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "# lucene-simhash idf 2;;1 | line 1: '# lucene-simhash idf 2', expected",
        "'' | line 1: '', expected",
        "HEAD | no line of the empty word",
        "HEAD;>1;the | line 3: 'the', expected a word, a tab and a weight",
        "HEAD;>1;the>-1 | line 3: weight '-1', expected a finite number of at least 0",
        "HEAD;>1;# note;the>many | line 4: weight 'many'",
        "HEAD;>1;the>1;the>1 | line 4: word 'the' occurs twice"
      })
  void badTablesAreNamed(String lines, String expected) {
    String file = lines.replace("HEAD", "# lucene-simhash idf 1");
    String message =
        assertThrows(IllegalArgumentException.class, () -> read(file.replace(';', '\n')))
            .getMessage();
    assertTrue(message.startsWith(expected), message);
  }

  @Test
  void nothingToCountIsNamed() {
    assertThrows(
        IllegalArgumentException.class,
        () -> IdfTable.ofTexts(FingerprintScheme.parse("en"), List.of("", "!"), 1));
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> IdfTable.ofTexts(FingerprintScheme.parse("en"), TEXTS, 0))
            .getMessage();
    assertEquals("minDocuments is 0, expected 1 or more", message);
  }

  private static IdfTable table(String lines) throws IOException {
    return read("# lucene-simhash idf 1\n" + lines);
  }

  private static IdfTable read(String lines) {
    return IdfTable.read(lines.replace('>', '\t').lines().toList());
  }
}
