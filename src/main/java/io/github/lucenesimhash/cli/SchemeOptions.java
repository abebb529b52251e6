package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.ClassicSchemes;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeBuilder;
import io.github.lucenesimhash.analysis.Weighting;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.WordTable;
import io.github.lucenesimhash.fingerprint.Sketch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a text becomes a fingerprint. */
final class SchemeOptions {

  private static final String WORD_WEIGHTS = "--word-weights";
  private static final String STOP_WORDS = "--stop-words";
  private static final String IDF = "--idf";

  /** The value of {@code --scheme} where it is not given. */
  static final String DEFAULT_SCHEME = "standard";

  /** Options whose values are files: an index does not remember what is in them. */
  static final List<String> FILE_OPTIONS = List.of(WORD_WEIGHTS, STOP_WORDS, IDF);

  private enum Scheme {
    STANDARD,
    AUTO,
    ZH,
    EN,
    CHAR,
    CLASSIC_WORDS,
    CLASSIC_CHARS,
    CLASSIC_TABLE,
    CLASSIC_TFIDF
  }

  private enum Weights {
    ONCE,
    TF,
    LOG_TF,
    IDF,
    TABLE
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--scheme",
      paramLabel = "NAME",
      converter = SchemeChoice.class,
      completionCandidates = SchemeChoice.class,
      description =
          "One of ${COMPLETION-CANDIDATES} (default: "
              + DEFAULT_SCHEME
              + "; auto is zh or en text by text).")
  private Scheme scheme;

  @Option(
      names = "--sketch",
      paramLabel = "NAME",
      converter = SketchChoice.class,
      completionCandidates = SketchChoice.class,
      description =
          "How features become 64 bits: one of ${COMPLETION-CANDIDATES}"
              + " (default: minhash in scheme standard, else simhash).")
  private Sketch sketch;

  @Option(
      names = "--shingle",
      paramLabel = "N",
      converter = Range.Shingle.class,
      description = "Words, or characters, in a feature, 1 to 32.")
  private Integer shingle;

  @Option(
      names = "--weights",
      paramLabel = "NAME",
      converter = WeightsChoice.class,
      completionCandidates = WeightsChoice.class,
      description = "Weight of a feature: one of ${COMPLETION-CANDIDATES}.")
  private Weights weights;

  @Option(
      names = "--top-features",
      paramLabel = "N",
      converter = Range.FromZero.class,
      description = "Keep only the N heaviest features; 0 keeps all.")
  private Integer topFeatures;

  @Option(
      names = "--min-features",
      paramLabel = "N",
      converter = Range.FromOne.class,
      description =
          "Texts with fewer features get an exact fingerprint: only the same words are near.")
  private Integer minFeatures;

  @Option(
      names = WORD_WEIGHTS,
      paramLabel = "FILE",
      description = "Lines of word TAB weight, for classic-table and --weights table.")
  private Path wordWeights;

  @Option(names = STOP_WORDS, paramLabel = "FILE", description = "Words to leave out, one a line.")
  private Path stopWords;

  @Option(
      names = IDF,
      paramLabel = "FILE",
      description =
          "Inverse document frequencies, for classic-tfidf and --weights idf (default: tables that"
              + " come with the program, from Chinese and English software manuals).")
  private Path idf;

  /** The options made again from {@link #given}. */
  static SchemeOptions of(Map<String, String> given) {
    String[] args =
        given.entrySet().stream()
            .map(option -> option.getKey() + "=" + option.getValue())
            .toArray(String[]::new);
    return CommandLine.populateCommand(new SchemeOptions(), args);
  }

  /** The scheme options on the command line, name to value. */
  Map<String, String> given() {
    Map<String, String> given = new TreeMap<>();
    for (OptionSpec option : CommandSpec.forAnnotatedObject(new SchemeOptions()).options()) {
      String name = option.longestName();
      if (command.commandLine().getParseResult().hasMatchedOption(name)) {
        OptionSpec matched = command.commandLine().getParseResult().matchedOption(name);
        given.put(name, matched.originalStringValues().getLast());
      }
    }
    return given;
  }

