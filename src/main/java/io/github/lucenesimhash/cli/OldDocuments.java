package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.IndexDocuments;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.InputDocuments;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.util.IOUtils;

/**
 * The old documents, of a corpus or an index, that new documents are compared with. All old
 * documents are kept.
 */
final class OldDocuments implements Closeable {

  private final Path path;
  private final String option;
  private final StoredIndex index; // null if the documents are a corpus
  private final Corpus corpus; // null if the documents are in an index
  private Documents documents;

  OldDocuments(Path path, InputOptions input, Console console) throws IOException {
    this.path = path;
    option = "--against '" + path + "'";
    if (path.toString().equals(Input.STANDARD_INPUT)) {
      throw new BadInput(option + ", expected a folder, a file or an index");
    }
    boolean isIndex = StoredIndex.isAt(path);
    index = isIndex ? StoredIndex.open(path, option) : null;
    corpus = isIndex ? null : input.corpus(console, List.of(path.toString()));
  }

  /** Returns the scheme that made the index, or for a corpus the scheme that the options name. */
  FingerprintScheme scheme(SchemeOptions options) {
    return index == null ? options.scheme() : index.settings().restore(options);
  }

  /**
   * Reads the documents.
   *
   * @param added the corpus of new documents, which must not share a file with the old documents
   * @param scheme the scheme of the fingerprints
   * @param needsTexts the option that needs texts, or null if texts are not needed
   * @param command the command that compares the documents
   */
  void read(Corpus added, FingerprintScheme scheme, String needsTexts, DedupCommand command)
      throws IOException {
    if (index == null) {
      checkApart(added);
      InputDocuments read = new InputDocuments(corpus);
      documents = read;
      command.prepare(read);
      read.read(scheme, added.hasDateField(), true);
      return;
    }
    if (needsTexts != null && !index.hasAllTexts()) {
      throw new BadInput(
          option
              + " is an index without the texts, which "
              + needsTexts
              + " needs:"
              + " expected one made with index --store-text");
    }
    IndexDocuments read =
        new IndexDocuments(index.reader(), StoredIndex.TEXT, StoredIndex.ID, null);
    command.prepare(read);
    index.requireScheme(StoredIndex.NEAR, scheme.id());
    read.readFingerprints(StoredIndex.NEAR, scheme.id());
    documents = read;
  }

  private void checkApart(Corpus added) throws IOException {
    Path both = RunFiles.shared(corpus, added);
    if (both != null) {
      throw new BadInput(
          option + " and the input both have '" + both + "', expected different files");
    }
  }

  Documents documents() {
    return documents;
  }

  String name() {
    return path.toString();
  }

  int end() {
    return corpus == null ? 0 : corpus.end();
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(index, documents);
  }
}
