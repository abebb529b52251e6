package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Documents;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * How much of the heap the documents of a run may take, with all that is made of them.
 *
 * <pre>
 * Document  8 bytes its place in the file, 17 keep order, 8 in the set and 8 for each word there; then the largest of
 *           what making the set takes, what the first join has of a word, and 8 for its group with what later joins
 *           have of a quarter or two
 * Verified  8 bytes more a document: what it shares with the one that is kept, and how much of it that is
 * Against   of old documents and new ones 8 bytes more and 8 for each word: the new ones are joined in a set of their own
 * Files     512 bytes a file of the input
 * Edges     what is left; at least one for eight documents
 * Texts     an eighth, 64 MB at most, for the features of those that are compared
 * </pre>
 */
final class MemoryOption {

  private static final int MEGABYTE = 1 << 20;
  private static final int EDGE_BYTES = 24;
  private static final int MAX_EDGES = 1 << 29;
  private static final int MIN_EDGES = 1 << 10;
  private static final int MAX_TEXT_BYTES = 64 * MEGABYTE;

  /** A number of bytes as a person writes it: 800m, 4g. */
  static final class Size implements ITypeConverter<Long> {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,6})(m|g)");

    @Override
    public Long convert(String value) {
      Matcher form = FORM.matcher(value.toLowerCase(Locale.ROOT));
      if (!form.matches() || Long.parseLong(form.group(1)) == 0) {
        throw new TypeConversionException("'" + value + "', expected a number and m or g, as 800m");
      }
      long unit = form.group(2).equals("m") ? MEGABYTE : 1024L * MEGABYTE;
      return unit * Long.parseLong(form.group(1));
    }
  }

  /** The heap for all else: the JVM, the readers, a join of few documents. */
  private static final int REST = 24 * MEGABYTE;

  @Option(names = "--memory", paramLabel = "SIZE", converter = Size.class)
  private Long given;

  /** Whether texts are compared. */
  boolean verifies;

  /** Whether documents are compared with old ones. */
  boolean isAgainst;

  /** The documents, whose files take room. */
  final List<Documents> read = new ArrayList<>();

  private static long heap() {
    return Runtime.getRuntime().maxMemory();
  }

  boolean isGiven() {
    return given != null;
  }

  private long bytes() {
    return given == null ? Math.clamp(heap() - REST, 0, heap() / 8 * 7) : given;
  }

  /** Refuses more than there is. */
  void check() {
    if (given != null && given > heap() - REST) {
      throw new BadInput(
          "--memory is %s, and the heap has %s, %s of it for the rest: expected a larger one (java -Xmx)",
          megabytes(given), megabytes(heap()), megabytes(REST));
    }
  }

  long textBytes() {
    return Math.min(MAX_TEXT_BYTES, bytes() / 8);
  }

  private long documentBytes(int words) {
    return 53 + 16L * words + (verifies ? 8 : 0) + (isAgainst ? 8 + 8L * words : 0);
  }

  private long fileBytes() {
    return read.stream().mapToLong(Documents::fileBytes).sum();
  }

  /** Returns the bytes with the edges that there must be room for. */
  private long leastBytes(long documents, int words) {
    return documents * (documentBytes(words) + EDGE_BYTES / 8)
        + MIN_EDGES * EDGE_BYTES
        + fileBytes();
  }

  /**
   * How many documents there is room for.
   *
   * @param words of each fingerprint
   */
  int maxDocuments(int words) {
    long room = bytes() - textBytes() - leastBytes(0, words);
    return Math.clamp(room / (documentBytes(words) + EDGE_BYTES / 8), 0, Integer.MAX_VALUE);
  }

  /** Says that there is no room, for all documents or for those that were read so far. */
  BadInput tooLittle(long documents, boolean areAll, int words) {
    long edges = leastBytes(documents, words);
    long least = edges + Math.min(MAX_TEXT_BYTES, edges / 7 + 1);
    long heap = Math.max(least + REST, least / 7 * 8) / 16 * 17; // some collectors tell of less
    return new BadInput(
        "%s, too little for %,d documents%s: expected %s",
        given == null ? "the heap is " + megabytes(heap()) : "--memory is " + megabytes(given),
        documents,
        areAll ? "" : " and all that are behind them",
        given == null ? "java -Xmx" + megabytes(heap) : megabytes(least) + " or more");
  }

  /**
   * How many edges there is room for.
   *
   * @throws BadInput if there is not enough for the documents
   */
  int maxEdges(int documents, int words) {
    if (documents > maxDocuments(words)) {
      throw tooLittle(documents, true, words);
    }
    long room = bytes() - textBytes() - documents * documentBytes(words) - fileBytes();
    return (int) Math.min(room / EDGE_BYTES, MAX_EDGES);
  }

  /** Returns a line that says how much is taken. */
  String toString(int documents, int words) {
    return String.format(
        Locale.ROOT,
        "memory: %s at most, of them %s for %,d documents",
        megabytes(bytes()),
        megabytes(documents * documentBytes(words) + fileBytes()),
        documents);
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%dm", (bytes + MEGABYTE - 1) / MEGABYTE);
  }
}
