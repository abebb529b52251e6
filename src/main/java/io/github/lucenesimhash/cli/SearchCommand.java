package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.NamedGroup.Near;
import io.github.lucenesimhash.cli.Range.Count;
import io.github.lucenesimhash.cli.Range.Hex;
import io.github.lucenesimhash.cli.SearchAnswer.Hit;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.DistanceBatch;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.Likeness;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Finds the near-duplicates of a text, or of many, in an index. */
@Command(name = "search")
final class SearchCommand implements Callable<Integer> {

  /** The exit code if no document is found. */
  static final int NOTHING_FOUND = 4;

  private static final int FIRST_HITS = 1000;

  /** A document within the distance, and the likeness of its text if texts are compared. */
  private record Compared(int doc, Likeness likeness, int distance) {}

  private static final Comparator<Compared> BEST_FIRST =
      Comparator.<Compared>comparingDouble(hit -> hit.likeness.resemblance())
          .reversed()
          .thenComparingInt(Compared::distance)
          .thenComparingInt(Compared::doc);

  @ParentCommand private Main main;

  @Parameters(index = "0", paramLabel = "INDEX")
  private Path folder;

  @Parameters(index = "1", arity = "0..1", paramLabel = "TEXT")
  private String text;

  @Option(names = "--file", paramLabel = "FILE")
  private String file;

  @Option(names = "--batch", paramLabel = "FILE")
  private String questions;

  @Option(names = "--id", paramLabel = "ID")
  private String id;

  @Option(names = "--fingerprint", paramLabel = "HEX", converter = Hex.class)
  private Fingerprint fingerprint;

  @Mixin private NearOptions within;
  @Mixin private SchemeOptions schemeOptions;

  @Option(names = "--top", paramLabel = "N", converter = Count.class, defaultValue = "100")
  private int top;

  @Mixin private final PassageOptions passages = new PassageOptions();
  @Mixin private Json.AnswerOption answer;

  @Override
  public Integer call() throws IOException {
    within.check();
    List<Object> asked =
        Stream.of(text, file, questions, id, fingerprint).filter(Objects::nonNull).toList();
    if (asked.size() != 1) {
      throw new BadInput(
          "%s to search for, expected a TEXT, or one of --file, --batch, --id and --fingerprint",
          asked.isEmpty() ? "there is nothing" : "there are several things");
    }
    try (StoredIndex index = StoredIndex.open(folder)) {
      if (passages.areAsked()) {
        return passages.search(index, words(index), top, answer, main.console);
      }
      boolean verifies = verifies(index);
      FingerprintScheme scheme = scheme(index, verifies);
      Comparison near = verifies ? within.comparison(scheme) : within.unverified(bits(index));
      if (questions != null) {
        return answerAll(index, near, scheme);
      }
      String words = id == null && fingerprint == null ? words(index) : null;
      Optional<Fingerprint> its = fingerprint(index, words, scheme);
      boolean isOfIndex = id != null && near.comparesTexts() && its.isPresent();
      String compared = isOfIndex ? index.text(index.document(id)) : words;
      List<String> texts = Collections.singletonList(compared);
      return print(answers(index, List.of(its), texts, near, scheme).getFirst(), near);
    }
  }

  /**
   * Returns whether texts are verified. By default, texts are verified if the index stores all of
   * them. Options can request or prevent verification.
   */
  private boolean verifies(StoredIndex index) {
    String asked = within.asksToVerify();
    if (fingerprint != null && asked != null) {
      throw new BadInput(asked + " compares texts, expected a text or --id with it");
    }
    if (asked != null && !index.hasAllTexts() && !index.hasTexts()) {
      throw new BadInput(
          "%s compares texts, and the index stores none, expected one made with --store-text",
          asked);
    }
    return asked != null || (within.verifies() && fingerprint == null && index.hasAllTexts());
  }

  private Optional<Fingerprint> fingerprint(
      StoredIndex index, String words, FingerprintScheme scheme) throws IOException {
    Optional<Fingerprint> its =
        words != null
            ? scheme.fingerprint(words)
            : id == null
                ? Optional.of(fingerprint)
                : SimHashField.fingerprint(index.reader(), StoredIndex.NEAR, index.document(id));
    if (its.isEmpty()) {
      main.console.note("the text has no fingerprint: it is too short to have near-duplicates");
    }
    return its;
  }

  /**
   * Returns the number of bits of the fingerprints in the index. A fingerprint to search for must
   * have the same number.
   */
  private int bits(StoredIndex index) throws IOException {
    Set<Integer> its = SimHashField.bits(index.reader(), StoredIndex.NEAR);
    int given = fingerprint == null ? Fingerprint.LANE_BITS : fingerprint.bits();
    int bits = its.isEmpty() ? given : its.iterator().next();
    if (fingerprint != null && given != bits) {
      throw new BadInput(
          "--fingerprint has %d bits, but the fingerprints of the index have %d", given, bits);
    }
    return bits;
  }

  /** Returns the scheme that made the index, or null if the search does not need it. */
  private FingerprintScheme scheme(StoredIndex index, boolean verifies) {
    boolean readsTexts = id == null && fingerprint == null;
    return readsTexts || verifies || schemeOptions.text() != null
        ? index.settings().restore(schemeOptions)
        : null;
  }

