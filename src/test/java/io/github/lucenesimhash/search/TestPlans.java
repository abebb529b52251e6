package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Beside another clause, a distance query reads no more fingerprints than the cheaper clause. */
public class TestPlans extends LuceneTestCase {

  private static final int DOCUMENTS = 20_000;
  private static final int RARE = 5;

  private Directory directory;
  private CountingReader reader;
  private IndexSearcher searcher;
  private long fingerprint;

  public void testDefaultCodec() throws IOException {
    open(TestUtil.getDefaultCodec());
    assertTrue(reads(with("rare", 3)) <= 2 * RARE);
    rareTermLeads(7, 10, 40);
    frequentTermDoesNotLead(3);
    // Lookups cost more than reading all documents, and few hits are expected: no clause leads.
    frequentTermDoesNotLead(10);
    assertEquals(DOCUMENTS, reads(with("frequent", 10)));
    frequentTermLeads(40);
  }

  public void testSimHashCodec() throws IOException {
    open(new SimHashCodec("near"));
    assertTrue(reads(with("rare", 3)) <= 2 * RARE);
    rareTermLeads(7, 12, 40);
    frequentTermDoesNotLead(3);
    frequentTermDoesNotLead(10);
    assertTrue("hits alone are checked", reads(with("frequent", 10)) <= 200);
    frequentTermLeads(40);
  }

  public void testNearest() throws IOException {
    open(random().nextBoolean() ? TestUtil.getDefaultCodec() : new SimHashCodec("near"));
    assertTrue("blocks find a copy", readsOfNearest(1, null) < 20);
    assertTrue("rounds stop where they do not pay", readsOfNearest(10, null) < 2 * DOCUMENTS);
    assertEquals("one round suffices", DOCUMENTS, readsOfNearest(DOCUMENTS + 1, null));
    assertEquals("a small filter's documents", RARE, readsOfNearest(3, "rare"));
    assertTrue("blocks lead a large filter", readsOfNearest(1, "frequent") < 20);
  }

  private long readsOfNearest(int n, String filter) throws IOException {
    reader.takeReads();
    Query query = filter == null ? null : new TermQuery(new Term(filter, "true"));
    TopDocs nearest = SimHashField.nearest(searcher, "near", Fingerprint.of(fingerprint), n, query);
    assertEquals(Math.min(n, DOCUMENTS), nearest.scoreDocs.length);
    return reader.takeReads();
  }

  private void open(Codec codec) throws IOException {
    directory = new ByteBuffersDirectory();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig().setCodec(codec))) {
      for (int i = 0; i < DOCUMENTS; i++) {
        long next = random().nextLong();
        fingerprint = i % 2 == 0 ? next : fingerprint;
        Document document = new Document();
        document.add(new SimHashField("near", next));
        document.add(
            new StringField("rare", Boolean.toString(i % (DOCUMENTS / RARE) == 0), Field.Store.NO));
        document.add(new StringField("frequent", Boolean.toString(i % 2 == 0), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    reader = new CountingReader(DirectoryReader.open(directory));
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    searcher.count(SimHashField.newDistanceQuery("near", Fingerprint.of(fingerprint), 0));
    assertTrue("a copy is found", reader.takeReads() < 20);
  }

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  private Query with(String field, int maxDistance) {
    return new BooleanQuery.Builder()
        .add(
            SimHashField.newDistanceQuery("near", Fingerprint.of(fingerprint), maxDistance),
            Occur.MUST)
        .add(new TermQuery(new Term(field, "true")), Occur.FILTER)
        .build();
  }

  private long reads(Query query) throws IOException {
    reader.takeReads();
    searcher.count(query);
    return reader.takeReads();
  }

  private void rareTermLeads(int... maxDistances) throws IOException {
    for (int maxDistance : maxDistances) {
      assertEquals("distance " + maxDistance, RARE, reads(with("rare", maxDistance)));
      assertTrue("distance " + maxDistance, isTwoPhase(maxDistance, RARE));
    }
  }

  private void frequentTermDoesNotLead(int maxDistance) throws IOException {
    assertFalse("distance " + maxDistance, isTwoPhase(maxDistance, DOCUMENTS / 2));
    Query alone = SimHashField.newDistanceQuery("near", Fingerprint.of(fingerprint), maxDistance);
    long most = Math.max(16, reads(alone));
    long reads = reads(with("frequent", maxDistance));
    assertTrue(reads + " reads, alone " + most, reads <= most);
  }

  private void frequentTermLeads(int maxDistance) throws IOException {
    assertTrue("distance " + maxDistance, reads(with("frequent", maxDistance)) <= DOCUMENTS);
  }

  private boolean isTwoPhase(int maxDistance, long leadCost) throws IOException {
    Query query = SimHashField.newDistanceQuery("near", Fingerprint.of(fingerprint), maxDistance);
    var leaf = reader.leaves().get(0);
    var supplier = searcher.createWeight(query, ScoreMode.COMPLETE, 1).scorerSupplier(leaf);
    // A conjunction requests its scorers with this cost.
    return supplier.get(Math.min(leadCost, supplier.cost())).twoPhaseIterator() != null;
  }
}
