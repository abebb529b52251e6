package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IntsRefBuilder;

/**
 * All fingerprints of a corpus in memory. An entry's ordinal is its place in the input among the
 * documents that have a fingerprint; it is also its document number, because the writer merges
 * neighbours only and ends with one segment.
 */
final class FingerprintIndex implements Closeable {

  private static final String FIELD = "near";

  /**
   * @param length characters in the text
   */
  record Entry(String id, int length, long fingerprint) {}

  private final Directory directory = new ByteBuffersDirectory();
  private final List<Entry> entries = new ArrayList<>();
  private final List<String> withoutFingerprint = new ArrayList<>();
  private final String schemeId;
  private DirectoryReader reader;
  private IndexSearcher searcher;

  private FingerprintIndex(String schemeId) {
    this.schemeId = schemeId;
  }

  static FingerprintIndex of(Corpus corpus, FingerprintScheme scheme) throws IOException {
    FingerprintIndex index = new FingerprintIndex(scheme.id());
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new SimHashCodec(FIELD))
            .setMergePolicy(new LogDocMergePolicy())
            .setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(index.directory, config)) {
      corpus.forEach(document -> index.add(document, scheme, writer));
      writer.forceMerge(1);
    }
    index.reader = DirectoryReader.open(index.directory);
    index.searcher = new IndexSearcher(index.reader);
    index.searcher.setQueryCache(null);
    return index;
  }

  private void add(TextDocument document, FingerprintScheme scheme, IndexWriter writer)
      throws IOException {
    Optional<SimHashField> field = scheme.field(FIELD, document.text());
    if (field.isEmpty()) {
      withoutFingerprint.add(document.id());
      return;
    }
    long fingerprint = field.get().numericValue().longValue();
    entries.add(new Entry(document.id(), document.text().length(), fingerprint));
    Document fields = new Document();
    fields.add(field.get());
    writer.addDocument(fields);
  }

  /** Documents with a fingerprint, by ordinal. */
  List<Entry> entries() {
    return entries;
  }

  /** Ids of the documents too short for one. */
  List<String> withoutFingerprint() {
    return withoutFingerprint;
  }

  String schemeId() {
    return schemeId;
  }

  /** The ordinals of all entries within a distance of one, itself included, ascending. */
  int[] within(int ordinal, int maxDistance) throws IOException {
    return searcher.search(
        SimHashField.newDistanceQuery(
            FIELD, entries.get(ordinal).fingerprint(), maxDistance, schemeId),
        new Ordinals());
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }

  /** Gathers document numbers; one segment means one collector at work. */
  private static final class Ordinals implements CollectorManager<Ordinals.Gatherer, int[]> {

    private static final class Gatherer extends SimpleCollector {
      private final IntsRefBuilder found = new IntsRefBuilder();

      @Override
      public void collect(int doc) {
        found.append(doc);
      }

      @Override
      public ScoreMode scoreMode() {
        return ScoreMode.COMPLETE_NO_SCORES;
      }
    }

    @Override
    public Gatherer newCollector() {
      return new Gatherer();
    }

    @Override
    public int[] reduce(Collection<Gatherer> gatherers) {
      return gatherers.stream()
          .flatMapToInt(
              gatherer -> Arrays.stream(gatherer.found.ints(), 0, gatherer.found.length()))
          .toArray();
    }
  }
}
