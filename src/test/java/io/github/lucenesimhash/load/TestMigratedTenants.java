package io.github.lucenesimhash.load;

import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.dedup.Outcome;
import io.github.lucenesimhash.load.TenantItem.Kind;
import io.github.lucenesimhash.testing.Rounds;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** An index of an older application, migrated: a writer with tenants and a window. */
public class TestMigratedTenants extends LuceneTestCase {

  private static IndexMigration migration() {
    return IndexMigration.fingerprints("body", "near", TenantItem.SCHEME)
        .tenant("tenant")
        .date("date");
  }

  /** The writer decides as if the application had always had what it needs. */
  public void testDecidesAsIfItHadAlwaysBeenSo() throws Exception {
    Random random = random();
    List<TenantItem> items = new ArrayList<>();
    for (int i = Rounds.isLong() ? 100 : 50; i > 0; i--) {
      items.add(TenantItem.random(random, i));
    }
    for (Kind kind : Kind.values()) {
      try (Directory old = newDirectory();
          Directory migrated = newDirectory();
          Directory expected = newDirectory()) {
        fill(old, items, kind, false);
        fill(expected, items, Kind.AS_NEEDED, true);
        try (DirectoryReader before = DirectoryReader.open(old);
            IndexWriter writer =
                new IndexWriter(migrated, IndexMigration.config(before, random.nextBoolean()))) {
          assertEquals(before.numDocs(), migration().addTo(before, writer, documents -> {}));
        }
        TestUtil.checkIndex(migrated);
        long seed = random.nextLong();
        List<String> made = decide(migrated, items, kind, seed);
        assertEquals(kind.toString(), decide(expected, items, Kind.AS_NEEDED, seed), made);
        assertEquals(
            Set.of("ADDED", "SKIPPED"),
            new TreeSet<>(made.stream().map(outcome -> outcome.replaceFirst(" .*", "")).toList()));
      }
    }
  }

