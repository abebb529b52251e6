package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Measures fingerprints of few features. Each piece of a real text is compared with a copy in which
 * a word in the middle is changed, with a copy to which a word is added at the end, and with all
 * pieces of other texts.
 */
final class ShortTexts {

  private static final int[] FEATURES = {5, 10, 20, 50, 100, 200};
  private static final int PADDING = 2; // number of features in excess of the number of units
  private static final int PIECES = 2_000;
  private static final long SEED = 4;
  private static final int K = FingerprintScheme.DEFAULT_DISTANCE;

  private final FingerprintScheme scheme = FingerprintScheme.standard();
  private final TextVerifier verifier = TextVerifier.standard();
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final QualityCorpus corpus;
  private final boolean chinese;
  private final List<List<String>> unitsOfDocs;

  private ShortTexts(QualityCorpus corpus, boolean chinese) {
    this.corpus = corpus;
    this.chinese = chinese;
    unitsOfDocs = corpus.texts().stream().map(this::units).toList();
  }

  static String of(QualityCorpus chinese, QualityCorpus english) {
    return "Short texts, "
        + PIECES
        + " pieces of each length, standard scheme: mean distance and share within 10 bits; pairs"
        + " of different texts within 10 bits (and of them sharing half of their features).\n\n"
        + "| texts | features | a word changed: distance | found | a word added: distance | found |"
        + " different texts | within 10 | of them near |\n|---|---|---|---|---|---|---|---|---|\n"
        + new ShortTexts(chinese, true).rows()
        + new ShortTexts(english, false).rows();
  }

  private String rows() {
    StringBuilder rows = new StringBuilder();
    for (int features : FEATURES) {
      rows.append(row(features));
    }
    return rows.toString();
  }

  private String row(int features) {
    List<String> pieces = new ArrayList<>();
    List<Integer> origins = new ArrayList<>();
    while (pieces.size() < PIECES) {
      int doc = random.nextInt(corpus.size());
      List<String> units = unitsOfDocs.get(doc);
      int start = random.nextInt(units.size() + 1);
      int last = Math.min(units.size(), start + 2 * features + 2);
      for (int end = start + Math.max(1, features - PADDING); end <= last; end++) {
        String piece = join(units.subList(start, end));
        if (verifier.features(piece).size() == features) {
          pieces.add(piece);
          origins.add(doc);
          break;
        }
      }
    }
    long[] own = new long[PIECES];
    long changed = 0;
    long changedFound = 0;
    long added = 0;
    long addedFound = 0;
    for (int i = 0; i < PIECES; i++) {
      own[i] = fingerprint(pieces.get(i));
      List<String> units = units(pieces.get(i));
      String other = units(pieces.get(random.nextInt(PIECES))).getFirst();
      List<String> edited = new ArrayList<>(units);
      edited.set(units.size() / 2, other);
      int distance = Fingerprint.distance(own[i], fingerprint(join(edited)));
      changed += distance;
      changedFound += distance <= K ? 1 : 0;
      units.add(other);
      distance = Fingerprint.distance(own[i], fingerprint(join(units)));
      added += distance;
      addedFound += distance <= K ? 1 : 0;
    }
    long pairs = 0;
    long within = 0;
    long near = 0;
    for (int i = 0; i < PIECES; i++) {
      for (int j = 0; j < i; j++) {
        if (!origins.get(i).equals(origins.get(j))) {
          pairs++;
          if (Fingerprint.distance(own[i], own[j]) <= K) {
            within++;
            near += jaccard(pieces.get(i), pieces.get(j)) >= .5 ? 1 : 0;
          }
        }
      }
    }
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.1f | %.3f | %.1f | %.3f | %,d | %d | %d |%n",
        corpus.name(),
        features,
        (double) changed / PIECES,
        (double) changedFound / PIECES,
        (double) added / PIECES,
        (double) addedFound / PIECES,
        pairs,
        within,
        near);
  }

  /** Returns the units of a text: words or Han characters. */
  private List<String> units(String text) {
    List<String> units = new ArrayList<>();
    if (chinese) {
      text.codePoints()
          .filter(Character::isIdeographic)
          .forEach(c -> units.add(Character.toString(c)));
    } else {
      for (String word : text.split("[^A-Za-z]+", -1)) {
        if (!word.isEmpty()) {
          units.add(word);
        }
      }
    }
    return units;
  }

  private String join(List<String> units) {
    return String.join(chinese ? "" : " ", units);
  }

  private long fingerprint(String text) {
    return scheme.fingerprint(text).orElseThrow().lane(0);
  }

  private double jaccard(String a, String b) {
    return verifier.features(a).jaccard(verifier.features(b));
  }
}
