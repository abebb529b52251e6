package io.github.lucenesimhash.cli;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.Source;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.ResemblanceField;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.ResemblanceRescorer;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.util.BytesRef;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Finds the near-duplicates of one text in an index. */
@Command(name = "search")
final class SearchCommand implements Callable<Integer> {

  @ParentCommand private Main main;
  @Mixin private StoredIndex.FieldOptions where;

  @ArgGroup(multiplicity = "1")
  private Target target;

  @Mixin private NearOptions within;
  @Mixin private SchemeOptions schemeOptions;

  @Option(names = "--top", paramLabel = "N", converter = Range.FromOne.class, defaultValue = "100")
  private int top;

  @Option(names = "--verify", paramLabel = "J", converter = Range.Ratio.class)
  private Double minResemblance;

  @Option(names = "--short-texts", paramLabel = "J", converter = Range.HalfToOne.class)
  private Double shortTexts;

  @Mixin private Json.AnswerOption answer;
  @Spec private CommandSpec command;

  private static final class Target {
    @Option(names = "--text", paramLabel = "FILE")
    private String text;

    @Option(names = "--id", paramLabel = "ID")
    private String id;

    @Option(names = "--fingerprint", paramLabel = "HEX", converter = Range.Hex.class)
    private Long fingerprint;
  }

  /**
   * What was found, in the order of its JSON.
   *
   * @param fingerprint of the text searched for; null if it has none
   * @param minResemblance null if texts were not compared, as the next
   * @param candidates how many texts were compared
   * @param minWordResemblance null if words were not compared
   * @param total documents within the distance, and alike if texts were compared; and those that
   *     are alike by their words
   */
  private record Answer(
      String scheme,
      String fingerprint,
      int maxDistance,
      @JsonInclude(NON_NULL) Double minResemblance,
      @JsonInclude(NON_NULL) Integer candidates,
      @JsonInclude(NON_NULL) Double minWordResemblance,
      long total,
      List<Hit> hits) {

    @Override
    public String toString() {
      boolean isVerified = minResemblance != null;
      return hits.stream().map(hit -> hit.tsv(isVerified)).collect(Collectors.joining());
    }
  }

  private record Found(Near near, int doc) {}

  /**
   * A document, and how its text begins.
   *
   * @param start null if the index does not store it
   */
  private record Hit(@JsonUnwrapped Near near, @JsonInclude(NON_NULL) String start) {

    String tsv(boolean isVerified) {
      Near shown = isVerified ? near : new Near(near.id(), near.distance(), null);
      String line = shown.tsv().stripTrailing();
      return line + (start == null ? "" : "\t" + Console.oneLine(start)) + "\n";
    }
  }

  @Override
  public Integer call() throws IOException {
    try (StoredIndex index = where.open()) {
      if (minResemblance != null && target.fingerprint != null) {
        throw new BadInput("--verify compares texts, expected --text or --id beside it");
      }
      if (shortTexts != null) {
        checkShortTexts(index);
      }
      boolean needsScheme = target.text != null || !schemeOptions.given().isEmpty();
      FingerprintScheme scheme = needsScheme ? index.settings().restore(schemeOptions) : null;
      String text = null;
      OptionalLong fingerprint;
      if (target.text != null) {
        text = text();
        fingerprint = scheme.fingerprint(text);
      } else if (target.id != null) {
        int document = index.document(target.id);
        fingerprint = SimHashField.fingerprint(index.reader(), index.near(), document);
        text = minResemblance == null || fingerprint.isEmpty() ? null : index.text(document);
      } else {
        fingerprint = OptionalLong.of(target.fingerprint);
      }
      if (fingerprint.isEmpty()) {
        main.console.note("the text has no fingerprint: it is too short to have near-duplicates");
        print(index, null, 0, 0, List.of());
      } else {
        search(index, fingerprint.getAsLong(), text, words(index, scheme, text));
      }
    }
    return 0;
  }

  private void checkShortTexts(StoredIndex index) {
    if (target.fingerprint != null) {
      throw new BadInput("--short-texts compares words, expected --text or --id beside it");
    }
    if (minResemblance != null) {
      throw new BadInput("--short-texts is given with --verify, expected one of them");
    }
    if (!index.settings().hasWords()) {
      throw new BadInput(
          "--index '%s' is without the words of short texts, which --short-texts needs: expected a"
              + " new one made with index --short-texts",
          where.folder);
    }
  }

  /**
   * Finds what is alike by its words; null if that is not asked for, or the text is not short. It
   * is asked for by --short-texts, and where neither -k nor --verify says what is near enough.
   */
  private Query words(StoredIndex index, FingerprintScheme scheme, String text) throws IOException {
    boolean isOwn = command.commandLine().getParseResult().hasMatchedOption("-k");
    boolean isDefault =
        index.settings().hasWords()
            && target.fingerprint == null
            && minResemblance == null
            && !isOwn;
    if (shortTexts == null && !isDefault) {
      return null;
    }
    String field = index.near() + FingerprintScheme.WORDS;
    long[] words = target.text == null ? words(index, field) : scheme.wordSide().features(text);
    if (words.length == 0 || words.length > ResemblanceField.MAX_FEATURES / 2) {
      shortTexts = null;
      return null;
    }
    if (shortTexts == null) {
      shortTexts = FingerprintScheme.DEFAULT_RESEMBLANCE;
    }
    return ResemblanceField.newResemblanceQuery(field, words, shortTexts);
  }

