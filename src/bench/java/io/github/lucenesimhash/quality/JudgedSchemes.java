package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.IdfTable;
import io.github.lucenesimhash.analysis.SchemeSources;
import io.github.lucenesimhash.analysis.Weighting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Lists the schemes to compare. Inverse document frequencies and stop words come from the corpus
 * itself, which favors the classic recipes. The stop words are the words of more than half of the
 * documents.
 */
final class JudgedSchemes {

  private static final double STOP_WORD_IDF = .5; // ln 2 is .69, in steps of .25

  private JudgedSchemes() {}

  static SequencedMap<String, FingerprintScheme> of(QualityCorpus corpus) throws IOException {
    String words = corpus.name().startsWith("zh") ? "zh" : "en";
    FingerprintScheme pairs = FingerprintScheme.parse(words);
    IdfTable idf = IdfTable.ofTexts(pairs, corpus.texts(), 2);
    List<String> stopWords =
        idf.weights().entrySet().stream()
            .filter(word -> word.getValue() <= STOP_WORD_IDF)
            .map(word -> word.getKey())
            .toList();
    SequencedMap<String, FingerprintScheme> schemes = new LinkedHashMap<>();
    schemes.put("standard", FingerprintScheme.standard());
    schemes.put("SimHash, 2 words", pairs);
    schemes.put("SimHash, 2 words, own IDF", pairs.withWeighting(idf.weighting()));
    schemes.put(
        "SimHash, 2 words, shipped IDF",
        pairs.withWeighting(shipped("idf-en.tsv").and(shipped("idf-zh.tsv")).weighting()));
    FingerprintScheme classic = pairs.with("shingle=1 hash=polynomial tie=zero");
    schemes.put("classic words", classic.with("weights=tf(5)"));
    schemes.put("classic characters", FingerprintScheme.parse("classic-chars"));
    schemes.put(
        "classic weighted words",
        classic.withWeighting(Weighting.table(idf.weights(), 1)).withStopWords(stopWords));
    schemes.put(
        "classic tf-idf, top 20",
        FingerprintScheme.parse(
            classic + " weights=int(20*tf-idf) top-features=20",
            SchemeSources.of(Weighting.tfIdf(idf.weights()))));
    return schemes;
  }

  /** Returns a table of the command line. */
  private static IdfTable shipped(String name) throws IOException {
    String path = "/io/github/lucenesimhash/cli/" + name;
    try (InputStream in = IdfTable.class.getResourceAsStream(path)) {
      return IdfTable.read(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    }
  }
}
