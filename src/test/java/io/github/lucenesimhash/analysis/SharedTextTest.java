package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.analysis.SharedText.Part;
import io.github.lucenesimhash.testing.Seeds;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.tests.analysis.CannedTokenStream;
import org.apache.lucene.tests.analysis.Token;
import org.junit.jupiter.api.Test;

class SharedTextTest {

  private static final FingerprintScheme STANDARD = FingerprintScheme.standard();

  /** The shared parts of the text in brackets. */
  private static String marked(FingerprintScheme scheme, String text, String other) {
    return SharedText.of(scheme, text, other)
        .mark(part -> "[" + part + "]", UnaryOperator.identity());
  }

  @Test
  void marksWhatBothTextsHave() {
    String text = "The ferry was late again, on Monday; nobody knew why!";
    assertEquals(
        "[The ferry was late again, on Monday; nobody knew why]!", marked(STANDARD, text, text));
    assertEquals(
        "The [ferry was late again], on Monday; nobody knew why!",
        marked(STANDARD, text, "A ferry was LATE -- again."));
    assertEquals(
        "[The ferry was] late again, on [Monday; nobody knew] why!",
        marked(STANDARD, text, "Monday nobody knew the ferry was"));
    assertEquals(text, marked(STANDARD, text, "A ferry ran late, on Monday somebody was there"));
    assertEquals(
        "[The ferry] was late again, on Monday; nobody [knew why]!",
        marked(STANDARD, text, "The ferry ran, and I knew why"));
    assertEquals(text, marked(STANDARD, text, ""));
    assertEquals("", marked(STANDARD, "", text));
    assertEquals(
        "The ferry was late again, on Monday; nobody knew why<!>",
        SharedText.of(STANDARD, text, text)
            .mark(UnaryOperator.identity(), part -> "<" + part + ">"));
    assertEquals(
        new SharedText("a b c d", List.of(new Part(2, 7))),
        SharedText.of(STANDARD, "a b c d", "b c d"));
  }

  @Test
  void marksHanCharactersByThree() {
    assertEquals("今[天渡轮]晚点", marked(STANDARD, "今天渡轮晚点", "明天渡轮准时"));
    assertEquals("今天[渡轮晚点]", marked(STANDARD, "今天渡轮晚点", "渡轮晚点今天"));
    assertEquals("今天渡轮晚点", marked(STANDARD, "今天渡轮晚点", "渡轮今天"));
    assertEquals("𠀀[𠀁𠀂𠀃]𠀄", marked(STANDARD, "𠀀𠀁𠀂𠀃𠀄", "𠀁𠀂𠀃"));
  }

  @Test
  void wordsThatTheSchemeLeavesOutDoNotCount() {
    FingerprintScheme scheme = FingerprintScheme.parse("en").withStopWords(List.of("the", "a"));
    assertEquals(
        "Near a [ferry and the boat] now",
        marked(scheme, "Near a ferry and the boat now", "ferry and boat"));
  }

  /** A loop over the words, whose features are all the n words in a row. */
  @Test
  void everyWordOfASharedFeatureIsMarked() {
    Random random = Seeds.random(7);
    for (int round = 0; round < 500; round++) {
      int size = 1 + random.nextInt(4);
      FingerprintScheme scheme = FingerprintScheme.parse("en shingle=" + size);
      String[] words = words(random, size);
      String[] others = words(random, size);
      Set<String> features = new HashSet<>();
      for (int i = 0; i + size <= others.length; i++) {
        features.add(String.join(" ", List.of(others).subList(i, i + size)));
      }
      boolean[] marked = new boolean[words.length];
      boolean[] joined = new boolean[words.length];
      for (int i = 0; i + size <= words.length; i++) {
        if (features.contains(String.join(" ", List.of(words).subList(i, i + size)))) {
          for (int j = i; j < i + size; j++) {
            marked[j] = true;
            joined[j] |= j < i + size - 1;
          }
        }
      }
      StringBuilder expected = new StringBuilder();
      for (int i = 0; i < words.length; i++) {
        boolean starts = marked[i] && (i == 0 || !joined[i - 1]);
        boolean ends = marked[i] && !joined[i];
        expected.append(i == 0 ? "" : " ").append(starts ? "[" : "");
        expected.append(words[i]).append(ends ? "]" : "");
      }
      assertEquals(
          expected.toString(), marked(scheme, String.join(" ", words), String.join(", ", others)));
    }
  }

  /** At least as many as are in a feature. */
  private static String[] words(Random random, int atLeast) {
    String[] words = new String[atLeast + random.nextInt(30)];
    for (int i = 0; i < words.length; i++) {
      words[i] = "w" + random.nextInt(4);
    }
    return words;
  }

  @Test
  void anAnalyzerThatDoesNotSayWhereWordsAreMarksNothing() {
    Analyzer analyzer =
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            return new TokenStreamComponents(
                reader -> {}, new CannedTokenStream(new Token("w", 0, 0)));
          }
        };
    FingerprintScheme scheme = FingerprintScheme.of("own", analyzer, "text");
    assertEquals("a text", marked(scheme, "a text", "another"));
  }
}