  /** Of the document searched for; none if it is not short. */
  private long[] words(StoredIndex index, String field) throws IOException {
    BytesRef words = ResemblanceField.docValue(index.reader(), field, index.document(target.id));
    return words == null
        ? new long[0]
        : IntStream.of(ResemblanceField.features(words)).asLongStream().toArray();
  }

  /**
   * Prints the documents near a fingerprint, nearest first; or of these the ones whose texts are
   * alike, most alike first, then nearest; then others that are alike by their words, most alike
   * first. Ties are in document order.
   *
   * @param words null if words are not compared
   */
  private void search(StoredIndex index, long fingerprint, String text, Query words)
      throws IOException {
    boolean verified = minResemblance != null;
    IndexSearcher searcher = new IndexSearcher(index.reader());
    TopDocs near = near(index, searcher, fingerprint);
    int candidates = near.scoreDocs.length;
    TopDocs found = verified ? alike(index, text).rescore(searcher, near, candidates) : near;
    long total = found.totalHits.value();
    List<Found> hits = new ArrayList<>();
    for (ScoreDoc hit : found.scoreDocs) {
      hits.add(found(index, hit.doc, fingerprint, verified ? (Float) hit.score : null));
    }
    if (verified) {
      hits.sort(
          Comparator.comparing((Found hit) -> hit.near.resemblance())
              .reversed()
              .thenComparingInt(hit -> hit.near.distance()));
      String ofAll = total + " of " + candidates + " candidates";
      main.console.note(ofAll + " resemble the text by " + minResemblance + " or more");
      hits = hits.subList(0, Math.min(top, hits.size()));
    }
    if (words != null) {
      TopDocs alike = alike(index, searcher, words, fingerprint);
      total += alike.totalHits.value();
      for (ScoreDoc hit : alike.scoreDocs) {
        if (hits.size() < top) {
          hits.add(found(index, hit.doc, fingerprint, hit.score));
        }
      }
    }
    print(index, Fingerprint.toHex(fingerprint), candidates, total, hits);
    if (!answer.isJson && total > hits.size()) {
      String which = verified ? "the most alike " : "the nearest ";
      main.console.note(which + hits.size() + " of " + total + " (see --top)");
    }
  }

  private static Found found(StoredIndex index, int doc, long fingerprint, Float resemblance)
      throws IOException {
    long other = SimHashField.fingerprint(index.reader(), index.near(), doc).getAsLong();
    int bits = Fingerprint.distance(fingerprint, other);
    return new Found(new Near(index.id(doc), bits, resemblance), doc);
  }

  /** By their words alone. */
  private TopDocs alike(StoredIndex index, IndexSearcher searcher, Query words, long fingerprint)
      throws IOException {
    BooleanQuery.Builder query =
        new BooleanQuery.Builder()
            .add(words, Occur.MUST)
            .add(new FieldExistsQuery(index.near()), Occur.FILTER)
            .add(distance(index, fingerprint), Occur.MUST_NOT);
    if (target.id != null) {
      query.add(new TermQuery(index.id(target.id)), Occur.MUST_NOT);
    }
    int most = Math.min(top, Math.max(1, index.reader().maxDoc()));
    return searcher.search(query.build(), new TopScoreDocCollectorManager(most, Integer.MAX_VALUE));
  }

  private Query distance(StoredIndex index, long fingerprint) {
    return SimHashField.newDistanceQuery(index.near(), fingerprint, within.maxDistance);
  }

  private void print(
      StoredIndex index, String fingerprint, int candidates, long total, List<Found> found)
      throws IOException {
    List<Hit> hits = new ArrayList<>();
    for (Found each : found) {
      hits.add(new Hit(each.near, index.start(each.doc)));
    }
    String scheme = index.settings().schemeId();
    Integer compared = minResemblance == null ? null : candidates;
    int bits = within.maxDistance;
    answer.print(
        new Answer(scheme, fingerprint, bits, minResemblance, compared, shortTexts, total, hits),
        main.console);
  }

  private TopDocs near(StoredIndex index, IndexSearcher searcher, long fingerprint)
      throws IOException {
    try {
      SimHashField.requireScheme(index.reader(), index.near(), index.settings().schemeId());
    } catch (IllegalArgumentException e) { // two programs wrote the field
      throw new BadInput(e.getMessage());
    }
    BooleanQuery.Builder query =
        new BooleanQuery.Builder().add(distance(index, fingerprint), Occur.FILTER);
    if (target.id != null) {
      query.add(new TermQuery(index.id(target.id)), Occur.MUST_NOT);
    }
    int most = minResemblance == null ? top : Integer.MAX_VALUE;
    return searcher.search(
        query.build(),
        new TopFieldCollectorManager(
            new Sort(SimHashField.newDistanceSort(index.near(), fingerprint)),
            Math.min(most, Math.max(1, index.reader().maxDoc())),
            null,
            Integer.MAX_VALUE));
  }

  private ResemblanceRescorer alike(StoredIndex index, String text) {
    TextVerifier verifier = TextVerifier.standard();
    return ResemblanceRescorer.jaccard(
        verifier.features(text),
        (leaf, doc) -> verifier.features(index.text(leaf.docBase + doc)),
        minResemblance);
  }

  private String text() {
    Path file = Source.path(target.text);
    try (InputStream in =
        target.text.equals("-") ? main.console.in() : Files.newInputStream(file)) {
      return RawText.whole(null, in).text();
    } catch (IllegalArgumentException e) {
      throw new BadInput("--text '" + target.text + "': " + e.getMessage());
    } catch (IOException e) {
      throw BadInput.unreadable("--text '" + target.text + "'", e);
    }
  }
}
