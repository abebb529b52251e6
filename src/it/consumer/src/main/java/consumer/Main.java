package consumer;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.search.SimHashCodec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Version;

/** Finds the near-duplicate of a text with nothing but the library and the Lucene beside it. */
public final class Main {

  private static final String TEXT = "A fox that is quick and brown jumps over a dog that is lazy";

  private Main() {}

  /** Ends with an exception if it finds anything else, or runs on another Lucene. */
  public static void main(String[] args) throws Exception {
    check(args[0], Version.LATEST.toString());
    FingerprintScheme scheme = FingerprintScheme.standard();
    Directory directory = new ByteBuffersDirectory();
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new SimHashCodec());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (String text : new String[] {TEXT, "Nothing of the kind is said in this other text"}) {
        Document document = new Document();
        document.add(new StringField("text", text, Store.YES));
        scheme.field("near").of(text).ifPresent(document::add);
        writer.addDocument(document);
      }
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      ScoreDoc[] hits =
          new IndexSearcher(reader)
              .search(scheme.field("near").newDistanceQuery(TEXT.toUpperCase() + "!", 10), 10)
              .scoreDocs;
      check("1", "" + hits.length);
      check(TEXT, reader.storedFields().document(hits[0].doc).get("text"));
    }
    System.out.println("found on Lucene " + Version.LATEST);
  }

  private static void check(String expected, String actual) {
    if (!expected.equals(actual)) {
      throw new IllegalStateException("'" + actual + "', expected '" + expected + "'");
    }
  }
}
