package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Option;

/** An index on disk, as {@link IndexCommand} makes it, open for reading. */
final class StoredIndex implements Closeable {

  /** The field of a document's id, indexed as one term and stored. */
  static final String ID = "id";

  /** The field of a document's fingerprint. */
  static final String NEAR = "near";

  /** The stored field of a document's text, where the index was asked to keep texts. */
  static final String TEXT = "text";

  /** In a commit's user data where every document was stored with its text. */
  static final String ALL_TEXTS = "lucene-simhash.all-texts";

  /** Which index to read. */
  static final class FolderOption {

    @Option(
        names = "--index",
        required = true,
        paramLabel = "DIR",
        description = "Folder of the index.")
    Path folder;
  }

  /** How the message on an unknown codec goes on after its first sentence. */
  private static final Pattern ADVICE = Pattern.compile("( does not exist)\\. .*", Pattern.DOTALL);

  private final DirectoryReader reader;
  private final IndexScheme scheme;
  private final DedupPolicy policy;
  private final boolean hasAllTexts;

  private StoredIndex(DirectoryReader reader) throws IOException {
    this.reader = reader;
    Map<String, String> userData = reader.getIndexCommit().getUserData();
    scheme = IndexScheme.ofCommitData(userData);
    policy = DedupPolicy.ofCommitData(userData);
    hasAllTexts = userData.containsKey(ALL_TEXTS) || reader.numDocs() == 0;
  }

  /**
   * @throws BadInput if there is no index, or none of this program's
   */
  static StoredIndex open(Path folder) throws IOException {
    DirectoryReader reader = openAny(folder);
    StoredIndex index = null;
    try {
      index = new StoredIndex(reader);
      return index;
    } finally {
      if (index == null) {
        IOUtils.closeWhileHandlingException(reader);
      }
    }
  }

  /**
   * Any index, whoever made it. Closing the reader closes its directory.
   *
   * @throws BadInput if there is no index, or it cannot be read
   */
  static DirectoryReader openAny(Path folder) throws IOException {
    String option = "--index '" + folder + "'";
    if (!Files.isDirectory(folder)) {
      throw new BadInput(option + " does not exist, expected the folder of an index");
    }
    Directory directory = null;
    DirectoryReader reader = null;
    try {
      Directory files = new IndexFiles(folder);
      directory = files;
      reader = DirectoryReader.open(directory);
      reader
          .getReaderCacheHelper()
          .addClosedListener(key -> IOUtils.closeWhileHandlingException(files));
      return reader;
    } catch (IndexNotFoundException e) {
      throw new BadInput(option + " holds no index");
    } catch (CorruptIndexException | IndexFormatTooOldException | IndexFormatTooNewException e) {
      throw new BadInput(option + " cannot be read: " + e.getMessage());
    } catch (FileSystemException | EOFException e) {
      throw BadInput.unreadable(option, e);
    } catch (IllegalArgumentException e) { // a codec that is not on the class path
      String reason = Objects.requireNonNullElse(e.getMessage(), "no message");
      throw new BadInput(option + " cannot be read: " + ADVICE.matcher(reason).replaceFirst("$1"));
    } finally {
      if (reader == null) {
        IOUtils.closeWhileHandlingException(directory);
      }
    }
  }

  DirectoryReader reader() {
    return reader;
  }

  IndexScheme scheme() {
    return scheme;
  }

  /** How it is kept free of near-duplicates, or null. */
  DedupPolicy policy() {
    return policy;
  }

  /** True if every document of the index was stored with its text. */
  boolean hasAllTexts() {
    return hasAllTexts;
  }

  /** True if a document of the index was stored with its text. */
  boolean hasTexts() {
    return FieldInfos.getMergedFieldInfos(reader).fieldInfo(TEXT) != null;
  }

  /**
   * The fingerprint of a document, or empty if it has none.
   *
   * @throws BadInput if there is no such document
   */
  OptionalLong fingerprint(String id) throws IOException {
    return fingerprint(document(id));
  }

  OptionalLong fingerprint(int doc) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    NumericDocValues fingerprints = leaf.reader().getNumericDocValues(NEAR);
    return fingerprints != null && fingerprints.advanceExact(doc - leaf.docBase)
        ? OptionalLong.of(fingerprints.longValue())
        : OptionalLong.empty();
  }

  /**
   * The stored text of a document.
   *
   * @throws BadInput if there is no such document, or it was stored without
   */
  String text(String id) throws IOException {
    return text(document(id));
  }

  /** As {@link #text(String)}, by number. */
  String text(int doc) throws IOException {
    Document document = reader.storedFields().document(doc, Set.of(ID, TEXT));
    String text = document.get(TEXT);
    if (text == null) {
      throw new BadInput(
          "document '"
              + document.get(ID)
              + "' has no text in the index, expected one made with index --store-text");
    }
    return text;
  }

  /** What a document goes by. */
  String id(int doc) throws IOException {
    return reader.storedFields().document(doc, Set.of(ID)).get(ID);
  }

  private int document(String id) throws IOException {
    TopDocs found = new IndexSearcher(reader).search(new TermQuery(new Term(ID, id)), 1);
    if (found.scoreDocs.length == 0) {
      throw new BadInput("--id '" + id + "' is not in the index");
    }
    return found.scoreDocs[0].doc;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
