package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.tests.analysis.CannedBinaryTokenStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Fields without tables in SimHashPostingsFormat are stored as in Lucene's default format. */
public class TestOtherFields extends LuceneTestCase {

  private static IndexWriterConfig config(Analyzer analyzer) {
    return new IndexWriterConfig(analyzer).setMergePolicy(NoMergePolicy.INSTANCE);
  }

  private static Document document(String id, IndexableField field) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(field);
    return document;
  }

  /** Asserts that documents of one field each are kept: in one segment, in one each, and merged. */
  private void assertKept(IndexableField... fields) throws IOException {
    boolean flush = random().nextBoolean();
    try (IndexPair pair = new IndexPair(() -> config(new WhitespaceAnalyzer()), "near")) {
      for (IndexableField field : fields) {
        pair.both(writer -> writer.addDocument(document("1", field)));
        if (flush) {
          pair.both(writer -> writer.flush());
        }
      }
      assertAlike(pair, fields.length > 1 && flush);
      pair.both(writer -> writer.getConfig().setMergePolicy(newLogMergePolicy()));
      pair.both(writer -> writer.forceMerge(1));
      assertAlike(pair, false);
      pair.both(writer -> writer.commit());
      assertTrue(
          TestUtil.checkIndex(pair.simHash, CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS).clean);
    }
  }

  private void assertAlike(IndexPair pair, boolean tables) throws IOException {
    List<DirectoryReader> readers = pair.readers();
    try (DirectoryReader lucene = readers.get(0);
        DirectoryReader simHash = readers.get(1)) {
      assertReaderEquals("near", lucene, simHash);
      assertEquals(tables, hasTables(simHash));
    }
  }

  private static boolean hasTables(DirectoryReader reader) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      if (leaf.reader().terms("near") instanceof BlockTables) {
        return true;
      }
    }
    return false;
  }

  public void testOtherIndexOptionsOrDocValues() throws IOException {
    assertKept(new StringField("near", "abc", Field.Store.NO));
    assertKept(new TextField("near", "some text", Field.Store.NO));
    assertKept(new KeywordField("near", "abc", Field.Store.NO));
    assertKept(new Canned(IndexOptions.DOCS_AND_FREQS, block(0), block(1)));
  }

  public void testOtherTerms() throws IOException {
    for (String term : new String[] {"", "a", "abc", "abcd"}) {
      assertKept(new Canned(IndexOptions.DOCS, new BytesRef(term)));
    }
    assertKept(new Canned(IndexOptions.DOCS, new BytesRef(new byte[] {8, 0, 0})));
    assertKept(new Canned(IndexOptions.DOCS, new BytesRef(new byte[] {-1, 0, 0})));
    assertKept(new Canned(IndexOptions.DOCS, new BytesRef(new byte[] {3, 0})));
    assertKept(new Canned(IndexOptions.DOCS, new BytesRef(new byte[] {3, 0, 0, 0})));
    assertKept(new SimHashField("near", 1), new Canned(IndexOptions.DOCS, new BytesRef("plain")));
  }

  public void testNotFourBlocks() throws IOException {
    assertKept(new Canned(IndexOptions.DOCS, block(0), block(1), block(2)));
    assertKept(new Canned(IndexOptions.DOCS, block(0), block(1), block(2), block(7)));
    assertKept(
        new Canned(
            IndexOptions.DOCS,
            block(0),
            new BytesRef(new byte[] {0, 1, 1}),
            block(1),
            block(2),
            block(3)));
    assertKept(new SimHashField("near", 1), new Canned(IndexOptions.DOCS, block(3)));
  }

  public void testOfAnotherFingerprint() throws IOException {
    assertKept(new Canned(IndexOptions.DOCS, block(0), block(1), block(2), block(3)));
  }

  public void testOthersAreWrittenBesideTables() throws IOException {
    String[] names =
        random().nextBoolean() ? new String[] {"near", "id", "text"} : new String[0]; // all
    try (IndexPair pair = new IndexPair(() -> config(new WhitespaceAnalyzer()), names)) {
      for (int i = 0; i < 100; i++) {
        Document document = document("" + i, new SimHashField("near", random().nextLong()));
        document.add(new TextField("text", "words of " + i, Field.Store.NO));
        pair.both(writer -> writer.addDocument(document));
      }
      assertAlike(pair, true);
      pair.both(writer -> writer.commit());
      assertTrue(
          TestUtil.checkIndex(pair.simHash, CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS).clean);
    }
  }

  public void testTablesAgainWithoutThem() throws IOException {
    try (IndexPair pair = new IndexPair(() -> config(new WhitespaceAnalyzer()), "near")) {
      pair.both(writer -> writer.addDocument(document("1", new SimHashField("near", 1))));
      pair.both(
          writer -> writer.addDocument(document("2", new Canned(IndexOptions.DOCS, block(0)))));
      pair.both(writer -> writer.commit());
      assertAlike(pair, false);
      pair.both(writer -> writer.deleteDocuments(new Term("id", "2")));
      pair.both(writer -> writer.getConfig().setMergePolicy(newLogMergePolicy()));
      pair.both(writer -> writer.forceMerge(1));
      assertAlike(pair, true);
    }
  }

  /** Only its number distinguishes a live document of other terms from a deleted document. */
  public void testOtherDeletedDocumentsHideNothing() throws IOException {
    Supplier<IndexWriterConfig> configs =
        random().nextBoolean()
            ? () -> config(new WhitespaceAnalyzer())
            : () ->
                config(new WhitespaceAnalyzer())
                    .setIndexSort(new Sort(new SortField("near", SortField.Type.LONG, true)));
    try (IndexPair pair = new IndexPair(configs, "near")) {
      pair.both(writer -> writer.addDocument(document("1", new SimHashField("near", 9))));
      pair.both(
          writer ->
              writer.addDocument(
                  document("2", new Canned(IndexOptions.DOCS, block(0), block(1), block(2)))));
      pair.both(writer -> writer.deleteDocuments(new Term("id", "1")));
      assertAlike(pair, false);
      pair.both(
          writer -> {
            try (DirectoryReader reader = DirectoryReader.open(writer)) {
              IndexSearcher searcher = new IndexSearcher(reader);
              assertEquals(
                  1, searcher.count(SimHashField.newDistanceQuery("near", Fingerprint.of(0), 3)));
            }
          });
    }
  }

  private static BytesRef block(int prefix) {
    return new BytesRef(new byte[] {(byte) prefix, 0, 0});
  }

  /** A field of any terms beside a NUMERIC doc value. */
  private static final class Canned extends Field {

    private final BytesRef[] terms;

    Canned(IndexOptions options, BytesRef... terms) {
      super("near", type(options));
      this.terms = terms;
      fieldsData = 1L;
    }

    private static FieldType type(IndexOptions options) {
      FieldType type = new FieldType();
      type.setIndexOptions(options);
      type.setDocValuesType(DocValuesType.NUMERIC);
      type.setOmitNorms(true);
      return type;
    }

    @Override
    public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
      CannedBinaryTokenStream.BinaryToken[] tokens =
          new CannedBinaryTokenStream.BinaryToken[terms.length];
      for (int i = 0; i < terms.length; i++) {
        tokens[i] = new CannedBinaryTokenStream.BinaryToken(terms[i]);
      }
      return new CannedBinaryTokenStream(tokens);
    }
  }
}
