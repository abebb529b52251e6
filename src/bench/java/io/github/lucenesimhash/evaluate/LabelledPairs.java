package io.github.lucenesimhash.evaluate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads pairs of texts that people labelled, in the formats of the published sets. */
public final class LabelledPairs {

  /**
   * A labelled pair of texts.
   *
   * @param grade 0 if both texts must stay, 1 or more if one text may be dropped
   * @param kind the kind that the file names, or empty
   * @param text the first text
   * @param other the second text
   */
  public record Pair(int grade, String kind, String text, String other) {}

  private static final String EXPECTED =
      "expected label TAB kind TAB text TAB text, text TAB text TAB 0 or 1, or lines of MSRP";

  private static final Pattern OWN = Pattern.compile("(same|other)\t([^\t]*)\t([^\t]*)\t([^\t]*)");
  private static final String QUOTED = "(\"(?:[^\"]|\"\")*\"|[^\t]*)";
  private static final Pattern MSRP =
      Pattern.compile("([01])\t[0-9]+\t[0-9]+\t" + QUOTED + "\t(.*)");
  private static final Pattern LAST = Pattern.compile("([^\t]*)\t([^\t]*)\t([01])");
  private static final Pattern TITLE = Pattern.compile("COL title VAL (.*?)(?: COL .*|$)");

  private LabelledPairs() {}

  /**
   * Returns the pairs of a file, or of a folder of Webis. The folders in a folder of Webis have
   * files "full-text-..." and "label".
   *
   * @param path the file or the folder
   * @throws IllegalArgumentException if a line is not a pair
   */
  public static List<Pair> read(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      try (Stream<Path> files = Files.walk(path)) {
        List<Path> labels = files.filter(file -> file.endsWith("label")).sorted().toList();
        return labels.stream().map(LabelledPairs::ofFolder).toList();
      }
    }
    try (Stream<String> lines = Files.lines(path)) {
      return lines.map(LabelledPairs::ofLine).flatMap(Optional::stream).toList();
    }
  }

  private static Pair ofFolder(Path label) {
    try (Stream<Path> files = Files.list(label.getParent())) {
      List<Path> texts =
          files.filter(file -> file.getFileName().toString().startsWith("full-text-")).toList();
      Map<Path, String> read = new TreeMap<>();
      for (Path text : texts) {
        read.put(text, Files.readString(text));
      }
      List<String> both = List.copyOf(read.values());
      int grade = Integer.parseInt(Files.readString(label).strip());
      return new Pair(grade, "", both.get(0), both.get(both.size() - 1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the pair of a line, or empty for the header of MSRP. */
  static Optional<Pair> ofLine(String line) {
    Matcher own = OWN.matcher(line);
    if (own.matches()) {
      int grade = own.group(1).equals("same") ? 1 : 0;
      return Optional.of(new Pair(grade, own.group(2), own.group(3), own.group(4)));
    }
    Matcher msrp = MSRP.matcher(line);
    if (msrp.matches()) {
      return Optional.of(
          new Pair(Integer.parseInt(msrp.group(1)), "", msrp.group(2), msrp.group(3)));
    }
    Matcher last = LAST.matcher(line);
    if (last.matches()) {
      int grade = Integer.parseInt(last.group(3));
      return Optional.of(new Pair(grade, "", title(last.group(1)), title(last.group(2))));
    }
    if (line.contains("Quality\t#1 ID")) {
      return Optional.empty();
    }
    throw new IllegalArgumentException("line is '" + line + "', " + EXPECTED);
  }

  /** Returns the title of a record of Ditto, or the text itself if it is no record. */
  private static String title(String text) {
    Matcher title = TITLE.matcher(text);
    return title.matches() ? title.group(1) : text;
  }
}
