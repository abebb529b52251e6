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
import java.util.stream.Stream;

/** Reads the files that a scheme names, and the tables that the program contains. */
final class SchemeFiles implements SchemeSources {

  static final String OPTION = "--scheme";

  private static final String WORD_WEIGHTS = "word-weights";
  private static final String IDF = "idf";
  private static final List<String> TABLES = List.of(WORD_WEIGHTS, IDF);

  /**
   * The given files of tables that the scheme has not read yet, by option. A file left is refused.
   */
  private final Map<String, String> tables = new TreeMap<>();

  private SchemeFiles() {}

  /** Returns the files that the text of a scheme names. */
  static List<Path> files(String scheme) {
    try {
      Map<String, String> options = SchemeOption.split(scheme);
      return Stream.of(WORD_WEIGHTS, IDF, SchemeOption.STOP_WORDS.toString())
          .filter(options::containsKey)
          .map(option -> Source.path(options.get(option)))
          .toList();
    } catch (IllegalArgumentException e) {
      return List.of(); // reported when the scheme is created
    }
  }

  /** Creates the scheme that a text describes. */
  static FingerprintScheme scheme(String text) {
    SchemeFiles files = new SchemeFiles();
    try {
      Map<String, String> options = SchemeOption.split(text);
      for (String table : TABLES) {
        if (options.containsKey(table)) {
          files.tables.put(table, options.remove(table));
        }
      }
      FingerprintScheme scheme = FingerprintScheme.parse(options, files);
      files.tables.forEach(
          (option, file) -> {
            throw new BadInput("the scheme does not use %s=%s", option, file);
          });
      return scheme;
    } catch (IllegalArgumentException | BadInput e) {
      String named = "scheme '" + text + "'";
      boolean isNamed = e.getMessage().startsWith(named);
      throw new BadInput("--" + (isNamed ? "" : named + ": ") + e.getMessage());
    }
  }

  @Override
  public Weighting weighting(String name) {
    return switch (name) {
      case "idf" -> idf().weighting();
      case "tf-idf" -> Weighting.tfIdf(idf().weights());
      case "table" -> Weighting.table(wordWeights(), 1);
      default -> SchemeSources.super.weighting(name);
    };
  }

  private IdfTable idf() {
    return file(IDF).map(SchemeFiles::table).orElseGet(SchemeFiles::shipped);
  }

  private Map<String, Double> wordWeights() {
    return file(WORD_WEIGHTS)
        .map(SchemeFiles::weights)
        .orElseThrow(() -> new BadInput("the scheme expects a table in word-weights=FILE"));
  }

  private Optional<Path> file(String option) {
    return Optional.ofNullable(tables.remove(option)).map(Source::path);
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
}
