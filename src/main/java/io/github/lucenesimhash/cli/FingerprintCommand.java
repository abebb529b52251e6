package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.FingerprintFile;
import io.github.lucenesimhash.corpus.SkipReport;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Prints the fingerprints of a corpus. */
@Command(
    name = "fingerprint",
    description =
        "Prints each document's fingerprint: id, tab, 16 hex digits. A text too short for one has"
            + " 16 hyphens (null in JSON).")
final class FingerprintCommand implements Callable<Integer> {

  @ParentCommand private Main main;

  @Mixin private InputOptions input;
  @Mixin private SchemeOptions schemeOptions;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  /** A document, as JSON has it; the fingerprint is null if it has none. */
  private record Fingerprinted(String id, String fingerprint) {}

  private record Skipped(long skipped, Map<String, Long> skippedByKind) {}

  @Override
  public Integer call() throws IOException {
    Corpus corpus = input.corpus(main.console);
    FingerprintScheme scheme = schemeOptions.scheme();
    Writer writer = main.console.writer();
    JsonGenerator object =
        json ? Json.startArray(writer, Map.of("scheme", scheme.id()), "fingerprints") : null;
    corpus.forEach(
        document -> {
          String hex = hex(scheme.fingerprint(document.text()));
          if (json) {
            object.writePOJO(new Fingerprinted(document.id(), hex));
          } else {
            String shown = Objects.requireNonNullElse(hex, FingerprintFile.NONE);
            writer.write(Console.oneLine(document.id()) + "\t" + shown + "\n");
          }
        });
    if (json) {
      Map<String, Long> byKind = corpus.skipped().byKind();
      Json.endArray(object, new Skipped(SkipReport.sum(byKind), byKind));
    }
    writer.flush();
    return corpus.end();
  }

  private static String hex(OptionalLong fingerprint) {
    return fingerprint.isEmpty() ? null : Fingerprint.toHex(fingerprint.getAsLong());
  }
}
