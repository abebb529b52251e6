package io.github.lucenesimhash.load;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene104.Lucene104HnswScalarQuantizedVectorsFormat;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.codecs.perfield.PerFieldKnnVectorsFormat;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.FieldFilterLeafReader;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Tests what a migration keeps, adds and rejects. */
public class TestIndexMigration extends LuceneTestCase {

  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();

  /** Except for the new field, the old index and the new one merge to equal segments. */
  public void testKeepsAllElse() throws Exception {
    boolean isSorted = random().nextBoolean();
    boolean areSoft = random().nextBoolean();
    boolean areNested = random().nextBoolean();
    boolean fast = random().nextBoolean();
    IndexToMigrate.Config config = IndexToMigrate.config(isSorted, areSoft, areNested);
    try (Directory from = Directories.random(random());
        Directory to = Directories.random(random())) {
      IndexToMigrate.fill(from, config, areSoft, areNested);
      try (DirectoryReader before = DirectoryReader.open(from)) {
        long[] read = new long[1];
        long fingerprints = addFingerprints(before, to, fast, read);
        assertEquals(before.maxDoc(), read[0]);
        TestUtil.checkIndex(to);
        try (DirectoryReader after = DirectoryReader.open(to)) {
          assertEquals(Map.of("an", "application's"), after.getIndexCommit().getUserData());
          assertEquals(before.leaves().size(), after.leaves().size());
          assertEquals(Set.of(SCHEME.id()), SimHashField.schemeIds(after, "near"));
          assertEquals(checkFingerprints(after), fingerprints);
          assertEquals(fast ? "SimHash" : "Lucene104", postingsFormat(after));
        }
      }
      for (Directory directory : List.of(from, to)) {
        try (IndexWriter writer =
            new IndexWriter(directory, config.make().setMergePolicy(newLogMergePolicy()))) {
          writer.forceMerge(1);
        }
      }
      try (DirectoryReader before = DirectoryReader.open(from);
          DirectoryReader after = new WithoutNear(DirectoryReader.open(to))) {
        assertReaderEquals("migrated", before, after);
        LeafReader left = getOnlyLeafReader(before);
        LeafReader right = getOnlyLeafReader(after);
        assertEquals(left.getMetaData().sort(), right.getMetaData().sort());
        assertEquals(left.getMetaData().hasBlocks(), right.getMetaData().hasBlocks());
        assertSameVectors(left, right);
      }
    }
  }

