package io.github.lucenesimhash.load;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.store.MockDirectoryWrapper;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** What a batch leaves in an index is what the same documents leave, added one by one. */
public class TestFingerprintBatch extends LuceneTestCase {

  private static final String SCHEME = "some-scheme";

  public void testEqualsDocuments() throws Exception {
    boolean ids = random().nextBoolean();
    boolean fast = random().nextBoolean();
    String scheme = random().nextBoolean() ? SCHEME : null;
    FieldType type = SimHashField.fieldType(scheme, 64);
    int documents = TestUtil.nextInt(random(), 1, atLeast(2000));
    try (Directory batched = newDirectory();
        Directory single = newDirectory()) {
      try (IndexWriter left = new IndexWriter(batched, config(fast));
          IndexWriter right = new IndexWriter(single, config(fast))) {
        FingerprintBatch batch =
            ids
                ? FingerprintBatch.withIds("id", "near", scheme)
                : FingerprintBatch.withoutIds("near", scheme);
        for (int i = 0; i < documents; i++) {
          long fingerprint = random().nextInt(3) == 0 ? i & 3 : random().nextLong();
          String id = TestUtil.randomUnicodeString(random(), 10) + "-" + i;
          if (random().nextInt(50) == 0) {
            batch.addTo(left);
            assertEquals(0, batch.size());
            left.addDocument(document(ids ? id : null, fingerprint, type));
          } else if (ids) {
            batch.add(new BytesRef(id), Fingerprint.of(fingerprint));
          } else {
            batch.add(Fingerprint.of(fingerprint));
          }
          right.addDocument(document(ids ? id : null, fingerprint, type));
          if (random().nextInt(500) == 0) {
            left.commit();
          }
        }
        batch.addTo(left);
        left.forceMerge(1);
        right.forceMerge(1);
      }
      try (DirectoryReader left = DirectoryReader.open(batched);
          DirectoryReader right = DirectoryReader.open(single)) {
        assertEquals(documents, left.maxDoc());
        assertReaderEquals("batch", left, right);
        Set<String> schemes = scheme == null ? Set.of() : Set.of(scheme);
        assertEquals(schemes, SimHashField.schemeIds(left, "near"));
      }
    }
  }

  public void testIsSearched() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config(random().nextBoolean()))) {
      FingerprintBatch batch = FingerprintBatch.withIds("id", "near", null);
      batch.add(new BytesRef("a"), Fingerprint.of(5));
      batch.add(new BytesRef("b"), Fingerprint.of(~5L));
      batch.addTo(writer);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        assertEquals(
            1, searcher.count(SimHashField.newDistanceQuery("near", Fingerprint.of(4), 3)));
        int doc = searcher.search(new TermQuery(new Term("id", "b")), 1).scoreDocs[0].doc;
        assertEquals("b", searcher.storedFields().document(doc).get("id"));
      }
    }
  }

  public void testRefusesIds() {
    FingerprintBatch batch = FingerprintBatch.withIds("id", "near", null);
    batch.add(new BytesRef("a"), Fingerprint.of(5));
    assertMessage(
        "id 'a' is in the batch already", () -> batch.add(new BytesRef("a"), Fingerprint.of(6)));
    assertMessage("32767 bytes", () -> batch.add(new BytesRef(new byte[32767]), Fingerprint.of(6)));
    assertMessage("has no id", () -> batch.add(Fingerprint.of(6)));
    assertMessage(
        "has an id",
        () -> FingerprintBatch.withoutIds("near", null).add(new BytesRef("a"), Fingerprint.of(6)));
    assertEquals(1, batch.size());
  }

  private static void assertMessage(String part, ThrowingRunnable run) {
    String message = expectThrows(IllegalArgumentException.class, run).getMessage();
    assertTrue(message, message.contains(part));
  }

  public void testRefusesAFieldOfAnotherForm() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      Document document = new Document();
      document.add(new TextField("near", "words", Store.NO));
      writer.addDocument(document);
      FingerprintBatch batch = FingerprintBatch.withoutIds("near", null);
      batch.add(Fingerprint.of(5));
      expectThrows(IllegalArgumentException.class, () -> batch.addTo(writer));
      assertEquals(1, batch.size());
      assertEquals(1, writer.getDocStats().numDocs);
    }
  }

  public void testRefusesAnIndexSort() throws Exception {
    IndexWriterConfig config = config(random().nextBoolean());
    config.setIndexSort(new Sort(new SortField("near", SortField.Type.LONG)));
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      FingerprintBatch batch = FingerprintBatch.withoutIds("near", null);
      batch.add(Fingerprint.of(5));
      assertMessage("sorts its index by <long: \"near\">", () -> batch.addTo(writer));
      assertMessage("add documents with a SimHashField", () -> batch.addTo(writer));
      assertEquals(1, batch.size());
    }
  }

  public void testAddsAllOrNothing() throws Exception {
    try (MockDirectoryWrapper directory = newMockDirectory();
        IndexWriter writer =
            new IndexWriter(
                directory, config(true).setMergeScheduler(new SerialMergeScheduler()))) {
      FingerprintBatch batch = FingerprintBatch.withIds("id", "near", null);
      for (int i = 0; i < 1000; i++) {
        batch.add(new BytesRef("" + i), Fingerprint.of(random().nextLong()));
      }
      FailOnce failure = new FailOnce();
      directory.failOn(failure);
      failure.setDoFail();
      expectThrows(IOException.class, () -> batch.addTo(writer));
      assertEquals(0, writer.getDocStats().numDocs);
      batch.addTo(writer);
      assertEquals(1000, writer.getDocStats().numDocs);
    }
  }

  /** The next file that is made. */
  private static final class FailOnce extends MockDirectoryWrapper.Failure {
    @Override
    public void eval(MockDirectoryWrapper directory) throws IOException {
      if (doFail && callStackContains(MockDirectoryWrapper.class, "createOutput")) {
        clearDoFail();
        throw new IOException("no room");
      }
    }
  }

  private static IndexWriterConfig config(boolean fast) {
    IndexWriterConfig config = newIndexWriterConfig().setMergePolicy(newLogMergePolicy());
    return fast ? config.setCodec(new SimHashCodec("near")) : config;
  }

  private static Document document(String id, long fingerprint, FieldType type) {
    Document document = new Document();
    document.add(new SimHashField("near", Fingerprint.of(fingerprint), type));
    if (id != null) {
      document.add(new StringField("id", id, Store.YES));
    }
    return document;
  }
}
