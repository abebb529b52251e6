package io.github.lucenesimhash.report;

import java.io.IOException;

/**
 * A document that is kept and its near-duplicates, as the page shows them.
 *
 * @param number the number of the group in the order in which they were found, from 1
 * @param kept the document that is kept
 * @param pairs all other documents; iterated once
 */
public record ReportGroup(int number, Text kept, Iterable<Pair> pairs) {

  /**
   * A document.
   *
   * @param text the whole text, though the page shows only differences
   * @param link the address of its file, relative to the page; null if it is not a file of its own
   */
  public record Text(String id, String text, String link) {

    private String json() {
      String json = "\"id\":" + Markup.quoted(id);
      return link == null ? json : json + ",\"link\":" + Markup.quoted(link);
    }
  }

  /**
   * A member of the group and how near it is to the kept document.
   *
   * @param distance the distance in bits
   * @param resemblance the resemblance, 0 to 1; NaN if not known
   * @param contained the share of the member that is in the kept document; NaN if contained texts
   *     are not searched for
   */
  public record Pair(Text member, int distance, double resemblance, double contained) {}

  /**
   * Writes the group as a line of JSON.
   *
   * @param excerpt approximate number of characters to show of each pair
   */
  void write(Appendable out, int excerpt) throws IOException {
    out.append(Markup.format("{\"number\":%d,%s,\"members\":[", number, kept.json()));
    String comma = "";
    for (Pair pair : pairs) {
      out.append(comma).append(Markup.format("{%s,\"bits\":%d", pair.member.json(), pair.distance));
      if (!Double.isNaN(pair.resemblance)) {
        out.append(Markup.format(",\"alike\":%.6f", pair.resemblance));
      }
      if (!Double.isNaN(pair.contained)) {
        out.append(Markup.format(",\"contained\":%.6f", pair.contained));
      }
      String left = kept.text;
      String right = pair.member.text;
      if (Math.max(left.length(), right.length()) > Excerpt.COMPARED) {
        out.append(Markup.format(",\"compared\":%d", Excerpt.COMPARED));
      }
      out.append(",\"parts\":").append(Excerpt.json(left, right, excerpt)).append('}');
      comma = ",";
    }
    out.append("]}\n");
  }
}
