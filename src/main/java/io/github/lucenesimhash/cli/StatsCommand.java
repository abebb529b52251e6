package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.lucenesimhash.join.DistinctFingerprints;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.lucene.index.DirectoryReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Prints the figures of an index. */
@Command(name = "stats")
final class StatsCommand implements Callable<Integer> {

  @ParentCommand private Main main;

  @Parameters(index = "0", paramLabel = "INDEX")
  private Path folder;

  @Override
  public Integer call() throws IOException {
    try (StoredIndex index = StoredIndex.open(folder)) {
      Json.print(Figures.of(index), main.console);
    }
    return 0;
  }

  /**
   * The figures of an index. The components are in the order of the JSON. Only {@code deleted} and
   * {@code bytes} include deleted documents.
   *
   * @param scheme the id of the scheme
   * @param bytes the size of the index on disk
   * @param fingerprints the number of documents that have a fingerprint
   * @param distinctFingerprints the number of distinct fingerprints
   * @param dedup the policy for near-duplicates, or null
   */
  private record Figures(
      String scheme,
      int documents,
      int deleted,
      long bytes,
      long fingerprints,
      long distinctFingerprints,
      @JsonInclude(JsonInclude.Include.NON_NULL) String dedup) {

    private static Figures of(StoredIndex index) throws IOException {
      DirectoryReader reader = index.reader();
      long bytes = 0;
      for (String file : reader.getIndexCommit().getFileNames()) {
        try {
          bytes += reader.directory().fileLength(file);
        } catch (NoSuchFileException e) {
          // deleted by a writer since the reader was opened
        }
      }
      DistinctFingerprints fingerprints = DistinctFingerprints.of(reader, StoredIndex.NEAR);
      DedupPolicy policy = index.settings().policy();
      return new Figures(
          index.settings().schemeId(),
          reader.numDocs(),
          reader.numDeletedDocs(),
          bytes,
          fingerprints.documents(),
          fingerprints.size(),
          policy == null ? null : policy.toString());
    }
  }
}
