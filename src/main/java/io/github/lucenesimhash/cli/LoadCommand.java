package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.FingerprintFile;
import io.github.lucenesimhash.corpus.FingerprintFile.Entry;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.AlreadyClosedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Makes an index of fingerprints that exist already. */
@Command(name = "load")
final class LoadCommand implements Callable<Integer> {

  /** Recorded where it is not known what made the fingerprints. */
  private static final String UNKNOWN_SCHEME = "unknown";

  @ParentCommand private Main main;

  @Option(names = "--index", required = true, paramLabel = "DIR")
  private Path folder;

  @Parameters(paramLabel = "FILE")
  private Path file;

  @Mixin private SchemeOptions schemeOptions;

  private final Stages stages = new Stages();

  @Override
  public Integer call() throws IOException {
    if (Files.exists(folder)) {
      throw new BadInput("--index '" + folder + "' exists, expected a folder to be made");
    }
    if (!Files.isRegularFile(file)) {
      String reason = Files.exists(file) ? "is not a regular file" : "does not exist";
      throw new BadInput("file '" + file + "' " + reason);
    }
    Map<String, String> given = schemeOptions.given();
    String scheme = given.isEmpty() ? UNKNOWN_SCHEME : schemeOptions.scheme().id();
    int bits = given.isEmpty() ? 0 : schemeOptions.scheme().bits();
    IndexFolder target = new IndexFolder(folder, "--index");
    try (target;
        Interruption interruption = target.interruption(main.console)) {
      interruption.step(target::open);
      FingerprintFile fingerprints = new FingerprintFile(file, bits, main.console);
      String stamp = given.isEmpty() ? null : scheme;
      fingerprints.forEachBatch(
          batch -> interruption.step(() -> add(batch, stamp, target.writer())));
      interruption.step(
          () -> {
            fingerprints.checkIds(target.writer(), StoredIndex.ID);
            target.complete(
                new IndexSettings(scheme, given, null, false, false, Input.Markup.KEEP));
            print(target.writer().getDocStats().numDocs, fingerprints.without());
          });
    } catch (IOException | AlreadyClosedException e) {
      throw target.cause(e);
    }
    return 0;
  }

  private static void add(List<Entry> batch, String scheme, IndexWriter writer) throws IOException {
    for (Entry entry : batch) {
      Fingerprint fingerprint = entry.fingerprint();
      FieldType type = SimHashField.fieldType(scheme, fingerprint.bits());
      writer.addDocument(
          List.of(
              new StringField(StoredIndex.ID, entry.id(), Field.Store.YES),
              new SimHashField(StoredIndex.NEAR, fingerprint, type)));
    }
  }

  private void print(long loaded, long without) throws IOException {
    main.console.print(
        "%s",
        EndLine.of(
            loaded + without,
            0,
            without == 0 ? Map.of() : Map.of("without fingerprint", without),
            stages.seconds(),
            List.of(EndLine.count(loaded, "document") + " in the index")));
  }
}
