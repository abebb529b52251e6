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

/** Prints figures of an index. */
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
   * Figures of an index, in the order of their JSON. Deleted documents are counted as such and
   * nowhere else.
   *
   * @param scheme its id
   * @param bytes on disk
   * @param fingerprints documents that have one
   * @param distinctFingerprints different ones among them
   * @param dedup how it is kept free of near-duplicates; null if it is not
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
          // deleted by a writer since it was opened
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
