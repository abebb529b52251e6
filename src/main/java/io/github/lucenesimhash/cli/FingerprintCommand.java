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

  /** What was not read, as JSON has it. */
  private record Skipped(long skipped, Map<String, Long> skippedByKind) {}

  @Override
  public Integer call() throws IOException {
    Corpus corpus = input.corpus(main.console);
    FingerprintScheme scheme = schemeOptions.scheme();
    Writer writer = main.console.writer();
    if (json) {
      writeJson(corpus, scheme, writer);
    } else {
      corpus.forEach(
          document -> {
            String hex =
                Objects.requireNonNullElse(
                    hex(scheme.fingerprint(document.text())), FingerprintFile.NONE);
            writer.write(Console.oneLine(document.id()) + "\t" + hex + "\n");
          });
    }
    writer.flush();
    return corpus.end();
  }

  /** Null if there is none. */
  static String hex(OptionalLong fingerprint) {
    return fingerprint.isEmpty() ? null : Fingerprint.toHex(fingerprint.getAsLong());
  }

  private static void writeJson(Corpus corpus, FingerprintScheme scheme, Writer writer)
      throws IOException {
    JsonGenerator json = Json.generator(writer);
    json.writeStartObject();
    json.writeStringField("scheme", scheme.id());
    json.writeArrayFieldStart("fingerprints");
    corpus.forEach(
        document ->
            json.writePOJO(
                new Fingerprinted(document.id(), hex(scheme.fingerprint(document.text())))));
    json.writeEndArray();
    Map<String, Long> byKind = corpus.skipped().byKind();
    Json.end(json, new Skipped(SkipReport.sum(byKind), byKind));
  }
}
