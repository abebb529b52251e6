package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An index of three texts and an empty one, made by the command line. */
abstract class IndexTestCase {

  static final String FOX = "the quick brown fox jumps over the lazy dog by the river";
  static final String STOCKS = "stock prices fell sharply in early trading";
  static final long FOX_FINGERPRINT = fingerprint(FOX);
  static final long STOCKS_FINGERPRINT = fingerprint(STOCKS);

  @TempDir Path folder;
  Path index;
  Path corpus;

  @BeforeEach
  void writeCorpus() throws IOException {
    index = folder.resolve("index");
    corpus = folder.resolve("corpus.tsv");
    Files.writeString(
        corpus, "fox\t" + FOX + "\nstocks\t" + STOCKS + "\ncopy\t" + FOX + "!\nempty\t\n");
  }

  @AfterEach
  void indexIsSound() throws IOException {
    if (Files.exists(index)) {
      try (Directory directory = FSDirectory.open(index);
          CheckIndex check = new CheckIndex(directory)) {
        CheckIndex.Status status = check.checkIndex();
        assertTrue(status.clean);
      }
    }
  }

  private static long fingerprint(String text) {
    return FingerprintScheme.standard().fingerprint(text).get().lane(0);
  }

  final void makeIndex(Object... options) {
    assertEquals(
        "4 documents, 1 without fingerprint, 0 skipped, 4 documents in the index, S s\n",
        run("index", index, corpus, options).fine().outWithoutSeconds());
  }

  final CommandLineRun search(Object... options) {
    return run("search", index, options);
  }
}
