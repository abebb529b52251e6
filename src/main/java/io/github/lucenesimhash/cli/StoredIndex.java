package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.search.SimHashField;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopFieldDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;

/** An index on disk, as {@link IndexCommand} makes it, open for reading. */
final class StoredIndex implements Closeable {

  /** The field of a document's id, indexed as one term and stored. */
  static final String ID = "id";

  /** The field of a document's fingerprint. */
  static final String NEAR = "near";

  /**
   * @param distance in bits
   */
  record Hit(String id, int distance) {}

  /**
   * @param total how many documents are within the distance
   * @param nearest of them, at most as many as were asked for
   */
  record Hits(long total, List<Hit> nearest) {}

  /** How the message on an unknown codec goes on after its first sentence. */
  private static final Pattern ADVICE = Pattern.compile("( does not exist)\\. .*", Pattern.DOTALL);

  private final Directory directory;
  private final DirectoryReader reader;
  private final IndexScheme scheme;
  private final IndexSearcher searcher;

  private StoredIndex(Directory directory, DirectoryReader reader) throws IOException {
    this.directory = directory;
    this.reader = reader;
    scheme = IndexScheme.ofCommitData(reader.getIndexCommit().getUserData());
    searcher = new IndexSearcher(reader);
  }

  /** Makes something of an open reader. */
  private interface Opening<T> {
    T of(Directory directory, DirectoryReader reader) throws IOException;
  }

  /**
   * @throws BadInput if there is no index, or none of this program's
   */
  static StoredIndex open(Path folder) throws IOException {
    return open(folder, StoredIndex::new);
  }

  /**
   * Any index, whoever made it. Closing the reader closes its directory.
   *
   * @throws BadInput if there is no index, or it cannot be read
   */
  static DirectoryReader openAny(Path folder) throws IOException {
    return open(
        folder,
        (directory, reader) -> {
          reader
              .getReaderCacheHelper()
              .addClosedListener(key -> IOUtils.closeWhileHandlingException(directory));
          return reader;
        });
  }

  private static <T> T open(Path folder, Opening<T> opening) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new BadInput(
          "--index '" + folder + "' does not exist, expected the folder of an index");
    }
    Directory directory = FSDirectory.open(folder);
    DirectoryReader reader = null;
    T index = null;
    try {
      reader = DirectoryReader.open(directory);
      index = opening.of(directory, reader);
      return index;
    } catch (IndexNotFoundException e) {
      throw new BadInput("--index '" + folder + "' holds no index");
    } catch (CorruptIndexException | IndexFormatTooOldException | IndexFormatTooNewException e) {
      throw new BadInput("--index '" + folder + "' cannot be read: " + e.getMessage());
    } catch (FileSystemException | EOFException e) {
      throw BadInput.unreadable("--index '" + folder + "'", e);
    } catch (IllegalArgumentException e) { // a codec that is not on the class path
      String reason = Objects.requireNonNullElse(e.getMessage(), "no message");
      throw new BadInput(
          "--index '" + folder + "' cannot be read: " + ADVICE.matcher(reason).replaceFirst("$1"));
    } finally {
      if (index == null) {
        IOUtils.closeWhileHandlingException(reader, directory);
      }
    }
  }

  DirectoryReader reader() {
    return reader;
  }

  IndexScheme scheme() {
    return scheme;
  }

  /**
   * The fingerprint of a document, or empty if it has none.
   *
   * @throws BadInput if there is no such document
   */
  OptionalLong fingerprint(String id) throws IOException {
    TopDocs found = searcher.search(new TermQuery(new Term(ID, id)), 1);
    if (found.scoreDocs.length == 0) {
      throw new BadInput("--id '" + id + "' is not in the index");
    }
    int doc = found.scoreDocs[0].doc;
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    NumericDocValues fingerprints = leaf.reader().getNumericDocValues(NEAR);
    return fingerprints != null && fingerprints.advanceExact(doc - leaf.docBase)
        ? OptionalLong.of(fingerprints.longValue())
        : OptionalLong.empty();
  }

  /**
   * The documents nearest to a fingerprint, ties in document order.
   *
   * @param except id of a document to leave out, or null
   */
  Hits search(long fingerprint, int maxDistance, int top, String except) throws IOException {
    Query query = SimHashField.newDistanceQuery(NEAR, fingerprint, maxDistance, scheme.id());
    if (except != null) {
      query =
          new BooleanQuery.Builder()
              .add(query, Occur.FILTER)
              .add(new TermQuery(new Term(ID, except)), Occur.MUST_NOT)
              .build();
    }
    TopFieldDocs found =
        searcher.search(
            query,
            new TopFieldCollectorManager(
                new Sort(SimHashField.newDistanceSort(NEAR, fingerprint)),
                Math.min(top, Math.max(1, reader.maxDoc())),
                null,
                Integer.MAX_VALUE));
    StoredFields documents = searcher.storedFields();
    List<Hit> nearest = new ArrayList<>();
    for (ScoreDoc hit : found.scoreDocs) {
      String id = documents.document(hit.doc, Set.of(ID)).get(ID);
      nearest.add(new Hit(id, ((Long) ((FieldDoc) hit).fields[0]).intValue()));
    }
    return new Hits(found.totalHits.value(), nearest);
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }
}