  /** Answers several texts, which are looked up together. A text is null if it is not compared. */
  private List<SearchAnswer> answers(
      StoredIndex index,
      List<Optional<Fingerprint>> fingerprints,
      List<String> texts,
      Comparison near,
      FingerprintScheme scheme)
      throws IOException {
    index.requireScheme(StoredIndex.NEAR, index.settings().schemeId());
    IndexSearcher searcher = new IndexSearcher(index.reader());
    DistanceBatch batch = new DistanceBatch(StoredIndex.NEAR, fingerprints, near.maxDistance());
    List<SearchAnswer> answers = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      TopDocs hits = batch.search(i, searcher, FIRST_HITS);
      if (hits.totalHits.value() > FIRST_HITS) {
        hits = batch.search(i, searcher, (int) hits.totalHits.value());
      }
      // stored texts are read in the order of the index
      Arrays.sort(hits.scoreDocs, Comparator.comparingInt(hit -> hit.doc));
      answers.add(answer(index, fingerprints.get(i), hits.scoreDocs, texts.get(i), near, scheme));
    }
    return answers;
  }

  /**
   * Returns the documents within the distance, nearest first. If texts are compared, returns only
   * documents whose texts are alike, most alike first, then nearest. Ties are in document order.
   */
  private SearchAnswer answer(
      StoredIndex index,
      Optional<Fingerprint> asked,
      ScoreDoc[] within,
      String text,
      Comparison near,
      FingerprintScheme scheme)
      throws IOException {
    boolean verifies = near.comparesTexts();
    TextVerifier verifier = verifies ? near.verifier(scheme) : null;
    FeatureSet features = verifies && within.length > 0 ? verifier.features(text) : null;
    int own = id == null ? -1 : index.document(id);
    List<Compared> found = new ArrayList<>();
    for (ScoreDoc hit : within) {
      if (hit.doc != own) {
        Likeness likeness =
            verifies
                ? near.likeness(verifier.features(index.text(hit.doc)), features)
                : Likeness.UNVERIFIED;
        int distance = Math.round((1 - hit.score) * asked.orElseThrow().bits());
        found.add(new Compared(hit.doc, likeness, distance));
      }
    }
    List<Compared> alike =
        found.stream().filter(hit -> hit.likeness.isNear()).sorted(BEST_FIRST).toList();
    List<Hit> hits = new ArrayList<>();
    for (Compared hit : alike.subList(0, Math.min(top, alike.size()))) {
      String its = index.id(hit.doc);
      Near one = Near.of(its, hit.distance, hit.likeness, near.contained() > 0);
      hits.add(Hit.of(one, index.storedText(hit.doc)));
    }
    return new SearchAnswer(
        index.settings().schemeId(),
        asked.map(Fingerprint::toString).orElse(null),
        near.maxDistance(),
        verifies ? near.verification() : null,
        verifies ? found.size() : null,
        alike.size(),
        found.stream().filter(hit -> hit.likeness.isHeldBack()).count(),
        hits);
  }

  private int print(SearchAnswer found, Comparison near) throws IOException {
    boolean areVerified = found.candidates() != null;
    if (areVerified && !answer.isJson && found.total() < found.candidates()) {
      String ofAll = found.total() + " of " + found.candidates() + " candidates";
      String orPart = near.contained() > 0 ? ", or share " + near.contained() + " of either" : "";
      main.console.note(
          ofAll + " resemble the text by " + near.verification() + " or more" + orPart);
    }
    if (found.heldBack() > 0 && !answer.isJson) {
      main.console.note(
          EndLine.count(found.heldBack(), "near document") + " held back (see --guard)");
    }
    answer.print(found, main.console);
    int shown = found.hits().size();
    if (!answer.isJson && found.total() > shown) {
      String which = areVerified ? "the most alike " : "the nearest ";
      main.console.note(which + shown + " of " + found.total() + " (see --top)");
    }
    return found.total() == 0 ? NOTHING_FOUND : 0;
  }

  /** Answers texts as they arrive. Texts that have arrived already are looked up together. */
  private int answerAll(StoredIndex index, Comparison near, FingerprintScheme scheme)
      throws IOException {
    SearchQuestions batch =
        new SearchQuestions(
            asked -> {
              Input.Markup markup = index.settings().markup();
              List<String> texts = asked.stream().map(text -> read(text, markup)).toList();
              List<Optional<Fingerprint>> all = texts.stream().map(scheme::fingerprint).toList();
              return answers(index, all, texts, near, scheme);
            });
    try (InputStream in = main.console.open("--batch", questions)) {
      return batch.answer(in, main.console.writer());
    }
  }

  /** Returns the text to search for, read as the texts of the index were read. */
  private String words(StoredIndex index) {
    return read(text == null ? file() : text, index.settings().markup());
  }

  private String file() {
    try (InputStream in = main.console.open("--file", file)) {
      return RawText.whole(null, in).text();
    } catch (IllegalArgumentException e) {
      throw new BadInput("--file '" + file + "': " + e.getMessage());
    } catch (IOException e) {
      throw BadInput.unreadable("--file '" + file + "'", e);
    }
  }

  private static String read(String text, Input.Markup markup) {
    return markup == Input.Markup.STRIP
        ? new TextDocument(null, text, TextDocument.NO_DATE).withoutMarkup().text()
        : text;
  }
}
