package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** An index on disk, as {@link IndexCommand} makes it, open for reading. */
record StoredIndex(DirectoryReader reader, IndexSettings settings) implements Closeable {

  /** The field of a document's id, indexed as one term and stored. */
  static final String ID = "id";

  static final String NEAR = "near";

  /** The stored field of a document's text, where the index was asked to keep texts. */
  static final String TEXT = "text";

  static final class FolderOption {

    @Option(names = "--index", required = true, paramLabel = "DIR")
    Path folder;
  }

  /** How the message on an unknown codec goes on after its first sentence. */
  private static final Pattern ADVICE = Pattern.compile("( does not exist)\\. .*", Pattern.DOTALL);

  static StoredIndex open(Path folder) throws IOException {
    DirectoryReader reader = openAny(folder);
    try {
      return new StoredIndex(
          reader, IndexSettings.ofCommitData(reader.getIndexCommit().getUserData()));
    } catch (BadInput e) {
      IOUtils.closeWhileHandlingException(reader);
      throw e;
    }
  }

  /** Any index of Lucene. Closing the reader closes its directory. */
  static DirectoryReader openAny(Path folder) throws IOException {
    return openAny(folder, "--index '" + folder + "'");
  }

  /**
   * @param option what messages call it
   */
  static DirectoryReader openAny(Path folder, String option) throws IOException {
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

  boolean hasAllTexts() {
    return settings.hasAllTexts() || reader.numDocs() == 0;
  }

  boolean hasTexts() {
    return FieldInfos.getMergedFieldInfos(reader).fieldInfo(TEXT) != null;
  }

  String text(int doc) throws IOException {
    Document document = reader.storedFields().document(doc, Set.of(ID, TEXT));
    String text = document.get(TEXT);
    if (text == null) {
      throw new BadInput(
          "document '%s' has no text in the index, expected one made with index --store-text",
          document.get(ID));
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
