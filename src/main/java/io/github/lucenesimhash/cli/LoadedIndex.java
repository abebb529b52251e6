package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
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
import java.util.Set;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.AlreadyClosedException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** An index of fingerprints that exist already, which {@code index --format fingerprints} makes. */
final class LoadedIndex {

  /** Recorded where it is not known what made the fingerprints. */
  private static final String UNKNOWN_SCHEME = "unknown";

  private static final Set<String> USED = Set.of("--format", "--scheme", "--verbose");

  private final Path folder;
  private final SchemeOptions schemeOptions;
  private final Console console;
  private final Stages stages = new Stages();

  LoadedIndex(Path folder, SchemeOptions schemeOptions, Console console) {
    this.folder = folder;
    this.schemeOptions = schemeOptions;
    this.console = console;
  }

  /** Refuses options that are for texts. */
  static void check(ParseResult line) {
    for (OptionSpec option : line.matchedOptions()) {
      if (!USED.contains(option.longestName())) {
        throw new BadInput(
            "%s is for texts, expected no --format fingerprints beside it", option.longestName());
      }
    }
  }

  /** Makes the index of the fingerprints in a file, or nothing. */
  void make(Path file) throws IOException {
    if (Files.exists(folder)) {
      throw new BadInput("index '" + folder + "' exists, expected a folder to be made");
    }
    if (!Files.isRegularFile(file)) {
      String reason = Files.exists(file) ? "is not a regular file" : "does not exist";
      throw new BadInput("file '" + file + "' " + reason);
    }
    Map<String, String> given = schemeOptions.given();
    FingerprintScheme scheme = given.isEmpty() ? null : schemeOptions.scheme();
    String stamp = scheme == null ? null : scheme.id();
    IndexFolder target = new IndexFolder(folder, "index");
    try (target;
        Interruption interruption = target.interruption(console)) {
      interruption.step(target::open);
      FingerprintFile fingerprints =
          new FingerprintFile(file, scheme == null ? 0 : scheme.bits(), console);
      fingerprints.forEachBatch(
          batch -> interruption.step(() -> add(batch, stamp, target.writer())));
      interruption.step(
          () -> {
            fingerprints.checkIds(target.writer(), StoredIndex.ID);
            String made = stamp == null ? UNKNOWN_SCHEME : stamp;
            target.complete(new IndexSettings(made, given, null, false, false, Input.Markup.KEEP));
            print(target.writer().getDocStats().numDocs, fingerprints.without());
          });
    } catch (IOException | AlreadyClosedException e) {
      throw target.cause(e);
    }
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
    console.print(
        "%s",
        EndLine.of(
            loaded + without,
            0,
            without == 0 ? Map.of() : Map.of("without fingerprint", without),
            stages.seconds(),
            List.of(EndLine.count(loaded, "document") + " in the index")));
  }
}
