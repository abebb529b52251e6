package io.github.lucenesimhash.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** An application's index: sorted, with soft deletes, with blocks, or with none of these. */
final class IndexToMigrate {

  private IndexToMigrate() {}

  /** Makes the configuration with which an application opens a writer, equal at each call. */
  interface Config {
    IndexWriterConfig make();
  }

  static Config config(boolean isSorted, boolean areSoft, boolean areNested) {
    return () -> {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
      config.setMergePolicy(NoMergePolicy.INSTANCE).setMaxBufferedDocs(50);
      if (isSorted) {
        config.setIndexSort(new Sort(new SortField("rating", SortField.Type.LONG)));
      }
      if (areSoft) {
        config.setSoftDeletesField("deleted");
      }
      if (areNested) {
        config.setParentField("parent");
      }
      return config;
    };
  }

  static void fill(Directory directory, Config config, boolean areSoft, boolean areNested)
      throws IOException {
    int documents = LuceneTestCase.atLeast(200);
    try (IndexWriter writer = new IndexWriter(directory, config.make())) {
      for (int i = 0; i < documents; i++) {
        List<Document> block = new ArrayList<>(List.of(document(i)));
        while (areNested && LuceneTestCase.random().nextBoolean()) {
          block.add(document(i));
        }
        Term id =
            new Term(
                "id",
                ""
                    + (LuceneTestCase.random().nextInt(4) == 0
                        ? LuceneTestCase.random().nextInt(i + 1)
                        : i));
        if (areSoft) {
          writer.softUpdateDocuments(id, block, new NumericDocValuesField("deleted", 1));
        } else {
          writer.updateDocuments(id, block);
        }
        if (LuceneTestCase.random().nextInt(20) == 0) {
          writer.updateNumericDocValue(new Term("id", "" + i), "views", i);
        }
      }
      writer.setLiveCommitData(Map.of("an", "application's").entrySet());
    }
  }

  private static Document document(int number) {
    FieldType vectors = new FieldType(TextField.TYPE_NOT_STORED);
    vectors.setStoreTermVectors(true);
    vectors.setStoreTermVectorPositions(true);
    Document document = new Document();
    document.add(new StringField("id", "" + number, Store.YES));
    for (int values = LuceneTestCase.random().nextInt(4); values > 0; values--) {
      document.add(
          switch (LuceneTestCase.random().nextInt(3)) {
            case 0 -> new StoredField("body", text().getBytes(StandardCharsets.UTF_8));
            case 1 -> new StoredField("body", LuceneTestCase.random().nextLong());
            default -> new StoredField("body", text());
          });
    }
    document.add(new Field("unstored", text(), vectors));
    document.add(new LongField("date", LuceneTestCase.random().nextInt(1000), Store.NO));
    document.add(new NumericDocValuesField("rating", LuceneTestCase.random().nextInt(100)));
    document.add(new NumericDocValuesField("views", 0));
    if (LuceneTestCase.random().nextBoolean()) {
      document.add(
          new KnnFloatVectorField(
              "vector", new float[] {number, LuceneTestCase.random().nextFloat()}));
    }
    return document;
  }

  private static String text() {
    StringBuilder text = new StringBuilder();
    for (int words = LuceneTestCase.random().nextInt(30); words > 0; words--) {
      text.append(TestUtil.randomSimpleString(LuceneTestCase.random(), 1, 3)).append(' ');
    }
    return text.toString();
  }
}
