package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.corpus.CorpusGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code dedup} of an index that has no fingerprints. */
class DedupIndexTest {

  @TempDir private Path folder;
  private Path index;
  private Path corpus;

  @BeforeEach
  void makeIndex() throws IOException {
    corpus = folder.resolve("corpus.jsonl");
    new CorpusGenerator(200, 4).write(700, corpus);
    index = folder.resolve("index");
    IndexWriterConfig config =
        new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE).setMaxBufferedDocs(100);
    List<String> kept = new ArrayList<>();
    try (FSDirectory directory = FSDirectory.open(index);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (String line : Files.readAllLines(corpus)) {
        String[] parts = line.split("\"", -1);
        Document document = new Document();
        document.add(new StringField("key", parts[3], Store.YES));
        document.add(new StoredField("date", Integer.parseInt(parts[3].substring(1))));
        document.add(new TextField("body", parts[7], Store.YES));
        document.add(new TextField("searchOnly", parts[7], Store.NO));
        writer.addDocument(document);
        if (parts[3].endsWith("3")) {
          writer.deleteDocuments(new Term("key", parts[3]));
        } else {
          kept.add(line);
        }
      }
      Document other = new Document();
      other.add(new StringField("key", "no body", Store.YES));
      writer.addDocument(other);
    }
    Files.write(corpus, kept);
  }

  @Test
  void findsWhatDedupFinds() throws IOException {
    String expected = run("dedup", corpus).fine().outWithoutSeconds();
    String found =
        run("dedup", index, "--text-field", "body", "--id-field", "key").fine().outWithoutSeconds();
    assertEquals(expected.replace("0 skipped", "1 skipped (1 without a stored text)"), found);
    assertTrue(found.lines().count() > 20, found);
  }

  @Test
  void keepsTheNewest() throws IOException {
    Path dated = folder.resolve("dated.jsonl");
    Files.write(
        dated,
        Files.readAllLines(corpus).stream()
            .map(line -> line.replaceFirst("\"d(\\d+)\"", "\"d$1\",\"date\":$1"))
            .toList());
    String expected =
        run("dedup", dated, "--keep", "newest", "--date-field", "date").fine().outWithoutSeconds();
    CommandLineRun found = run("dedup", index, "--text-field", "body", "--id-field", "key").fine();
    CommandLineRun newest =
        run(
                "dedup",
                index,
                "--text-field",
                "body",
                "--id-field",
                "key",
                "--keep",
                "newest",
                "--date-field",
                "date")
            .fine();
    assertEquals(
        expected.replace("0 skipped", "1 skipped (1 without a stored text)"),
        newest.outWithoutSeconds());
    assertNotEquals(found.out().lines().findFirst(), newest.out().lines().findFirst());
  }

  @Test
  void documentsGoByNumberWithoutAnIdField() throws IOException {
    Path page = folder.resolve("page.html");
    String found = run("dedup", index, "--text-field", "body", "--report", page).fine().out();
    assertTrue(found.matches("(?s)document \\d+\\n +\\d+  document \\d+\\n.*"), found);
    assertTrue(Files.readString(page).contains("\"id\":\"document "), "the page names them too");
  }

  @Test
  void namesTheFieldsThereAre() {
    run("dedup", index, "--text-field", "searchOnly")
        .refused(
            "--text-field 'searchOnly': no document stores a text of that name, expected one of"
                + " the fields body, date, key, searchOnly");
  }
}
