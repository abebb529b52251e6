package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.testing.KilledProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressSysoutChecks;
import org.apache.lucene.tests.util.TestUtil;

/**
 * Documents can be offered again after {@code kill -9} at a random moment. The long run, 30 kills:
 *
 * <pre>mvn test -Dtest=TestKilled -Dtests.multiplier=15 -Dtest.seconds=7200</pre>
 */
@SuppressSysoutChecks(bugUrl = "the child's dots")
public class TestKilled extends LuceneTestCase {

  private static final int DOCUMENTS = 6000;

  public void testOfferingAgainEndsTheSame() throws Exception {
    long seed = random().nextLong();
    String policy = random().nextBoolean() ? "first" : "newest";
    boolean isScoped = random().nextBoolean();
    Offering offering = new Offering(DOCUMENTS, seed, isScoped);
    Map<String, Long> undisturbed;
    try (Directory directory = new ByteBuffersDirectory()) {
      offering.offerAll(directory, Offering.policy(policy), () -> {});
      undisturbed = content(directory);
    }
    int kills = 2 * RANDOM_MULTIPLIER;
    for (int run = 0; run < kills; run++) {
      Path folder = createTempDir();
      runAndKill(folder, seed, policy, isScoped);
      try (Directory directory = FSDirectory.open(folder)) {
        if (DirectoryReader.indexExists(directory)) {
          TestUtil.checkIndex(directory);
        }
        offering.offerAll(directory, Offering.policy(policy), () -> {});
        TestUtil.checkIndex(directory);
        assertEquals(undisturbed, content(directory));
      }
    }
  }

  private void runAndKill(Path folder, long seed, String policy, boolean isScoped)
      throws Exception {
    int dots = random().nextInt(DOCUMENTS / 100 + 1);
    KilledProgram.run(
        Offering.class, dots, folder.toString(), "" + DOCUMENTS, "" + seed, policy, "" + isScoped);
  }

  private static Map<String, Long> content(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      return IndexContent.of(reader);
    }
  }
}
