package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.StoredIndex.Hit;
import io.github.lucenesimhash.cli.StoredIndex.Hits;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.FileNames;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Finds the near-duplicates of one text in an index. */
@Command(
    name = "search",
    description =
        "Prints the near-duplicates of one text, nearest first: id, tab, distance; with --verify"
            + " most alike first and another tab and the resemblance.")
final class SearchCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private IndexOption where;

  @ArgGroup(multiplicity = "1")
  private Target target;

  @Mixin private DistanceOption distance;
  @Mixin private SchemeOptions schemeOptions;

  @Option(
      names = "--top",
      paramLabel = "N",
      converter = WholeNumber.FromOne.class,
      defaultValue = "100",
      description = "Most documents to print (default: ${DEFAULT-VALUE}).")
  private int top;

  @Option(
      names = "--verify",
      paramLabel = "J",
      converter = Ratio.class,
      description = {
        "Print only documents whose text resembles the one searched for by J or more, 0 to 1: the",
        "share of 3 words (Chinese: 4 characters) in a row that both have. The index needs",
        "'index --store-text'."
      })
  private Double minResemblance;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  private String text;

  /** What to search for: exactly one of these. */
  private static final class Target {
    @Option(names = "--text", paramLabel = "FILE", description = "The text in a file; - is stdin.")
    private String text;

    @Option(
        names = "--id",
        paramLabel = "ID",
        description = "A document of the index; it is not printed itself.")
    private String id;

    @Option(
        names = "--fingerprint",
        paramLabel = "HEX",
        converter = Hex.class,
        description = "A fingerprint, 16 hex digits.")
    private Long fingerprint;
  }

  SearchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    try (StoredIndex index = StoredIndex.open(where.folder)) {
      if (minResemblance != null && target.fingerprint != null) {
        throw new BadInput("--verify compares texts, expected --text or --id beside it");
      }
      OptionalLong fingerprint = fingerprint(index);
      if (fingerprint.isEmpty()) {
        console.note("the text has no fingerprint: it is too short to have near-duplicates");
      }
      Hits hits =
          fingerprint.isEmpty()
              ? new Hits(0, 0, List.of())
              : search(index, fingerprint.getAsLong());
      Writer writer = console.writer();
      if (json) {
        writeJson(index, fingerprint, hits, writer);
      } else {
        for (Hit hit : hits.nearest()) {
          writer.write(Console.oneLine(hit.id()) + "\t" + hit.distance());
          writer.write(minResemblance == null ? "\n" : resemblance(hit) + "\n");
        }
      }
      writer.flush();
      if (!json && hits.total() > hits.nearest().size()) {
        console.note(
            (minResemblance == null ? "the nearest " : "the most alike ")
                + hits.nearest().size()
                + " of "
                + hits.total()
                + " (see --top)");
      }
    }
    return 0;
  }

  private OptionalLong fingerprint(StoredIndex index) throws IOException {
    if (target.text != null || !schemeOptions.given().isEmpty()) {
      FingerprintScheme scheme = index.scheme().restore(schemeOptions);
      if (target.text != null) {
        text = text();
        return scheme.fingerprint(text);
      }
    }
    return target.id != null ? index.fingerprint(target.id) : OptionalLong.of(target.fingerprint);
  }

  private Hits search(StoredIndex index, long fingerprint) throws IOException {
    if (minResemblance == null) {
      return index.search(fingerprint, distance.maxDistance, top, target.id);
    }
    FeatureSet features =
        TextVerifier.standard().features(target.id == null ? text : index.text(target.id));
    Hits hits =
        index.search(fingerprint, distance.maxDistance, top, target.id, features, minResemblance);
    console.note(
        String.format(
            Locale.ROOT,
            "%d of %d candidates resemble the text by %s or more",
            hits.total(),
            hits.candidates(),
            minResemblance));
    return hits;
  }

  private static String resemblance(Hit hit) {
    return String.format(Locale.ROOT, "\t%.4f", hit.resemblance());
  }

  private String text() {
    Path file = FileNames.path(target.text);
    try {
      if (target.text.equals("-")) {
        return RawText.whole(0, console.in()).text();
      }
      try (InputStream in = Files.newInputStream(file)) {
        return RawText.whole(0, in).text();
      }
    } catch (IllegalArgumentException e) {
      throw new BadInput("--text '" + target.text + "': " + e.getMessage());
    } catch (IOException e) {
      throw BadInput.unreadable("--text '" + target.text + "'", e);
    }
  }

  private void writeJson(StoredIndex index, OptionalLong fingerprint, Hits hits, Writer writer)
      throws IOException {
    try (JsonGenerator out = Json.generator(writer)) {
      out.writeStartObject();
      out.writeStringField("scheme", index.scheme().id());
      Json.fingerprint(out, fingerprint);
      out.writeNumberField("maxDistance", distance.maxDistance);
      if (minResemblance != null) {
        out.writeNumberField("minResemblance", minResemblance);
        out.writeNumberField("candidates", hits.candidates());
      }
      out.writeNumberField("total", hits.total());
      out.writeArrayFieldStart("hits");
      for (Hit hit : hits.nearest()) {
        out.writeStartObject();
        out.writeStringField("id", hit.id());
        out.writeNumberField("distance", hit.distance());
        if (minResemblance != null) {
          out.writeNumberField("resemblance", hit.resemblance());
        }
        out.writeEndObject();
      }
      out.writeEndArray();
      out.writeEndObject();
      out.writeRaw('\n');
    }
  }

  private static final class Hex implements ITypeConverter<Long> {
    @Override
    public Long convert(String hex) {
      try {
        return Fingerprint.parseHex(hex);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + hex + "', expected 16 hex digits");
      }
    }
  }
}
