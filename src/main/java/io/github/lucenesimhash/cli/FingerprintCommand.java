package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.SchemeOption;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Format;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.IsccUnit;
import java.io.IOException;
import java.io.Writer;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Prints the fingerprints of a corpus. */
@Command(name = "fingerprint")
final class FingerprintCommand implements Callable<Integer> {

  @ParentCommand private Main main;
  @Mixin private SchemeOptions schemeOptions;
  @Mixin private Json.AnswerOption answer;
  @Mixin private InputOptions.All input;

  private static String shown(Fingerprint made, boolean isIscc) {
    return isIscc ? IsccUnit.CONTENT_TEXT.format(made.toArray()) : made.toString();
  }

  /** A document, as JSON has it; the fingerprint is null if it has none. */
  private record Fingerprinted(String id, String fingerprint) {}

  @Override
  public Integer call() throws IOException {
    Corpus corpus = input.corpus(main.console);
    FingerprintScheme scheme = schemeOptions.scheme();
    boolean isIscc = "iscc".equals(schemeOptions.given().get(SchemeOption.SCHEME.toString()));
    Writer writer = main.console.writer();
    JsonGenerator object = answer.isJson ? Json.object(writer) : null;
    if (answer.isJson) {
      object.writeStringField("scheme", scheme.id());
      object.writeArrayFieldStart("fingerprints");
    }
    corpus.forEach(
        (raw, document) -> {
          String hex =
              scheme.fingerprint(document.text()).map(made -> shown(made, isIscc)).orElse(null);
          return id -> {
            if (answer.isJson) {
              object.writePOJO(new Fingerprinted(id, hex));
            } else {
              String shown = Objects.requireNonNullElse(hex, Format.NO_FINGERPRINT);
              writer.write(Console.oneLine(id) + "\t" + shown + "\n");
            }
          };
        });
    if (answer.isJson) {
      Json.endArray(object, new Json.Skipped(corpus.skipped().byKind()));
    }
    writer.flush();
    return corpus.end();
  }
}
