package io.github.lucenesimhash.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.util.IOFunction;

/**
 * The analyzer of a scheme.
 *
 * @param name the name of the analyzer and its version in the id of the scheme
 * @param analyzer the analyzer that makes the words, or null for a {@link WordScanner}
 * @param field the field to pass to the analyzer, or null if its words do not depend on the field
 */
record AnalyzerChoice(String name, Analyzer analyzer, String field) {

  /** Loads the optional module smartcn on first use. */
  private static final class Chinese {
    private static final Analyzer ANALYZER = new SmartChineseAnalyzer();
  }

  private static final String OWN = "own.";

  static AnalyzerChoice of(String name) {
    return switch (name) {
      case "standard", "titles", "en", "iscc", "char" -> new AnalyzerChoice(name, null, null);
      case "zh" -> new AnalyzerChoice(name, smartChinese(), null);
      default -> throw new IllegalArgumentException("analyzer " + name);
    };
  }

  private static Analyzer smartChinese() {
    try {
      return Chinese.ANALYZER;
    } catch (NoClassDefFoundError e) {
      throw new IllegalStateException(
          "scheme 'zh' needs Lucene's module lucene-analysis-smartcn on the class path", e);
    }
  }

  static AnalyzerChoice own(String name, Analyzer analyzer, String field) {
    Objects.requireNonNull(analyzer, "analyzer");
    Objects.requireNonNull(field, "field");
    if (!name.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "analyzer name '" + name + "', expected 1 to 64 letters, digits, '.', '_' or '-'");
    }
    return new AnalyzerChoice(OWN + name, analyzer, field);
  }

  String option() {
    return name.startsWith(OWN) ? "analyzer=" + name.substring(OWN.length()) : name;
  }

  /**
   * Passes the words of a text to an analysis, which must consume all of them, and returns its
   * result.
   */
  <T> T analyze(CharSequence text, IOFunction<Words, T> analysis) {
    return analyze(text, false, analysis);
  }

  /** Passes the words of a text to an analysis, with their offsets only if requested. */
  <T> T analyze(CharSequence text, boolean hasOffsets, IOFunction<Words, T> analysis) {
    Objects.requireNonNull(text, "text is null, expected a text, which may be empty");
    try {
      if (analyzer == null) {
        boolean byCharacter = name.equals("char");
        return analysis.apply(new WordScanner(NormalText.of(text, hasOffsets), byCharacter));
      }
      String asked = field == null ? "text" : field;
      try (TokenStream tokens = analyzer.tokenStream(asked, text.toString())) {
        tokens.reset();
        T result = analysis.apply(Words.of(tokens));
        tokens.end();
        return result;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
