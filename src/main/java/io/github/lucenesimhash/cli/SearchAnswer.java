package io.github.lucenesimhash.cli;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.lucenesimhash.cli.NamedGroup.Near;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The result of {@link SearchCommand}, in the order of its JSON.
 *
 * @param fingerprint of the text searched for; null if it has none
 * @param minResemblance null if texts were not compared
 * @param candidates how many texts were compared; null if they were not
 * @param total documents within the distance, and alike if texts were compared
 * @param heldBack how many more there would be but for the guard
 */
record SearchAnswer(
    String scheme,
    String fingerprint,
    int maxDistance,
    @JsonInclude(NON_NULL) Double minResemblance,
    @JsonInclude(NON_NULL) Integer candidates,
    long total,
    long heldBack,
    List<Hit> hits) {

  /**
   * A document, and how its text begins.
   *
   * @param start null if the index does not store it
   */
  record Hit(@JsonUnwrapped Near near, @JsonInclude(NON_NULL) String start) {

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** Characters of a text's start, or half of them if it has no blanks, as Chinese has none. */
    private static final int START = 80;

    /**
     * {@return a document with the start of its text, in one line, cut after a word}
     *
     * @param text null if the index does not store it
     */
    static Hit of(Near near, String text) {
      return new Hit(near, text == null ? null : start(text));
    }

    private static String start(String text) {
      String start = text.substring(0, Math.min(text.length(), 4 * START)).strip();
      String line = BLANKS.matcher(start).replaceAll(" ");
      if (line.length() <= START) {
        return line;
      }
      int blank = line.lastIndexOf(' ', START);
      int end = blank > START / 2 ? blank : line.offsetByCodePoints(0, START / 2);
      return line.substring(0, end) + "...";
    }

    private String tsv(boolean showsResemblance) {
      String line = near.tsv() + (showsResemblance ? "\t" + near.shown() : "");
      return line + (start == null ? "" : "\t" + Console.oneLine(start)) + "\n";
    }
  }

  @Override
  public String toString() {
    return hits.stream().map(hit -> hit.tsv(minResemblance != null)).collect(Collectors.joining());
  }
}