  private void fill(Directory directory, List<TenantItem> items, Kind kind, boolean areOffered)
      throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      for (TenantItem item : items) {
        writer.addDocument(areOffered ? item.offer(kind) : item.document(kind));
        if (item.id().endsWith("3")) {
          writer.deleteDocuments(new Term("id", item.id()));
          writer.commit();
        }
      }
    }
  }

  private List<String> decide(Directory directory, List<TenantItem> items, Kind kind, long seed)
      throws IOException {
    Random random = new Random(seed);
    List<String> outcomes = new ArrayList<>();
    try (IndexWriter index = new IndexWriter(directory, newIndexWriterConfig());
        NearDuplicateWriter writer =
            NearDuplicateWriter.builder(index)
                .comparison(Comparison.within(20))
                .tenant("tenant")
                .window("date", TenantItem.WINDOW)
                .build()) {
      for (TenantItem item : items) {
        Outcome outcome = writer.add(item.copy(random).offer(kind));
        outcomes.add(outcome.action() + " " + outcome.neighbours());
      }
    }
    return outcomes;
  }

  public void testRefuses() throws Exception {
    TenantItem item = new TenantItem("a", "t", 7, "the ferry from the island was late");
    StringField other = new StringField("tenant", "other", Store.NO);
    assertRefused(
        item.document(Kind.INDEXED),
        other,
        "document 0 of the index has several values in field 'tenant', expected a tenant in each"
            + " document");
    assertRefused(
        item.document(Kind.INDEXED),
        new LongPoint("date", 8),
        "document 0 of the index has several values in field 'date', expected a date in"
            + " milliseconds in each document");
    Document without = item.document(Kind.STORED);
    without.removeFields("date");
    assertRefused(
        without,
        new StoredField("date", "2026-11-21"),
        "document 0 of the index has '2026-11-21' in field 'date', expected a date in"
            + " milliseconds in each document");
    Document none = item.document(Kind.STORED);
    none.removeFields("date");
    assertRefused(
        none,
        new StringField("day", "today", Store.NO),
        "no document has field 'date', expected a date in milliseconds in each document");
    Document words = item.document(Kind.STORED);
    words.removeFields("tenant");
    assertRefused(
        words,
        new BinaryDocValuesField("tenant", new BytesRef("t")),
        "field 'tenant' has doc values of type BINARY, expected a tenant in each document");
  }

  private static void assertRefused(Document document, IndexableField more, String message)
      throws IOException {
    try (Directory old = newDirectory();
        Directory to = newDirectory()) {
      document.add(more);
      write(old, document);
      assertRefused(message, old, to);
      assertFalse(DirectoryReader.indexExists(to));
    }
  }

  private static void assertRefused(String message, Directory old, Directory to) {
    assertEquals(
        message, expectThrows(IllegalArgumentException.class, () -> migrate(old, to)).getMessage());
  }

  private static void write(Directory directory, Document... documents) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      for (Document document : documents) {
        writer.addDocument(document);
      }
    }
  }

  private static long migrate(Directory old, Directory to) throws IOException {
    try (DirectoryReader before = DirectoryReader.open(old);
        IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
      return migration().addTo(before, writer, documents -> {});
    }
  }

  /** One that is not compared needs neither; one that is, both. */
  public void testDocumentsWithoutATenant() throws Exception {
    Document item = new TenantItem("a", "t", 7, "the ferry was late").document(Kind.INDEXED);
    try (Directory old = newDirectory();
        Directory to = newDirectory()) {
      write(old, item, new Document());
      assertEquals(1, migrate(old, to));
    }
    Document without = new Document();
    without.add(new TextField("body", "the ferry was late", Store.YES));
    try (Directory old = newDirectory();
        Directory to = newDirectory()) {
      write(old, item, without);
      assertRefused(
          "document 1 of the index has no value in field 'tenant', expected a tenant in each"
              + " document",
          old,
          to);
    }
  }

  /** A segment that knows the fields may have no document any more that has a value. */
  public void testValuesOfDeletedDocuments() throws Exception {
    TenantItem gone = new TenantItem("gone", "t", 7, "the king cut the bread");
    TenantItem kept = new TenantItem("kept", "t", 7, "the ferry from the island was late");
    for (Kind kind : Kind.values()) {
      for (boolean isFirst : new boolean[] {true, false}) {
        try (Directory old = newDirectory();
            Directory to = newDirectory()) {
          IndexWriterConfig config = newIndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
          try (IndexWriter writer = new IndexWriter(old, config)) {
            writer.addDocument((isFirst ? gone : kept).document(kind));
            writer.addDocument(new Document());
            writer.commit();
            writer.addDocument((isFirst ? kept : gone).document(kind));
            writer.addDocument(new Document());
            writer.commit();
            writer.deleteDocuments(new Term("id", gone.id()));
          }
          try (DirectoryReader before = DirectoryReader.open(old)) {
            assertEquals(2, before.leaves().size());
          }
          assertEquals(1, migrate(old, to));
          TestUtil.checkIndex(to);
          assertOneHasValues(to);
        }
      }
    }
  }

  /** What has no text is not compared, so it may have what would be refused. */
  public void testValuesOfDocumentsWithoutText() throws Exception {
    TenantItem item = new TenantItem("a", "t", 7, "the ferry from the island was late");
    for (Kind kind : List.of(Kind.INDEXED, Kind.STORED)) {
      Document other = item.document(kind);
      other.removeFields("body");
      other.add(
          kind == Kind.STORED
              ? new StoredField("tenant", "other")
              : new StringField("tenant", "other", Store.NO));
      if (kind == Kind.STORED) {
        other.removeFields("date");
        other.add(new StoredField("date", "2026-11-21"));
      } else {
        other.add(new LongPoint("date", 8));
      }
      try (Directory old = newDirectory();
          Directory to = newDirectory()) {
        write(old, item.document(kind), other);
        assertEquals(1, migrate(old, to));
        assertOneHasValues(to);
      }
    }
  }

  private static void assertOneHasValues(Directory migrated) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(migrated)) {
      assertEquals(1, valuesOf(MultiDocValues.getSortedSetValues(reader, "tenant")));
      assertEquals(1, valuesOf(MultiDocValues.getSortedNumericValues(reader, "date")));
    }
  }

  private static int valuesOf(DocIdSetIterator documents) throws IOException {
    int count = 0;
    while (documents.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      count++;
    }
    return count;
  }
}
