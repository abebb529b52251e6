package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.dedup.NearDuplicateWriter;
import io.github.lucenesimhash.search.SimHashCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts the fingerprints of a corpus into an index on disk. */
@Command(
    name = "index",
    description = {
      "Makes an index of fingerprints, or updates one: a document replaces that of the same id."
          + " All changes appear together at the end, or none does."
    })
final class IndexCommand implements Callable<Integer> {

  private final Console console;

  @Option(
      names = "--index",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the index. It remembers the scheme options.")
  private Path folder;

  @Mixin private InputOptions input;
  @Mixin private SchemeOptions schemeOptions;

  @Option(
      names = "--store-text",
      description =
          "Store the texts too, for 'search --verify'. An index that has texts goes on storing.")
  private boolean storeText;

  @Mixin private DuplicateOptions duplicates;

  private long withoutFingerprint;

  IndexCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new BadInput("--index '" + folder + "' is not a folder");
    }
    Corpus corpus = new Corpus(input, console);
    if (Files.isDirectory(folder)) {
      try (Directory directory = FSDirectory.open(folder)) {
        if (DirectoryReader.indexExists(directory)) {
          update(directory, corpus);
          return corpus.end();
        }
      }
    }
    create(corpus);
    return corpus.end();
  }

  private void update(Directory directory, Corpus corpus) throws IOException {
    IndexScheme remembered;
    try (StoredIndex index = StoredIndex.open(folder)) {
      remembered = index.scheme();
      storeText |= index.hasTexts();
    }
    write(directory, corpus, remembered.restore(schemeOptions), remembered);
  }

  private void create(Corpus corpus) throws IOException {
    FingerprintScheme scheme = schemeOptions.scheme();
    boolean isNew = !Files.exists(folder);
    boolean complete = false;
    try (Directory directory = new IndexFolder(folder).open()) {
      write(directory, corpus, scheme, new IndexScheme(scheme.id(), schemeOptions.given()));
      complete = true;
    } finally {
      if (isNew && !complete) {
        IOUtils.rm(folder);
      }
    }
  }

  private void write(
      Directory directory, Corpus corpus, FingerprintScheme scheme, IndexScheme remembered)
      throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new SimHashCodec(StoredIndex.NEAR))
            .setCommitOnClose(false);
    duplicates.check(corpus, storeText);
    try (Interruption interruption = duplicates.isAsked() ? new Interruption() : null;
        OutcomeReport report = duplicates.report(console);
        IndexWriter writer = new IndexFolder(folder).writer(directory, config)) {
      if (duplicates.isAsked()) {
        addUnlessDuplicate(corpus, scheme, writer, report, interruption);
      } else {
        forEach(corpus, scheme, (id, raw, fields) -> update(writer, id, fields));
      }
      writer.setLiveCommitData(remembered.toCommitData().entrySet());
      writer.commit();
      report.complete();
      console.print(
          String.format(
              Locale.ROOT,
              "indexed %d documents, %d without fingerprint, %d skipped; %d documents in the index",
              corpus.documents(),
              withoutFingerprint,
              corpus.skipped().count(),
              writer.getDocStats().numDocs));
      if (duplicates.isAsked()) {
        console.print(report.summary());
      }
    }
  }

  private void update(IndexWriter writer, String id, Document fields) throws IOException {
    writer.updateDocument(new Term(StoredIndex.ID, id), fields);
  }

  private void forEach(Corpus corpus, FingerprintScheme scheme, Corpus.ResultSink<Document> sink)
      throws IOException {
    corpus.forEach(
        (document, source) -> fields(document, scheme),
        (id, raw, fields) -> {
          withoutFingerprint += fields.getField(StoredIndex.NEAR) == null ? 1 : 0;
          fields.add(new StringField(StoredIndex.ID, id, Field.Store.YES));
          sink.accept(id, raw, fields);
        },
        Corpus.Position.START);
  }

  /** Ends the reading; all before it is done. */
  private static final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1;

    Interrupted(String place) {
      super(place, null, false, false);
    }
  }

  private void addUnlessDuplicate(
      Corpus corpus,
      FingerprintScheme scheme,
      IndexWriter writer,
      OutcomeReport report,
      Interruption interruption)
      throws IOException {
    try (NearDuplicateWriter door = duplicates.writer(writer, scheme.id())) {
      forEach(
          corpus,
          scheme,
          (id, raw, fields) -> {
            if (interruption.isRequested()) {
              throw new Interrupted(raw.place(corpus.sources().get(raw.source())));
            }
            report.add(door.add(fields));
          });
    } catch (Interrupted e) {
      console.note(
          "interrupted: all before "
              + e.getMessage()
              + " is in the index; the same command again goes on, and ends as if nothing had been");
    }
  }

  private Document fields(TextDocument document, FingerprintScheme scheme) {
    Document fields = new Document();
    scheme.field(StoredIndex.NEAR, document.text()).ifPresent(fields::add);
    if (storeText) {
      fields.add(new StoredField(StoredIndex.TEXT, document.text()));
    }
    return fields;
  }
}
