package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;

/** Fingerprints fixed texts with fixed schemes; {@link #main} prints the lines in any JVM. */
public final class GoldenFingerprints {

  static final List<String> TEXTS =
      List.of(
          "The TITLE of Issue I: the quick brown fox jumps over the lazy dog; the dog sleeps.",
          "中国科学院计算技术研究所的研究人员发表了一篇关于近似重复文本检测的论文。",
          "Lucene 是一个全文检索库，its index stores 倒排表 for each word 和文档编号。",
          "word",
          "ＦＵＬＬ　ＷＩＤＴＨ　ｔｅｘｔ　１２３，and half width text 123",
          "smile \uD83D\uDE00 and \uD840\uDC0B\uD842\uDFB7 rare Han, broken \uD83D half",
          "");

  private GoldenFingerprints() {}

  static Map<String, FingerprintScheme> schemes() {
    Map<String, Double> table = Map.of("the", 0.0, "dog", 2.5, "研究", 3.25, "lucen", 0.125);
    Map<String, FingerprintScheme> schemes = new LinkedHashMap<>();
    schemes.put("chinese", FingerprintScheme.parse("zh"));
    schemes.put("english", FingerprintScheme.parse("en"));
    schemes.put("characters(3)", FingerprintScheme.parse("char shingle=3"));
    schemes.put("logTermFrequency", FingerprintScheme.parse("zh weights=log-tf"));
    schemes.put("standard", FingerprintScheme.standard());
    schemes.put("classic words", FingerprintScheme.parse("classic-words"));
    schemes.put("classic characters", FingerprintScheme.parse("classic-chars"));
    schemes.put(
        "classic weightedWords",
        FingerprintScheme.parse("classic-table", SchemeSources.of(Weighting.table(table, 1)))
            .withStopWords(List.of("and", "一个", "的")));
    schemes.put(
        "classic tfIdf20",
        FingerprintScheme.parse("classic-tfidf", SchemeSources.of(Weighting.tfIdf(table))));
    for (String bits : List.of("bits=128", "bits=256")) {
      schemes.put("standard " + bits, FingerprintScheme.standard().with(bits));
      schemes.put("english " + bits, FingerprintScheme.parse("en").with(bits));
    }
    schemes.put(
        "interleaved weights", FingerprintScheme.parse("zh bits=256 weights=tf interleaved=true"));
    return schemes;
  }

  static List<String> lines() {
    List<String> lines = new ArrayList<>();
    schemes()
        .forEach(
            (name, scheme) -> {
              lines.add(name + " " + scheme.id());
              for (String text : TEXTS) {
                Optional<Fingerprint> fingerprint = scheme.fingerprint(text);
                lines.add(fingerprint.isEmpty() ? "none" : fingerprint.get().toString());
              }
            });
    return lines;
  }

  /** Prints the locale, default charset and time zone of this JVM, and then the fingerprints. */
  public static void main(String[] args) {
    System.out.println(
        Locale.getDefault() + " " + Charset.defaultCharset() + " " + TimeZone.getDefault().getID());
    lines().forEach(System.out::println);
  }
}
