package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes {@code src/test/resources/test-corpus-pairs.tsv}: id, id and exact Jaccard similarity of
 * all pairs of one language at .5 and above. The texts are normalized by NFKC and put in lower
 * case; the features are the set of all runs of 3 words (English; a word is a run of letters and
 * digits) or of 4 letters or digits (Chinese). Independent of the code under test.
 *
 * <pre>mvn -q test-compile exec:exec@bench -Dbench.args=corpus-truth</pre>
 */
public final class CorpusTruth {

  static final Path CORPUS = Path.of("test-corpus");
  static final Path PAIRS = Path.of("src/test/resources/test-corpus-pairs.tsv");

  private CorpusTruth() {}

  public static void write() throws IOException {
    Files.writeString(PAIRS, pairs());
  }

  /** Lines of id, tab, id, tab, similarity, in order of the ids. */
  static String pairs() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String language : List.of("en", "zh")) {
      Map<String, Set<List<String>>> shingles = new TreeMap<>();
      for (Map.Entry<String, String> text : texts(language).entrySet()) {
        shingles.put(text.getKey(), shingles(text.getValue(), language.equals("zh")));
      }
      shingles.forEach(
          (id, features) ->
              shingles.forEach(
                  (other, otherFeatures) -> {
                    double similarity = jaccard(features, otherFeatures);
                    if (id.compareTo(other) < 0 && similarity >= .5) {
                      lines.append(id).append('\t').append(other).append('\t');
                      lines.append(similarity).append('\n');
                    }
                  }));
    }
    return lines.toString();
  }

  /** Id, such as {@code en/news-01.txt}, to text. */
  public static Map<String, String> texts(String language) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.list(CORPUS.resolve(language))) {
      for (Path file : files.toList()) {
        texts.put(language + "/" + file.getFileName(), Files.readString(file));
      }
    }
    return texts;
  }

  private static Set<List<String>> shingles(String text, boolean characters) {
    String normal = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    List<String> units = new ArrayList<>();
    StringBuilder unit = new StringBuilder();
    (normal + " ")
        .codePoints()
        .forEach(
            c -> {
              boolean inWord = Character.isLetterOrDigit(c);
              if (inWord) {
                unit.appendCodePoint(c);
              }
              if (!unit.isEmpty() && (characters || !inWord)) {
                units.add(unit.toString());
                unit.setLength(0);
              }
            });
    int size = Math.min(characters ? 4 : 3, Math.max(1, units.size()));
    Set<List<String>> shingles = new HashSet<>();
    for (int i = 0; i + size <= units.size(); i++) {
      shingles.add(units.subList(i, i + size));
    }
    return shingles;
  }

  /** Shared features divided by all features; two empty sets share nothing. */
  private static double jaccard(Set<List<String>> a, Set<List<String>> b) {
    long shared = a.stream().filter(b::contains).count();
    return shared == 0 ? 0 : (double) shared / (a.size() + b.size() - shared);
  }
}
