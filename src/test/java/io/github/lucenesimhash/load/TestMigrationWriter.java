package io.github.lucenesimhash.load;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.util.function.LongConsumer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.simpletext.SimpleTextCodec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Tests the writer that a migration receives, and its codec. */
public class TestMigrationWriter extends LuceneTestCase {

  private static void fill(Directory directory, Codec codec) throws IOException {
    RealIndex.write(directory, new IndexWriterConfig().setCodec(codec), 100, random().nextLong());
  }

  private static void addFingerprints(DirectoryReader before, IndexWriter writer)
      throws IOException {
    FingerprintScheme scheme = FingerprintScheme.standard();
    IndexMigration.fingerprints("body", "near", scheme).addTo(before, writer, documents -> {});
  }

  private static void assertRefuses(String message, DirectoryReader before, IndexWriter writer) {
    for (ThrowingRunnable run :
        new ThrowingRunnable[] {
          () -> addFingerprints(before, writer),
          () -> IndexMigration.copy(before, writer, documents -> {})
        }) {
      assertEquals(message, expectThrows(IllegalArgumentException.class, run).getMessage());
    }
  }

  /** A directory that has an index is refused, even the directory of the old index. */
  public void testRefusesADirectoryWithAnIndex() throws Exception {
    try (Directory from = Directories.random(random())) {
      fill(from, TestUtil.getDefaultCodec());
      try (DirectoryReader before = DirectoryReader.open(from)) {
        for (OpenMode mode : new OpenMode[] {OpenMode.CREATE_OR_APPEND, OpenMode.CREATE}) {
          IndexWriterConfig config = IndexMigration.config(before, true).setOpenMode(mode);
          try (IndexWriter writer = new IndexWriter(from, config)) {
            String problem = "the writer's directory holds an index, expected an empty one";
            assertRefuses(problem, before, writer);
          }
        }
        assertNull(DirectoryReader.openIfChanged(before));
      }
    }
  }

  /** A writer with documents is refused, so the copies of a failed call are not copied twice. */
  public void testRefusesAWriterWithDocuments() throws Exception {
    try (Directory from = Directories.random(random());
        Directory to = Directories.random(random())) {
      fill(from, TestUtil.getDefaultCodec());
      try (DirectoryReader before = DirectoryReader.open(from);
          IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
        expectThrows(
            ArithmeticException.class,
            () ->
                IndexMigration.copy(
                    before,
                    writer,
                    documents -> {
                      throw new ArithmeticException();
                    }));
        int copied = writer.getDocStats().maxDoc;
        assertTrue(copied > 0);
        assertRefuses(
            "the writer holds " + copied + " documents, expected a new one", before, writer);
      }
      assertFalse(DirectoryReader.indexExists(to));
    }
  }

  /** The old index stays open: an interrupted read would close its channel for all readers. */
  public void testTheOldIndexStaysOpen() throws Exception {
    try (Directory from = new NIOFSDirectory(createTempDir());
        Directory to = Directories.random(random())) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
      try (IndexWriter writer = new IndexWriter(from, config)) {
        for (int i = 0; i < 3000; i++) {
          Document document = new Document();
          String text = TestUtil.randomSimpleString(random(), 1000);
          document.add(new StoredField("body", text));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader before = DirectoryReader.open(from)) {
        for (int i = 0; i < 5; i++) {
          try (IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
            LongConsumer failing =
                documents -> {
                  throw new ArithmeticException();
                };
            expectThrows(
                ArithmeticException.class,
                () -> {
                  FingerprintScheme scheme = FingerprintScheme.standard();
                  IndexMigration.fingerprints("body", "near", scheme)
                      .addTo(before, writer, failing);
                });
          }
        }
        for (int doc = 0; doc < before.maxDoc(); doc++) {
          assertNotNull(before.storedFields().document(doc));
        }
      }
    }
  }

  /** Vectors migrate from a codec without formats by field, also if later fields are added. */
  public void testVectorsWithoutAFormatByField() throws Exception {
    try (Directory from = Directories.random(random());
        Directory to = Directories.random(random())) {
      fill(from, new SimpleTextCodec());
      try (DirectoryReader before = DirectoryReader.open(from)) {
        try (IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
          addFingerprints(before, writer);
          Document document = new Document();
          document.add(new KnnFloatVectorField("another", new float[] {1}));
          writer.addDocument(document);
          writer.commit();
        }
        TestUtil.checkIndex(to);
        try (DirectoryReader after = DirectoryReader.open(to)) {
          assertEquals(before.numDocs() + 1, after.numDocs());
        }
      }
    }
  }
}
