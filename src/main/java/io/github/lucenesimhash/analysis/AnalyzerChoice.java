package io.github.lucenesimhash.analysis;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.util.CharTokenizer;

/**
 * The analyzer that a scheme uses for a text: always the same one, or one of two by the share of
 * Han characters among the text's letters.
 *
 * @param name stands for what the analyzers do, their version included: part of a scheme's id
 * @param analyzer for texts below the share, or for all
 * @param hanAnalyzer for texts at the share and above, or null for none
 * @param field the one whose words these are; null where the words are the same for any field
 */
record AnalyzerChoice(String name, Analyzer analyzer, Analyzer hanAnalyzer, String field) {

  private static final Analyzer STANDARD =
      new Analyzer() {
        @Override
        protected TokenStreamComponents createComponents(String fieldName) {
          Tokenizer tokenizer = new StandardTokenizer();
          return new TokenStreamComponents(tokenizer, foldCaseAndWidth(tokenizer));
        }
      };

  private static final Analyzer SMART_CHINESE = new SmartChineseAnalyzer();

  private static final Analyzer CHARACTER =
      new Analyzer() {
        @Override
        protected TokenStreamComponents createComponents(String fieldName) {
          Tokenizer tokenizer =
              new CharTokenizer(TokenStream.DEFAULT_TOKEN_ATTRIBUTE_FACTORY, 1) {
                @Override
                protected boolean isTokenChar(int c) {
                  return Character.isLetterOrDigit(c);
                }
              };
          return new TokenStreamComponents(tokenizer, foldCaseAndWidth(tokenizer));
        }
      };

  /** Words, and every Han character for itself. */
  static AnalyzerChoice standard() {
    return new AnalyzerChoice("standard", STANDARD, null, null);
  }

  static AnalyzerChoice english() {
    return new AnalyzerChoice("en", STANDARD, null, null);
  }

  static AnalyzerChoice chinese() {
    return new AnalyzerChoice("zh", SMART_CHINESE, null, null);
  }

  static AnalyzerChoice perDocument() {
    return new AnalyzerChoice("auto", STANDARD, SMART_CHINESE, null);
  }

  /** Every letter or digit is a token of its own. */
  static AnalyzerChoice characters() {
    return new AnalyzerChoice("char", CHARACTER, null, null);
  }

  /** The words of a text. */
  TokenStream words(String text) {
    return forText(text).tokenStream(field == null ? "text" : field, text);
  }

  Analyzer forText(CharSequence text) {
    return hanAnalyzer != null && HanShare.of(text) == HanShare.CHINESE ? hanAnalyzer : analyzer;
  }

  /** The same, but with every text treated as Chinese. */
  AnalyzerChoice chineseSide() {
    return hanAnalyzer == null ? this : new AnalyzerChoice(name + ".zh", hanAnalyzer, null, field);
  }

  private static TokenStream foldCaseAndWidth(TokenStream in) {
    return new LowerCaseFilter(new CJKWidthFilter(in));
  }
}
