package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.join.Grouping;
import java.io.Closeable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which document of a group is kept. */
final class KeepOption implements Closeable {

  enum Rank {
    FIRST,
    /** The one of most distinct features, ties by input order. */
    LONGEST,
    /** The one of the latest date, ties by input order. */
    NEWEST,
    OLDEST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One of the words, or else a command. A single word is no command: it may be a typing error. */
  record Keep(Rank rank, String command) {}

  /** For the completion of shells. */
  static final class Words implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Rank.values()).map(Rank::toString).iterator();
    }
  }

  static final class Converter implements ITypeConverter<Keep> {
    @Override
    public Keep convert(String value) {
      for (Rank rank : Rank.values()) {
        if (rank.toString().equals(value.toLowerCase(Locale.ROOT))) {
          return new Keep(rank, null);
        }
      }
      if (value.strip().indexOf(' ') > 0 || value.indexOf('/') >= 0) {
        return new Keep(Rank.FIRST, value);
      }
      String words =
          Arrays.stream(Rank.values()).map(Rank::toString).collect(Collectors.joining(", "));
      throw new TypeConversionException(
          "'"
              + value
              + "', expected one of "
              + words
              + ", or a command with a space or slash in it");
    }
  }

  @Option(
      names = "--keep",
      paramLabel = "WHICH",
      completionCandidates = Words.class,
      converter = Converter.class)
  private Keep keep; // null before the default is known, if none is given

  private KeepCommand command; // null if none was asked for

  /** Keeps the first unless it is asked for another, the longest where texts may be contained. */
  void otherwise(boolean isContained) {
    keep = keep == null ? new Keep(isContained ? Rank.LONGEST : Rank.FIRST, null) : keep;
  }

  /** Whether documents are ranked by how many features they have. */
  boolean goesByFeatures() {
    return keep.rank == Rank.LONGEST;
  }

  boolean goesByDate() {
    return keep.rank == Rank.NEWEST || keep.rank == Rank.OLDEST;
  }

  /** Names what documents without a date count as: one with a date is kept rather than they. */
  String undated() {
    return keep.rank == Rank.NEWEST ? "the oldest" : "the newest";
  }

  /**
   * Orders documents of equal priority as the option says.
   *
   * @param priority the lowest is kept
   */
  Grouping keep(Grouping grouping, Documents documents, IntToLongFunction priority) {
    Grouping ranked = grouping.keep(priority, rank(documents));
    if (keep.command == null) {
      return ranked;
    }
    command = new KeepCommand(keep.command);
    return ranked.choose(
        group -> {
          int[] preferred = preferred(group, priority);
          return preferred.length == 1 ? preferred[0] : command.choose(preferred, documents);
        });
  }

  private IntToLongFunction rank(Documents documents) {
    return switch (keep.rank) {
      case FIRST -> document -> 0;
      case LONGEST -> document -> -documents.features(document);
      case NEWEST -> document -> ~documents.date(document);
      case OLDEST ->
          document -> {
            long date = documents.date(document);
            return date == TextDocument.NO_DATE ? Long.MAX_VALUE : date;
          };
    };
  }

  /** The documents of a group from which the command chooses. */
  private static int[] preferred(int[] group, IntToLongFunction priority) {
    long best = priority.applyAsLong(group[0]);
    return Arrays.stream(group)
        .filter(document -> priority.applyAsLong(document) == best)
        .toArray();
  }

  /** To be called after the last group. */
  @Override
  public void close() {
    if (command != null) {
      command.close();
    }
  }
}
