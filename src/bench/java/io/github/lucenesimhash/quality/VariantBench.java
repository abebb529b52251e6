package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Measures how the default scheme treats texts that differ only in case, width, script, accents,
 * numbers, signs or addresses. The texts are manual pages in Chinese and English, and pages in
 * French.
 */
@Command(
    name = "variants",
    description = "Measures texts that differ only in case, script, accents and so on.")
public final class VariantBench implements Callable<Integer> {

  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();
  private static final int K = FingerprintScheme.DEFAULT_DISTANCE;
  private static final int FULL_WIDTH = '！' - '!';
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final Pattern ADDRESS = Pattern.compile("(https?|ftp)://[\\w./~?=&#%-]+");

  @Mixin private PackageCorpora packages;

  private final SplittableRandom random = new SplittableRandom(4);

  @Override
  public Integer call() throws IOException {
    QualityCorpus pages = packages.manualPages();
    Map<String, String> simplified = new HashMap<>(); // by traditional character
    Map<String, String> byId = new HashMap<>();
    for (int i = 0; i < pages.size(); i++) {
      byId.put(pages.ids().get(i), pages.texts().get(i));
    }
    byId.forEach((id, text) -> simplified.put(text, byId.get(id.replace("zh_TW", "zh_CN"))));
    List<String> traditional =
        byId.keySet().stream()
            .filter(id -> id.startsWith("zh_TW"))
            .filter(id -> byId.containsKey(id.replace("zh_TW", "zh_CN")))
            .map(byId::get)
            .toList();
    List<String> french = packages.installationGuide("fr guide", "fr").texts();
    System.out.println("| other | texts that differ | distance | found |\n|---|---|---|---|");
    row("case", traditional, text -> text.toUpperCase(Locale.ROOT));
    row("width of letters and digits", traditional, VariantBench::wide);
    row("script, traditional or simplified", traditional, simplified::get);
    row("accents left out", french, VariantBench::plain);
    row("every number", traditional, this::otherNumbers);
    row("an emoji at each sentence's end", traditional, text -> text.replace("。", "。🙂"));
    row("addresses left out", traditional, text -> ADDRESS.matcher(text).replaceAll(""));
    return 0;
  }

  private static void row(String name, List<String> texts, UnaryOperator<String> variant) {
    int differ = 0;
    int found = 0;
    long sum = 0;
    for (String text : texts) {
      String other = variant.apply(text);
      if (!other.equals(text)) {
        int distance = Fingerprint.distance(fingerprint(text), fingerprint(other));
        differ++;
        sum += distance;
        found += distance <= K ? 1 : 0;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %,d | %.1f | %.3f |%n",
        name,
        differ,
        (double) sum / differ,
        (double) found / differ);
  }

  private static long fingerprint(String text) {
    return SCHEME.fingerprint(text).orElseThrow().lane(0);
  }

  private static String wide(String text) {
    StringBuilder wide = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      wide.append(c < 0x80 && Character.isLetterOrDigit(c) ? (char) (c + FULL_WIDTH) : c);
    }
    return wide.toString();
  }

  private static String plain(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFD).replaceAll("\\p{Mn}", "");
  }

  private String otherNumbers(String text) {
    return NUMBER.matcher(text).replaceAll(this::otherNumber);
  }

  private String otherNumber(MatchResult number) {
    StringBuilder other = new StringBuilder();
    for (int i = number.start(); i < number.end(); i++) {
      other.append(random.nextInt(10));
    }
    return other.toString();
  }
}
