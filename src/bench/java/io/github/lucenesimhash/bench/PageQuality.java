package io.github.lucenesimhash.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The page's tables of what the program `quality` writes. */
final class PageQuality {

  private static final int CORPORA = 5;

  private PageQuality() {}

  /** Without those of all corpora if one could not be fetched. */
  static Map<String, List<String>> tables(List<String> lines) {
    Map<String, List<List<String>>> sections = new LinkedHashMap<>();
    String section = "";
    for (List<String> row : sectionsAndRows(lines)) {
      if (row.size() == 1) {
        section = row.getFirst();
      } else {
        sections.computeIfAbsent(section, name -> new ArrayList<>()).add(row);
      }
    }
    Map<String, List<String>> tables = new LinkedHashMap<>();
    tables.put("short-texts", shortTexts(sections.remove("Short texts")));
    List<List<String>> verified = sections.remove("Standard scheme");
    sections.keySet().removeIf(name -> !name.matches("(zh|en) .*"));
    if (sections.size() == CORPORA) {
      tables.put("schemes", schemes(sections));
      tables.put("verification", verification(verified, sections));
    }
    return tables;
  }

  /** A line before a table, up to its first comma or colon, as a list of one. */
  private static List<List<String>> sectionsAndRows(List<String> lines) {
    List<List<String>> all = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("|---")) {
        List<String> before = lines.subList(0, i - 1);
        String text =
            before.stream().filter(line -> !line.isBlank()).reduce((a, b) -> b).orElse("");
        all.add(List.of(text.split("[,:]", 2)[0]));
        List<String> table =
            lines.subList(i + 1, lines.size()).stream()
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        all.addAll(PageFormats.rows(table));
      }
    }
    return all;
  }

  private static List<String> schemes(Map<String, List<List<String>>> corpora) {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (List<List<String>> measured : corpora.values()) {
      Map<String, List<List<String>>> schemes = new LinkedHashMap<>();
      for (List<String> row : measured) {
        if (!row.get(1).isEmpty()) {
          schemes.computeIfAbsent(row.get(0), name -> new ArrayList<>()).add(row);
        }
      }
      schemes.forEach(
          (name, distances) -> {
            List<String> best = distances.getFirst();
            for (List<String> row : distances) {
              best = Double.parseDouble(row.get(5)) > Double.parseDouble(best.get(5)) ? row : best;
            }
            String cell = f1(distances, "10") + " (" + f1(distances, best.get(1));
            rows.computeIfAbsent(name, key -> new ArrayList<>(List.of(key)))
                .add(cell + " at " + best.get(1) + ")");
          });
    }
    return PageFormats.table(
        List.of("scheme", "hutool", "lucene", "zh guide", "en guide", "SPDX"),
        List.copyOf(rows.values()));
  }

  private static String f1(List<List<String>> rows, String distance) {
    return rows.stream()
        .filter(row -> row.get(1).equals(distance))
        .map(row -> PageFormats.decimals(row.get(5), 3))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> verification(
      List<List<String>> verified, Map<String, List<List<String>>> corpora) {
    List<List<String>> rows = new ArrayList<>();
    verified.removeIf(row -> !corpora.containsKey(row.get(0)));
    for (List<String> row : verified) {
      List<List<String>> standard =
          corpora.get(row.get(0)).stream().filter(of -> of.get(0).equals("standard")).toList();
      double seconds =
          Stream.of(row.get(7).split(" \\+ ", -1)).mapToDouble(Double::parseDouble).sum();
      rows.add(
          List.of(
              row.get(0) + " (" + row.get(1) + ")",
              "**" + f1(standard, "10") + "**",
              PageFormats.decimals(row.get(5), 3),
              "**" + PageFormats.decimals(row.get(6), 3) + "**",
              String.format(Locale.ROOT, "%.2f", seconds),
              PageFormats.decimals(row.get(8), 3),
              row.get(9)));
    }
    rows.add(List.of("bytes a document", "8, and 32 for the index", "", "", "", "512", ""));
    return PageFormats.table(
        List.of(
            "corpus (documents)",
            "unverified, k = 10: F1",
            "k = 12: recall of the non-identical",
            "verified, k = 12: F1",
            "seconds",
            "128 min-hashes: F1",
            "seconds"),
        rows);
  }

  private static List<String> shortTexts(List<List<String>> measured) {
    List<List<String>> rows = new ArrayList<>();
    int lengths = measured.size() / 2;
    for (int i = 0; i < lengths; i++) {
      List<String> zh = measured.get(i);
      List<String> en = measured.get(i + lengths);
      rows.add(
          List.of(
              zh.get(1),
              changed(zh),
              changed(en),
              percent(zh.get(5)),
              percent(en.get(5)),
              unlike(zh),
              unlike(en)));
    }
    return PageFormats.table(
        List.of(
            "features",
            "a word changed: distance, found (zh)",
            "(en)",
            "a word added: found (zh)",
            "(en)",
            "two million pairs of different texts: within 10 and not alike (zh)",
            "(en)"),
        rows);
  }

  private static String changed(List<String> row) {
    return row.get(2) + " bits, " + percent(row.get(3));
  }

  private static String percent(String share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * Double.parseDouble(share));
  }

  private static String unlike(List<String> row) {
    return "" + (Integer.parseInt(row.get(7)) - Integer.parseInt(row.get(8)));
  }
}
