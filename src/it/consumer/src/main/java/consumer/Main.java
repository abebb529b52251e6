package consumer;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeField;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Version;

/**
 * Writes an index of a folder of texts, and searches this index and the indexes that other versions
 * of Lucene wrote here. The class path has only the library and one version of Lucene. Every text
 * is looked up, and the answer must equal that of a comparison with all texts. An older Lucene may
 * refuse an index of a newer version.
 */
public final class Main {

  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();
  private static final SchemeField NEAR = SCHEME.field("near");
  private static final int DELETED = 7; // one of this many documents

  private Main() {}

  /** Takes the version of Lucene, the folder of the texts, and the folder of the indexes. */
  public static void main(String[] args) throws IOException {
    check(args[0], Version.LATEST);
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(args[1]))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        texts.add(Files.readString(file));
      }
    }
    texts.removeIf(text -> SCHEME.fingerprint(text).isEmpty());
    Path indexes = Path.of(args[2]);
    write(indexes.resolve(args[0]), texts);
    try (Stream<Path> written = Files.list(indexes)) {
      for (Path index : written.sorted().toList()) {
        try (Directory directory = FSDirectory.open(index);
            DirectoryReader reader = DirectoryReader.open(directory)) {
          check(2, reader.leaves().size());
          System.out.printf(
              "Lucene %s reads the index of %s: %d documents, %d hits within 3 bits, %d within 10%n",
              args[0],
              index.getFileName(),
              reader.numDocs(),
              search(reader, texts, 3),
              search(reader, texts, 10));
        } catch (IndexFormatTooNewException e) { // Lucene's own formats refuse the index
          check(true, args[0].compareTo(index.getFileName().toString()) < 0);
          System.out.printf("Lucene %s refuses the index of %s%n", args[0], index.getFileName());
        }
      }
    }
  }

  /** Writes two segments, of which the first has deletes. */
  private static void write(Path index, List<String> texts) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new SimHashCodec());
    config.setOpenMode(OpenMode.CREATE).setMergePolicy(NoMergePolicy.INSTANCE);
    try (Directory directory = FSDirectory.open(index);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < texts.size(); i++) {
        Document document = new Document();
        document.add(new StringField("id", "" + i, Store.YES));
        NEAR.of(texts.get(i)).ifPresent(document::add);
        writer.addDocument(document);
        if (i == texts.size() / 2) {
          writer.commit();
        }
      }
      for (int i = 0; i < texts.size(); i += DELETED) {
        writer.deleteDocuments(new Term("id", "" + i));
      }
    }
  }

  private static int search(DirectoryReader reader, List<String> texts, int maxDistance)
      throws IOException {
    List<Fingerprint> all = texts.stream().map(it -> SCHEME.fingerprint(it).orElseThrow()).toList();
    IndexSearcher searcher = new IndexSearcher(reader);
    int hits = 0;
    for (int i = 0; i < all.size(); i++) {
      BitSet near = new BitSet();
      for (int j = 0; j < all.size(); j++) {
        near.set(j, j % DELETED != 0 && all.get(i).distance(all.get(j)) <= maxDistance);
      }
      BitSet found = new BitSet();
      for (ScoreDoc hit :
          searcher.search(NEAR.newDistanceQuery(texts.get(i), maxDistance), all.size()).scoreDocs) {
        found.set(Integer.parseInt(reader.storedFields().document(hit.doc).get("id")));
      }
      check(near, found);
      hits += found.cardinality();
    }
    return hits;
  }

  private static void check(Object expected, Object actual) {
    if (!expected.toString().equals(actual.toString())) {
      throw new IllegalStateException("'" + actual + "', expected '" + expected + "'");
    }
  }
}
