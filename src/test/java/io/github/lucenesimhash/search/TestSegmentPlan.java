package io.github.lucenesimhash.search;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHitCountCollectorManager;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.Version;

/** The text of a segment's plan describes the search: it agrees with counted reads. */
public class TestSegmentPlan extends LuceneTestCase {

  private static final int SEGMENTS = 12;

  private final BruteForce oracle = new BruteForce();
  private RandomFingerprints fingerprints;

  private Directory index(Codec codec, Shape shape, int documents) throws IOException {
    fingerprints = new RandomFingerprints(random(), shape);
    Directory directory = new ByteBuffersDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(codec).setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int id = 0; id < documents; id++) {
        Document document = Answers.document(id);
        if (random().nextInt(10) > 0 || id % (documents / SEGMENTS) == 0) {
          long fingerprint = fingerprints.next();
          oracle.put(id, fingerprint);
          document.add(new SimHashField("near", fingerprint));
        }
        writer.addDocument(document);
        if ((id + 1) % (documents / SEGMENTS) == 0) {
          writer.flush();
        }
      }
    }
    return directory;
  }

  private HammingDistanceQuery query(int maxDistance) {
    long fingerprint = fingerprints.query(Math.min(maxDistance, 10));
    if (random().nextInt(3) == 0 && maxDistance <= 20) {
      long[] members = LongStream.generate(() -> random().nextLong()).limit(50).toArray();
      members[7] = fingerprint;
      return (HammingDistanceQuery)
          new DistanceBatch("near", RandomFingerprints.all(members), maxDistance).query(7);
    }
    Strategy strategy =
        RandomPicks.randomFrom(random(), List.of(Strategy.CHEAPEST, Strategy.DOC_VALUES));
    return new HammingDistanceQuery("near", Fingerprint.of(fingerprint), maxDistance, strategy);
  }

  public void testTextSaysWhatIsDone() throws IOException {
    Codec codec = random().nextBoolean() ? new SimHashCodec() : TestUtil.getDefaultCodec();
    Shape shape = RandomPicks.randomFrom(random(), Shape.values());
    int documents = SEGMENTS * RandomPicks.randomFrom(random(), List.of(20, 300, 3000));
    try (Directory directory = index(codec, shape, documents);
        CountingReader reader = new CountingReader(DirectoryReader.open(directory))) {
      for (int i = atLeast(100); i > 0; i--) {
        int maxDistance = random().nextInt(random().nextBoolean() ? 4 : 45);
        HammingDistanceQuery query = query(maxDistance);
        LeafReader leaf = RandomPicks.randomFrom(random(), reader.leaves()).reader();
        IndexSearcher searcher = new IndexSearcher(leaf);
        searcher.setQueryCache(null);
        compare(reader, searcher, query);
      }
    }
  }

  private void compare(CountingReader reader, IndexSearcher searcher, HammingDistanceQuery query)
      throws IOException {
    LeafReaderContext leaf = searcher.getLeafContexts().get(0);
    boolean isFoundByBatch = query.batch != null && query.batch.apply(leaf) != null;
    String plan = SegmentPlan.of(query, leaf.reader()).describe();
    long documents = 0;
    NumericDocValues values = leaf.reader().getNumericDocValues("near");
    while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      documents++;
    }
    reader.takeReads();
    int hits = searcher.search(query, new TotalHitCountCollectorManager(searcher.getSlices()));
    long reads = reader.takeReads();
    String message = query + " by " + plan + ": " + reads + " reads, " + documents + " documents";
    if (isFoundByBatch) {
      assertEquals("found before: " + message, 0, reads);
    } else if (plan.startsWith("all doc values")) {
      assertEquals(message, documents, reads);
    } else {
      assertTrue(message, plan.matches("blocks\\[.*\\], \\d+ lookups, about \\d+ candidates.*"));
      long lookups = Long.parseLong(plan.replaceAll(".*\\], (\\d+) lookups.*", "$1"));
      assertTrue(message, reads >= hits && reads <= documents * Math.min(4, lookups));
    }
    for (int lead : new int[] {1, 2, 10, 100, 1000, 10_000}) {
      assertEquals(
          message + ", led by " + lead, lead < verifiedBelow(plan), isVerified(query, leaf, lead));
    }
    assertFalse(plan, plan.contains("fewer than 1 documents"));
    TopDocs top = searcher.search(query, 1);
    if (top.scoreDocs.length > 0) {
      String text = searcher.explain(query, top.scoreDocs[0].doc).toString();
      String how = isFoundByBatch ? "one search for all fingerprints of a batch" : plan;
      assertTrue(text, text.contains(" by " + how + ", computed as"));
    }
  }

  private static long verifiedBelow(String plan) {
    return plan.contains("fewer than")
        ? Long.parseLong(plan.replaceAll(".*fewer than (\\d+) documents.*", "$1"))
        : 0;
  }

  /** Returns whether the documents that another clause leaves are verified one by one. */
  private static boolean isVerified(HammingDistanceQuery query, LeafReaderContext leaf, long lead)
      throws IOException {
    Weight weight = query.createWeight(new IndexSearcher(leaf.reader()), ScoreMode.COMPLETE, 1);
    return weight.scorerSupplier(leaf).get(lead).twoPhaseIterator() != null;
  }

  /** Only segments in which the other clause leaves documents are opened: one of 12. */
  public void testOnlyTheSegmentsThatOtherClausesLeave() throws IOException {
    int maxDistance = RandomPicks.randomFrom(random(), List.of(2, 3, 7, 10));
    try (Directory directory = index(new SimHashCodec("near"), Shape.UNIFORM, 12_000 * SEGMENTS);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      Query near =
          SimHashField.newDistanceQuery(
              "near", Fingerprint.of(fingerprints.query(maxDistance)), maxDistance);
      LeafReaderContext leaf = reader.leaves().get(5);
      Query one = NumericDocValuesField.newSlowExactQuery("id.value", Answers.id(leaf.reader(), 7));
      Query both = new BooleanQuery.Builder().add(near, Occur.MUST).add(one, Occur.FILTER).build();
      Query apart =
          new BooleanQuery.Builder().add(near, Occur.MUST).add(one, Occur.MUST_NOT).build();
      assertEquals(1, opened(reader, both, null));
      assertEquals(SEGMENTS, opened(reader, near, null));
      if (!Version.LATEST.onOrAfter(Version.fromBits(10, 6, 0))) { // may check few one by one
        assertEquals(SEGMENTS, opened(reader, apart, null));
      }
      assertEquals("time limit", 1, opened(reader, near, () -> false));
    }
  }

  /** Returns the number of segments whose tables are opened to search one of the segments. */
  private static int opened(DirectoryReader reader, Query query, QueryTimeout timeout)
      throws IOException {
    Set<Object> opened = new HashSet<>();
    WrappedReader seen =
        new WrappedReader(
            reader,
            leaf ->
                new WrappedReader.Leaf(leaf) {
                  @Override
                  public Terms terms(String field) throws IOException {
                    opened.add(leaf);
                    return in.terms(field);
                  }
                });
    IndexSearcher searcher = new IndexSearcher(seen);
    searcher.setTimeout(timeout);
    searcher.setQueryCache(null);
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    ScorerSupplier supplier = weight.scorerSupplier(seen.leaves().get(5));
    if (supplier != null) {
      supplier.bulkScorer();
    }
    return opened.size();
  }
}
