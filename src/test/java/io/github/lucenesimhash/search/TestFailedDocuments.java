package io.github.lucenesimhash.search;

import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.io.IOException;
import java.util.Collections;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** A document that fails while it is indexed leaves terms, but all other documents are found. */
public class TestFailedDocuments extends LuceneTestCase {

  private static final int DOCUMENTS = 200;

  private enum Failure {
    TWO_FINGERPRINTS,
    COPY_OF_ITSELF,
    STREAM_BEFORE,
    STREAM_AFTER
  }

  public void testUnsorted() throws IOException {
    for (Failure failure : Failure.values()) {
      index(new IndexWriterConfig(), failure);
    }
  }

  public void testSorted() throws IOException {
    for (Failure failure : Failure.values()) {
      Sort sort = new Sort(new SortField("order", SortField.Type.LONG, true));
      index(new IndexWriterConfig().setIndexSort(sort), failure);
    }
  }

  private static void index(IndexWriterConfig config, Failure failure) throws IOException {
    BruteForce oracle = new BruteForce();
    RandomFingerprints fingerprints =
        new RandomFingerprints(random(), RandomFingerprints.Shape.NEAR_DUPLICATES);
    config.setCodec(new SimHashCodec("near"));
    if (random().nextBoolean()) {
      config.setMaxBufferedDocs(TestUtil.nextInt(random(), 2, DOCUMENTS));
    }
    try (Directory directory = Directories.random(random())) {
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int id = 0; id < DOCUMENTS; id++) {
          Document document = Answers.document(id);
          document.add(new NumericDocValuesField("order", random().nextInt()));
          document.add(new StringField("id", Integer.toString(id), Field.Store.NO));
          long fingerprint = fingerprints.next();
          if (random().nextInt(4) == 0) {
            expectThrows(
                Exception.class, () -> writer.addDocument(failing(document, fingerprint, failure)));
          } else {
            document.add(new SimHashField("near", fingerprint));
            writer.addDocument(document);
            oracle.put(id, fingerprint);
            if (random().nextInt(10) == 0) {
              writer.deleteDocuments(new Term("id", Integer.toString(id)));
              oracle.remove(id);
            }
          }
        }
        assertRight(writer, fingerprints, oracle);
        if (random().nextBoolean()) {
          writer.forceMerge(1);
          assertRight(writer, fingerprints, oracle);
        }
      }
      assertTrue(TestUtil.checkIndex(directory, CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS).clean);
    }
  }

  private static void assertRight(
      IndexWriter writer, RandomFingerprints fingerprints, BruteForce oracle) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      IndexSearcher searcher = newSearcher(reader);
      for (int i = 0; i < 20; i++) {
        int maxDistance = random().nextInt(12);
        long query = fingerprints.query(maxDistance);
        Answers.assertRight(searcher, oracle, "near", query, maxDistance);
      }
    }
  }

  private static Document failing(Document document, long fingerprint, Failure failure) {
    SimHashField near = new SimHashField("near", fingerprint);
    Field broken = new TextField("text", new BrokenStream());
    switch (failure) {
      case TWO_FINGERPRINTS -> {
        document.add(near);
        document.add(new SimHashField("near", random().nextLong()));
      }
      case COPY_OF_ITSELF -> {
        document.add(near);
        document.add(new SimHashField("near", fingerprint));
      }
      case STREAM_BEFORE -> {
        document.add(broken);
        document.add(near);
      }
      case STREAM_AFTER -> {
        document.add(near);
        document.add(broken);
      }
    }
    return document;
  }

  /** A stream of three words, and then an error. */
  private static final class BrokenStream extends TokenStream {

    private final CharTermAttribute word = addAttribute(CharTermAttribute.class);
    private int words;

    @Override
    public boolean incrementToken() throws IOException {
      if (words == 3) {
        throw new IOException("broken after " + words + " words");
      }
      clearAttributes();
      word.append(String.join("", Collections.nCopies(++words, "x")));
      return true;
    }
  }
}
