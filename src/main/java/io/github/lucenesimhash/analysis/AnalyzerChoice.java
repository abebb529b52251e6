package io.github.lucenesimhash.analysis;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.util.CharTokenizer;
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

  private static final Analyzer STANDARD = folding(StandardTokenizer::new);

  /** Loaded when first asked for: its module is optional. */
  private static final class Chinese {
    private static final Analyzer ANALYZER = new SmartChineseAnalyzer();
  }

  private static final Analyzer CHARACTER =
      folding(
          () ->
              new CharTokenizer(TokenStream.DEFAULT_TOKEN_ATTRIBUTE_FACTORY, 1) {
                @Override
                protected boolean isTokenChar(int c) {
                  return Character.isLetterOrDigit(c);
                }
              });

  private static Analyzer folding(Supplier<Tokenizer> words) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String fieldName) {
        Tokenizer tokenizer = words.get();
        return new TokenStreamComponents(
            tokenizer, new LowerCaseFilter(new CJKWidthFilter(tokenizer)));
      }

      @Override
      protected Reader initReader(String fieldName, Reader reader) {
        return new ShortRuns(reader);
      }
    };
  }

  /**
   * A text with spaces in place of low lines and their like where more than {@value #LONGEST} are
   * in a row, which join no words then. StandardTokenizer begins a word at each of them and reads
   * all the others, up to 255, before it sees that it is none.
   */
  private static final class ShortRuns extends FilterReader {

    private static final int LONGEST = 16;

    private int run;

    ShortRuns(Reader text) {
      super(text);
    }

    private char shortened(char c) {
      run = isJoiner(c) ? run + 1 : 0;
      return run > LONGEST ? ' ' : c;
    }

    private static boolean isJoiner(char c) {
      return c == '_'
          || c == '\u202F'
          || (c > '\u202F'
              && (c <= '\u2054' || c >= '\uFE33') // no Han between them
              && Character.getType(c) == Character.CONNECTOR_PUNCTUATION);
    }

    @Override
    public int read() throws IOException {
      int c = super.read();
      return c < 0 ? c : shortened((char) c);
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
      int count = super.read(buffer, offset, length);
      for (int i = offset; i < offset + count; i++) {
        buffer[i] = shortened(buffer[i]);
      }
      return count;
    }
  }

  private static final String OWN = "own.";

  static AnalyzerChoice of(String name) {
    return switch (name) {
      case "standard", "en" -> new AnalyzerChoice(name, STANDARD, null, null);
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

  /** The analysis consumes a stream, without {@code reset} or {@code end}. */
  <T> T analyze(CharSequence text, IOFunction<TokenStream, T> analysis) {
    try (TokenStream tokens = words(text.toString())) {
      tokens.reset();
      T result = analysis.apply(tokens);
      tokens.end();
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  TokenStream words(String text) {
    return forText(text).tokenStream(field == null ? "text" : field, text);
  }

  Analyzer forText(CharSequence text) {
    return hanAnalyzer != null && HanShare.of(text) == HanShare.CHINESE ? hanAnalyzer : analyzer;
  }

  AnalyzerChoice chineseSide() {
    return hanAnalyzer == null ? this : of("zh");
  }
}
