package io.github.lucenesimhash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.search.SimHashCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.Test;

/** The README's snippet is the one below, and prints what the README says. */
class ReadmeTest {

  private static String snippet() throws IOException {
    StringBuilder out = new StringBuilder();
    // snippet
    FingerprintScheme scheme = FingerprintScheme.standard(); // Chinese, English or both
    Directory directory = new ByteBuffersDirectory();
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new SimHashCodec("near"));
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (String name : List.of("en/news-01", "en/news-02", "zh/news-01", "zh/news-02")) {
        String text = Files.readString(Path.of("test-corpus", name + ".txt"));
        Document document = new Document();
        document.add(new StringField("name", name, Store.YES));
        scheme.field("near", text).ifPresent(document::add);
        writer.addDocument(document);
      }
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      for (String name : List.of("en/news-01-reprint", "zh/news-02-reprint")) {
        String text = Files.readString(Path.of("test-corpus", name + ".txt"));
        for (ScoreDoc hit :
            searcher.search(scheme.newDistanceQuery("near", text, 10), 10).scoreDocs) {
          String found = reader.storedFields().document(hit.doc).get("name");
          out.append(name + " is a near-duplicate of " + found + ", score " + hit.score + "\n");
        }
      }
    }
    // end of snippet
    return out.toString();
  }

  @Test
  void snippetIsTheOneThatIsCompiledHere() throws IOException {
    String readme = Files.readString(Path.of("README.md"));
    Matcher own =
        Pattern.compile("// snippet\n(.*?)\n *// end of snippet", Pattern.DOTALL)
            .matcher(
                Files.readString(Path.of("src/test/java/io/github/lucenesimhash/ReadmeTest.java")));
    assertTrue(own.find());
    assertTrue(readme.contains("```java\n" + own.group(1).stripIndent() + "\n```"));
  }

  @Test
  void snippetPrintsWhatTheReadmeSays() throws IOException {
    String readme = Files.readString(Path.of("README.md"));
    String printed = snippet();
    assertEquals(2, printed.lines().count(), printed);
    assertTrue(readme.contains("```\n" + printed + "```"), printed);
  }
}
