package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.MostAlike.Alike;
import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.cli.Range.Count;
import io.github.lucenesimhash.cli.Range.HalfToOne;
import io.github.lucenesimhash.cli.Range.Hex;
import io.github.lucenesimhash.cli.Range.Ratio;
import io.github.lucenesimhash.cli.SearchAnswer.Hit;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.IndexedSignatures;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.DocumentFeatures;
import io.github.lucenesimhash.verify.ResemblanceRescorer;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
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

  @Option(names = "--short-texts", paramLabel = "J", converter = HalfToOne.class)
  private Double minWordSimilarity;

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

  private static final long CACHE_BYTES = 32 << 20; // of features that the guard is asked of

  @Override
  public Integer call() throws IOException {
    try (StoredIndex index = where.open()) {
      if (minResemblance != null && target.fingerprint != null) {
        throw new BadInput("--verify compares texts, expected --text or --id beside it");
      }
      if (minWordSimilarity != null) {
        checkShortTexts(index);
      }
      FingerprintScheme scheme = scheme(index);
      Comparison near = comparison(index, scheme);
      if (target.questions != null) {
        return answerAll(index, near, scheme);
      }
      String text = null;
      Signature signature;
      if (target.text != null) {
        text = text(index.settings().markup());
        signature = near.of(scheme.read(text));
      } else if (target.id != null) {
        int document = index.document(target.id);
        signature = IndexedSignatures.of(near, index.reader(), index.near(), document);
        text = minResemblance != null && !signature.isEmpty() ? index.text(document) : null;
      } else {
        signature = Signature.of(target.fingerprint);
      }
      if (signature.isEmpty()) {
        main.console.note("the text has no fingerprint: it is too short to have near-duplicates");
      }
      NearSearch search = NearSearch.all(index, List.of(signature), near, target.id).getFirst();
      return print(answer(search, text, scheme));
    }
  }

  /**
   * {@return what is near: words are compared if --short-texts asks for it, or the index remembers
   * it, where neither -k nor --verify says something else}
   */
  private Comparison comparison(StoredIndex index, FingerprintScheme scheme) throws IOException {
    DedupPolicy remembered = index.settings().policy();
    boolean isOwn = within.isGiven("-k") || minResemblance != null || target.fingerprint != null;
    boolean isStandard = minResemblance != null && minResemblance > 0 && !within.isGiven("-k");
    int bits = bits(index);
    int standard = Comparison.STANDARD.ofBits(bits).maxDistance();
    int distance = isStandard ? standard : within.distance(bits);
    Comparison near = Comparison.within(distance).guarded(within.guard(scheme));
    if (minWordSimilarity != null) {
      near = near.words(minWordSimilarity);
    } else if (!isOwn && remembered != null && remembered.near().comparesWords()) {
      Comparison its = near.words(remembered.near().words());
      near = within.isGiven("--guard") ? its : its.guarded(remembered.near().guard());
    }
    if (near.comparesWords()) {
      index.requireWords(scheme);
    }
    return near;
  }

  /** Of the index's fingerprints; one that is given must have as many. */
  private int bits(StoredIndex index) throws IOException {
    Set<Integer> its = SimHashField.bits(index.reader(), index.near());
    int given = target.fingerprint == null ? Fingerprint.WORD_BITS : target.fingerprint.bits();
    int bits = its.isEmpty() ? given : its.iterator().next();
    if (target.fingerprint != null && given != bits) {
      throw new BadInput("--fingerprint has %d bits, the index %d, expected as many", given, bits);
    }
    return bits;
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

  /** {@return what made the index; null where that is not known, and need not be} */
  private FingerprintScheme scheme(StoredIndex index) {
    boolean isOfWords = target.id != null && index.settings().hasWords();
    boolean isNeeded =
        target.text != null
            || target.questions != null
            || minResemblance != null
            || !schemeOptions.given().isEmpty();
    if (!isNeeded && !isOfWords) {
      return null;
    }
    try {
      return index.settings().restore(schemeOptions);
    } catch (BadInput e) {
      if (isNeeded) {
        throw e;
      }
      return null;
    }
  }

  /**
   * The near documents, nearest first; or of these the ones whose texts are alike, most alike
   * first, then nearest. Ties are in document order.
   */
  private SearchAnswer answer(NearSearch search, String text, FingerprintScheme scheme)
      throws IOException {
    StoredIndex index = search.index();
    Comparison near = search.comparison();
    IndexSearcher searcher = new IndexSearcher(index.reader());
    List<Hit> hits = new ArrayList<>();
    int candidates = 0;
    long total = 0;
    long heldBack = 0;
    if (search.signature().isEmpty()) {
      near = near.words(0);
    } else if (minResemblance == null) {
      TopDocs nearest = search.top(searcher, top);
      total = nearest.totalHits.value();
      heldBack = search.heldBack(searcher, total);
      for (ScoreDoc hit : nearest.scoreDocs) {
        hits.add(Hit.of(search.near(hit.doc, null), index.storedText(hit.doc)));
      }
    } else {
      ResemblanceRescorer rescorer = alike(index, text, TextVerifier.of(scheme));
      Guard guard = minResemblance > 0 ? near.guard() : Guard.NONE;
      MostAlike alike = new MostAlike(search, rescorer, guard, top, searcher);
      candidates = alike.candidates;
      total = alike.total;
      heldBack = alike.heldBack;
      for (Alike hit : alike.top()) {
        Near its = search.near(hit.doc(), hit.resemblance());
        hits.add(Hit.of(its, index.storedText(hit.doc())));
      }
    }
    return new SearchAnswer(
        index.settings().schemeId(),
        search.hex(),
        near.maxDistance(),
        minResemblance,
        minResemblance == null ? null : candidates,
        near.comparesWords() ? near.words() : null,
        minResemblance != null || near.comparesWords(),
        total,
        heldBack,
        hits);
  }

  private int print(SearchAnswer found) throws IOException {
    if (minResemblance != null && found.fingerprint() != null) {
      String ofAll = found.total() + " of " + found.candidates() + " candidates";
      main.console.note(ofAll + " resemble the text by " + minResemblance + " or more");
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
              List<Signature> all = texts.stream().map(text -> near.of(scheme.read(text))).toList();
              List<NearSearch> searches = NearSearch.all(index, all, near, null);
              List<SearchAnswer> answers = new ArrayList<>();
              for (int i = 0; i < texts.size(); i++) {
                answers.add(answer(searches.get(i), texts.get(i), scheme));
              }
              return answers;
            });
    try (InputStream in = main.console.open("--batch", target.questions)) {
      return questions.answer(in, main.console.writer());
    }
  }

  private ResemblanceRescorer alike(StoredIndex index, String text, TextVerifier verifier) {
    DocumentFeatures documents = (leaf, doc) -> verifier.features(index.text(leaf.docBase + doc));
    return ResemblanceRescorer.jaccard(
        verifier.features(text), documents.cached(CACHE_BYTES), minResemblance);
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
