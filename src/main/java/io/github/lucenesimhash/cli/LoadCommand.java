package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.GroupingCommand.Stages;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.FingerprintFile;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.load.FingerprintBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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
      FingerprintBatch batch =
          FingerprintBatch.withIds(
              StoredIndex.ID, StoredIndex.NEAR, given.isEmpty() ? null : scheme);
      FingerprintFile fingerprints = new FingerprintFile(file, bits, main.console);
      fingerprints.forEachBatch(batch, () -> interruption.step(() -> batch.addTo(target.writer())));
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
