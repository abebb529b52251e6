package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.MostAlike.Alike;
import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.cli.SearchAnswer.Hit;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.Source;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.verify.DocumentFeatures;
import io.github.lucenesimhash.verify.ResemblanceRescorer;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

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
  private Double minWordResemblance;

  @Mixin private Json.AnswerOption answer;

  private static final class Target {
    @Option(names = "--text", paramLabel = "FILE")
    private String text;

    @Option(names = "--id", paramLabel = "ID")
    private String id;

    @Option(names = "--fingerprint", paramLabel = "HEX", converter = Range.Hex.class)
    private Long fingerprint;
  }

  private static final long CACHE_BYTES = 32 << 20; // of features that the guard is asked of

  private boolean comparesWords;

  private record Found(Near near, int doc) {}

  @Override
  public Integer call() throws IOException {
    try (StoredIndex index = where.open()) {
      if (minResemblance != null && target.fingerprint != null) {
        throw new BadInput("--verify compares texts, expected --text or --id beside it");
      }
      if (minWordResemblance != null) {
        checkShortTexts(index);
      }
      FingerprintScheme scheme = scheme(index);
      Comparison near = comparison(index, scheme);
      comparesWords = near.comparesWords();
      String text = null;
      Signature signature;
      if (target.text != null) {
        text = text(index.settings().markup());
        signature = near.of(scheme.read(text));
      } else if (target.id != null) {
        int document = index.document(target.id);
        signature = near.read(index.reader(), index.near(), document);
        boolean isRead = minResemblance != null && signature.fingerprint().isPresent();
        text = isRead ? index.text(document) : null;
      } else {
        signature = Signature.of(target.fingerprint);
      }
      if (signature.isEmpty()) {
        main.console.note("the text has no fingerprint: it is too short to have near-duplicates");
        print(index, null, 0, near.words(0), 0, 0, List.of());
        return 0;
      }
      search(new NearSearch(index, signature, near, target.id), text, scheme);
    }
    return 0;
  }

  /**
   * {@return what is near: words are compared if --short-texts asks for it, or the index remembers
   * it, where neither -k nor --verify says something else}
   */
  private Comparison comparison(StoredIndex index, FingerprintScheme scheme) throws IOException {
    DedupPolicy remembered = index.settings().policy();
    boolean isOwn = within.isGiven("-k") || minResemblance != null || target.fingerprint != null;
    Comparison near = Comparison.within(within.maxDistance).guarded(within.guard(scheme));
    if (minWordResemblance != null) {
      near = near.words(minWordResemblance);
    } else if (!isOwn && remembered != null && remembered.near().comparesWords()) {
      Comparison its = near.words(remembered.near().words());
      near = within.isGiven("--guard") ? its : its.guarded(remembered.near().guard());
    }
    if (near.comparesWords()) {
      index.requireWords(scheme);
    }
    return near;
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
        target.text != null || minResemblance != null || !schemeOptions.given().isEmpty();
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
   * Prints the near documents, nearest first; or of these the ones whose texts are alike, most
   * alike first, then nearest. Ties are in document order.
   */
  private void search(NearSearch search, String text, FingerprintScheme scheme) throws IOException {
    StoredIndex index = search.index();
    IndexSearcher searcher = new IndexSearcher(index.reader());
    List<Found> hits = new ArrayList<>();
    int candidates = 0;
    long total;
    long heldBack;
    String which;
    if (minResemblance == null) {
      TopDocs near = search.top(searcher, top);
      total = near.totalHits.value();
      heldBack = search.heldBack(searcher, total);
      which = "the nearest ";
      for (ScoreDoc hit : near.scoreDocs) {
        hits.add(new Found(search.near(hit.doc, null), hit.doc));
      }
    } else {
      ResemblanceRescorer rescorer = alike(index, text, TextVerifier.of(scheme));
      Guard guard = minResemblance > 0 ? search.comparison().guard() : Guard.NONE;
      MostAlike alike = new MostAlike(search, rescorer, guard, top, searcher);
      candidates = alike.candidates;
      total = alike.total;
      heldBack = alike.heldBack;
      which = "the most alike ";
      for (Alike hit : alike.top()) {
        hits.add(new Found(search.near(hit.doc(), hit.resemblance()), hit.doc()));
      }
      String ofAll = total + " of " + candidates + " candidates";
      main.console.note(ofAll + " resemble the text by " + minResemblance + " or more");
    }
    if (heldBack > 0 && !answer.isJson) {
      main.console.note(EndLine.count(heldBack, "near document") + " held back (see --guard)");
    }
    print(index, search.hex(), candidates, search.comparison(), total, heldBack, hits);
    if (!answer.isJson && total > hits.size()) {
      main.console.note(which + hits.size() + " of " + total + " (see --top)");
    }
  }

  private void print(
      StoredIndex index,
      String fingerprint,
      int candidates,
      Comparison near,
      long total,
      long heldBack,
      List<Found> found)
      throws IOException {
    List<Hit> hits = new ArrayList<>();
    for (Found each : found) {
      hits.add(Hit.of(each.near, index.storedText(each.doc)));
    }
    answer.print(
        new SearchAnswer(
            index.settings().schemeId(),
            fingerprint,
            within.maxDistance,
            minResemblance,
            minResemblance == null ? null : candidates,
            near.comparesWords() ? near.words() : null,
            minResemblance != null || comparesWords,
            total,
            heldBack,
            hits),
        main.console);
  }

  private ResemblanceRescorer alike(StoredIndex index, String text, TextVerifier verifier) {
    DocumentFeatures documents = (leaf, doc) -> verifier.features(index.text(leaf.docBase + doc));
    return ResemblanceRescorer.jaccard(
        verifier.features(text), documents.cached(CACHE_BYTES), minResemblance);
  }

  private String text(Input.Markup markup) {
    Path file = Source.path(target.text);
    try (InputStream in =
        target.text.equals("-") ? main.console.in() : Files.newInputStream(file)) {
      TextDocument read =
          new TextDocument(null, RawText.whole(null, in).text(), TextDocument.NO_DATE);
      return (markup == Input.Markup.STRIP ? read.withoutMarkup() : read).text();
    } catch (IllegalArgumentException e) {
      throw new BadInput("--text '" + target.text + "': " + e.getMessage());
    } catch (IOException e) {
      throw BadInput.unreadable("--text '" + target.text + "'", e);
    }
  }
}
