package io.github.lucenesimhash.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.util.IOFunction;

/**
 * The analyzer that a scheme uses for a text: always the same one, or another for Chinese texts.
 *
 * @param name stands for what the analyzers do, their version included: part of a scheme's id
 * @param analyzer for texts that are not Chinese, or for all
 * @param hanAnalyzer for Chinese texts, or null for none
 * @param field the one whose words these are; null where the words are the same for any field
 */
record AnalyzerChoice(String name, Analyzer analyzer, Analyzer hanAnalyzer, String field) {

  /**
   * A quarter of the letters are Han characters: one Chinese word has about two where an English
   * word has five letters, so at this share about half of the words are Chinese.
   */
  private static final double CHINESE_FROM = 0.25;

  private static final Analyzer STANDARD = new Scanning(false);
  private static final Analyzer CHARACTER = new Scanning(true);

  private static final class Scanning extends Analyzer {

    private final boolean byCharacter;

    Scanning(boolean byCharacter) {
      this.byCharacter = byCharacter;
    }

    Words words(NormalText text) {
      return new WordScanner(text, byCharacter);
    }

    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
      return new TokenStreamComponents(new WordTokenizer(byCharacter));
    }
  }

  /** Loaded when first asked for: its module is optional. */
  private static final class Chinese {
    private static final Analyzer ANALYZER = new SmartChineseAnalyzer();
  }

  private static final String OWN = "own.";

  static AnalyzerChoice of(String name) {
    return switch (name) {
      case "standard", "en", "iscc" -> new AnalyzerChoice(name, STANDARD, null, null);
      case "zh" -> new AnalyzerChoice(name, smartChinese(name), null, null);
      case "auto" -> new AnalyzerChoice(name, STANDARD, smartChinese(name), null);
      case "char" -> new AnalyzerChoice(name, CHARACTER, null, null);
      default -> throw new IllegalArgumentException("analyzer " + name);
    };
  }

  private static Analyzer smartChinese(String name) {
    try {
      return Chinese.ANALYZER;
    } catch (NoClassDefFoundError e) {
      throw new IllegalStateException(
          "scheme '" + name + "' needs Lucene's module lucene-analysis-smartcn on the class path",
          e);
    }
  }

  boolean isOfCharacters() {
    return analyzer.equals(CHARACTER);
  }

  static AnalyzerChoice own(String name, Analyzer analyzer, String field) {
    Objects.requireNonNull(analyzer, "analyzer");
    Objects.requireNonNull(field, "field");
    if (!name.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "analyzer name '" + name + "', expected 1 to 64 letters, digits, '.', '_' or '-'");
    }
    return new AnalyzerChoice(OWN + name, analyzer, null, field);
  }

  String option() {
    return name.startsWith(OWN) ? "analyzer=" + name.substring(OWN.length()) : name;
  }

  /** The analysis consumes all words. */
  <T> T analyze(CharSequence text, IOFunction<Words, T> analysis) {
    return analyze(text, false, analysis);
  }

  /** Likewise; the words tell where they are in the text only if that is asked for. */
  <T> T analyze(CharSequence text, boolean hasOffsets, IOFunction<Words, T> analysis) {
    Objects.requireNonNull(text, "text is null, expected one, which may be empty");
    try {
      if (forText(text) instanceof Scanning scanning) {
        return analysis.apply(scanning.words(NormalText.of(text, hasOffsets)));
      }
      try (TokenStream tokens = words(text.toString())) {
        tokens.reset();
        T result = analysis.apply(Words.of(tokens));
        tokens.end();
        return result;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  TokenStream words(String text) {
    return forText(text).tokenStream(field == null ? "text" : field, text);
  }

  Analyzer forText(CharSequence text) {
    return isChinese(text) ? hanAnalyzer : analyzer;
  }

  /** Whether Chinese texts have an analyzer of their own. */
  boolean hasChinese() {
    return hanAnalyzer != null;
  }

  /** True if a text is Chinese and such texts have an analyzer of their own. */
  boolean isChinese(CharSequence text) {
    return hanAnalyzer != null && hanShare(text) >= CHINESE_FROM;
  }

  /** Of the letters of a text. */
  private static double hanShare(CharSequence text) {
    int letters = 0;
    int han = 0;
    for (int i = 0; i < text.length(); ) {
      int c = Character.codePointAt(text, i);
      i += Character.charCount(c);
      if (Character.isLetter(c)) {
        letters++;
        han += Character.isIdeographic(c) ? 1 : 0;
      }
    }
    return han == 0 ? 0 : (double) han / letters;
  }
}
