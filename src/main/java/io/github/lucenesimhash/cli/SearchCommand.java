package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.MostAlike.Alike;
import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.cli.Range.Count;
import io.github.lucenesimhash.cli.Range.Hex;
import io.github.lucenesimhash.cli.Range.Ratio;
import io.github.lucenesimhash.cli.SearchAnswer.Hit;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.Guard;
import io.github.lucenesimhash.verify.Likeness;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Finds the near-duplicates of a text, or of many, in an index. */
@Command(name = "search")
final class SearchCommand implements Callable<Integer> {

  /** Exit code. */
  static final int NOTHING_FOUND = 4;

  @ParentCommand private Main main;
  @Mixin private StoredIndex.FieldOptions where;

  @ArgGroup(multiplicity = "1")
  private Target target;

  @Mixin private NearOptions within;
  @Mixin private SchemeOptions schemeOptions;

  @Option(names = "--top", paramLabel = "N", converter = Count.class, defaultValue = "100")
  private int top;

  @Option(names = "--verify", paramLabel = "J", converter = Ratio.class)
  private Double minResemblance;

  @Mixin private final PassageOptions passages = new PassageOptions();
  @Mixin private Json.AnswerOption answer;

  private static final class Target {
    @Option(names = "--text", paramLabel = "FILE")
    private String text;

    @Option(names = "--id", paramLabel = "ID")
    private String id;

    @Option(names = "--batch", paramLabel = "FILE")
    private String questions;

    @Option(names = "--fingerprint", paramLabel = "HEX", converter = Hex.class)
    private Fingerprint fingerprint;
  }

  @Override
  public Integer call() throws IOException {
    boolean arePassages = passages.areAsked();
    if (arePassages && target.text == null) {
      throw new BadInput("--passages is given, expected --text beside it");
    }
    try (StoredIndex index = where.open()) {
      if (arePassages) {
        return passages.search(index, target.text, top, answer, main.console);
      }
      if (minResemblance != null && target.fingerprint != null) {
        throw new BadInput("--verify compares texts, expected --text or --id beside it");
      }
      for (String option : List.of("--guard", "--contained")) {
        if (!verifies() && within.asksFor(option)) {
          throw new BadInput(
              option + " is for texts that are verified, expected --verify beside it");
        }
      }
      FingerprintScheme scheme = scheme(index);
      Comparison near = comparison(index, scheme);
      if (target.questions != null) {
        return answerAll(index, near, scheme);
      }
      String text = null;
      Optional<Fingerprint> fingerprint;
      if (target.text != null) {
        text = text(index.settings().markup());
        fingerprint = scheme.fingerprint(text);
      } else if (target.id != null) {
        int document = index.document(target.id);
        fingerprint = SimHashField.fingerprint(index.reader(), index.near(), document);
        text = minResemblance != null && fingerprint.isPresent() ? index.text(document) : null;
      } else {
        fingerprint = Optional.of(target.fingerprint);
      }
      if (fingerprint.isEmpty()) {
        main.console.note("the text has no fingerprint: it is too short to have near-duplicates");
      }
      NearSearch search =
          NearSearch.all(index, List.of(fingerprint), near.maxDistance(), target.id).getFirst();
      return print(answer(search, near, text, scheme));
    }
  }

  private boolean verifies() {
    return minResemblance != null && minResemblance > 0;
  }

  private Comparison comparison(StoredIndex index, FingerprintScheme scheme) throws IOException {
    int bits = bits(index);
    boolean isStandard = verifies() && !within.isGiven("-k");
    int standard = Comparison.STANDARD.ofBits(bits).maxDistance();
    return new Comparison(
        isStandard ? standard : within.distance(bits),
        minResemblance == null ? 0 : minResemblance,
        within.contained(0),
        verifies() ? within.guard(scheme) : Guard.NONE);
  }

  /** Returns the bits of the index's fingerprints; one that is given must have as many. */
  private int bits(StoredIndex index) throws IOException {
    Set<Integer> its = SimHashField.bits(index.reader(), index.near());
    int given = target.fingerprint == null ? Fingerprint.WORD_BITS : target.fingerprint.bits();
    int bits = its.isEmpty() ? given : its.iterator().next();
    if (target.fingerprint != null && given != bits) {
      throw new BadInput("--fingerprint has %d bits, the index %d, expected as many", given, bits);
    }
    return bits;
  }

