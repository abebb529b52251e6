package io.github.lucenesimhash.search;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SimHashAnalyzer;
import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.CannedBinaryTokenStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Fields that SimHashPostingsFormat cannot hold are refused by name, not written wrongly. */
public class TestRefusedFields extends LuceneTestCase {

  private static final String SHAPE = "expected DOCS and NUMERIC";
  private static final String TERMS = "expected the block terms of a SimHashField";
  private static final String FOUR = "expected those of one SimHashField";

  private static void assertRefused(String expected, IndexableField... fields) throws IOException {
    assertRefused(new WhitespaceAnalyzer(), expected, fields);
  }

  private static void assertRefused(Analyzer analyzer, String expected, IndexableField... fields)
      throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(analyzer).setCodec(new SimHashCodec("near"));
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (IndexableField field : fields) {
        Document document = new Document();
        document.add(field);
        writer.addDocument(document);
      }
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> writer.commit());
      assertTrue(e.getMessage(), e.getMessage().contains("field 'near'"));
      assertTrue(e.getMessage(), e.getMessage().contains(expected));
      writer.rollback();
    }
  }

  public void testOtherIndexOptionsOrDocValues() throws IOException {
    assertRefused(SHAPE, new StringField("near", "abc", Field.Store.NO));
    assertRefused(SHAPE, new TextField("near", "some text", Field.Store.NO));
    assertRefused(SHAPE, new KeywordField("near", "abc", Field.Store.NO));
    assertRefused(SHAPE, new Canned(IndexOptions.DOCS_AND_FREQS, block(0), block(1)));
  }

  public void testFilledThroughAnalyzer() throws IOException {
    FieldType type = new FieldType();
    type.setIndexOptions(IndexOptions.DOCS);
    assertRefused(
        new SimHashAnalyzer(FingerprintScheme.english()),
        SHAPE,
        new Field("near", "some text of some length", type));
  }

  public void testOtherTerms() throws IOException {
    for (String term : new String[] {"", "a", "abc", "abcd"}) {
      assertRefused(TERMS, new Canned(IndexOptions.DOCS, new BytesRef(term)));
    }
    assertRefused(TERMS, new Canned(IndexOptions.DOCS, new BytesRef(new byte[] {8, 0, 0})));
    assertRefused(TERMS, new Canned(IndexOptions.DOCS, new BytesRef(new byte[] {-1, 0, 0})));
    assertRefused(TERMS, new Canned(IndexOptions.DOCS, new BytesRef(new byte[] {3, 0})));
    assertRefused(TERMS, new Canned(IndexOptions.DOCS, new BytesRef(new byte[] {3, 0, 0, 0})));
    assertRefused(
        TERMS, new SimHashField("near", 1), new Canned(IndexOptions.DOCS, new BytesRef("plain")));
  }

  public void testNotFourBlocks() throws IOException {
    assertRefused(FOUR, new Canned(IndexOptions.DOCS, block(0), block(1), block(2)));
    assertRefused(FOUR, new Canned(IndexOptions.DOCS, block(0), block(1), block(2), block(7)));
    assertRefused(
        FOUR,
        new Canned(
            IndexOptions.DOCS,
            block(0),
            new BytesRef(new byte[] {0, 1, 1}),
            block(1),
            block(2),
            block(3)));
    assertRefused(FOUR, new SimHashField("near", 1), new Canned(IndexOptions.DOCS, block(3)));
  }

  public void testOtherDeletedDocumentsHideNothing() throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new SimHashCodec("near"));
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      Document deleted = new Document();
      deleted.add(new SimHashField("near", 1));
      deleted.add(new StringField("id", "1", Field.Store.NO));
      writer.addDocument(deleted);
      Document broken = new Document();
      broken.add(new Canned(IndexOptions.DOCS, block(0), block(1), block(2)));
      writer.addDocument(broken);
      writer.deleteDocuments(new Term("id", "1"));
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> writer.commit());
      assertTrue(e.getMessage(), e.getMessage().contains(FOUR));
      writer.rollback();
    }
  }

  private static BytesRef block(int prefix) {
    return new BytesRef(new byte[] {(byte) prefix, 0, 0});
  }

  /** Any terms beside a NUMERIC doc value. */
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
