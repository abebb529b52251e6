package io.github.lucenesimhash.report;

import java.io.IOException;

/**
 * A kept document and its near-duplicates, as the page shows them.
 *
 * @param number the number of the group in the order in which the groups were found, from 1
 * @param kept the kept document
 * @param pairs the pairs of all other documents with the kept document; iterated once
 */
public record ReportGroup(int number, Text kept, Iterable<Pair> pairs) {

  /**
   * A document.
   *
   * @param text the whole text, though the page shows only differences
   * @param link the address of the document's file, relative to the page, or null if it has no file
   *     of its own
   */
  public record Text(String id, String text, String link) {

    private String json() {
      String json = "\"id\":" + Markup.quoted(id);
      return link == null ? json : json + ",\"link\":" + Markup.quoted(link);
    }
  }

  /**
   * A member of the group and its nearness to the kept document.
   *
   * @param distance the distance in bits
   * @param resemblance the resemblance, 0 to 1, or NaN if unknown
   * @param contained the share of the member that is in the kept document, or NaN if contained
   *     texts are not searched for
   */
  public record Pair(Text member, int distance, double resemblance, double contained) {}

  /**
   * Writes the group as a line of JSON.
   *
   * @param excerpt the approximate number of characters to show of each pair
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
