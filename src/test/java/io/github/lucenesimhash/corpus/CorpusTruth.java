package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes {@code src/test/resources/test-corpus-pairs.tsv}: id, id and exact Jaccard similarity of
 * all pairs of one language at .5 and above, according to the features that {@link
 * TextVerifier#standard} compares.
 *
 * <pre>mvn -q test-compile exec:exec@bench -Dbench.args=corpus-truth</pre>
 */
public final class CorpusTruth {

  static final Path CORPUS = Path.of("test-corpus");
  static final Path PAIRS = Path.of("src/test/resources/test-corpus-pairs.tsv");

  private static final TextVerifier VERIFIER = TextVerifier.standard();

  private CorpusTruth() {}

  public static void write() throws IOException {
    Files.writeString(PAIRS, pairs());
  }

  /** Returns lines of id, tab, id, tab, similarity, in order of the ids. */
  static String pairs() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String language : List.of("en", "zh")) {
      Map<String, FeatureSet> texts = new TreeMap<>();
      texts(language).forEach((id, text) -> texts.put(id, VERIFIER.features(text)));
      texts.forEach(
          (id, features) ->
              texts.forEach(
                  (other, otherFeatures) -> {
                    double similarity = features.jaccard(otherFeatures);
                    if (id.compareTo(other) < 0 && similarity >= .5) {
                      lines.append(id).append('\t').append(other).append('\t');
                      lines.append(similarity).append('\n');
                    }
                  }));
    }
    return lines.toString();
  }

  /** Returns the texts by id, such as {@code en/news-01.txt}. */
  public static Map<String, String> texts(String language) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.list(CORPUS.resolve(language))) {
      for (Path file : files.toList()) {
        texts.put(language + "/" + file.getFileName(), Files.readString(file));
      }
    }
    return texts;
  }
}
