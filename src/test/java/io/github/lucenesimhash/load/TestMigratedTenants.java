package io.github.lucenesimhash.load;

import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.dedup.Outcome;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.Rounds;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** A migrated index gets a writer with tenants and a window. */
public class TestMigratedTenants extends LuceneTestCase {

  private static IndexMigration migration() {
    return IndexMigration.fingerprints("body", "near", TenantItem.SCHEME);
  }

  /** The writer decides as if the application had always had what it needs. */
  public void testDecidesAsIfItHadAlwaysBeenSo() throws Exception {
    Random random = random();
    List<TenantItem> items = new ArrayList<>();
    for (int i = Rounds.isLong() ? 100 : 50; i > 0; i--) {
      items.add(TenantItem.random(random, i));
    }
    try (Directory old = Directories.random(random());
        Directory migrated = Directories.random(random());
        Directory expected = Directories.random(random())) {
      fill(old, items, false);
      fill(expected, items, true);
      try (DirectoryReader before = DirectoryReader.open(old);
          IndexWriter writer =
              new IndexWriter(migrated, IndexMigration.config(before, random.nextBoolean()))) {
        assertEquals(before.numDocs(), migration().addTo(before, writer, documents -> {}));
      }
      TestUtil.checkIndex(migrated);
      long seed = random.nextLong();
      List<String> made = decide(migrated, items, seed);
      assertEquals(decide(expected, items, seed), made);
      assertEquals(
          Set.of("ADDED", "SKIPPED"),
          new TreeSet<>(made.stream().map(outcome -> outcome.replaceFirst(" .*", "")).toList()));
    }
  }

  private void fill(Directory directory, List<TenantItem> items, boolean areOffered)
      throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      for (TenantItem item : items) {
        writer.addDocument(areOffered ? item.offer() : item.document());
        if (item.id().endsWith("3")) {
          writer.deleteDocuments(new Term("id", item.id()));
          writer.commit();
        }
      }
    }
  }

  private List<String> decide(Directory directory, List<TenantItem> items, long seed)
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
        Outcome outcome = writer.add(item.copy(random).offer());
        outcomes.add(outcome.action() + " " + outcome.neighbours());
      }
    }
    return outcomes;
  }
}
