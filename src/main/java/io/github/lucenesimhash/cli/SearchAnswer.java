package io.github.lucenesimhash.cli;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.lucenesimhash.cli.NamedGroup.Near;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The result of {@link SearchCommand}. The components are in the order of the JSON.
 *
 * @param scheme the id of the scheme of the index
 * @param fingerprint the fingerprint to search for, or null if the text has none
 * @param maxDistance the maximum distance in bits
 * @param minResemblance the minimum resemblance, or null if texts were not compared
 * @param candidates the number of compared texts, or null if texts were not compared
 * @param total the number of documents within the distance whose texts, if compared, are alike
 * @param heldBack the number of further documents that only the guard excludes
 * @param hits the best of the documents that {@code total} counts
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
   * A document that was found.
   *
   * @param near the document and how near it is
   * @param start the start of its text, or null if the index does not store the text
   */
  record Hit(@JsonUnwrapped Near near, @JsonInclude(NON_NULL) String start) {

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** The maximum number of characters of a start, halved for text without blanks (Chinese). */
    private static final int START = 80;

    /**
     * Returns a document with the start of its text, which is one line that is cut after a word.
     *
     * @param near the document and how near it is
     * @param text the whole text, or null if the index does not store it
     */
    static Hit of(Near near, String text) {
      return new Hit(near, text == null ? null : start(text));
    }

    private static String start(String text) {
      String all = text.strip();
      String start = all.substring(0, Math.min(all.length(), 4 * START));
      String line = BLANKS.matcher(start).replaceAll(" ").strip();
      if (line.length() <= START) {
        return start.length() == all.length() ? line : line + "...";
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
