package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.evaluate.SyntheticEdits.Row;
import io.github.lucenesimhash.evaluate.SyntheticEdits.SchemeEdits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Edits do to a text what their kind says, as much as their share says. */
public class TestSyntheticEdits extends LuceneTestCase {

  private static String text(Random random, int words, boolean chinese) {
    String[] vocabulary =
        chinese
            ? new String[] {"中国", "经济", "发展", "。", "社会", "我们", "，", "学习"}
            : new String[] {"alpha", "beta", "gamma.", "delta", "epsilon,", "zeta", "eta\n"};
    List<String> text = new ArrayList<>();
    for (int i = 0; i < words; i++) {
      text.add(vocabulary[random.nextInt(vocabulary.length)]);
    }
    return String.join(chinese ? "" : " ", text);
  }

  private static List<String> words(String text) {
    TextEditor.Words spans = TextEditor.Words.of(text);
    return IntStream.range(0, spans.size()).mapToObj(spans::word).toList();
  }

  public void testEachKindEditsItsShare() {
    Random random = random();
    for (int run = 0; run < 50 * RANDOM_MULTIPLIER; run++) {
      TextEditor.Words text =
          TextEditor.Words.of("(" + text(random, 20 + random.nextInt(100), false) + ")");
      TextEditor.Words other = TextEditor.Words.of(text(random, 150, false));
      TextEditor editor = new TextEditor(List.of(text, other));
      double share = .01 + .2 * random.nextDouble();
      int edited = Math.max(1, (int) Math.round(share * text.size()));
      for (SyntheticEdits.Kind kind : SyntheticEdits.Kind.values()) {
        List<String> before = words(text.text());
        List<String> after = words(editor.edit(0, kind, share, random.nextLong()));
        int more =
            switch (kind) {
              case SUBSTITUTION, MOVE -> 0;
              case INSERTION, BOILERPLATE -> edited;
              case DELETION, TRUNCATION -> -edited;
            };
        assertEquals(kind.toString(), before.size() + more, after.size());
        switch (kind) {
          case SUBSTITUTION ->
              assertEquals(
                  edited,
                  IntStream.range(0, before.size())
                      .filter(i -> !before.get(i).equals(after.get(i)))
                      .count());
          case INSERTION -> assertTrue(isSubsequence(before, after));
          case DELETION -> assertTrue(isSubsequence(after, before));
          case MOVE -> assertEquals(counts(before), counts(after));
          case TRUNCATION -> assertEquals(before.subList(0, after.size()), after);
          case BOILERPLATE ->
              assertTrue(
                  before.equals(after.subList(0, before.size()))
                      || before.equals(after.subList(edited, after.size())));
        }
      }
    }
  }

  private static boolean isSubsequence(List<String> few, List<String> many) {
    int next = 0;
    for (String word : many) {
      next += next < few.size() && few.get(next).equals(word) ? 1 : 0;
    }
    return next == few.size();
  }

  private static Map<String, Integer> counts(List<String> words) {
    Map<String, Integer> counts = new HashMap<>();
    words.forEach(word -> counts.merge(word, 1, Integer::sum));
    return counts;
  }

  public void testJudgesSchemes() throws Exception {
    List<String> texts = new ArrayList<>(List.of("", "..."));
    for (int i = 0; i < 20; i++) {
      texts.add(text(random(), 100, i % 2 == 0));
    }
    Map<String, FingerprintScheme> schemes =
        Map.of(
            "pairs",
            FingerprintScheme.parse("zh"),
            "letters",
            FingerprintScheme.parse("char shingle=1"));
    int[] done = new int[1];
    long seed = random().nextLong();
    SyntheticEdits edits = SyntheticEdits.of(schemes, texts, .8, seed, n -> done[0] += n);
    assertEquals(edits, SyntheticEdits.of(schemes, texts, .8, seed, n -> {}));
    assertEquals((long) texts.size() * SyntheticEdits.COPIES, done[0]);
    assertEquals(20, edits.texts());
    assertEquals(20 * 19 / 2, edits.pairs());
    assertEquals(
        List.copyOf(schemes.keySet()), edits.schemes().stream().map(SchemeEdits::scheme).toList());
    for (SchemeEdits result : edits.schemes()) {
      assertEquals(schemes.get(result.scheme()).id(), result.id());
      assertEquals(SyntheticEdits.COPIES, result.edits().size());
      for (Row row : result.edits()) {
        assertTrue(row.resemblance() > 0 && row.resemblance() <= 1);
        assertEquals(row.found().stream().sorted().toList(), row.found());
        assertTrue(row.found().getLast() <= 20);
        for (int k = 0; k <= 16; k++) {
          assertTrue(row.verified().get(k) <= row.found().get(k));
        }
        if (row.kind() == SyntheticEdits.Kind.MOVE && result.scheme().equals("letters")) {
          assertEquals("a set of letters does not change", 20, (long) row.found().getFirst());
        }
      }
      if (result.scheme().equals("letters")) {
        assertTrue("few letters are in all texts", result.falsePairs().get(16) > 0);
      }
    }
  }

  public void testWordsOfChinese() {
    assertEquals(Arrays.asList("我们", "学习", "经济"), words("我们学习经济。"));
  }
}
