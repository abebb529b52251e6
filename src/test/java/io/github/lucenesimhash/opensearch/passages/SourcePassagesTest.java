package io.github.lucenesimhash.opensearch.passages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.lucenesimhash.passage.PassageField;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.search.internal.ContextIndexSearcher;

/** Tests that the texts of a source are the indexed texts, and a cancelled search reads none. */
class SourcePassagesTest {

  private static final SourcePassages TEXTS =
      new SourcePassages("copied", Set.of("title", "page.body", "copied"));

  private static final List<String> SOURCES =
      List.of(
          "{\"title\": \"a\", \"page\": {\"body\": [\"b\", \"c\"]}, \"copied\": \"d\"}",
          "{\"page.body\": \"b\", \"page\": {\"number\": 1}, \"body\": \"x\"}",
          "{\"page\": [{\"body\": \"b\"}, {\"body\": 1.50}, {\"body\": null}], \"title\": \" \"}",
          "{}");

  private static final List<List<String>> VALUES =
      List.of(List.of("d", "b", "c", "a"), List.of("b"), List.of("b", "1.50"), List.of());

  @Test
  void textsAreAsTheyWereIndexed() throws IOException {
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        for (String source : SOURCES) {
          Document document = new Document();
          document.add(new PassageField("copied", "a b c d e f", Field.Store.NO));
          document.add(new StoredField("_source", source.getBytes(StandardCharsets.UTF_8)));
          writer.addDocument(document);
        }
        writer.addDocument(new Document());
      }
      try (DirectoryReader reader = DirectoryReader.open(directory);
          ContextIndexSearcher searcher =
              new ContextIndexSearcher(
                  reader,
                  IndexSearcher.getDefaultSimilarity(),
                  IndexSearcher.getDefaultQueryCache(),
                  IndexSearcher.getDefaultQueryCachingPolicy(),
                  true,
                  null,
                  null)) {
        LeafReaderContext leaf = searcher.getIndexReader().leaves().get(0);
        for (int i = 0; i < SOURCES.size(); i++) {
          String[] found = TEXTS.of(leaf, leaf.reader().storedFields(), i);
          assertEquals(VALUES.get(i), List.of(found), SOURCES.get(i));
        }
        assertEquals(0, TEXTS.of(leaf, leaf.reader().storedFields(), SOURCES.size()).length);
        searcher.addQueryCancellation(
            () -> {
              throw new TaskCancelledException("cancelled");
            });
        assertThrows(
            TaskCancelledException.class, () -> TEXTS.of(leaf, leaf.reader().storedFields(), 0));
      }
    }
  }
}
