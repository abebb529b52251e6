package io.github.lucenesimhash.search;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Bytes that no field made. */
class NoFeaturesTest {

  private static void assertRefused(Class<? extends Exception> type, Executable call) {
    Exception e = assertThrows(type, call);
    assertTrue(e.getMessage().contains("expected those of a WordsField"), e.getMessage());
  }

  @Test
  void areRefusedAsArguments() {
    BytesRef negative = new BytesRef(new byte[1]);
    negative.length = -1;
    for (BytesRef bytes : new BytesRef[] {new BytesRef(), new BytesRef(new byte[2]), negative}) {
      assertRefused(IllegalArgumentException.class, () -> WordsField.size(bytes));
      assertRefused(IllegalArgumentException.class, () -> WordsField.keys(bytes));
      assertRefused(IllegalArgumentException.class, () -> ShortTexts.isShort(bytes));
    }
  }

  @Test
  void areACorruptIndex() throws IOException {
    for (BytesRef bytes : new BytesRef[] {new BytesRef(), new BytesRef(new byte[2])}) {
      try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
          FieldType type = new FieldType();
          type.setDocValuesType(DocValuesType.BINARY);
          WordsFormat.put(type);
          Document document = new Document();
          type.freeze();
          document.add(new Field("words", bytes, type));
          writer.addDocument(document);
        }
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          IndexSearcher searcher = new IndexSearcher(reader);
          Query near = WordsField.newSimilarityQuery("words", new long[] {1}, .5);
          BytesRef one = new WordsField("words", new long[] {1}).binaryValue();
          Query few = ShortTexts.newUncomparedQuery("words", one);
          assertRefused(CorruptIndexException.class, () -> searcher.search(near, 1));
          assertRefused(CorruptIndexException.class, () -> searcher.explain(near, 0));
          assertRefused(CorruptIndexException.class, () -> searcher.search(few, 1));
          assertRefused(CorruptIndexException.class, () -> WordsField.docValue(reader, "words", 0));
        }
      }
    }
  }
}
