package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * What one edit does to pieces of real texts of 5, 10 and 20 words (a Chinese word being two
 * characters): the share that is still found by the fingerprint, and by the resemblance of features,
 * and the pairs of pieces of different texts that are found, too.
 */
@Command(name = "titles", description = "Recall of short texts with one edit.")
public final class TitleBench implements Callable<Integer> {

  private static final int[] WORDS = {5, 10, 20};
  private static final int PIECES = 500;
  private static final int K = FingerprintScheme.DEFAULT_DISTANCE;

  @Mixin private SourceJars jars;

  private static final FingerprintScheme SKETCH = FingerprintScheme.standard();

  private interface Measure {
    boolean isFound(String a, String b);
  }

  private record Way(String name, java.util.function.Function<String, Object> make, java.util.function.BiPredicate<Object, Object> near) {}

  private static Way resemblance(String name, java.util.function.Function<String, long[]> features, double minimum) {
    return new Way(name + " " + minimum, text -> FeatureSet.of(features.apply(text)), (a, b) -> ((FeatureSet) a).resembles((FeatureSet) b, minimum));
  }

  private static long[] both(FingerprintScheme a, FingerprintScheme b, String text) {
    return LongStream.concat(LongStream.of(a.features(text)), LongStream.of(b.features(text))).toArray();
  }

  private final SplittableRandom random = new SplittableRandom(4);

  @Override
  public Integer call() throws IOException {
    FingerprintScheme one = FingerprintScheme.parse("standard shingle=1");
    FingerprintScheme two = FingerprintScheme.parse("standard shingle=2");
    FingerprintScheme char2 = FingerprintScheme.parse("char shingle=2");
    FingerprintScheme char3 = FingerprintScheme.parse("char shingle=3");
    List<Way> ways = new ArrayList<>();
    ways.add(new Way("sketch", SKETCH::fingerprint, (a, b) -> ((java.util.OptionalLong) a).isPresent() && ((java.util.OptionalLong) b).isPresent()
        && Fingerprint.distance(((java.util.OptionalLong) a).getAsLong(), ((java.util.OptionalLong) b).getAsLong()) <= K));
    for (double t : new double[] {.5, .6}) {
      ways.add(resemblance("one", one::features, t));
      ways.add(resemblance("one+two", text -> both(one, two, text), t));
      ways.add(resemblance("char2", char2::features, t));
      ways.add(resemblance("char3", char3::features, t));
    }
    for (boolean chinese : new boolean[] {true, false}) {
      QualityCorpus corpus = chinese ? jars.hutool() : jars.lucene();
      for (int words : WORDS) {
        table(corpus, chinese, words, ways);
      }
    }
    return 0;
  }

  private void table(QualityCorpus corpus, boolean chinese, int words, List<Way> ways) {
    List<List<String>> texts = corpus.texts().stream().map(text -> words(text, chinese)).toList();
    List<List<String>> pieces = new ArrayList<>();
    List<Integer> origins = new ArrayList<>();
    java.util.Set<Object> seen = new java.util.HashSet<>();
    while (pieces.size() < PIECES) {
      int doc = random.nextInt(texts.size());
      List<String> text = texts.get(doc);
      if (text.size() > words) {
        int start = random.nextInt(text.size() - words);
        List<String> piece = text.subList(start, start + words);
        pieces.add(piece);
        origins.add(doc);
      }
    }
    String join = chinese ? "" : " ";
    System.out.printf("%n%s, %d words%n%n| way | changed | added | removed | swapped | typo | different found | of |%n|---|---|---|---|---|---|---|---|%n", corpus.name(), words);
    List<UnaryOperator<List<String>>> edits = List.of(
        p -> { List<String> e = new ArrayList<>(p); e.set(random.nextInt(p.size()), other(pieces)); return e; },
        p -> { List<String> e = new ArrayList<>(p); e.add(random.nextInt(p.size() + 1), other(pieces)); return e; },
        p -> { List<String> e = new ArrayList<>(p); e.remove(random.nextInt(p.size())); return e; },
        p -> { List<String> e = new ArrayList<>(p); int at = random.nextInt(p.size() - 1); Collections.swap(e, at, at + 1); return e; },
        p -> { List<String> e = new ArrayList<>(p); int at = random.nextInt(p.size()); e.set(at, typo(e.get(at), chinese, pieces)); return e; });
    List<List<List<String>>> edited = edits.stream().map(edit -> pieces.stream().map(edit).toList()).toList();
    for (Way way : ways) {
      List<Object> own = pieces.stream().map(p -> way.make.apply(String.join(join, p))).toList();
      StringBuilder row = new StringBuilder("| " + way.name);
      for (List<List<String>> list : edited) {
        int found = 0;
        for (int i = 0; i < PIECES; i++) {
          found += way.near.test(own.get(i), way.make.apply(String.join(join, list.get(i)))) ? 1 : 0;
        }
        row.append(String.format(Locale.ROOT, " | %.3f", (double) found / PIECES));
      }
      int others = 0;
      int pairs = 0;
      for (int i = 0; i < PIECES; i++) {
        for (int j = 0; j < i; j++) {
          if (!origins.get(i).equals(origins.get(j))) {
            pairs++;
            others += way.near.test(own.get(i), own.get(j)) ? 1 : 0;
          }
        }
      }
      System.out.println(row + " | " + others + " | " + pairs + " |");
    }
  }

  private String other(List<List<String>> pieces) {
    return pieces.get(random.nextInt(PIECES)).getFirst();
  }

  private String typo(String word, boolean chinese, List<List<String>> pieces) {
    int at = random.nextInt(word.length());
    String letter = chinese ? other(pieces).substring(0, 1) : Character.toString('a' + random.nextInt(26));
    return word.substring(0, at) + letter + word.substring(at + 1);
  }

  private static List<String> words(String text, boolean chinese) {
    List<String> words = new ArrayList<>();
    if (chinese) {
      String han = text.codePoints().filter(c -> c < 0x10000 && Character.isIdeographic(c)).collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
      for (int i = 0; i + 2 <= han.length(); i += 2) {
        words.add(han.substring(i, i + 2));
      }
    } else {
      for (String word : text.split("[^A-Za-z]+", -1)) {
        if (!word.isEmpty()) {
          words.add(word);
        }
      }
    }
    return words;
  }
}
