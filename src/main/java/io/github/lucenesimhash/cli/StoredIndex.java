package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.load.IndexMigration;
import io.github.lucenesimhash.search.SimHashField;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;

/** An index on disk that {@link IndexCommand} or {@link ServeCommand} made, open for reading. */
record StoredIndex(DirectoryReader reader, IndexSettings settings) implements Closeable {

  /** The field of a document's id. */
  static final String ID = "id";

  static final String NEAR = "near";

  /** The stored field of a document's text, in an index that stores texts. */
  static final String TEXT = "text";

  /** The field of copied passages, in an index that was made with {@code --passages}. */
  static final String PASSAGES = "passages";

  /** The field of the date, in an index whose policy has a window. */
  static final String DATE = "date";

  /** The field of the tenant, in an index whose policy is per tenant. */
  static final String TENANT = "tenant";

  /** Matches the advice after the first sentence of Lucene's message on an unknown codec. */
  private static final Pattern ADVICE = Pattern.compile("( does not exist)\\. .*", Pattern.DOTALL);

  /** Opens an index that {@link IndexCommand} or {@link ServeCommand} made. */
  static StoredIndex open(Path folder) throws IOException {
    return open(folder, "index '" + folder + "'");
  }

  /**
   * Opens an index that {@link IndexCommand} or {@link ServeCommand} made.
   *
   * @param option the name of the index in messages
   */
  static StoredIndex open(Path folder, String option) throws IOException {
    DirectoryReader reader = openAny(folder, option);
    IndexSettings settings = IndexSettings.ofCommitData(reader.getIndexCommit().getUserData());
    if (settings == null) {
      IOUtils.closeWhileHandlingException(reader);
      throw new BadInput(
          option + " was made by another program, expected one made by the command index");
    }
    return new StoredIndex(reader, settings);
  }

  /** Returns whether a folder contains an index, not only a file that is named like a commit. */
  static boolean isAt(Path folder) throws IOException {
    if (!Files.isDirectory(folder) || !Files.isReadable(folder)) {
      return false;
    }
    try (DirectoryStream<Path> commits =
        Files.newDirectoryStream(folder, IndexFileNames.SEGMENTS + "_*")) {
      for (Path commit : commits) {
        if (IndexFolder.start(commit) == CodecUtil.CODEC_MAGIC) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Opens any Lucene index. Closing the reader closes its directory.
   *
   * @param option the name of the index in messages
   */
  static DirectoryReader openAny(Path folder, String option) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new BadInput(option + " does not exist, expected the folder of an index");
    }
    try {
      Directory directory = FSDirectory.open(folder);
      DirectoryReader reader = DirectoryReader.open(directory);
      reader
          .getReaderCacheHelper()
          .addClosedListener(key -> IOUtils.closeWhileHandlingException(directory));
      return reader;
    } catch (IndexNotFoundException e) {
      throw new BadInput(option + " holds no index, expected the folder of one");
    } catch (IOException | IllegalArgumentException e) { // for example an unknown codec
      String reason = BadInput.reason(e);
      throw new BadInput(option + " cannot be read: " + ADVICE.matcher(reason).replaceFirst("$1"));
    }
  }

  boolean hasAllTexts() {
    return settings.hasAllTexts() || reader.numDocs() == 0;
  }

  /** Refuses a field whose fingerprints another scheme made: another program wrote to the index. */
  void requireScheme(String field, String schemeId) {
    try {
      SimHashField.requireScheme(reader, field, schemeId);
    } catch (IllegalArgumentException e) {
      throw new BadInput(e.getMessage());
    }
  }

  boolean hasTexts() {
    return FieldInfos.getMergedFieldInfos(reader).fieldInfo(TEXT) != null;
  }

  String text(int doc) throws IOException {
    String text = storedText(doc);
    if (text == null) {
      throw new BadInput(
          "document '%s' stores no text, expected an index made with --store-text", id(doc));
    }
    return text;
  }

  /** Returns the text of a document, or null if the text is not stored. */
  String storedText(int doc) throws IOException {
    return stored(doc, TEXT);
  }

  String id(int doc) throws IOException {
    return stored(doc, ID);
  }

  private String stored(int doc, String field) throws IOException {
    return IndexMigration.text(reader.storedFields().document(doc, Set.of(field)), field);
  }

  int document(String id) throws IOException {
    TopDocs found = new IndexSearcher(reader).search(new TermQuery(id(id)), 1);
    if (found.scoreDocs.length == 0) {
      throw new BadInput("--id '%s' is not in the index", id);
    }
    return found.scoreDocs[0].doc;
  }

  static Term id(String id) {
    return new Term(ID, id);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
