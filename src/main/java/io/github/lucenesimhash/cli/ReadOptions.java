package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Encoding;
import io.github.lucenesimhash.corpus.Format;
import io.github.lucenesimhash.corpus.Input;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that define how inputs are read. */
class ReadOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(names = "--ext", paramLabel = "EXT", split = ",")
  List<String> extensions;

  @Option(names = "--format", paramLabel = "FORMAT")
  Format format;

  @Option(names = "--encoding", paramLabel = "NAME")
  String encoding;

  @Option(names = "--markup", paramLabel = "WHAT", defaultValue = "keep")
  Input.Markup markup;

  @Option(names = "--id-field", paramLabel = "NAME", defaultValue = "id")
  String idField;

  @Option(names = "--text-field", paramLabel = "NAME", split = ",", defaultValue = "text")
  List<String> textFields;

  @Option(names = "--strict")
  boolean strict;

  /** Finds the files of the inputs, but reads none. */
  final Corpus corpus(Console console, List<String> inputs) throws IOException {
    return corpus(console, inputs, fields());
  }

  final Corpus corpus(Console console, List<String> inputs, Input.Fields fields)
      throws IOException {
    if (format == Format.FINGERPRINTS && !command.name().equals("index")) {
      throw new BadInput("--format fingerprints holds no texts, only the command index reads it");
    }
    Input input =
        new Input(
            inputs,
            extensions,
            format,
            encoding == null ? null : Encoding.of(encoding),
            markup,
            fields,
            strict);
    Corpus corpus = new Corpus(input, console);
    new RunFiles(command).checkSources(corpus);
    return corpus;
  }

  Input.Fields fields() {
    return new Input.Fields(idField, textFields, null, false, null);
  }
}
