package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.FingerprintFile;
import io.github.lucenesimhash.load.FingerprintBatch;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.store.AlreadyClosedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Makes an index of fingerprints that exist already. */
@Command(
    name = "load",
    description =
        "Makes an index of ready fingerprints, another system's for example, to be searched by id"
            + " or fingerprint; by text too, if the scheme options say which scheme made them. The"
            + " index appears when all is loaded, or not at all.")
final class LoadCommand implements Callable<Integer> {

  /** Recorded where it is not known what made the fingerprints. */
  private static final String UNKNOWN_SCHEME = "unknown";

  @ParentCommand private Main main;

  @Option(
      names = "--index",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the index, which does not exist yet.")
  private Path folder;

  @Parameters(
      paramLabel = "FILE",
      description =
          "Lines of id TAB fingerprint, as 16 hex digits, as the command fingerprint prints them;"
              + " or, if the name ends in .bin, 8 bytes a fingerprint, highest byte first, and the"
              + " ids are 0, 1, 2 and so on.")
  private Path file;

  @Mixin private SchemeOptions schemeOptions;

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
    IndexScheme scheme =
        new IndexScheme(given.isEmpty() ? UNKNOWN_SCHEME : schemeOptions.scheme().id(), given);
    FieldType type = given.isEmpty() ? SimHashField.TYPE : SimHashField.fieldType(scheme.id());
    IndexFolder target = new IndexFolder(folder);
    try (target;
        Interruption interruption = new Interruption(main.console, () -> interrupted(target))) {
      interruption.step(target::open);
      FingerprintBatch batch = FingerprintBatch.withIds(StoredIndex.ID, StoredIndex.NEAR, type);
      FingerprintFile fingerprints = new FingerprintFile(file, main.console);
      fingerprints.forEachBatch(batch, () -> interruption.step(() -> batch.addTo(target.writer())));
      interruption.step(
          () -> {
            fingerprints.checkIds(target.writer(), StoredIndex.ID);
            target.complete(scheme.toCommitData());
            main.console.print(
                "loaded %d fingerprints, %d documents without one left out",
                target.writer().getDocStats().numDocs, fingerprints.without());
          });
    } catch (IOException | AlreadyClosedException e) {
      throw target.cause(e);
    }
    return 0;
  }

  private void interrupted(IndexFolder target) throws IOException {
    target.close();
    main.console.note("interrupted: no index is made");
  }
}
