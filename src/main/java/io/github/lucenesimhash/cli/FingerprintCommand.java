package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Format;
import io.github.lucenesimhash.fingerprint.IsccUnit;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Prints the fingerprints of a corpus. */
@Command(name = "fingerprint")
final class FingerprintCommand implements Callable<Integer> {

  @ParentCommand private Main main;
  @Mixin private SchemeOptions schemeOptions;
  @Mixin private InputOptions.All input;

  @Override
  public Integer call() throws IOException {
    Corpus corpus = input.corpus(main.console);
    FingerprintScheme scheme = schemeOptions.scheme();
    boolean isIscc = scheme.toString().startsWith("iscc");
    Writer writer = main.console.writer();
    corpus.forEach(
        (raw, document) -> {
          String shown =
              scheme
                  .fingerprint(document.text())
                  .map(
                      made ->
                          isIscc ? IsccUnit.CONTENT_TEXT.format(made.toArray()) : made.toString())
                  .orElse(Format.NO_FINGERPRINT);
          return id -> writer.write(Console.oneLine(id) + "\t" + shown + "\n");
        });
    writer.flush();
    return corpus.end();
  }
}
