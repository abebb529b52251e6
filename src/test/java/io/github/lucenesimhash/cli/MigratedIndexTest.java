package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.load.IndexMigration;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipInputStream;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the commands read indexes that older versions of Lucene made, and their copies with
 * fingerprints. An index has 12 documents k0 to k11, the last deleted, in two segments; k0 and k1
 * are near-duplicates, k2 and k3 too, and so on.
 */
class MigratedIndexTest {

  private static final String V9 = "lucene-9.12.3";

  @TempDir private Path folder;
  private Path old;
  private Path target;

  @BeforeEach
  void unzip() throws IOException {
    old = unzip(V9);
    target = folder.resolve("new");
  }

  private Path unzip(String version) throws IOException {
    Path index = Files.createDirectories(folder.resolve(version));
    try (InputStream in = getClass().getResourceAsStream(version + ".zip");
        ZipInputStream zip = new ZipInputStream(in)) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Files.write(index.resolve(entry.getName()), zip.readAllBytes());
      }
    }
    return index;
  }

  @ParameterizedTest
  @ValueSource(strings = {V9, "lucene-10.2.2"})
  void readsOlderIndexes(String version) throws IOException {
    Path index = unzip(version);
    Map<String, String> before = MoveTestCase.content(index);
    String groups =
        run("dedup", index, "--text-field", "body", "--id-field", "key").fine().outWithoutSeconds();
    assertTrue(groups.startsWith("k0\n   2  k1\nk2\n"), groups);
    assertTrue(groups.contains("\n11 documents, 0 skipped, 5 "), groups);
    migrate(index, target, "body", "near", "standard", true);
    assertEquals(before, MoveTestCase.content(index));
    assertEquals(
        groups,
        run("dedup", target, "--text-field", "body", "--id-field", "key")
            .fine()
            .outWithoutSeconds());
    try (Directory directory = FSDirectory.open(target);
        DirectoryReader reader = DirectoryReader.open(directory);
        CheckIndex check = new CheckIndex(directory)) {
      assertTrue(check.checkIndex().clean);
      checkContent(reader, version);
    }
  }

  private static void checkContent(DirectoryReader reader, String version) throws IOException {
    String made = version.replaceFirst("^lucene-", "Lucene ");
    assertEquals(Map.of("made-by", made), reader.getIndexCommit().getUserData());
    FingerprintScheme scheme = FingerprintScheme.standard();
    assertEquals(Set.of(scheme.id()), SimHashField.schemeIds(reader, "near"));
    IndexSearcher searcher = new IndexSearcher(reader);
    String text = searcher.storedFields().document(4).get("body");
    assertEquals(
        List.of("k4", "k5"), keys(searcher, scheme.field("near").newDistanceQuery(text, 10)));
    assertEquals(List.of("k3", "k4"), keys(searcher, LongField.newRangeQuery("date", 3, 4)));
    assertEquals(
        List.of("k7"),
        keys(searcher, new KnnFloatVectorQuery("vector", new float[] {7, 1, 2, 3}, 1)));
  }

  private static List<String> keys(IndexSearcher searcher, Query query) throws IOException {
    List<String> keys = new ArrayList<>();
    for (ScoreDoc hit : searcher.search(query, 20).scoreDocs) {
      keys.add(searcher.storedFields().document(hit.doc).get("key"));
    }
    return keys.stream().sorted().toList();
  }

  /** Copies an index, and adds fingerprints of a field unless {@code from} is null. */
  private static void migrate(
      Path old, Path target, String from, String field, String scheme, boolean isFast)
      throws IOException {
    try (Directory directory = FSDirectory.open(old);
        DirectoryReader reader = DirectoryReader.open(directory);
        Directory copy = FSDirectory.open(target);
        IndexWriter writer = new IndexWriter(copy, IndexMigration.config(reader, isFast))) {
      if (from == null) {
        IndexMigration.copy(reader, writer, documents -> {});
      } else {
        long added =
            IndexMigration.fingerprints(from, field, FingerprintScheme.parse(scheme))
                .addTo(reader, writer, documents -> {});
        assertEquals(11, added);
      }
    }
  }

  @Test
  void formatsThereAndBack() throws IOException {
    Path plain = folder.resolve("plain");
    Path fast = folder.resolve("fast");
    migrate(old, plain, "body", "other", "zh", false);
    migrate(plain, fast, null, null, null, true);
    migrate(fast, target, null, null, null, false);
    for (Path index : List.of(plain, fast, target)) {
      try (Directory directory = FSDirectory.open(index);
          DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(
            Set.of(FingerprintScheme.parse("zh").id()), SimHashField.schemeIds(reader, "other"));
        for (LeafReaderContext leaf : reader.leaves()) {
          FieldInfos fields = leaf.reader().getFieldInfos();
          String format = fields.fieldInfo("other").getAttribute("PerFieldPostingsFormat.format");
          assertEquals(index.equals(fast) ? "SimHash" : "Lucene104", format);
        }
      }
    }
  }

  @Test
  void onlyDedupReadsIndexesOfOtherPrograms() throws IOException {
    Path one = folder.resolve("one");
    migrate(old, one, "body", "near", "standard", true);
    String refusal =
        "index '" + one + "' was made by another program, expected one made by the command index";
    run("stats", one).refused(refusal);
    run("search", one, "--id", "k4").refused(refusal);
  }
}