  /** Returns the scheme that made the index; null where it need not be known. */
  private FingerprintScheme scheme(StoredIndex index) {
    boolean isNeeded =
        target.text != null
            || target.questions != null
            || minResemblance != null
            || !schemeOptions.given().isEmpty();
    return isNeeded ? index.settings().restore(schemeOptions) : null;
  }

  /**
   * The near documents, nearest first; or of these the ones whose texts are alike, most alike
   * first, then nearest. Ties are in document order.
   */
  private SearchAnswer answer(
      NearSearch search, Comparison near, String text, FingerprintScheme scheme)
      throws IOException {
    StoredIndex index = search.index();
    IndexSearcher searcher = new IndexSearcher(index.reader());
    List<Hit> hits = new ArrayList<>();
    int candidates = 0;
    long total = 0;
    long heldBack = 0;
    if (minResemblance == null) {
      TopDocs nearest = search.top(searcher, top);
      total = nearest.totalHits.value();
      for (ScoreDoc hit : nearest.scoreDocs) {
        hits.add(
            Hit.of(search.near(hit.doc, Likeness.UNVERIFIED, false), index.storedText(hit.doc)));
      }
    } else if (search.fingerprint().isPresent()) {
      MostAlike alike = new MostAlike(search, text, near, near.verifier(scheme), top, searcher);
      candidates = alike.candidates;
      total = alike.total;
      heldBack = alike.heldBack;
      for (Alike hit : alike.top()) {
        Near its = search.near(hit.doc(), hit.likeness(), near.contained() > 0);
        hits.add(Hit.of(its, index.storedText(hit.doc())));
      }
    }
    return new SearchAnswer(
        index.settings().schemeId(),
        search.hex(),
        near.maxDistance(),
        minResemblance,
        minResemblance == null ? null : candidates,
        total,
        heldBack,
        hits);
  }

  private int print(SearchAnswer found) throws IOException {
    if (minResemblance != null && found.fingerprint() != null) {
      String ofAll = found.total() + " of " + found.candidates() + " candidates";
      double contained = within.contained(0);
      String orPart = contained > 0 ? ", or share " + contained + " of either" : "";
      main.console.note(ofAll + " resemble the text by " + minResemblance + " or more" + orPart);
    }
    if (found.heldBack() > 0 && !answer.isJson) {
      main.console.note(
          EndLine.count(found.heldBack(), "near document") + " held back (see --guard)");
    }
    answer.print(found, main.console);
    int shown = found.hits().size();
    if (!answer.isJson && found.total() > shown) {
      String which = minResemblance == null ? "the nearest " : "the most alike ";
      main.console.note(which + shown + " of " + found.total() + " (see --top)");
    }
    return found.total() == 0 ? NOTHING_FOUND : 0;
  }

  /** Answers texts as they come, those that are there already together. */
  private int answerAll(StoredIndex index, Comparison near, FingerprintScheme scheme)
      throws IOException {
    SearchQuestions questions =
        new SearchQuestions(
            asked -> {
              Input.Markup markup = index.settings().markup();
              List<String> texts = asked.stream().map(text -> read(text, markup)).toList();
              List<Optional<Fingerprint>> all = texts.stream().map(scheme::fingerprint).toList();
              List<NearSearch> searches = NearSearch.all(index, all, near.maxDistance(), null);
              List<SearchAnswer> answers = new ArrayList<>();
              for (int i = 0; i < texts.size(); i++) {
                answers.add(answer(searches.get(i), near, texts.get(i), scheme));
              }
              return answers;
            });
    try (InputStream in = main.console.open("--batch", target.questions)) {
      return questions.answer(in, main.console.writer());
    }
  }

  private String text(Input.Markup markup) {
    return text("--text", target.text, markup, main.console);
  }

  /** The text in a file, or of standard input, as those of an index were read. */
  static String text(String option, String name, Input.Markup markup, Console console) {
    try (InputStream in = console.open(option, name)) {
      return read(RawText.whole(null, in).text(), markup);
    } catch (IllegalArgumentException e) {
      throw new BadInput(option + " '" + name + "': " + e.getMessage());
    } catch (IOException e) {
      throw BadInput.unreadable(option + " '" + name + "'", e);
    }
  }

  private static String read(String text, Input.Markup markup) {
    return markup == Input.Markup.STRIP
        ? new TextDocument(null, text, TextDocument.NO_DATE).withoutMarkup().text()
        : text;
  }
}
