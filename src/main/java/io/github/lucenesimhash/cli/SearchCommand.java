package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.GroupOptions.DistanceOption;
import io.github.lucenesimhash.cli.Json.AnswerOption;
import io.github.lucenesimhash.cli.StoredIndex.FolderOption;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.Source;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.DocumentFeatures;
import io.github.lucenesimhash.verify.ResemblanceRescorer;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
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

  @Mixin private FolderOption where;

  @ArgGroup(multiplicity = "1")
  private Target target;

  @Mixin private DistanceOption distance;
  @Mixin private SchemeOptions schemeOptions;

  @Option(
      names = "--top",
      paramLabel = "N",
      converter = Range.FromOne.class,
      defaultValue = "100",
      description = "Most documents to print (default: ${DEFAULT-VALUE}).")
  private int top;

  @Option(
      names = "--verify",
      paramLabel = "J",
      converter = Range.Ratio.class,
      description = {
        "Print only documents whose text resembles the one searched for by J or more, 0 to 1: the",
        "share of 3 words (Chinese: 4 characters) in a row that both have. The index needs",
        "'index --store-text'."
      })
  private Double minResemblance;

  @Mixin private AnswerOption answer;

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

  /**
   * What was found, in the order of its JSON.
   *
   * @param fingerprint of the text searched for; null if it has none
   * @param minResemblance null if texts were not compared, as the next
   * @param candidates how many texts were compared
   * @param total documents within the distance, and alike if texts were compared
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
        out.format("%s\t%d", Console.oneLine(hit.id), hit.distance);
        if (hit.resemblance != null) {
          out.format("\t%.4f", hit.resemblance);
        }
        out.format("\n");
      }
      return out.toString();
    }
  }

  /**
   * @param resemblance of the texts, null if they were not compared
   */
  private record Hit(String id, int distance, @JsonInclude(Include.NON_NULL) Float resemblance) {}

  SearchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    try (StoredIndex index = StoredIndex.open(where.folder)) {
      if (minResemblance != null && target.fingerprint != null) {
        throw new BadInput("--verify compares texts, expected --text or --id beside it");
      }
      FingerprintScheme scheme =
          target.text == null && schemeOptions.given().isEmpty()
              ? null
              : index.scheme().restore(schemeOptions);
      String text = target.text == null ? null : text();
      OptionalLong fingerprint =
          text != null
              ? scheme.fingerprint(text)
              : target.id != null
                  ? index.fingerprint(target.id)
                  : OptionalLong.of(target.fingerprint);
      if (minResemblance != null && fingerprint.isPresent() && text == null) {
        text = index.text(target.id);
      }
      Answer found = search(index, fingerprint, text);
      answer.print(found, console);
      if (!answer.isJson && found.total > found.hits.size()) {
        console.note(
            (minResemblance == null ? "the nearest " : "the most alike ")
                + found.hits.size()
                + " of "
                + found.total
                + " (see --top)");
      }
    }
    return 0;
  }

  /**
   * The documents near a fingerprint, nearest first; or of these the ones whose texts are alike,
   * most alike first, then nearest. Ties are in document order.
   */
  private Answer search(StoredIndex index, OptionalLong fingerprint, String text)
      throws IOException {
    int candidates = 0;
    long total = 0;
    List<Hit> hits = new ArrayList<>();
    if (fingerprint.isEmpty()) {
      console.note("the text has no fingerprint: it is too short to have near-duplicates");
    } else {
      IndexSearcher searcher = new IndexSearcher(index.reader());
      TopDocs found = near(index, searcher, fingerprint.getAsLong());
      candidates = found.scoreDocs.length;
      if (minResemblance != null) {
        found = alike(index, text).rescore(searcher, found, candidates);
      }
      total = found.totalHits.value();
      for (ScoreDoc hit : found.scoreDocs) {
        long other = index.fingerprint(hit.doc).getAsLong();
        hits.add(
            new Hit(
                index.id(hit.doc),
                Fingerprint.distance(fingerprint.getAsLong(), other),
                minResemblance == null ? null : hit.score));
      }
      if (minResemblance != null) {
        hits.sort(
            Comparator.comparing(Hit::resemblance).reversed().thenComparingInt(Hit::distance));
        console.note(
            String.format(
                Locale.ROOT,
                "%d of %d candidates resemble the text by %s or more",
                total,
                candidates,
                minResemblance));
      }
    }
    return new Answer(
        index.scheme().id(),
        FingerprintCommand.hex(fingerprint),
        distance.maxDistance,
        minResemblance,
        minResemblance == null ? null : candidates,
        total,
        hits.subList(0, Math.min(top, hits.size())));
  }

  private TopDocs near(StoredIndex index, IndexSearcher searcher, long fingerprint)
      throws IOException {
    SimHashField.requireScheme(index.reader(), StoredIndex.NEAR, index.scheme().id());
    BooleanQuery.Builder query =
        new BooleanQuery.Builder()
            .add(
                SimHashField.newDistanceQuery(StoredIndex.NEAR, fingerprint, distance.maxDistance),
                Occur.FILTER);
    if (target.id != null) {
      query.add(new TermQuery(new Term(StoredIndex.ID, target.id)), Occur.MUST_NOT);
    }
    int most = minResemblance == null ? top : Integer.MAX_VALUE;
    return searcher.search(
        query.build(),
        new TopFieldCollectorManager(
            new Sort(SimHashField.newDistanceSort(StoredIndex.NEAR, fingerprint)),
            Math.min(most, Math.max(1, index.reader().maxDoc())),
            null,
            Integer.MAX_VALUE));
  }

  private ResemblanceRescorer alike(StoredIndex index, String text) {
    TextVerifier verifier = TextVerifier.standard();
    return ResemblanceRescorer.jaccard(
        verifier.features(text),
        DocumentFeatures.texts(verifier, (leaf, doc) -> index.text(leaf.docBase + doc)),
        minResemblance);
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
