package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.lucenesimhash.join.DistinctFingerprints;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Formatter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.lucene.index.DirectoryReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Prints figures of an index. */
@Command(name = "stats")
final class StatsCommand implements Callable<Integer> {

  @ParentCommand private Main main;
  @Mixin private StoredIndex.NearOption where;
  @Mixin private Json.AnswerOption answer;

  @Override
  public Integer call() throws IOException {
    try (StoredIndex index = where.open()) {
      answer.print(Figures.of(index), main.console);
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
   * @param copies documents with a fingerprint that one before them has
   * @param dedup how it is kept free of near-duplicates; null if it is not
   */
  private record Figures(
      String scheme,
      int documents,
      int deleted,
      long bytes,
      long fingerprints,
      long distinctFingerprints,
      long copies,
      @JsonInclude(JsonInclude.Include.NON_NULL) String dedup) {

    private static final double BYTES_PER_MEGABYTE = 1e6;

    @Override
    public String toString() {
      Formatter out = new Formatter(Locale.ROOT);
      out.format("%s, %,.1f MB", EndLine.count(documents, "document"), bytes / BYTES_PER_MEGABYTE);
      if (documents > fingerprints) {
        out.format(", %,d without a fingerprint", documents - fingerprints);
      }
      if (deleted > 0) {
        out.format(", %,d deleted and not merged away yet", deleted);
      }
      if (copies > 0) {
        out.format("\n%,d with the fingerprint of another: the same text, or nearly", copies);
      }
      if (dedup != null) {
        out.format("\nkept free of near-duplicates: %s", dedup);
      }
      out.format(
          """


          scheme        %s
          documents     %d
          deleted       %d
          bytes         %d
          fingerprints  %d
          distinct      %d
          """,
          scheme, documents, deleted, bytes, fingerprints, distinctFingerprints);
      return out.toString();
    }

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
      DistinctFingerprints fingerprints = DistinctFingerprints.of(reader, index.near());
      DedupPolicy policy = index.settings().policy();
      return new Figures(
          index.settings().schemeId(),
          reader.numDocs(),
          reader.numDeletedDocs(),
          bytes,
          fingerprints.documents(),
          fingerprints.size(),
          fingerprints.documents() - fingerprints.size(),
          policy == null ? null : policy.toString());
    }
  }
}
