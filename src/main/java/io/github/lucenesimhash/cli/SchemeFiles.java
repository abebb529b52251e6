package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.IdfTable;
import io.github.lucenesimhash.analysis.SchemeOption;
import io.github.lucenesimhash.analysis.SchemeSources;
import io.github.lucenesimhash.analysis.Weighting;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The files that a scheme is made of, and the tables that the program brings along. */
final class SchemeFiles implements SchemeSources {

  static final String OPTION = "--scheme";

  private static final String WORD_WEIGHTS = "word-weights";
  private static final String IDF = "idf";

  /** Options whose values are files: an index does not remember what is in them. */
  static final List<String> OPTIONS =
      List.of(WORD_WEIGHTS, SchemeOption.STOP_WORDS.toString(), IDF);

  private static final Map<String, String> USERS =
      Map.of(
          WORD_WEIGHTS, "classic-table or weights=table",
          IDF, "classic-tfidf or weights=idf");

  private static final String TABLE_STARTS = "# lucene-simhash idf";

  private final Map<String, String> options;

  /** The tables that were given and not asked for yet. */
  private final Map<String, String> unused;

  private SchemeFiles(Map<String, String> options) {
    this.options = options;
    unused = new TreeMap<>(options);
    unused.keySet().retainAll(USERS.keySet());
  }

  /** The options in the text of a scheme, name to value. */
  static Map<String, String> split(String scheme) {
    try {
      return SchemeOption.split(scheme);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--" + e.getMessage());
    }
  }

  /** The scheme that a text makes. */
  static FingerprintScheme scheme(String scheme) {
    try {
      return scheme(split(scheme));
    } catch (BadInput e) {
      throw e.getMessage().startsWith(OPTION)
          ? e
          : new BadInput(OPTION + " '" + scheme + "': " + e.getMessage());
    }
  }

  /** The files that the text of a scheme names. */
  static List<Path> files(String scheme) {
    try {
      Map<String, String> all = SchemeOption.split(scheme);
      all.keySet().retainAll(OPTIONS);
      return all.values().stream().map(Source::path).toList();
    } catch (IllegalArgumentException e) {
      return List.of(); // said when the scheme is made
    }
  }

  /** The scheme that options make, name to value; values of {@link #OPTIONS} are files. */
  static FingerprintScheme scheme(Map<String, String> options) {
    SchemeFiles files = new SchemeFiles(options);
    Map<String, String> others = new TreeMap<>(options);
    others.keySet().removeAll(USERS.keySet());
    try {
      FingerprintScheme scheme = FingerprintScheme.parse(others, files);
      files.unused.forEach(
          (option, file) -> {
            throw new BadInput(
                "%s=%s would not be used, expected %s beside it", option, file, USERS.get(option));
          });
      return scheme;
    } catch (IllegalArgumentException e) {
      throw new BadInput(e.getMessage());
    }
  }

  @Override
  public Weighting weighting(String name) {
    return switch (name) {
      case "idf" -> file(IDF).map(SchemeFiles::table).orElseGet(SchemeFiles::shipped).weighting();
      case "tf-idf" ->
          Weighting.tfIdf(file(IDF).map(SchemeFiles::idf).orElseGet(() -> shipped().weights()));
      case "table" -> Weighting.table(wordWeights(), 1);
      default -> SchemeSources.super.weighting(name);
    };
  }

  private Map<String, Double> wordWeights() {
    String user = options.containsKey("weights") ? "weights=table" : "classic-table";
    return file(WORD_WEIGHTS)
        .map(SchemeFiles::weights)
        .orElseThrow(() -> new BadInput(user + " expects a table in " + WORD_WEIGHTS + "=FILE"));
  }

  private Optional<Path> file(String option) {
    return Optional.ofNullable(unused.remove(option)).map(Source::path);
  }

  @Override
  public Collection<String> stopWords(String file) {
    Set<String> words = new HashSet<>();
    RawText.forEachLine(Source.path(file), words::add);
    return words;
  }

  private static Map<String, Double> weights(Path file) {
    Map<String, Double> weights = new HashMap<>();
    RawText.forEachLine(file, line -> IdfTable.addWeight(line, weights));
    if (weights.isEmpty()) {
      throw new BadInput("file '" + file + "' is empty, expected lines of word TAB weight");
    }
    return weights;
  }

  static IdfTable shipped() {
    return shipped("idf-en.tsv").and(shipped("idf-zh.tsv"));
  }

  private static IdfTable shipped(String name) {
    try (InputStream in = SchemeFiles.class.getResourceAsStream(name)) {
      String table = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return IdfTable.read(table.lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static IdfTable table(Path file) {
    try {
      return IdfTable.read(Files.readAllLines(file));
    } catch (CharacterCodingException e) {
      throw new BadInput(file + ": invalid UTF-8");
    } catch (IOException e) {
      throw BadInput.unreadable("file '" + file + "'", e);
    } catch (IllegalArgumentException e) {
      throw new BadInput(file + ": " + e.getMessage());
    }
  }

  /** The weights of a table as {@link IdfTable} writes it, or of lines of word TAB weight. */
  private static Map<String, Double> idf(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(TABLE_STARTS.length());
      boolean isTable = new String(start, StandardCharsets.ISO_8859_1).equals(TABLE_STARTS);
      return isTable ? table(file).weights() : weights(file);
    } catch (IOException e) {
      throw BadInput.unreadable("file '" + file + "'", e);
    }
  }
}
