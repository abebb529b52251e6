package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.DistinctFingerprints;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
   * @param popcounts how many fingerprints have 0, 1, ... bits set, up to all
   */
  private record Figures(
      String scheme,
      int documents,
      int deleted,
      long bytes,
      long fingerprints,
      long distinctFingerprints,
      long copies,
      @JsonInclude(JsonInclude.Include.NON_NULL) String dedup,
      List<Block> blocks,
      List<Integer> popcounts) {

    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final int BLOCK_BITS = 16;
    private static final int MOST_FREQUENT = 10;

    /**
     * A block's values.
     *
     * @param number 0 for the lowest bits
     * @param mostFrequent values, ties by the smaller one
     */
    record Block(
        @JsonProperty("block") int number,
        long distinct,
        @JsonProperty("hottest") List<Value> mostFrequent) {}

    record Value(String value, int documents) {}

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
      for (Block block : blocks) {
        out.format("block %d       %d distinct, hottest", block.number, block.distinct);
        block.mostFrequent.forEach(value -> out.format(" %s:%d", value.value, value.documents));
        out.format("\n");
      }
      out.format(
          "bits set      %s\n",
          IntStream.range(0, popcounts.size())
              .filter(bits -> popcounts.get(bits) > 0)
              .mapToObj(bits -> bits + ":" + popcounts.get(bits))
              .collect(Collectors.joining(" ")));
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
      int words = fingerprints.size() == 0 ? 1 : fingerprints.value(0).words();
      Fingerprint zero = Fingerprint.of(new long[words]);
      Integer[] popcounts = new Integer[zero.bits() + 1];
      Arrays.fill(popcounts, 0);
      for (int number = 0; number < fingerprints.size(); number++) {
        popcounts[fingerprints.value(number).distance(zero)] += fingerprints.copies(number);
      }
      DedupPolicy policy = index.settings().policy();
      return new Figures(
          index.settings().schemeId(),
          reader.numDocs(),
          reader.numDeletedDocs(),
          bytes,
          fingerprints.documents(),
          fingerprints.size(),
          fingerprints.documents() - fingerprints.size(),
          policy == null ? null : policy.toString(),
          IntStream.range(0, fingerprints.size() == 0 ? 0 : zero.bits() / BLOCK_BITS)
              .mapToObj(number -> block(number, fingerprints))
              .toList(),
          List.of(popcounts));
    }

    private static Block block(int number, DistinctFingerprints fingerprints) {
      int[] documents = new int[1 << BLOCK_BITS];
      for (int i = 0; i < fingerprints.size(); i++) {
        documents[Blocks.block(fingerprints.value(i), number)] += fingerprints.copies(i);
      }
      List<Value> values =
          IntStream.range(0, documents.length)
              .filter(value -> documents[value] > 0)
              .mapToObj(
                  value -> new Value(String.format(Locale.ROOT, "%04x", value), documents[value]))
              .sorted(Comparator.comparingInt(Value::documents).reversed())
              .toList();
      return new Block(number, values.size(), values.stream().limit(MOST_FREQUENT).toList());
    }
  }
}
