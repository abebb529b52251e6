package io.github.lucenesimhash.load;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.dedup.Outcome;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.testing.Rounds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
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

/** An index of an older application, migrated: a writer with tenants, a window and short texts. */
public class TestMigratedTenants extends LuceneTestCase {

  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();
  private static final Duration WINDOW = Duration.ofDays(14);
  private static final List<String> WORDS =
      List.of("ferry", "island", "late", "bread", "cool", "cut", "north", "gate", "rain", "king");

  /** How an application has tenants and dates. */
  private enum Kind {
    INDEXED_AND_STORED,
    INDEXED,
    STORED,
    AS_NEEDED
  }

  private record Item(String id, String tenant, long date, String text) {

    static Item random(Random random, int number) {
      List<String> words = new ArrayList<>();
      for (int size = random.nextBoolean() ? 4 : 100; size > 0; size--) {
        words.add(WORDS.get(random.nextInt(WORDS.size())));
      }
      String tenant = "tenant " + random.nextInt(2);
      long date = WINDOW.toMillis() * random.nextInt(4) + random.nextInt(1000);
      return new Item("d" + number, tenant, date, String.join(" ", words));
    }

    /** Another of the same text. */
    Item copy(Random random) {
      Item other = random(random, 0);
      return new Item(id + "-again", other.tenant, other.date, text);
    }

    Document document(Kind kind) {
      Document document = new Document();
      document.add(new StringField("id", id, Store.YES));
      document.add(new TextField("body", text, Store.YES));
      switch (kind) {
        case INDEXED_AND_STORED -> {
          document.add(new StringField("tenant", tenant, Store.YES));
          document.add(new LongPoint("date", date));
          document.add(new StoredField("date", date));
        }
        case INDEXED -> {
          document.add(new StringField("tenant", tenant, Store.NO));
          document.add(new LongPoint("date", date));
        }
        case STORED -> {
          document.add(new StoredField("tenant", tenant));
          document.add(new StoredField("date", date));
        }
        case AS_NEEDED -> {
          document.add(new KeywordField("tenant", tenant, Store.NO));
          document.add(new LongField("date", date, Store.NO));
        }
      }
      return document;
    }

    /** As it is offered to an index that had such documents. */
    Document offer(Kind kind) {
      Document document = document(kind == Kind.STORED ? Kind.STORED : Kind.AS_NEEDED);
      if (kind == Kind.STORED) {
        document.add(new SortedSetDocValuesField("tenant", new BytesRef(tenant)));
        document.add(new SortedNumericDocValuesField("date", date));
      }
      SCHEME.field("near").fields(text).forEach(document::add);
      return document;
    }
  }

  private static IndexMigration migration() {
    return IndexMigration.fingerprints("body", "near", SCHEME)
        .words()
        .tenant("tenant")
        .date("date");
  }

  /** The writer decides as if the application had always had what it needs. */
  public void testDecidesAsIfItHadAlwaysBeenSo() throws Exception {
    Random random = random();
    List<Item> items = new ArrayList<>();
    for (int i = Rounds.isLong() ? 100 : 50; i > 0; i--) {
      items.add(Item.random(random, i));
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

  private void fill(Directory directory, List<Item> items, Kind kind, boolean areOffered)
      throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      for (Item item : items) {
        writer.addDocument(areOffered ? item.offer(kind) : item.document(kind));
        if (item.id.endsWith("3")) {
          writer.deleteDocuments(new Term("id", item.id));
          writer.commit();
        }
      }
    }
  }

  private List<String> decide(Directory directory, List<Item> items, Kind kind, long seed)
      throws IOException {
    Random random = new Random(seed);
    List<String> outcomes = new ArrayList<>();
    try (IndexWriter index = new IndexWriter(directory, newIndexWriterConfig());
        NearDuplicateWriter writer =
            NearDuplicateWriter.builder(index)
                .comparison(Comparison.parse("10 words=0.8"))
                .tenant("tenant")
                .window("date", WINDOW)
                .build()) {
      for (Item item : items) {
        Outcome outcome = writer.add(item.copy(random).offer(kind));
        outcomes.add(outcome.action() + " " + outcome.neighbours());
      }
    }
    return outcomes;
  }