  /**
   * @throws BadInput if an option lacks its file, a file lacks its option, or a file is malformed
   */
  FingerprintScheme scheme() {
    SchemeBuilder builder = base().toBuilder();
    if (sketch != null) {
      builder.sketch(sketch);
    }
    if (shingle != null) {
      builder.shingleSize(shingle);
    }
    if (weights != null) {
      builder.weighting(weighting());
    }
    if (topFeatures != null) {
      builder.topFeatures(topFeatures);
    }
    if (minFeatures != null) {
      builder.minFeatures(minFeatures);
    }
    if (stopWords != null) {
      builder.stopWords(WordTable.words(stopWords));
    }
    boolean minHash =
        sketch == null ? scheme == null || scheme == Scheme.STANDARD : sketch == Sketch.MINHASH;
    boolean weighted =
        weights == null
            ? scheme != null
                && scheme.name().startsWith("CLASSIC")
                && scheme != Scheme.CLASSIC_CHARS
            : weights != Weights.ONCE;
    if (minHash && weighted) {
      throw new BadInput("features have weights, expected --sketch simhash beside them");
    }
    checkUsed(
        WORD_WEIGHTS, wordWeights, scheme == Scheme.CLASSIC_TABLE || weights == Weights.TABLE);
    checkUsed(IDF, idf, scheme == Scheme.CLASSIC_TFIDF || weights == Weights.IDF);
    return builder.build();
  }

  private FingerprintScheme base() {
    return switch (scheme == null ? Scheme.STANDARD : scheme) {
      case STANDARD -> FingerprintScheme.standard();
      case AUTO -> FingerprintScheme.perDocument();
      case ZH -> FingerprintScheme.chinese();
      case EN -> FingerprintScheme.english();
      case CHAR -> FingerprintScheme.characters(2);
      case CLASSIC_WORDS -> ClassicSchemes.words();
      case CLASSIC_CHARS -> ClassicSchemes.characters();
      case CLASSIC_TABLE ->
          ClassicSchemes.weightedWords(wordWeights("--scheme classic-table"), List.of());
      case CLASSIC_TFIDF ->
          ClassicSchemes.tfIdf20(
              idf == null ? IdfSource.shipped().weights() : IdfSource.weights(idf));
    };
  }

  private Weighting weighting() {
    return switch (weights) {
      case ONCE -> Weighting.once();
      case TF -> Weighting.termFrequency();
      case LOG_TF -> Weighting.logTermFrequency();
      case IDF -> (idf == null ? IdfSource.shipped() : IdfSource.table(idf)).weighting();
      case TABLE -> Weighting.table(wordWeights("--weights table"), 1);
    };
  }

  private Map<String, Double> wordWeights(String user) {
    if (wordWeights == null) {
      throw new BadInput(user + " expects a table in " + WORD_WEIGHTS + " FILE");
    }
    return WordTable.weights(wordWeights);
  }

  private static void checkUsed(String option, Path file, boolean used) {
    if (file != null && !used) {
      throw new BadInput(
          option
              + " '"
              + file
              + "' would not be used, expected "
              + (option.equals(IDF)
                  ? "--scheme classic-tfidf or --weights idf"
                  : "--scheme classic-table or --weights table")
              + " beside it");
    }
  }

  private static final class SketchChoice extends Choice<Sketch> {
    SketchChoice() {
      super(Sketch.class);
    }
  }

  private static final class SchemeChoice extends Choice<Scheme> {
    SchemeChoice() {
      super(Scheme.class);
    }
  }

  private static final class WeightsChoice extends Choice<Weights> {
    WeightsChoice() {
      super(Weights.class);
    }
  }
}
