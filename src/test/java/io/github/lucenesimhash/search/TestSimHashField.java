package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Tests the terms and doc values that the field adds to an index, and its other methods. */
public class TestSimHashField extends LuceneTestCase {

  public void testTermsAndDocValue() throws IOException {
    long fingerprint = 0xD800_FFFF_0001_ABCDL;
    try (Directory directory = Directories.random(random())) {
      index(directory, new SimHashField("near", fingerprint));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        LeafReader leaf = getOnlyLeafReader(reader);
        FieldInfo info = leaf.getFieldInfos().fieldInfo("near");
        assertEquals(IndexOptions.DOCS, info.getIndexOptions());
        assertFalse(info.hasNorms());
        assertEquals(DocValuesType.NUMERIC, info.getDocValuesType());
        assertEquals(List.of("[0 ab cd]", "[1 0 1]", "[2 ff ff]", "[3 d8 0]"), terms(leaf, "near"));
        var values = leaf.getNumericDocValues("near");
        assertEquals(0, values.nextDoc());
        assertEquals(fingerprint, values.longValue());
      }
    }
  }

  public void testInterleavedTerms() throws IOException {
    try (Directory directory = Directories.random(random())) {
      index(
          directory, new SimHashField("near", Fingerprint.of(0b1000_0001L).interleaved().lane(0)));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(
            List.of("[0 0 1]", "[1 0 0]", "[2 0 0]", "[3 0 2]"),
            terms(getOnlyLeafReader(reader), "near"));
      }
    }
  }

  public void testReusedInstance() throws IOException {
    try (Directory directory = Directories.random(random())) {
      try (IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
        SimHashField field = new SimHashField("near", 0);
        Document document = new Document();
        document.add(field);
        for (long fingerprint = 0; fingerprint < 10; fingerprint++) {
          field.setLongValue(fingerprint << 60 | fingerprint);
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        for (long i = 0; i < 10; i++) {
          assertEquals(
              1,
              searcher.count(
                  SimHashField.newDistanceQuery("near", Fingerprint.of(i << 60 | i), 0)));
        }
        assertEquals(
            0, searcher.count(SimHashField.newDistanceQuery("near", Fingerprint.of(11), 0)));
      }
    }
  }

  public void testTwoFingerprintsInOneDocumentAreRefused() throws IOException {
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      Document document = new Document();
      document.add(new SimHashField("near", 1));
      document.add(new SimHashField("near", 2));
      expectThrows(IllegalArgumentException.class, () -> writer.addDocument(document));
    }
  }

  public void testDistanceSortPutsMissingLast() throws IOException {
    try (Directory directory = Directories.random(random())) {
      index(
          directory,
          new SimHashField("near", 0b111),
          new StringField("id", "none", Field.Store.NO),
          new SimHashField("near", 0),
          new SimHashField("near", -1L),
          new SimHashField("near", 0b1));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        SortField sort = SimHashField.newDistanceSort("near", Fingerprint.of(0));
        List<Integer> order = new ArrayList<>();
        for (ScoreDoc hit :
            searcher.search(MatchAllDocsQuery.INSTANCE, 10, new Sort(sort)).scoreDocs) {
          order.add(hit.doc);
        }
        assertEquals(List.of(2, 4, 0, 3, 1), order);
      }
    }
  }

  public void testSlowQueryReadsPlainDocValues() throws IOException {
    try (Directory directory = Directories.random(random())) {
      index(
          directory,
          new NumericDocValuesField("hash", 0b11),
          new NumericDocValuesField("hash", 0b11111));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        assertEquals(
            1, searcher.count(SimHashField.newSlowDistanceQuery("hash", Fingerprint.of(0), 4)));
        assertEquals(
            1, searcher.count(SimHashField.newDistanceQuery("hash", Fingerprint.of(0), 4)));
        assertEquals(
            2, searcher.count(SimHashField.newDistanceQuery("hash", Fingerprint.of(0), 5)));
      }
    }
  }

  /** Queries of other kinds of fields match nothing; reading all fingerprints is refused. */
  public void testFieldsOfAnotherKind() throws IOException {
    try (Directory directory = Directories.random(random())) {
      index(
          directory,
          new StringField("id", "abc", Field.Store.NO),
          new SortedDocValuesField("sorted", new BytesRef("abc")),
          new StoredField("stored", "abc"));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        for (String field : List.of("id", "sorted", "stored")) {
          assertEquals(
              0, searcher.count(SimHashField.newDistanceQuery(field, Fingerprint.of(0), 64)));
          assertTrue(SimHashField.fingerprint(reader, field, 0).isEmpty());
          assertEquals(Set.of(), SimHashField.bits(reader, field));
        }
        LeafReader leaf = getOnlyLeafReader(reader);
        assertRefused(leaf, "id", "has doc values of type NONE, expected NUMERIC or BINARY");
        assertRefused(leaf, "sorted", "has doc values of type SORTED, expected NUMERIC or BINARY");
        assertRefused(leaf, "stored", "has doc values of type NONE, expected NUMERIC or BINARY");
      }
    }
  }

  private static void assertRefused(LeafReader leaf, String field, String problem) {
    String message =
        expectThrows(IllegalStateException.class, () -> SimHashField.fingerprints(leaf, field))
            .getMessage();
    assertTrue(message, message.startsWith("field '" + field + "' " + problem));
  }

  public void testAbsentFieldMatchesNothing() throws IOException {
    try (Directory directory = Directories.random(random())) {
      index(directory, new StringField("id", "1", Field.Store.NO));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = newSearcher(reader);
        Query query = SimHashField.newDistanceQuery("near", Fingerprint.of(0), 64);
        assertEquals(0, searcher.count(query));
        assertTrue(searcher.rewrite(query) instanceof MatchNoDocsQuery);
      }
    }
  }

  public void testSchemeStampIsCheckedAndSurvivesMerges() throws IOException {
    try (Directory directory = Directories.random(random())) {
      IndexWriterConfig config = newIndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (String scheme : List.of("scheme-a", "scheme-b")) {
          Document document = new Document();
          document.add(
              new SimHashField("near", Fingerprint.of(1), SimHashField.fieldType(scheme, 64)));
          writer.addDocument(document);
          writer.commit();
        }
      }
      assertRefused(directory, "scheme-a", "scheme-b");
      try (IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
        writer.forceMerge(1);
      }
      assertRefused(directory, "scheme-a", "scheme-b");
      assertRefused(directory, "scheme-c", "scheme-a");
    }
  }

  private static Query required(Query query, String scheme) {
    return SimHashField.requireScheme(query, "near", scheme);
  }

  private static void assertRefused(Directory directory, String scheme, String other)
      throws IOException {
    try (IndexReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = newSearcher(reader, true, true, false);
      assertEquals(2, searcher.count(SimHashField.newDistanceQuery("near", Fingerprint.of(1), 3)));
      assertEquals(
          2, SimHashField.nearest(searcher, "near", Fingerprint.of(1), 3, null).scoreDocs.length);
      List<ThrowingRunnable> refused =
          List.of(
              () ->
                  searcher.count(
                      required(
                          SimHashField.newDistanceQuery("near", Fingerprint.of(1), 3), scheme)),
              () ->
                  searcher.count(
                      required(
                          SimHashField.newNearestQuery("near", Fingerprint.of(1), 3, null),
                          scheme)),
              () -> SimHashField.requireScheme(searcher.getIndexReader(), "near", scheme));
      for (ThrowingRunnable search : refused) {
        IllegalArgumentException e = expectThrows(IllegalArgumentException.class, search);
        assertTrue(e.getMessage(), e.getMessage().contains("made with scheme " + scheme));
        assertTrue(e.getMessage(), e.getMessage().contains(other));
      }
    }
  }

  /** Unused field types are collected, because an application may have a scheme for each user. */
  public void testTypesAreNotKept() {
    WeakReference<FieldType> type = new WeakReference<>(SimHashField.fieldType("one", 64));
    assertNotNull(SimHashField.fieldType("another", 128));
    for (int i = 0; i < 100 && type.get() != null; i++) {
      System.gc();
    }
    assertNull(type.get());
  }

  public void testAllDocumentsDeleted() throws IOException {
    try (Directory directory = Directories.random(random());
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      Document document = new Document();
      document.add(new SimHashField("near", 1));
      document.add(new StringField("id", "1", Field.Store.NO));
      writer.addDocument(document);
      writer.commit();
      writer.deleteDocuments(new Term("id", "1"));
      try (IndexReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = newSearcher(reader);
        assertEquals(
            0, searcher.count(SimHashField.newDistanceQuery("near", Fingerprint.of(1), 10)));
      }
    }
  }

  private static List<String> terms(LeafReader reader, String field) throws IOException {
    List<String> terms = new ArrayList<>();
    TermsEnum all = reader.terms(field).iterator();
    for (var term = all.next(); term != null; term = all.next()) {
      terms.add(term.toString());
    }
    return terms;
  }

  /** Indexes one document for each field, in one segment. */
  private static void index(Directory directory, Field... fields) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig();
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (Field field : fields) {
        Document document = new Document();
        document.add(field);
        writer.addDocument(document);
      }
    }
  }
}