  public void testRefuses() throws Exception {
    Item item = new Item("a", "t", 7, "the ferry from the island was late");
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
      try (IndexWriter writer = new IndexWriter(old, newIndexWriterConfig())) {
        document.add(more);
        writer.addDocument(document);
      }
      try (DirectoryReader before = DirectoryReader.open(old)) {
        try (IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
          assertEquals(
              message,
              expectThrows(
                      IllegalArgumentException.class,
                      () -> migration().addTo(before, writer, documents -> {}))
                  .getMessage());
        }
        assertFalse(DirectoryReader.indexExists(to));
      }
    }
  }

  /** One that is not compared needs neither; one that is, both. */
  public void testDocumentsWithoutATenant() throws Exception {
    try (Directory old = newDirectory();
        Directory to = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(old, newIndexWriterConfig())) {
        writer.addDocument(new Item("a", "t", 7, "the ferry was late").document(Kind.INDEXED));
        writer.addDocument(new Document());
      }
      try (DirectoryReader before = DirectoryReader.open(old);
          IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
        assertEquals(1, migration().addTo(before, writer, documents -> {}));
      }
    }
    Document without = new Document();
    without.add(new TextField("body", "the ferry was late", Store.YES));
    try (Directory old = newDirectory();
        Directory to = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(old, newIndexWriterConfig())) {
        writer.addDocument(new Item("a", "t", 7, "the ferry was late").document(Kind.INDEXED));
        writer.addDocument(without);
      }
      try (DirectoryReader before = DirectoryReader.open(old);
          IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
        assertEquals(
            "document 1 of the index has no value in field 'tenant', expected a tenant in each"
                + " document",
            expectThrows(
                    IllegalArgumentException.class,
                    () -> migration().addTo(before, writer, documents -> {}))
                .getMessage());
      }
    }
  }

  /** A segment that knows the fields may have no document any more that has a value. */
  public void testValuesOfDeletedDocuments() throws Exception {
    Item gone = new Item("gone", "t", 7, "the king cut the bread");
    Item kept = new Item("kept", "t", 7, "the ferry from the island was late");
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
            writer.deleteDocuments(new Term("id", gone.id));
          }
          try (DirectoryReader before = DirectoryReader.open(old);
              IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
            assertEquals(2, before.leaves().size());
            assertEquals(1, migration().addTo(before, writer, documents -> {}));
          }
          TestUtil.checkIndex(to);
          try (DirectoryReader after = DirectoryReader.open(to)) {
            assertEquals(1, valuesOf(MultiDocValues.getSortedSetValues(after, "tenant")));
            assertEquals(1, valuesOf(MultiDocValues.getSortedNumericValues(after, "date")));
          }
        }
      }
    }
  }

  /** What has no text is not compared, so it may have what would be refused. */
  public void testValuesOfDocumentsWithoutText() throws Exception {
    Item item = new Item("a", "t", 7, "the ferry from the island was late");
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
        try (IndexWriter writer = new IndexWriter(old, newIndexWriterConfig())) {
          writer.addDocument(item.document(kind));
          writer.addDocument(other);
        }
        try (DirectoryReader before = DirectoryReader.open(old);
            IndexWriter writer = new IndexWriter(to, IndexMigration.config(before, true))) {
          assertEquals(1, migration().addTo(before, writer, documents -> {}));
        }
        try (DirectoryReader after = DirectoryReader.open(to)) {
          assertEquals(1, valuesOf(MultiDocValues.getSortedSetValues(after, "tenant")));
          assertEquals(1, valuesOf(MultiDocValues.getSortedNumericValues(after, "date")));
        }
      }
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
