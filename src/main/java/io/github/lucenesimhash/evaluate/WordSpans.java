package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.analysis.HanShare;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/** Where the words of a text are; a Chinese text is segmented into words. */
record WordSpans(String text, boolean chinese, List<Span> words) {

  /** From its first character to before its last. */
  record Span(int start, int end) {}

  private static final Analyzer CHINESE = new SmartChineseAnalyzer();
  private static final Analyzer OTHER = new StandardAnalyzer();

  static WordSpans of(String text) {
    List<Span> words = new ArrayList<>();
    boolean chinese = HanShare.of(text) == HanShare.CHINESE;
    try (TokenStream tokens = (chinese ? CHINESE : OTHER).tokenStream("text", text)) {
      OffsetAttribute offsets = tokens.addAttribute(OffsetAttribute.class);
      tokens.reset();
      int end = 0;
      while (tokens.incrementToken()) {
        if (offsets.startOffset() >= end && offsets.endOffset() > offsets.startOffset()) {
          words.add(new Span(offsets.startOffset(), offsets.endOffset()));
          end = offsets.endOffset();
        }
      }
      tokens.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new WordSpans(text, chinese, words);
  }

  int size() {
    return words.size();
  }

  String word(int i) {
    return text.substring(words.get(i).start, words.get(i).end);
  }

  /** The text from a word's beginning to before another's, or to the text's end. */
  String passage(int from, int to) {
    return text.substring(start(from), start(to));
  }

  private int start(int i) {
    return i < words.size() ? words.get(i).start : text.length();
  }

  /** What stands before the first word. */
  String head() {
    return text.substring(0, start(0));
  }

  /** What stands between a word's end and the next word, or the text's end. */
  String gap(int i) {
    return text.substring(words.get(i).end, start(i + 1));
  }
}
