package io.github.lucenesimhash.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** How often each value occurs, as a table with bars. */
public record Distribution(List<Bar> bars) {

  /**
   * A row of the table.
   *
   * @param label the value, or the range of values
   * @param removed how many more there were before a check removed them; 0 where there is none
   */
  public record Bar(String label, long count, long removed) {}

  /**
   * Pairs at each distance, 0 to the last one that occurs.
   *
   * @param counts by distance in bits
   * @param removed by distance, of the same length
   */
  public static Distribution ofDistances(long[] counts, long[] removed) {
    return of(counts.length, i -> new Bar(Integer.toString(i), counts[i], removed[i]));
  }

  /**
   * Groups by size: 2, 3, 4, then ranges that double: 5-8, 9-16 and so on.
   *
   * @param counts by {@link #sizeClass}
   */
  public static Distribution ofSizes(long[] counts) {
    return new Distribution(
        IntStream.range(0, counts.length)
            .filter(i -> counts[i] > 0)
            .mapToObj(i -> new Bar(label(i), counts[i], 0))
            .toList());
  }

  private static Distribution of(int length, IntFunction<Bar> bar) {
    List<Bar> bars = new ArrayList<>(IntStream.range(0, length).mapToObj(bar).toList());
    while (bars.size() > 1 && bars.getLast().count + bars.getLast().removed == 0) {
      bars.removeLast();
    }
    return new Distribution(bars);
  }

  /**
   * {@return the place at which {@link #ofSizes} counts a group: 0 for 2, 1 for 3, 2 for 4, 3 for 5
   * to 8 and so on}
   */
  public static int sizeClass(int size) {
    return size <= 4
        ? Math.max(0, size - 2)
        : Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
  }

  private static String label(int sizeClass) {
    long most = 1L << sizeClass;
    return sizeClass <= 2
        ? Integer.toString(sizeClass + 2)
        : Markup.format("%,d\u2013%,d", most / 2 + 1, most);
  }

  String html(String unit) {
    StringBuilder html = new StringBuilder("<table class=chart>\n");
    long most = bars.stream().mapToLong(bar -> bar.count + bar.removed).max().orElse(1);
    for (Bar bar : bars) {
      long width = width(bar.count, most);
      html.append(
          Markup.format(
              """
              <tr><th scope=row>%s</th><td>\
              <svg viewBox="0 0 1000 10" preserveAspectRatio=none aria-hidden=true>%s%s</svg></td>\
              <td class=count data-count=%d data-removed=%d>%,d%s\
              <span class=unseen> %s</span></td></tr>
              """,
              Markup.text(bar.label),
              rectangle("bar", 0, width),
              rectangle("bar removed", width, width(bar.removed, most)),
              bar.count,
              bar.removed,
              bar.count,
              bar.removed == 0
                  ? ""
                  : Markup.format(" <span class=removed>+ %,d</span>", bar.removed),
              unit));
    }
    return html.append("</table>\n").toString();
  }

  private static String rectangle(String kind, long x, long width) {
    String html = "<rect class=\"%s\" x=%d width=%d height=10 />";
    return width == 0 ? "" : Markup.format(html, kind, x, width);
  }

  /** In thousandths; what occurs is seen. */
  private static long width(long count, long most) {
    return count == 0 ? 0 : Math.max(4, Math.round(1000.0 * count / most));
  }
}
