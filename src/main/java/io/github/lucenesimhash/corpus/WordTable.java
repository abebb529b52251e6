package io.github.lucenesimhash.corpus;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Files of words, one a line, blank lines left out. One malformed line spoils the file. */
public final class WordTable {

  private WordTable() {}

  /**
   * Lines of a word.
   *
   * @throws BadInput if the file cannot be read or a line is not UTF-8
   */
  public static Set<String> words(Path file) {
    Set<String> words = new HashSet<>();
    Lines.forEach(file, words::add);
    return words;
  }

  /**
   * Lines of a word, a tab and a weight.
   *
   * @throws BadInput if the file cannot be read, is empty, or a line is malformed
   */
  public static Map<String, Double> weights(Path file) {
    Map<String, Double> weights = new HashMap<>();
    Lines.forEach(
        file,
        line -> {
          TextDocument pair = TextDocument.ofTsv(line);
          if (weights.put(pair.id(), weight(pair.text())) != null) {
            throw new IllegalArgumentException("word '" + pair.id() + "' stands there twice");
          }
        });
    if (weights.isEmpty()) {
      throw new BadInput("file '" + file + "' is empty, expected lines of word TAB weight");
    }
    return weights;
  }

  private static double weight(String text) {
    try {
      double weight = Double.parseDouble(text);
      if (weight >= 0 && weight < Double.POSITIVE_INFINITY) {
        return weight;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "weight '" + text + "', expected a finite number of at least 0");
  }
}
