package io.github.lucenesimhash.load;

import java.io.IOException;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;

/**
 * Writes an application's index, which depends only on the seed: ids, stored and searched texts, a
 * title that is searched only, dates, ratings, tags and vectors. A twentieth of the documents are
 * deleted, and a tenth have no text.
 */
final class RealIndex {

  static final int DIMENSIONS = 16;
  static final long FIRST_DATE = 1_600_000_000L;
  private static final int WORDS = 20_000;

  private RealIndex() {}

  static void write(Directory directory, IndexWriterConfig config, int documents, long seed)
      throws IOException {
    Random random = new Random(seed);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < documents; i++) {
        writer.addDocument(document(random, i));
        if (i % 20 == 19) {
          writer.deleteDocuments(new Term("id", "d" + random.nextInt(i)));
        }
        if (i % (documents / 5 + 1) == 0) {
          writer.flush();
        }
      }
    }
  }

  private static Document document(Random random, int number) {
    Document document = new Document();
    document.add(new StringField("id", "d" + number, Store.YES));
    if (random.nextInt(10) > 0) {
      document.add(new TextField("body", text(random, 20 + random.nextInt(80)), Store.YES));
    }
    document.add(new TextField("title", text(random, 6), Store.NO));
    document.add(new LongField("date", FIRST_DATE + random.nextInt(1_000_000), Store.NO));
    document.add(new NumericDocValuesField("rating", random.nextInt(1000)));
    document.add(new SortedSetDocValuesField("tag", new BytesRef("tag" + random.nextInt(50))));
    document.add(
        new KnnFloatVectorField("vector", vector(random), VectorSimilarityFunction.EUCLIDEAN));
    return document;
  }

  /** Makes a text of frequent and rare words. */
  private static String text(Random random, int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append('w').append(word(random)).append(' ');
    }
    return text.toString();
  }

  static int word(Random random) {
    return (int) (WORDS * Math.pow(random.nextDouble(), 4));
  }

  static float[] vector(Random random) {
    float[] vector = new float[DIMENSIONS];
    for (int i = 0; i < DIMENSIONS; i++) {
      vector[i] = (float) random.nextGaussian();
    }
    return vector;
  }
}