  private static long addFingerprints(
      DirectoryReader before, Directory to, boolean fast, long[] read) throws IOException {
    try (IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, fast))) {
      return IndexMigration.fingerprints("body", "near", SCHEME)
          .addTo(before, writer, documents -> read[0] += documents);
    }
  }

  /** Checks all fingerprints, and returns the number of documents that have one. */
  private static int checkFingerprints(DirectoryReader reader) throws IOException {
    StoredFields stored = reader.storedFields();
    int count = 0;
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      StringBuilder text = new StringBuilder();
      for (var value : stored.document(doc).getFields("body")) {
        String part =
            value.binaryValue() == null ? value.stringValue() : value.binaryValue().utf8ToString();
        text.append(text.isEmpty() ? "" : "\n").append(part);
      }
      Optional<Fingerprint> expected = SCHEME.fingerprint(text);
      assertEquals(expected, SimHashField.fingerprint(reader, "near", doc));
      count += expected.isPresent() ? 1 : 0;
    }
    return count;
  }

  private static String postingsFormat(IndexReader reader) {
    return attribute(reader, "near", PerFieldPostingsFormat.PER_FIELD_FORMAT_KEY);
  }

  private static String attribute(IndexReader reader, String field, String key) {
    return FieldInfos.getMergedFieldInfos(reader).fieldInfo(field).getAttribute(key);
  }

  private static void assertSameVectors(LeafReader left, LeafReader right) throws IOException {
    Map<Integer, List<Float>> vectors = vectors(left);
    assertFalse(vectors.isEmpty());
    assertEquals(vectors, vectors(right));
  }

  private static Map<Integer, List<Float>> vectors(LeafReader reader) throws IOException {
    Map<Integer, List<Float>> vectors = new HashMap<>();
    var values = reader.getFloatVectorValues("vector");
    for (int i = 0; i < values.size(); i++) {
      float[] vector = values.vectorValue(i);
      vectors.put(values.ordToDoc(i), List.of(vector[0], vector[1]));
    }
    return vectors;
  }

  /** A reader that hides the field of fingerprints. */
  private static final class WithoutNear extends FilterDirectoryReader {

    WithoutNear(DirectoryReader in) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader reader) {
              return new FieldFilterLeafReader(reader, Set.of("near"), true);
            }
          });
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
      return new WithoutNear(in);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  /** A migration keeps the formats of the old index, and may use the fast format or not. */
  public void testFormats() throws Exception {
    Lucene104Codec own =
        new Lucene104Codec(Lucene104Codec.Mode.BEST_COMPRESSION) {
          @Override
          public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
            return new Lucene104HnswScalarQuantizedVectorsFormat();
          }
        };
    try (Directory first = Directories.random(random());
        Directory fast = Directories.random(random());
        Directory plain = Directories.random(random())) {
      IndexToMigrate.Config config =
          () -> IndexToMigrate.config(false, false, false).make().setCodec(own);
      IndexToMigrate.fill(first, config, false, false);
      try (DirectoryReader before = DirectoryReader.open(first)) {
        addFingerprints(before, fast, true, new long[1]);
      }
      try (DirectoryReader before = DirectoryReader.open(fast);
          IndexWriter writer = new IndexWriter(plain, IndexMigration.config(before, false))) {
        long[] copied = new long[1];
        IndexMigration.copy(before, writer, documents -> copied[0] += documents);
        assertEquals(before.maxDoc(), copied[0]);
        try (DirectoryReader after = DirectoryReader.open(plain)) {
          assertReaderEquals("copied", before, after);
          assertEquals("SimHash", postingsFormat(before));
          assertEquals("Lucene104", postingsFormat(after));
          assertEquals(Set.of(SCHEME.id()), SimHashField.schemeIds(after, "near"));
          for (DirectoryReader reader : List.of(before, after)) {
            assertEquals(
                new Lucene104HnswScalarQuantizedVectorsFormat().getName(),
                attribute(reader, "vector", PerFieldKnnVectorsFormat.PER_FIELD_FORMAT_KEY));
            SegmentReader segment = (SegmentReader) reader.leaves().getFirst().reader();
            assertEquals(
                "BEST_COMPRESSION",
                segment.getSegmentInfo().info.getAttribute(Lucene90StoredFieldsFormat.MODE_KEY));
          }
        }
      }
    }
  }

  public void testAnEmptyIndex() throws Exception {
    try (Directory from = Directories.random(random());
        Directory to = Directories.random(random())) {
      new IndexWriter(from, new IndexWriterConfig()).close();
      try (DirectoryReader before = DirectoryReader.open(from)) {
        try (IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
          IndexMigration.copy(before, writer, documents -> {});
        }
        try (DirectoryReader after = DirectoryReader.open(to)) {
          assertEquals(0, after.maxDoc());
        }
      }
    }
  }

  public void testRefuses() throws Exception {
    try (Directory from = Directories.random(random());
        Directory to = Directories.random(random())) {
      IndexToMigrate.fill(from, IndexToMigrate.config(false, false, false), false, false);
      try (DirectoryReader before = DirectoryReader.open(from);
          IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
        assertRefused(
            "the index has field 'unstored' already, expected the name of a new field",
            () -> add(before, writer, "body", "unstored"));
        for (String name : List.of("unstored", "rating", "bdy")) {
          assertRefused(
              "no document stores field '"
                  + name
                  + "', expected a stored text, in one of the fields body, date, id, rating,"
                  + " unstored, vector, views",
              () -> add(before, writer, name, "near"));
        }
        assertEquals(0, writer.getDocStats().maxDoc);
      }
    }
  }

  private static void add(DirectoryReader before, IndexWriter writer, String from, String field)
      throws IOException {
    IndexMigration.fingerprints(from, field, SCHEME).addTo(before, writer, documents -> {});
  }

  private static void assertRefused(String message, ThrowingRunnable run) {
    assertEquals(message, expectThrows(IllegalArgumentException.class, run).getMessage());
  }

  /** A failure, however late, commits nothing, even when the writer is closed. */
  public void testAFailureLeavesNoIndex() throws Exception {
    try (Directory from = Directories.random(random());
        Directory to = Directories.random(random())) {
      IndexToMigrate.fill(from, IndexToMigrate.config(false, false, false), false, false);
      try (DirectoryReader before = DirectoryReader.open(from)) {
        long stop = TestUtil.nextInt(random(), 1, before.maxDoc());
        long[] read = new long[1];
        try (IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
          expectThrows(
              IllegalStateException.class,
              () ->
                  IndexMigration.fingerprints("body", "near", SCHEME)
                      .addTo(
                          before,
                          writer,
                          documents -> {
                            read[0] += documents;
                            if (read[0] >= stop) {
                              throw new IllegalStateException();
                            }
                          }));
        }
        assertFalse(DirectoryReader.indexExists(to));
      }
    }
  }

  /** Merges of the application's own codec treat the new field like any other field. */
  public void testGoesOnAsAnyIndex() throws Exception {
    try (Directory from = Directories.random(random());
        Directory to = Directories.random(random())) {
      IndexToMigrate.fill(from, IndexToMigrate.config(false, false, false), false, false);
      try (DirectoryReader before = DirectoryReader.open(from)) {
        addFingerprints(before, to, random().nextBoolean(), new long[1]);
      }
      IndexWriterConfig config = newIndexWriterConfig();
      if (random().nextBoolean()) {
        config.setCodec(new SimHashCodec("near"));
      }
      try (IndexWriter writer = new IndexWriter(to, config)) {
        Document document = new Document();
        document.add(SCHEME.field("near").of("a b c d e f").orElseThrow());
        document.add(new StoredField("body", "a b c d e f"));
        writer.addDocument(document);
        writer.forceMerge(1);
      }
      try (DirectoryReader after = DirectoryReader.open(to)) {
        assertTrue(checkFingerprints(after) > 1);
        FieldInfo near = getOnlyLeafReader(after).getFieldInfos().fieldInfo("near");
        assertEquals(-1, near.getDocValuesGen());
      }
    }
  }
}
