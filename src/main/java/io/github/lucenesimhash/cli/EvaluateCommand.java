package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.Range.Count;
import io.github.lucenesimhash.cli.Range.Ratio;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.evaluate.KnownPairs;
import io.github.lucenesimhash.evaluate.SchemeScores;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Measures how well schemes find near-duplicates in the user's texts, and recommends a scheme. */
@Command(name = "evaluate")
final class EvaluateCommand implements Callable<Integer> {

  private static final long SEED = 1;

  /**
   * The schemes that are measured by default, which need no table from the user: default,
   * relatives, SimHash, classic recipes.
   */
  private static final List<String> ALL =
      List.of(
          "standard",
          "standard shingle=2",
          "char shingle=4 sketch=minhash",
          "zh",
          "zh weights=idf",
          "char",
          "classic-words",
          "classic-chars",
          "classic-tfidf");

  @ParentCommand private Main main;

  @Option(names = SchemeFiles.OPTION, paramLabel = "SCHEME")
  private List<String> schemes = ALL;

  @Option(names = "--sample", paramLabel = "N", converter = Count.class, defaultValue = "5000")
  private int size;

  @Option(names = "--truth", paramLabel = "PAIRS")
  private Path truth;

  @Option(names = "--verify", paramLabel = "J", converter = Ratio.class, defaultValue = "0.8")
  private double minResemblance;

  @Mixin private InputOptions.All input;

  private final long start = System.nanoTime();
  private long read; // documents that were read

  @Override
  public Integer call() throws IOException {
    Map<String, FingerprintScheme> made = new TreeMap<>();
    schemes.forEach(scheme -> made.put(scheme, SchemeFiles.scheme(scheme)));
    TruthPairs labels = truth == null ? null : TruthPairs.read(truth);
    Corpus corpus = input.corpus(main.console);
    List<TextDocument> documents = draw(corpus);
    KnownPairs known =
        labels == null
            ? computed(documents)
            : labels.known(documents.stream().map(TextDocument::id).toList());
    List<SchemeScores> scores = new ArrayList<>();
    for (String name : schemes) {
      FingerprintScheme scheme = made.get(name);
      List<Optional<Fingerprint>> fingerprints = each(documents, scheme::fingerprint);
      List<FeatureSet> features = features(documents, scheme);
      scores.add(SchemeScores.of(name, fingerprints, features, known, minResemblance));
    }
    main.console.print(
        "%s%s",
        new EvaluationReport(documents.size(), known, minResemblance, scores),
        EndLine.of(read, 0, corpus.skipped().byKind(), EndLine.secondsSince(start), List.of()));
    return corpus.end();
  }

  private static KnownPairs computed(List<TextDocument> documents) throws IOException {
    List<FeatureSet> features = features(documents, FingerprintScheme.standard());
    return KnownPairs.computed(features);
  }

  private static List<FeatureSet> features(List<TextDocument> documents, FingerprintScheme scheme)
      throws IOException {
    return each(documents, TextVerifier.of(scheme)::features);
  }

  private static <T> List<T> each(List<TextDocument> documents, Function<CharSequence, T> make)
      throws IOException {
    return OrderedTasks.map(documents, document -> make.apply(document.text()), () -> {});
  }

  /**
   * Draws the documents to judge, each with the same chance, and returns them in input order. In
   * Vitter's algorithm R, the n-th document takes a place with chance size / n.
   */
  private List<TextDocument> draw(Corpus corpus) throws IOException {
    Random random = new Random(SEED);
    Map<Long, TextDocument> drawn = new TreeMap<>(); // by number in the input
    List<Long> numbers = new ArrayList<>(); // the numbers of the drawn documents, by place
    corpus.forEach(
        (raw, found) ->
            id -> {
              long number = read++;
              long place = number < size ? number : random.nextLong(number + 1);
              if (place < size) {
                if (place == numbers.size()) {
                  numbers.add(number);
                } else {
                  drawn.remove(numbers.set((int) place, number));
                }
                drawn.put(number, new TextDocument(id, found.text(), found.date()));
              }
            });
    if (drawn.size() < read) {
      main.console.note(drawn.size() + " of " + read + " documents drawn at random (see --sample)");
    }
    if (drawn.size() < 2) {
      throw new BadInput("too few documents, %d, expected 2 or more (see --sample)", drawn.size());
    }
    return List.copyOf(drawn.values());
  }
}
