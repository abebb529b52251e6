package io.github.lucenesimhash.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes the tables of a Markdown page; all other words stay. */
final class PageText {

  private PageText() {}

  /**
   * Replaces what stands between {@code <!-- table: NAME -->} and {@code <!-- end -->}.
   *
   * @throws IllegalArgumentException if the page has no such table
   */
  static String replace(String page, String name, String measured) {
    Matcher table =
        Pattern.compile("(?s)(<!-- table: " + Pattern.quote(name) + " -->\n).*?(?=<!-- end -->)")
            .matcher(page);
    if (!table.find()) {
      throw new IllegalArgumentException("no <!-- table: " + name + " --> ... <!-- end -->");
    }
    return page.substring(0, table.start())
        + table.group(1)
        + measured.strip()
        + "\n"
        + page.substring(table.end());
  }

  /**
   * {@return the cells of the first table there, in words and numbers alone: without a line between
   * header and rows, without what is in brackets}
   */
  static List<List<String>> cells(String page, String name) {
    return page.substring(page.indexOf("<!-- table: " + name + " -->"))
        .lines()
        .dropWhile(line -> !line.startsWith("|"))
        .takeWhile(line -> line.startsWith("|"))
        .filter(line -> !line.startsWith("|---"))
        .map(line -> line.replaceAll("[*`]| \\([^)]*\\)|^\\| *| *\\|$", "").split(" *\\| ", -1))
        .map(List::of)
        .toList();
  }

  /**
   * Copies rows: each of a table of the readme becomes the row that begins with the same cell in
   * the page's first table of the same header.
   *
   * @throws IllegalArgumentException if the page has no such table or row
   */
  static String copyRows(String page, String readme) {
    List<String> measured = page.lines().toList();
    List<String> lines = new ArrayList<>(readme.lines().toList());
    List<String> rows = List.of();
    for (int i = 1; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("|---")) {
        int header = measured.indexOf(lines.get(i - 1));
        if (header < 0) {
          throw new IllegalArgumentException("no table of the page begins: " + lines.get(i - 1));
        }
        rows =
            measured.subList(header, measured.size()).stream()
                .takeWhile(row -> row.startsWith("|"))
                .toList();
      } else if (line.startsWith("|") && lines.get(i - 1).startsWith("|")) {
        String start = line.substring(0, line.indexOf(" |", 1) + " |".length());
        lines.set(
            i,
            rows.stream()
                .filter(row -> row.startsWith(start))
                .findFirst()
                .orElseThrow(
                    () -> new IllegalArgumentException("no row of the page begins: " + start)));
      }
    }
    return String.join("\n", lines) + "\n";
  }
}
