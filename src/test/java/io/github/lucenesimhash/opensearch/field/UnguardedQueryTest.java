package io.github.lucenesimhash.opensearch.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.search.internal.ContextIndexSearcher;

/** Tests that the fast format's tables, which OpenSearch's cancellation guard hides, are seen. */
class UnguardedQueryTest {

  @Test
  void seesTheTablesBehindTheGuard() throws IOException {
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(new SimHashCodec("near"));
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (long fingerprint = 0; fingerprint < 20; fingerprint++) {
          Document document = new Document();
          document.add(new SimHashField("near", fingerprint));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory);
          ContextIndexSearcher searcher = searcher(reader)) {
        searcher.addQueryCancellation(() -> {});
        assertFalse(seesTables(searcher.getIndexReader().leaves().get(0)));
        assertTrue(probe(searcher));
        Query nearest =
            new UnguardedQuery(
                "near", SimHashField.newNearestQuery("near", Fingerprint.of(0), 5, null));
        Weight weight =
            searcher.createWeight(searcher.rewrite(nearest), ScoreMode.COMPLETE_NO_SCORES, 1);
        assertEquals(5, weight.scorerSupplier(searcher.getIndexReader().leaves().get(0)).cost());
        Weight inShard =
            new NearestInShard("near", Fingerprint.of(0), 5, null)
                .createWeight(searcher, ScoreMode.COMPLETE, 1);
        assertEquals(5, inShard.scorerSupplier(searcher.getIndexReader().leaves().get(0)).cost());
      }
    }
  }

  /** A search that is cancelled after rewriting, when its timeout becomes known, finds nothing. */
  @Test
  void cancellationStrikesBeforeAnythingIsSearched() throws IOException {
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        writer.addDocument(List.of(new SimHashField("near", 0)));
      }
      for (Query query :
          List.of(
              new UnguardedQuery(
                  "near", SimHashField.newDistanceQuery("near", Fingerprint.of(0), 3)),
              new NearestInShard("near", Fingerprint.of(0), 5, null))) {
        try (DirectoryReader reader = DirectoryReader.open(directory);
            ContextIndexSearcher searcher = searcher(reader)) {
          Query rewritten = searcher.rewrite(query);
          searcher.addQueryCancellation(
              () -> {
                throw new TaskCancelledException("cancelled");
              });
          Weight weight = searcher.createWeight(rewritten, ScoreMode.COMPLETE, 1);
          LeafReaderContext leaf = searcher.getIndexReader().leaves().get(0);
          ScorerSupplier supplier = weight.scorerSupplier(leaf);
          assertFalse(weight.isCacheable(leaf), "later searches would take that for all hits");
          assertNotNull(supplier, "a scorer, which OpenSearch runs and looks at the time");
          DocIdSetIterator hits = supplier.get(Long.MAX_VALUE).iterator();
          assertEquals(DocIdSetIterator.NO_MORE_DOCS, hits.nextDoc(), query.toString());
        }
      }
    }
  }

  private static ContextIndexSearcher searcher(DirectoryReader reader) throws IOException {
    return new ContextIndexSearcher(
        reader,
        IndexSearcher.getDefaultSimilarity(),
        IndexSearcher.getDefaultQueryCache(),
        IndexSearcher.getDefaultQueryCachingPolicy(),
        true,
        null,
        null);
  }

  private static boolean seesTables(LeafReaderContext context) throws IOException {
    Terms terms = context.reader().terms("near");
    return terms.getClass().getPackageName().equals(SimHashField.class.getPackageName());
  }

  private static boolean probe(ContextIndexSearcher searcher) throws IOException {
    Probe probe = new Probe();
    Weight weight =
        searcher.createWeight(
            searcher.rewrite(new UnguardedQuery("near", probe)), ScoreMode.COMPLETE_NO_SCORES, 1);
    weight.scorerSupplier(searcher.getIndexReader().leaves().get(0));
    return probe.seen;
  }

  /** Records whether it sees the tables of the fast format. */
  private static final class Probe extends Query {

    private boolean seen;

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
        throws IOException {
      Weight all = MatchAllDocsQuery.INSTANCE.createWeight(searcher, scoreMode, boost);
      return new FilterWeight(this, all) {
        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
          seen = seesTables(context);
          return super.scorerSupplier(context);
        }
      };
    }

    @Override
    public void visit(QueryVisitor visitor) {
      visitor.visitLeaf(this);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }

    @Override
    public String toString(String field) {
      return "probe";
    }
  }
}
