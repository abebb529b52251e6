package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.join.Grouping;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which document of a group is kept. */
final class KeepOption {

  enum Rank {
    FIRST,
    /** The one of most characters, ties by input order. */
    LONGEST,
    /** The one of the latest date, ties by input order. */
    NEWEST,
    OLDEST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One of the words, or else a command; a word alone is none, lest a slip of the pen be run. */
  record Keep(Rank rank, String command) {}

  private record Member(String id, String text) {}

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
      defaultValue = "first",
      completionCandidates = Words.class,
      converter = Converter.class)
  private Keep keep;

  boolean goesByDate() {
    return keep.rank == Rank.NEWEST || keep.rank == Rank.OLDEST;
  }

  /** As what documents without a date count, so that one that has a date is kept. */
  String undated() {
    return keep.rank == Rank.NEWEST ? "the oldest" : "the newest";
  }

  /**
   * Of equal priority, as the option says.
   *
   * @param priority the lowest is kept
   */
  Grouping keep(Grouping grouping, Documents documents, IntToLongFunction priority) {
    Grouping ranked = grouping.keep(priority, rank(documents));
    return keep.command == null
        ? ranked
        : ranked.choose(group -> chosen(preferred(group, priority), documents));
  }

  private IntToLongFunction rank(Documents documents) {
    return switch (keep.rank) {
      case FIRST -> document -> 0;
      case LONGEST -> document -> -documents.length(document);
      case NEWEST -> document -> ~documents.date(document);
      case OLDEST ->
          document -> {
            long date = documents.date(document);
            return date == TextDocument.NO_DATE ? Long.MAX_VALUE : date;
          };
    };
  }

  /** Those of a group among which the command may choose. */
  private static int[] preferred(int[] group, IntToLongFunction priority) {
    long best = priority.applyAsLong(group[0]);
    return Arrays.stream(group)
        .filter(document -> priority.applyAsLong(document) == best)
        .toArray();
  }

  /** The command reads the documents, a line of JSON each, and prints the id of one. */
  private int chosen(int[] group, Documents documents) throws IOException {
    if (group.length == 1) {
      return group[0];
    }
    StringBuilder lines = new StringBuilder();
    for (int document : group) {
      lines.append(Json.line(new Member(documents.id(document), documents.text(document))));
    }
    String id = answer(lines.toString(), documents.id(group[0]));
    for (int document : group) {
      if (documents.id(document).equals(id)) {
        return document;
      }
    }
    throw failed("printed '" + id + "', expected an id", documents.id(group[0]));
  }

  private String answer(String lines, String first) throws IOException {
    Path input = Files.createTempFile("lucene-simhash", ".group");
    try {
      Files.writeString(input, lines);
      Process process =
          new ProcessBuilder("sh", "-c", keep.command)
              .redirectInput(input.toFile())
              .redirectError(Redirect.INHERIT)
              .start();
      try (var out = process.getInputStream()) {
        String answer = new String(out.readAllBytes(), StandardCharsets.UTF_8);
        int exitCode = process.waitFor();
        if (exitCode != 0) {
          throw failed("ended with exit code " + exitCode, first);
        }
        return answer.lines().findFirst().orElse("");
      } catch (InterruptedException e) {
        throw new IOException("interrupted", e);
      } finally {
        process.destroy();
      }
    } finally {
      IOUtils.deleteFilesIgnoringExceptions(input);
    }
  }

  private BadInput failed(String how, String first) {
    return new BadInput(
        "--keep '" + keep.command + "' " + how + ", for the group of '" + first + "'");
  }
}
