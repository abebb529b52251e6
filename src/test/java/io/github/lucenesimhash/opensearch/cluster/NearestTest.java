package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.opensearch.cluster.ShardLookup.Nearest;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.FloatDocValuesField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.queries.function.FunctionScoreQuery;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopFieldCollector;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.Test;

class NearestTest {

  /** A document of the reader. */
  private record Found(int document, Place place) {}

  private final long seed = Long.getLong("tests.bulkSeed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final List<Found> near = new ArrayList<>();

  /** Documents of a few scores, whose sequence numbers are in no order. */
  private void write(Directory directory, int documents) throws IOException {
    List<Integer> seqNos = new ArrayList<>();
    IndexWriterConfig inOrder = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, inOrder)) {
      for (int i = 0; i < documents; i++) {
        seqNos.add(random.nextInt(i + 1), i);
      }
      for (int i = 0; i < documents; i++) {
        float score = random.nextInt(5) / 4f;
        Document document = new Document();
        document.add(new FloatDocValuesField("score", score));
        document.add(new NumericDocValuesField("_seq_no", seqNos.get(i)));
        writer.addDocument(document);
        near.add(new Found(i, new Place(score, seqNos.get(i))));
        if (random.nextInt(20) == 0) {
          writer.commit();
        }
      }
    }
  }

  /** The pages, one after the other, are all that are near, in their order. */
  @Test
  @SuppressWarnings("deprecation") // a collector by itself, as shards use it
  void pagesAreTheWholeOrder() throws IOException {
    Query query =
        new FunctionScoreQuery(
            MatchAllDocsQuery.INSTANCE, DoubleValuesSource.fromFloatField("score"));
    try (Directory directory = new ByteBuffersDirectory()) {
      write(directory, 200);
      List<Found> expected =
          near.stream()
              .sorted(
                  Comparator.comparingDouble((Found found) -> -found.place().score())
                      .thenComparingLong(found -> found.place().seqNo()))
              .toList();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        for (int n = 1; n <= 250; n += 1 + random.nextInt(n)) {
          List<Found> pages = new ArrayList<>();
          boolean hasMore = true;
          while (hasMore) {
            Place after = pages.isEmpty() ? Place.START : pages.getLast().place();
            TopFieldCollector collector = Nearest.collector(n, after);
            new IndexSearcher(reader).search(query, collector);
            Nearest nearest = Nearest.of(collector, n);
            nearest.hits().forEach(hit -> pages.add(new Found(hit.doc, new Place(hit))));
            hasMore = nearest.hasMore();
            assertEquals(pages.size() < expected.size(), hasMore, "seed " + seed + ", n " + n);
          }
          assertEquals(expected, pages, "seed " + seed + ", n " + n);
        }
      }
    }
  }
}
