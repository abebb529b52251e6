package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.WordsField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.lucene.util.BytesRef;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What one edit does to pieces of real texts of 5, 10 and 20 words, a Chinese word being two
 * characters: the share that is still found by the fingerprint, and by the resemblance of single
 * words or of other features; and the pairs of pieces of different texts that are found, too. With
 * --others also how many of so many pieces of 3 to 40 words of other works are found by the edited
 * ones: English ones of the JDK's sources, Chinese ones of Debian's handbook and manual pages.
 */
@Command(name = "titles", description = "Recall of short texts with one edit.")
public final class TitleBench implements Callable<Integer> {

  private static final int[] WORDS = {5, 10, 20};
  private static final int JDK_PIECES = 20_000;
  private static final FingerprintScheme SKETCH = FingerprintScheme.standard();

  @Mixin private SourceJars jars;
  @Mixin private PackageCorpora packages;

  @Option(names = "--others", defaultValue = "0", description = "Pieces of other works.")
  private int others;

  @Option(names = "--queries", defaultValue = "60", description = "Of each length and edit.")
  private int queries;

  @Option(names = "--pieces", defaultValue = "500", description = "Of each length.")
  private int pieces;

  @Option(names = "--features", description = "Schemes whose features are tried besides.")
  private List<String> schemes = List.of();

  @Option(names = "--minimums", split = ",", defaultValue = "0.5,0.55,0.6,0.7")
  private double[] minimums;

  private final SplittableRandom random = new SplittableRandom(4);

  /** What a text is compared by, and when two of those are near. */
  private record Way<T>(String name, Function<String, T> make, BiPredicate<T, T> near) {

    static Way<Optional<Fingerprint>> ofSketch() {
      int k = FingerprintScheme.DEFAULT_DISTANCE;
      return new Way<>(
          "fingerprint, " + k + " bits",
          SKETCH::fingerprint,
          (a, b) ->
              a.isPresent()
                  && b.isPresent()
                  && Fingerprint.distance(a.get().word(0), b.get().word(0)) <= k);
    }

    static Way<BytesRef> ofFeatures(FingerprintScheme scheme, double minimum) {
      return new Way<>(
          scheme + ", " + minimum,
          text -> scheme.field("near").wordsField(text).orElseThrow().binaryValue(),
          (a, b) -> WordsField.similarity(a, b) >= minimum);
    }
  }

  /** A piece of a text of the corpus, as words. */
  private record Piece(int origin, List<String> words) {}

  enum Edit {
    CHANGED,
    ADDED,
    REMOVED,
    SWAPPED,
    TYPO
  }

  @Override
  public Integer call() throws IOException {
    for (QualityCorpus corpus : List.of(jars.hutool(), jars.lucene())) {
      boolean isChinese = corpus.name().startsWith("zh");
      String space = isChinese ? "" : " ";
      List<List<String>> texts = words(corpus.texts(), isChinese);
      OtherTitles amongOthers = new OtherTitles(minimums);
      for (int words : WORDS) {
        System.out.printf(Locale.ROOT, "%n%s, %d words:%n%n", corpus.name(), words);
        List<Piece> own = pieces(texts, words);
        table(own, space);
        if (others > 0) {
          addQueries(own, space, amongOthers);
        }
      }
      if (others > 0) {
        List<List<String>> works =
            words(isChinese ? chinese() : RealTexts.ofJdk(JDK_PIECES), isChinese);
        System.out.printf(Locale.ROOT, "%n%s, %,d others:%n%n", corpus.name(), others);
        amongOthers.compare(others, () -> piece(works, space));
        System.out.print(amongOthers.table());
      }
    }
    return 0;
  }

  private void addQueries(List<Piece> own, String space, OtherTitles amongOthers) {
    for (Piece piece : own.subList(0, Math.min(queries, own.size()))) {
      String original = String.join(space, piece.words);
      for (Edit edit : Edit.values()) {
        String text = String.join(space, edited(piece.words, edit, own));
        amongOthers.addQuery(text, original, piece.words.size(), edit);
      }
    }
  }

  private List<String> chinese() throws IOException {
    List<String> texts = new ArrayList<>(packages.manualPages().texts());
    texts.addAll(HandbookPassages.of(packages, "zh handbook", "zh-CN", 1000).texts());
    return texts;
  }

