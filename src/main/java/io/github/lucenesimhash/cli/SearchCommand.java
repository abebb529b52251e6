package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.Json.AnswerOption;
import io.github.lucenesimhash.cli.StoredIndex.Hit;
import io.github.lucenesimhash.cli.StoredIndex.Hits;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.Source;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Formatter;
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

  @Mixin private AnswerOption answer;

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
      answer.print(
          new Answer(
              index.scheme().id(),
              FingerprintCommand.hex(fingerprint),
              distance.maxDistance,
              minResemblance,
              minResemblance == null ? null : hits.candidates(),
              hits.total(),
              hits.nearest()),
          console);
      if (!answer.isJson && hits.total() > hits.nearest().size()) {
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

  /**
   * What was found, in the order of its JSON.
   *
   * @param fingerprint of the text searched for; null if it has none
   * @param minResemblance null if texts were not compared, as the next
   */
  private record Answer(
      String scheme,
      String fingerprint,
      int maxDistance,
      @JsonInclude(Include.NON_NULL) Double minResemblance,
      @JsonInclude(Include.NON_NULL) Integer candidates,
      long total,
      List<Hit> hits) {

    @Override
    public String toString() {
      Formatter out = new Formatter(Locale.ROOT);
      for (Hit hit : hits) {
        out.format("%s\t%d", Console.oneLine(hit.id()), hit.distance());
        if (hit.resemblance() != null) {
          out.format("\t%.4f", hit.resemblance());
        }
        out.format("\n");
      }
      return out.toString();
    }
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

  private String text() {
    Path file = Source.path(target.text);
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
