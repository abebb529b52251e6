package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.GroupingCommand.Stages;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.Terminal;
import io.github.lucenesimhash.load.IndexMigration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.AlreadyClosedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Copies an index that any program made, and adds fingerprints of its stored texts. */
@Command(name = "add-fingerprints")
final class AddFingerprintsCommand implements Callable<Integer> {

  private enum Format {
    FAST,
    DEFAULT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @ParentCommand private Main main;

  @Parameters(index = "0", paramLabel = "OLD")
  private Path old;

  @Parameters(index = "1", paramLabel = "NEW")
  private Path folder;

  @Option(names = "--from", paramLabel = "FIELD")
  private String from;

  @Option(names = "--field", paramLabel = "FIELD", defaultValue = StoredIndex.NEAR)
  private String field;

  @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "fast")
  private Format format;

  @Mixin private SchemeOptions schemeOptions;

  private final Stages stages = new Stages();

  @Override
  public Integer call() throws IOException {
    checkFrom();
    FingerprintScheme scheme = schemeOptions.scheme();
    IndexFolder target = new IndexFolder(folder, "new");
    if (target.holdsIndex()) {
      throw new BadInput(target + " holds an index, expected an empty or a new folder");
    }
    try (DirectoryReader index = StoredIndex.openAny(old, "old '" + old + "'");
        target;
        Interruption interruption = target.interruption(main.console)) {
      interruption.step(() -> target.open(IndexMigration.config(index, format == Format.FAST)));
      long added = migrate(index, target.writer(), scheme); // no step: an end need not wait for it
      interruption.step(
          () -> {
            remember(target.writer(), scheme);
            target.complete();
            main.console.print("%s", endLine(index.numDocs(), added));
          });
    } catch (IOException | AlreadyClosedException e) {
      throw target.cause(e);
    }
    return 0;
  }

  private void checkFrom() {
    Set<String> given = schemeOptions.given().keySet();
    if (from == null && !given.isEmpty()) {
      String unused = String.join(" and --", given);
      throw new BadInput("--%s would not be used, expected --from beside it", unused);
    }
  }

  private void remember(IndexWriter writer, FingerprintScheme scheme) throws IOException {
    IndexSettings settings =
        new IndexSettings(
            scheme.id(), schemeOptions.given(), null, false, false, Input.Markup.KEEP);
    Map<String, String> userData = new HashMap<>(settings.toCommitData(field));
    writer.getLiveCommitData().forEach(own -> userData.put(own.getKey(), own.getValue()));
    writer.setLiveCommitData(userData.entrySet());
  }

  private String endLine(long copied, long added) {
    long without = from == null ? 0 : copied - added;
    List<String> results = new ArrayList<>();
    if (from != null) {
      results.add(EndLine.count(added, "fingerprint") + " added");
    }
    results.add("in the " + format + " format");
    return EndLine.of(copied, without, Map.of(), stages.seconds(), results);
  }

  private long migrate(DirectoryReader index, IndexWriter writer, FingerprintScheme scheme)
      throws IOException {
    try (Terminal.Bar bar = main.console.progress("Copying", index.maxDoc(), false)) {
      if (from == null) {
        IndexMigration.copy(index, writer, bar::step);
        return 0;
      }
      return IndexMigration.fingerprints(from, field, scheme).addTo(index, writer, bar::step);
    } catch (IllegalArgumentException e) {
      throw new BadInput(e.getMessage());
    }
  }
}
