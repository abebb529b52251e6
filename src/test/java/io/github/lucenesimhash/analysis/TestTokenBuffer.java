package io.github.lucenesimhash.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** A buffer's stream has the tokens that were put in. */
public class TestTokenBuffer extends LuceneTestCase {

  private record Token(
      String word, int increment, int start, int end, int frequency, BytesRef payload) {}

  /** The last one is the end of the text. */
  private static final class Tokens extends TokenStream {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final PositionIncrementAttribute increment =
        addAttribute(PositionIncrementAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
    private final PayloadAttribute payload;
    private final List<Token> tokens;
    private int next;

    Tokens(List<Token> tokens, boolean hasPayloads) {
      this.tokens = tokens;
      payload = hasPayloads ? addAttribute(PayloadAttribute.class) : null;
    }

    @Override
    public boolean incrementToken() {
      clearAttributes();
      if (next == tokens.size() - 1) {
        return false;
      }
      set(tokens.get(next++));
      return true;
    }

    @Override
    public void end() throws IOException {
      super.end();
      set(tokens.get(next));
    }

    private void set(Token token) {
      term.setEmpty().append(token.word);
      increment.setPositionIncrement(token.increment);
      offset.setOffset(token.start, token.end);
      frequency.setTermFrequency(token.frequency);
      if (payload != null) {
        payload.setPayload(token.payload);
      }
    }
  }

  private static String randomWord() {
    return switch (random().nextInt(8)) {
      case 0 -> TestUtil.randomRealisticUnicodeString(random(), 1, 40);
      case 1 -> TestUtil.randomSimpleString(random(), 100, 300);
      case 2 -> "sch\u00f6n";
      default -> TestUtil.randomSimpleString(random(), 0, 18);
    };
  }

  /** Mostly small. */
  private static int randomNumber() {
    return switch (random().nextInt(12)) {
      case 0 -> 127;
      case 1 -> 128;
      case 2 -> random().nextInt(1 << 20);
      default -> random().nextInt(20);
    };
  }

  private static BytesRef randomPayload() {
    return random().nextBoolean() ? null : newBytesRef(TestUtil.randomSimpleString(random()));
  }

  private static List<Token> randomTokens(boolean hasPayloads) {
    List<Token> tokens = new ArrayList<>();
    int start = 0;
    for (int i = random().nextInt(200); i >= 0; i--) {
      // offsets of broken streams go backwards, and the index says so, not the buffer
      start = random().nextInt(50) == 0 ? Math.max(0, start - 3) : start + randomNumber();
      tokens.add(
          new Token(
              i == 0 ? "" : randomWord(),
              randomNumber(),
              start,
              start + randomNumber(),
              random().nextInt(10) == 0 ? 1 + randomNumber() : 1,
              hasPayloads ? randomPayload() : null));
    }
    return tokens;
  }

  private static TokenBuffer record(List<Token> tokens, boolean hasPayloads) throws IOException {
    int length = random().nextBoolean() ? 0 : 2000;
    try (TokenBuffer.Recorder recorder =
        new TokenBuffer.Recorder(new Tokens(tokens, hasPayloads), length)) {
      assertTrue(recorder.isUtf8());
      recorder.reset();
      while (recorder.incrementToken()) {
        // keeps them
      }
      recorder.end();
      return recorder.buffer();
    }
  }

  private static void assertHas(List<Token> tokens, TokenStream stream) throws IOException {
    stream.reset();
    for (Token token : tokens.subList(0, tokens.size() - 1)) {
      assertTrue(stream.incrementToken());
      assertEquals(token, current(stream));
    }
    assertFalse(stream.incrementToken());
    stream.end();
    assertEquals(tokens.getLast(), current(stream));
    stream.close();
  }

  private static Token current(TokenStream stream) {
    OffsetAttribute offset = stream.getAttribute(OffsetAttribute.class);
    PayloadAttribute payload = stream.getAttribute(PayloadAttribute.class);
    return new Token(
        stream.getAttribute(TermToBytesRefAttribute.class).getBytesRef().utf8ToString(),
        stream.getAttribute(PositionIncrementAttribute.class).getPositionIncrement(),
        offset.startOffset(),
        offset.endOffset(),
        stream.getAttribute(TermFrequencyAttribute.class).getTermFrequency(),
        payload == null ? null : payload.getPayload());
  }

  public void testTokensOfManyTexts() throws IOException {
    TokenStream stream = null;
    boolean hadPayloads = false;
    for (int round = atLeast(50); round > 0; round--) {
      boolean hasPayloads = random().nextBoolean();
      List<Token> tokens = randomTokens(hasPayloads);
      TokenStream last = stream;
      stream = record(tokens, hasPayloads).stream(last);
      if (last != null && hasPayloads == hadPayloads) {
        assertSame(last, stream);
      }
      hadPayloads = hasPayloads;
      assertHas(tokens, stream);
      assertHas(tokens, stream);
    }
  }

  /** Letters of the word before are in the buffer of the attribute behind a short one. */
  public void testWordsAfterLongerOnes() throws IOException {
    List<Token> tokens = new ArrayList<>();
    for (String word : List.of("abcdefghijklmnop", "sch\u00f6ne", "ab", "abcdefghi", "a", "")) {
      int start = tokens.size() * 20;
      tokens.add(new Token(word, 1, start, start + word.length(), 1, null));
    }
    assertHas(tokens, record(tokens, false).stream(null));
  }
}
