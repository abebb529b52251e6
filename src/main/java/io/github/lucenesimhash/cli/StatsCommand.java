package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.lucenesimhash.fingerprint.Fingerprint;
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
import java.util.stream.LongStream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
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
   * @param popcounts how many fingerprints have 0, 1, ... 64 bits set
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
      long[] fingerprints = fingerprints(reader, index.near());
      int[] popcounts = new int[Fingerprint.BITS + 1];
      for (long fingerprint : fingerprints) {
        popcounts[Long.bitCount(fingerprint)]++;
      }
      long distinct = Arrays.stream(fingerprints).distinct().count();
      DedupPolicy policy = index.settings().policy();
      return new Figures(
          index.settings().schemeId(),
          reader.numDocs(),
          reader.numDeletedDocs(),
          bytes,
          fingerprints.length,
          distinct,
          fingerprints.length - distinct,
          policy == null ? null : policy.toString(),
          IntStream.range(0, fingerprints.length == 0 ? 0 : Fingerprint.BITS / BLOCK_BITS)
              .mapToObj(number -> block(number, fingerprints))
              .toList(),
          Arrays.stream(popcounts).boxed().toList());
    }

    private static long[] fingerprints(IndexReader reader, String near) throws IOException {
      NumericDocValues values = MultiDocValues.getNumericValues(reader, near);
      Bits live = MultiBits.getLiveDocs(reader);
      LongStream.Builder found = LongStream.builder();
      while (values != null && values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if (live == null || live.get(values.docID())) {
          found.add(values.longValue());
        }
      }
      return found.build().toArray();
    }

    private static Block block(int number, long[] fingerprints) {
      int[] documents = new int[1 << BLOCK_BITS];
      for (long fingerprint : fingerprints) {
        documents[(int) (fingerprint >>> (BLOCK_BITS * number)) & 0xFFFF]++;
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
