package io.github.lucenesimhash.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.report.TextDiff.Part;
import io.github.lucenesimhash.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TextDiffTest {

  /** Returns the left text with removed words in [-brackets-] and added ones in {+braces+}. */
  private static String marked(String left, String right) {
    StringBuilder marked = new StringBuilder();
    for (Part part : TextDiff.of(left, right)) {
      String gone = left.substring(part.leftFrom(), part.leftTo());
      String added = right.substring(part.rightFrom(), part.rightTo());
      if (part.same()) {
        marked.append(gone);
      } else {
        marked.append(gone.isEmpty() ? "" : "[-" + gone + "-]");
        marked.append(added.isEmpty() ? "" : "{+" + added + "+}");
      }
    }
    return marked.toString();
  }

  @Test
  void marksWholeWords() {
    assertEquals(
        "the [-quick-]{+slow+} brown fox", marked("the quick brown fox", "the slow brown fox"));
    assertEquals("the brown fox[-.-]", marked("the brown fox.", "the brown fox"));
    assertEquals("{+now +}the fox", marked("the fox", "now the fox"));
    assertEquals("[-a-]", marked("a", ""));
    assertEquals("", marked("", ""));
  }

  @Test
  void marksWordsAsFingerprintsHaveThem() {
    assertEquals("see [-v6.5-]{+v6.6+} now", marked("see v6.5 now", "see v6.6 now"));
    assertEquals("[-don't-]{+don’t+} go", marked("don't go", "don’t go"));
    assertEquals("ภา[-ษ-]{+ส+}าไทย", marked("ภาษาไทย", "ภาสาไทย"));
  }

  @Test
  void marksHanCharacters() {
    assertEquals(
        "\u6211\u4eec[-\u4eca-]{+\u660e+}\u5929\u53bb",
        marked("\u6211\u4eec\u4eca\u5929\u53bb", "\u6211\u4eec\u660e\u5929\u53bb"));
    String rare = "\ud842\udfb7";
    assertEquals("\u6211[-" + rare + "-]", marked("\u6211" + rare, "\u6211"));
  }

  @Test
  void whiteSpaceIsNoDifference() {
    assertEquals("one two\n\nthree", marked("one two\n\nthree", "one\ttwo three"));
  }

  @Test
  void neighbouringChangesAreOne() {
    assertEquals(
        "a [-bb cc-]{+dd ee+} f", marked("a bb cc f", "a dd ee f").replaceAll("\\s+", " "));
  }

  @Test
  void partsCoverBothTextsAndAreShortest() {
    Random random = Seeds.random(7);
    for (int i = 0; i < 2000; i++) {
      String left = words(random, 1 + random.nextInt(12));
      String right = words(random, 1 + random.nextInt(12));
      List<Part> parts = TextDiff.of(left, right);
      int leftEnd = 0;
      int rightEnd = 0;
      int same = 0;
      for (Part part : parts) {
        assertEquals(leftEnd, part.leftFrom());
        assertEquals(rightEnd, part.rightFrom());
        leftEnd = part.leftTo();
        rightEnd = part.rightTo();
        if (part.same()) {
          String text = left.substring(part.leftFrom(), leftEnd);
          assertEquals(text, right.substring(part.rightFrom(), rightEnd));
          same += text.length();
        }
      }
      assertEquals(left.length(), leftEnd);
      assertEquals(right.length(), rightEnd);
      assertEquals(longestCommonSubsequence(left, right), same, left + " / " + right);
    }
  }

  /** Returns Han characters: each is a word, and none is too short for a gap. */
  private static String words(Random random, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Character.toString((char) ('\u4e00' + random.nextInt(4))))
        .collect(Collectors.joining());
  }

  private static int longestCommonSubsequence(String a, String b) {
    int[][] length = new int[a.length() + 1][b.length() + 1];
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        length[i][j] =
            a.charAt(i - 1) == b.charAt(j - 1)
                ? length[i - 1][j - 1] + 1
                : Math.max(length[i - 1][j], length[i][j - 1]);
      }
    }
    return length[a.length()][b.length()];
  }

  @Test
  void givesUpOnWhatIsTooFarApart() {
    String left = "same " + words("l", TextDiff.MAX_EDITS) + " end";
    String right = "same " + words("r", TextDiff.MAX_EDITS) + " end";
    List<Part> parts = TextDiff.of(left, right);
    assertEquals(3, parts.size());
    assertTrue(parts.getLast().same());
  }

  /** The diff ends early: any diagonal runs through, so 800 edits would walk 800 whole lengths. */
  @Test
  void givesUpOnWhatRepeats() {
    String left = "a,".repeat(40_000);
    String right = ("a,".repeat(199) + "a").repeat(200);
    assertEquals(1, TextDiff.of(left, right).stream().filter(part -> !part.same()).count());
  }

  private static String words(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).collect(Collectors.joining(" "));
  }
}
