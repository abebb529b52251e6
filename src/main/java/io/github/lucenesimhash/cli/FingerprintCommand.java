package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.FingerprintFile;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.io.Writer;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the fingerprints of a corpus. */
@Command(
    name = "fingerprint",
    description = {
      "Prints each document's fingerprint: id, tab, 16 hex digits. A text too short for one has 16"
          + " hyphens (null in JSON)."
    })
final class FingerprintCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private InputOptions input;
  @Mixin private SchemeOptions schemeOptions;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  FingerprintCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Corpus corpus = input.corpus(console);
    FingerprintScheme scheme = schemeOptions.scheme();
    Writer writer = console.writer();
    if (json) {
      writeJson(corpus, scheme, writer);
    } else {
      corpus.forEach(
          document -> {
            OptionalLong fingerprint = scheme.fingerprint(document.text());
            String hex =
                fingerprint.isEmpty()
                    ? FingerprintFile.NONE
                    : Fingerprint.toHex(fingerprint.getAsLong());
            writer.write(Console.oneLine(document.id()) + "\t" + hex + "\n");
          });
    }
    writer.flush();
    return corpus.end();
  }

  private static void writeJson(Corpus corpus, FingerprintScheme scheme, Writer writer)
      throws IOException {
    JsonGenerator out = Json.generator(writer);
    out.writeStartObject();
    out.writeStringField("scheme", scheme.id());
    out.writeArrayFieldStart("fingerprints");
    corpus.forEach(
        document -> {
          out.writeStartObject();
          out.writeStringField("id", document.id());
          Json.fingerprint(out, scheme.fingerprint(document.text()));
          out.writeEndObject();
        });
    out.writeEndArray();
    Json.skipped(out, corpus.skipped().byKind());
    out.writeEndObject();
    out.writeRaw('\n');
    out.flush();
  }
}