  /** 9 words in the median. */
  private String piece(List<List<String>> texts, String space) {
    while (true) {
      List<String> text = texts.get(random.nextInt(texts.size()));
      int words = (int) Math.clamp(9 * Math.exp(random.nextGaussian() / 2), 3, 40);
      if (text.size() > words) {
        int start = random.nextInt(text.size() - words);
        return String.join(space, text.subList(start, start + words));
      }
    }
  }

  private static List<List<String>> words(List<String> texts, boolean isChinese) {
    return texts.stream().map(text -> words(text, isChinese)).toList();
  }

  private List<Piece> pieces(List<List<String>> texts, int words) {
    List<Piece> found = new ArrayList<>();
    while (found.size() < pieces) {
      int origin = random.nextInt(texts.size());
      List<String> text = texts.get(origin);
      if (text.size() > words) {
        int start = random.nextInt(text.size() - words);
        found.add(new Piece(origin, text.subList(start, start + words)));
      }
    }
    return found;
  }

  private void table(List<Piece> own, String space) {
    List<List<String>> edited = new ArrayList<>();
    for (Edit edit : Edit.values()) {
      edited.add(
          own.stream().map(piece -> String.join(space, edited(piece.words, edit, own))).toList());
    }
    System.out.println(
        "| by | changed | added | removed | swapped | typo | different texts | of |");
    System.out.println("|---|---|---|---|---|---|---|---|");
    row(Way.ofSketch(), own, edited, space);
    List<FingerprintScheme> all = new ArrayList<>(List.of(SKETCH.wordSide()));
    schemes.forEach(scheme -> all.add(FingerprintScheme.parse(scheme)));
    for (FingerprintScheme scheme : all) {
      for (double minimum : minimums) {
        row(Way.ofFeatures(scheme, minimum), own, edited, space);
      }
    }
  }

  private <T> void row(Way<T> way, List<Piece> own, List<List<String>> edited, String space) {
    List<T> made =
        own.stream().map(piece -> way.make.apply(String.join(space, piece.words))).toList();
    StringBuilder row = new StringBuilder("| ").append(way.name);
    for (List<String> texts : edited) {
      int found = 0;
      for (int i = 0; i < made.size(); i++) {
        found += way.near.test(made.get(i), way.make.apply(texts.get(i))) ? 1 : 0;
      }
      row.append(String.format(Locale.ROOT, " | %.1f %%", 100.0 * found / made.size()));
    }
    int others = 0;
    int pairs = 0;
    for (int i = 0; i < made.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (own.get(i).origin != own.get(j).origin) {
          pairs++;
          others += way.near.test(made.get(i), made.get(j)) ? 1 : 0;
        }
      }
    }
    System.out.printf(Locale.ROOT, "%s | %d | %,d |%n", row, others, pairs);
  }

  private List<String> edited(List<String> words, Edit edit, List<Piece> others) {
    List<String> edited = new ArrayList<>(words);
    int at = random.nextInt(words.size() - 1);
    IntFunction<String> other = place -> others.get(random.nextInt(others.size())).words.get(place);
    switch (edit) {
      case CHANGED -> edited.set(at, other.apply(0));
      case ADDED -> edited.add(at, other.apply(0));
      case REMOVED -> edited.remove(at);
      case SWAPPED -> Collections.swap(edited, at, at + 1);
      case TYPO -> {
        StringBuilder word = new StringBuilder(edited.get(at));
        word.setCharAt(random.nextInt(word.length()), other.apply(1).charAt(0));
        edited.set(at, word.toString());
      }
    }
    return edited;
  }

  private static List<String> words(String text, boolean isChinese) {
    String letters = text.replaceAll(isChinese ? "[^\\p{IsHan}]+" : "[^A-Za-z]+", " ");
    if (!isChinese) {
      return List.of(letters.strip().split(" ", -1));
    }
    String han = letters.replace(" ", "");
    List<String> words = new ArrayList<>();
    for (int i = 0; i + 2 <= han.length(); i += 2) {
      words.add(han.substring(i, i + 2));
    }
    return words;
  }
}
