package io.github.lucenesimhash.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * Holds inverse document frequencies of words: ln(documents / documents with the word), rounded to
 * steps of .25. A word that is in every document has weight 0. Use the table with {@link
 * Weighting#table} or {@link Weighting#tfIdf}, which put a digest of the weights into the id of the
 * scheme.
 *
 * <pre>{@code
 * IdfTable idf = IdfTable.ofIndex(reader, "body", 2);
 * FingerprintScheme scheme =
 *     FingerprintScheme.parse("en").withWeighting(idf.weighting());
 * }</pre>
 *
 * <p>The file of a table begins with the line {@code # lucene-simhash idf 1}. Lines that start with
 * # and have no tab are notes. Any other line has a word, a tab and the weight of the word; the
 * line of the empty word has the weight of all words that are not in the table.
 *
 * @param weights the analyzed words and their weights, 0 or more
 * @param defaultWeight the weight of a word that is not in the table
 */
public record IdfTable(SortedMap<String, Double> weights, double defaultWeight) {

  private static final String FIRST_LINE = "# lucene-simhash idf 1";
  private static final double STEP = .25;

  /** Copies the weights. */
  public IdfTable {
    weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
  }

  /**
   * Makes a table of the terms of an indexed field. Deleted documents count until they are merged
   * away.
   *
   * @param reader a reader of the index
   * @param field a field with postings
   * @param minDocuments the minimum number of documents with a word; a rarer word has the weight of
   *     a word that is in one document
   * @return the table
   * @throws IllegalArgumentException if no document has a term in the field
   * @throws IOException if the index cannot be read
   */
  public static IdfTable ofIndex(IndexReader reader, String field, int minDocuments)
      throws IOException {
    Terms terms = MultiTerms.getTerms(reader, field);
    if (terms == null) {
      throw new IllegalArgumentException("no document has a term in field '" + field + "'");
    }
    Map<String, Integer> frequencies = new HashMap<>();
    TermsEnum each = terms.iterator();
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      frequencies.put(term.utf8ToString(), each.docFreq());
    }
    return of(frequencies, terms.getDocCount(), minDocuments);
  }

  /**
   * Makes a table of the words of texts.
   *
   * @param scheme the scheme that makes the words; its stop words, shingles and weights do not
   *     matter
   * @param texts the texts, which are iterated once
   * @param minDocuments the minimum number of texts with a word; a rarer word has the weight of a
   *     word that is in one text
   * @return the table
   * @throws IllegalArgumentException if no text has a word
   */
  public static IdfTable ofTexts(
      FingerprintScheme scheme, Iterable<? extends CharSequence> texts, int minDocuments) {
    Map<String, Integer> frequencies = new HashMap<>();
    int documents = 0;
    for (CharSequence text : texts) {
      Set<String> words = scheme.analyzers.analyze(text, IdfTable::distinct);
      words.forEach(word -> frequencies.merge(word, 1, Integer::sum));
      documents++;
    }
    return of(frequencies, documents, minDocuments);
  }

  private static Set<String> distinct(Words words) throws IOException {
    Set<String> distinct = new HashSet<>();
    while (words.next()) {
      distinct.add(new String(words.text(), words.start(), words.length()));
    }
    return distinct;
  }

  private static IdfTable of(Map<String, Integer> frequencies, int documents, int minDocuments) {
    Weighting.checkPositive("minDocuments", minDocuments);
    if (frequencies.isEmpty()) {
      throw new IllegalArgumentException("the texts have no word, expected at least one");
    }
    SortedMap<String, Double> weights = new TreeMap<>();
    frequencies.forEach(
        (word, frequency) -> {
          if (frequency >= minDocuments) {
            weights.put(word, rarity(documents, frequency));
          }
        });
    return new IdfTable(weights, rarity(documents, 1));
  }

  private static double rarity(int documents, int frequency) {
    return Math.round(StrictMath.log((double) documents / frequency) / STEP) * STEP;
  }

  /**
   * Returns this table, extended by the words of another table. A word that is in both tables keeps
   * the weight of this table. The weight of a word that is in neither table is the larger of the
   * two values of {@link #defaultWeight}.
   *
   * @param other the table with further words
   * @return a new table
   */
  public IdfTable and(IdfTable other) {
    SortedMap<String, Double> all = new TreeMap<>(other.weights);
    all.putAll(weights);
    return new IdfTable(all, Math.max(defaultWeight, other.defaultWeight));
  }

  /** {@return the IDF weighting: a word has its weight in this table, however often it occurs} */
  public Weighting weighting() {
    return Weighting.table(weights, defaultWeight);
  }

  /**
   * Writes the table in UTF-8.
   *
   * @param file the file, which may exist
   * @param notes the lines without tabs that name the origin of the table
   * @throws IOException if the file cannot be written
   */
  public void write(Path file, String... notes) throws IOException {
    List<String> lines = new ArrayList<>(List.of(FIRST_LINE));
    for (String note : notes) {
      lines.add("# " + plain(note));
    }
    lines.add("\t" + defaultWeight);
    weights.forEach((word, weight) -> lines.add(plain(word) + "\t" + weight));
    Files.write(file, lines);
  }

  private static String plain(String text) {
    if (text.chars().anyMatch(c -> c == '\t' || c == '\n' || c == '\r')) {
      throw new IllegalArgumentException(
          "'" + text + "' has a tab or a line break, expected none in a table of words");
    }
    return text;
  }

  /**
   * {@return the table in a file}
   *
   * @param lines the lines that {@link #write} wrote
   * @throws IllegalArgumentException if the lines are not a table; the message names the line
   */
  public static IdfTable read(List<String> lines) {
    String first = lines.isEmpty() ? "" : lines.get(0);
    if (!first.equals(FIRST_LINE)) {
      throw new IllegalArgumentException("line 1: '" + first + "', expected '" + FIRST_LINE + "'");
    }
    SortedMap<String, Double> weights = new TreeMap<>();
    for (int i = 1; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.startsWith("#") || line.indexOf('\t') >= 0) {
        try {
          addWeight(line, weights);
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException("line " + (i + 1) + ": " + e.getMessage(), e);
        }
      }
    }
    Double defaultWeight = weights.remove("");
    if (defaultWeight == null) {
      throw new IllegalArgumentException(
          "no line of the empty word, expected one with the weight of all words not in the table");
    }
    return new IdfTable(weights, defaultWeight);
  }

  /**
   * Parses a line of a table, and adds its word and weight to a map.
   *
   * @param line the line, {@code word<tab>weight}
   * @param weights the map, which must not have the word yet
   */
  public static void addWeight(String line, Map<String, Double> weights) {
    int tab = line.indexOf('\t');
    if (tab < 0) {
      throw new IllegalArgumentException("'" + line + "', expected a word, a tab and a weight");
    }
    String word = line.substring(0, tab);
    String text = line.substring(tab + 1);
    double weight = Double.NaN;
    try {
      weight = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      // reported below
    }
    if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "weight '" + text + "', expected a finite number of at least 0");
    }
    if (weights.put(word, weight) != null) {
      throw new IllegalArgumentException("word '" + word + "' occurs twice");
    }
  }
}
