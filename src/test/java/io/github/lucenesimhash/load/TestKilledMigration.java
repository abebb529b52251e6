package io.github.lucenesimhash.load;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.testing.KilledProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressSysoutChecks;
import org.apache.lucene.tests.util.TestUtil;

/**
 * After {@code kill -9} at a random moment of a migration, the old index has not changed in any
 * byte. A new index exists only if the migration was complete.
 */
@SuppressSysoutChecks(bugUrl = "the child's dots")
public class TestKilledMigration extends LuceneTestCase {

  private static final int DOCUMENTS = 1000;

  /** Holds all properties of a file that a program might change. */
  private record State(FileTime changed, int hash, long size) {}

  public void testTheOldIndexIsUntouched() throws Exception {
    Path old = createTempDir();
    int documents = DOCUMENTS * RANDOM_MULTIPLIER;
    try (Directory directory = FSDirectory.open(old)) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
      RealIndex.write(directory, config, documents, random().nextLong());
    }
    Map<String, State> before = states(old);
    int unfinished = 0;
    for (int run = 0; run < 2 + RANDOM_MULTIPLIER / 10; run++) {
      Path folder = createTempDir();
      KilledProgram.run(
          TestKilledMigration.class,
          random().nextInt(documents / 100),
          old.toString(),
          folder.toString());
      assertEquals(before, states(old));
      try (Directory directory = FSDirectory.open(folder)) {
        if (!DirectoryReader.indexExists(directory)) {
          unfinished++;
          migrate(old, directory, () -> {}); // into the remains of the killed run
        }
        assertEquals(before, states(old));
        TestUtil.checkIndex(directory);
        try (Directory from = FSDirectory.open(old);
            DirectoryReader reader = DirectoryReader.open(from);
            DirectoryReader migrated = DirectoryReader.open(directory)) {
          assertEquals(reader.numDocs(), migrated.numDocs());
        }
      }
    }
    assertTrue(unfinished > 0);
  }

  private static Map<String, State> states(Path folder) throws IOException {
    Map<String, State> states = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        FileTime changed = Files.getLastModifiedTime(file);
        states.put(file.toString(), new State(changed, Arrays.hashCode(bytes), bytes.length));
      }
    }
    return states;
  }

  private static void migrate(Path old, Directory directory, Runnable hundred) throws IOException {
    try (Directory from = FSDirectory.open(old);
        DirectoryReader reader = DirectoryReader.open(from);
        IndexWriter writer = new IndexWriter(directory, IndexMigration.config(reader, true))) {
      long[] read = new long[1];
      IndexMigration.fingerprints("body", "near", FingerprintScheme.standard())
          .addTo(
              reader,
              writer,
              documents -> {
                for (int i = 0; i < documents; i++) {
                  if (++read[0] % 100 == 0) {
                    hundred.run();
                  }
                }
              });
    }
  }

  /** Migrates the first folder's index into the second, and never ends by itself. */
  public static void main(String[] args) throws Exception {
    try (Directory directory = FSDirectory.open(Path.of(args[1]))) {
      migrate(
          Path.of(args[0]),
          directory,
          () -> {
            System.out.print('.');
            System.out.flush();
          });
    }
    new Semaphore(0).acquireUninterruptibly();
  }
}
