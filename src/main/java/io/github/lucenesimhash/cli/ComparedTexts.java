package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.verify.FeatureCache;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.stream.IntStream;

/**
 * The features of the texts of documents. Features are cached, and the least recently used are
 * dropped first. If the features of a text are not cached, the text is read again.
 */
final class ComparedTexts {

  private static final int MOST = 4096;
  private static final int MAX_CACHE_BYTES = 1 << 26;

  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final int THREADS_A_CORE = 8; // most threads wait for the disk

  /**
   * The bytes that all threads may read at once. Fewer threads read larger texts, at least one a
   * core.
   */
  private static final long READ_BYTES = Runtime.getRuntime().maxMemory() / 256;

  private static final long CACHE_BYTES =
      Math.min(MAX_CACHE_BYTES, Runtime.getRuntime().maxMemory() / 8);

  private final Documents documents;
  private final TextVerifier verifier;
  private final FeatureCache<Integer> cache;

  ComparedTexts(Documents documents, TextVerifier verifier) {
    this.documents = documents;
    this.verifier = verifier;
    cache = new FeatureCache<>(CACHE_BYTES);
  }

  /** Estimates how many documents have features that fit into half of the cache, 2 to 4096. */
  int most() {
    double characters = // a length of 0 is unknown, as in an index with fingerprints
        IntStream.range(0, documents.count())
            .map(documents::length)
            .filter(length -> length > 0)
            .average()
            .orElse(0);
    long featureBytes = Math.round(Long.BYTES * characters);
    return Math.clamp(CACHE_BYTES / 2 / (1 + featureBytes), 2, MOST);
  }

  /**
   * Reads texts that are needed soon, and caches their features, on one to eight threads a core.
   */
  void fetch(int[] next) throws IOException {
    int[] missing =
        IntStream.of(next)
            .sorted() // in the order of the files
            .distinct()
            .filter(document -> !cache.contains(document))
            .toArray();
    long largest = IntStream.of(missing).mapToLong(documents::readBytes).reduce(1, Math::max);
    int threads = Math.clamp(READ_BYTES / largest, CORES, THREADS_A_CORE * CORES);
    documents.forEachText(
        missing,
        threads,
        done -> {},
        (document, text) -> cache.put(document, verifier.features(text)));
  }

  FeatureSet features(int document) throws IOException {
    return cache.get(document, () -> verifier.features(documents.text(document)));
  }
}
