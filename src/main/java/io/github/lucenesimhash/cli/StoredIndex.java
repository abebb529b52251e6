package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.DuplicateOptions.DedupPolicy;
import io.github.lucenesimhash.corpus.BadInput;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Option;

/**
 * An index on disk, as {@link IndexCommand} makes it, open for reading.
 *
 * @param policy how it is kept free of near-duplicates, or null
 * @param hasAllTexts whether every document was stored with its text
 */
record StoredIndex(
    DirectoryReader reader, IndexScheme scheme, DedupPolicy policy, boolean hasAllTexts)
    implements Closeable {

  /** The field of a document's id, indexed as one term and stored. */
  static final String ID = "id";

  static final String NEAR = "near";

  /** The stored field of a document's text, where the index was asked to keep texts. */
  static final String TEXT = "text";

  /** In a commit's user data where every document was stored with its text. */
  static final String ALL_TEXTS = "lucene-simhash.all-texts";

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

  static StoredIndex open(Path folder) throws IOException {
    DirectoryReader reader = openAny(folder);
    try {
      Map<String, String> userData = reader.getIndexCommit().getUserData();
      return new StoredIndex(
          reader,
          IndexScheme.ofCommitData(userData),
          DedupPolicy.ofCommitData(userData),
          userData.containsKey(ALL_TEXTS) || reader.numDocs() == 0);
    } catch (BadInput e) {
      IOUtils.closeWhileHandlingException(reader);
      throw e;
    }
  }

  /** Any index of Lucene. Closing the reader closes its directory. */
  static DirectoryReader openAny(Path folder) throws IOException {
    String option = "--index '" + folder + "'";
    if (!Files.isDirectory(folder)) {
      throw new BadInput(option + " does not exist, expected the folder of an index");
    }
    try {
      Directory directory = new IndexFiles(folder);
      DirectoryReader reader = DirectoryReader.open(directory);
      reader
          .getReaderCacheHelper()
          .addClosedListener(key -> IOUtils.closeWhileHandlingException(directory));
      return reader;
    } catch (IndexNotFoundException e) {
      throw new BadInput(option + " holds no index");
    } catch (FileSystemException | EOFException e) {
      throw BadInput.unreadable(option, e);
    } catch (CorruptIndexException
        | IndexFormatTooOldException
        | IndexFormatTooNewException
        | IllegalArgumentException e) { // the last for a codec that is not on the class path
      String reason = BadInput.reason(e);
      throw new BadInput(option + " cannot be read: " + ADVICE.matcher(reason).replaceFirst("$1"));
    }
  }

  boolean hasTexts() {
    return FieldInfos.getMergedFieldInfos(reader).fieldInfo(TEXT) != null;
  }

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

  String id(int doc) throws IOException {
    return reader.storedFields().document(doc, Set.of(ID)).get(ID);
  }

  int document(String id) throws IOException {
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
