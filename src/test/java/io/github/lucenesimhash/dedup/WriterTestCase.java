package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.testing.Directories;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A base for tests of one index writer, which is empty and does not merge segments. */
abstract class WriterTestCase extends LuceneTestCase {

  Directory directory;
  IndexWriter indexWriter;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = Directories.random(random());
    indexWriter =
        new IndexWriter(directory, newIndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE));
  }

  @Override
  public void tearDown() throws Exception {
    indexWriter.close();
    directory.close();
    super.tearDown();
  }

  NearDuplicateWriter.Builder builder() {
    return NearDuplicateWriter.builder(indexWriter);
  }

  static void assertRefused(String message, ThrowingRunnable call) {
    assertEquals(message, expectThrows(IllegalArgumentException.class, call).getMessage());
  }
}
