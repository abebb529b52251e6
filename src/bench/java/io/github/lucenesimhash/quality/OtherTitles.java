package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.quality.TitleBench.Edit;
import io.github.lucenesimhash.search.WordsField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.lucene.util.BytesRef;

/**
 * What short texts with one edit find among others: their originals, texts that are near in truth,
 * and texts that are not. Near in truth is what is at most two words from the edited text, changed,
 * added or removed: as far as the swap of two words, or as two copies with an edit each.
 */
final class OtherTitles {

  private static final FingerprintScheme SKETCH = FingerprintScheme.standard();
  private static final int K = FingerprintScheme.DEFAULT_DISTANCE;
  private static final double MANY = 10e6;

  /** What is near a text by the resemblance of the words and the distance in bits. */
  private interface Rule {
    boolean isNear(Title text, double resemblance, int distance);
  }

  /** Words in lower case or Han characters, as a document has them, their hashes, the sketch. */
  private record Title(
      List<String> units,
      int unitsOfWord,
      BytesRef words,
      Set<Long> distinctWords,
      Optional<Fingerprint> fingerprint) {

    static Title of(String text) {
      boolean isChinese = text.indexOf(' ') < 0;
      return new Title(
          List.of(text.toLowerCase(Locale.ROOT).split(isChinese ? "" : " ", -1)),
          isChinese ? 2 : 1,
          SKETCH.read(text).words(),
          Arrays.stream(SKETCH.wordSide().features(text)).boxed().collect(Collectors.toSet()),
          SKETCH.fingerprint(text));
    }

    int distance(Title other) {
      return fingerprint.isEmpty() || other.fingerprint.isEmpty()
          ? Integer.MAX_VALUE
          : Fingerprint.distance(fingerprint.get().word(0), other.fingerprint.get().word(0));
    }

    /** Whether a half of the words may be shared, where so many distinct ones are. */
    boolean canResemble(Title other, int shared) {
      if (words == null || other.words == null) {
        return false;
      }
      int size = WordsField.size(words);
      int all = Math.min(shared + size - distinctWords.size(), size);
      return 2 * all >= Math.max(size, WordsField.size(other.words));
    }

    double resemblance(Title other) {
      return words == null || other.words == null ? 0 : WordsField.similarity(words, other.words);
    }

    boolean isNear(Title other) {
      return editDistance(units, other.units) <= 2 * unitsOfWord;
    }
  }

  private record Query(Title text, Title original, int words, Edit edit) {}

  private final SequencedMap<String, Rule> rules = new LinkedHashMap<>();
  private final List<Query> queries = new ArrayList<>();
  private final Map<Long, List<Integer>> queriesOf = new HashMap<>(); // that have a word
  private long others;
  private long[][] near; // by the rule and the query
  private long[][] far;

  OtherTitles(double[] minimums) {
    rules.put("fingerprint, " + K + " bits", (text, resemblance, distance) -> distance <= K);
    for (double minimum : minimums) {
      rules.put("words, " + minimum, (text, resemblance, distance) -> resemblance >= minimum);
    }
  }

  void addQuery(String text, String original, int words, Edit edit) {
    Title title = Title.of(text);
    for (long word : title.distinctWords) {
      queriesOf.computeIfAbsent(word, w -> new ArrayList<>()).add(queries.size());
    }
    queries.add(new Query(title, Title.of(original), words, edit));
  }

  void compare(int count, Supplier<String> texts) {
    others = count;
    near = new long[rules.size()][queries.size()];
    far = new long[rules.size()][queries.size()];
    int[] shared = new int[queries.size()];
    for (int i = 0; i < count; i++) {
      Title other = Title.of(texts.get());
      Arrays.fill(shared, 0);
      for (long word : other.distinctWords) {
        queriesOf.getOrDefault(word, List.of()).forEach(query -> shared[query]++);
      }
      for (int query = 0; query < shared.length; query++) {
        Title text = queries.get(query).text;
        int distance = text.distance(other);
        if (text.canResemble(other, shared[query]) || distance <= K) {
          compare(query, other, text.resemblance(other), distance);
        }
      }
    }
  }

  private void compare(int query, Title other, double resemblance, int distance) {
    long[][] counts = null;
    int number = 0;
    for (Rule rule : rules.values()) {
      if (rule.isNear(queries.get(query).text, resemblance, distance)) {
        if (counts == null) {
          counts = queries.get(query).text.isNear(other) ? near : far;
        }
        counts[number][query]++;
      }
      number++;
    }
  }

  /** The precision is that of all hits together, with as many times the others as make 10M. */
  String table() {
    StringBuilder table =
        new StringBuilder(
            "| words | near by | recall, lowest of the edits | mean | others found, near | not near |"
                + " queries without those | precision | against 10M |\n"
                + "|---|---|---|---|---|---|---|---|---|\n");
    queries.stream()
        .mapToInt(Query::words)
        .distinct()
        .forEach(
            words -> {
              int number = 0;
              for (String rule : rules.keySet()) {
                table.append(row(words, rule, number++));
              }
            });
    return table.toString();
  }

  private String row(int words, String name, int number) {
    Rule rule = rules.get(name);
    Map<Edit, Double> found = new EnumMap<>(Edit.class);
    int asked = 0;
    long right = 0;
    long wrong = 0;
    int clean = 0;
    for (int i = 0; i < queries.size(); i++) {
      Query query = queries.get(i);
      if (query.words == words) {
        Title original = query.original;
        double resemblance = query.text.resemblance(original);
        int distance = query.text.distance(original);
        found.merge(
            query.edit, rule.isNear(query.text, resemblance, distance) ? 1. : 0., Double::sum);
        asked++;
        right += near[number][i];
        wrong += far[number][i];
        clean += far[number][i] == 0 ? 1 : 0;
      }
    }
    double originals = found.values().stream().mapToDouble(Double::doubleValue).sum();
    double lowest = found.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double times = MANY / others;
    return String.format(
        Locale.ROOT,
        "| %d | %s | %.3f | %.3f | %,d | %,d | %.3f | %.4f | %.4f |%n",
        words,
        name,
        lowest * Edit.values().length / asked,
        originals / asked,
        right,
        wrong,
        (double) clean / asked,
        (originals + right) / (originals + right + wrong),
        (originals + times * right) / (originals + times * (right + wrong)));
  }

  private static int editDistance(List<String> a, List<String> b) {
    int[] row = new int[b.size() + 1];
    Arrays.setAll(row, j -> j);
    for (int i = 1; i <= a.size(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.size(); j++) {
        int changed = diagonal + (a.get(i - 1).equals(b.get(j - 1)) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.size()];
  }
}
