package io.github.lucenesimhash.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.CorpusTruth;
import io.github.lucenesimhash.evaluate.SyntheticEdits.Row;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The default finds a changed text wherever the change is, and in any form and script. */
class EdgesTest {

  private static final FingerprintScheme SCHEME = FingerprintScheme.standard();
  private static final TextVerifier VERIFIER = TextVerifier.standard();
  private static final Comparison STANDARD = Comparison.STANDARD;
  private static final int TEXTS = 4000;
  private static final int FULL_WIDTH = '！' - '!';

  private static final String ENGLISH =
      "the island ferry was late again and nobody at harbour could say why it left so early in"
          + " morning with empty decks while our friends waited under old lamp";
  private static final String FRENCH =
      "où déjà élève forêt naïve garçon Noël été près crème français âge tête hôtel île reçu goût"
          + " mère père école août œuvre sœur château bête fenêtre théâtre musée café là";
  private static final String VIETNAMESE =
      "tiếng việt người nước nhà trường đường phố chợ sông núi biển trời mưa nắng gió ngày đêm"
          + " tháng năm bạn bè gia đình sách vở học giỏi chúng mình";
  private static final String GREEK =
      "ο άνεμος της θάλασσας είναι δυνατός σήμερα και ένας ναύτης στο λιμάνι λέει ότι καιρός θα"
          + " αλλάξει πριν φτάσει τελευταίος επιβάτης του πλοίου αλλά κανείς δεν ακούει";
  private static final String THAI =
      "เรือ ข้าม ฟาก ไป เกาะ มา สาย อีก แล้ว วัน จันทร์ ไม่มี ใคร รู้ ว่า ทำไม คน บน ท่า รอ ฝน ตก หนัก ลม แรง"
          + " บ้าน เมือง ตลาด น้ำ ปลา ข้าว";
  private static final String KANA =
      "ふね しま きょう また おくれた みなと ひと だれも わからない なぜ あめ かぜ つよい まち いえ みず さかな ごはん あさ よる"
          + " フェリー バス テレビ ニュース ラジオ ホテル レストラン カメラ コーヒー タクシー";

  private final SplittableRandom random = new SplittableRandom(32);

  private static boolean isNear(String a, String b) {
    int distance = SCHEME.fingerprint(a).get().distance(SCHEME.fingerprint(b).get());
    return distance <= STANDARD.maxDistance();
  }

  private static boolean isFound(String a, String b) {
    return isNear(a, b)
        && VERIFIER.features(a).resembles(VERIFIER.features(b), STANDARD.verification());
  }

  private List<String> walk(String words, int count) {
    String[] known = words.split(" ", -1);
    return random.ints(count, 0, known.length).mapToObj(i -> known[i]).toList();
  }

  private List<List<String>> pieces(String language, String word, int min, int max)
      throws IOException {
    List<List<String>> texts =
        CorpusTruth.texts(language).values().stream()
            .map(text -> Pattern.compile(word).matcher(text).results())
            .map(words -> words.map(MatchResult::group).toList())
            .filter(words -> words.size() > max)
            .toList();
    List<List<String>> pieces = new ArrayList<>();
    while (pieces.size() < TEXTS) {
      List<String> text = texts.get(random.nextInt(texts.size()));
      int words = random.nextInt(min, max + 1);
      int from = random.nextInt(text.size() - words);
      pieces.add(text.subList(from, from + words));
    }
    return pieces;
  }

  /** Changes anywhere count equally. Below 25 words or characters, no changed text shares .8. */
  private void assertEven(List<List<String>> pieces, String space) {
    int[] near = new int[3];
    int[] found = new int[3];
    for (List<String> piece : pieces) {
      String text = String.join(space, piece);
      List<String> other = pieces.get(random.nextInt(TEXTS));
      for (int position = 0; position < 3; position++) {
        List<String> edited = new ArrayList<>(piece);
        edited.set(position * (piece.size() - 1) / 2, other.get(random.nextInt(other.size())));
        String copy = String.join(space, edited);
        near[position] += isNear(text, copy) ? 1 : 0;
        found[position] += isFound(text, copy) ? 1 : 0;
      }
    }
    for (int[] counts : List.of(near, found)) {
      int[] ascending = Arrays.stream(counts).sorted().toArray();
      String message = "first, middle, last: " + Arrays.toString(counts) + " of " + TEXTS;
      assertTrue(ascending[2] - ascending[0] <= .05 * TEXTS, message);
      assertTrue(ascending[0] > .1 * TEXTS && ascending[2] < TEXTS, message);
    }
  }

  @Test
  void anEdgeCountsAsMuchAsTheMiddle() throws IOException {
    assertEven(pieces("en", "[A-Za-z]+", 8, 35), " ");
    assertEven(pieces("zh", "\\p{IsHan}", 12, 50), "");
  }

  private void assertAllFound(String words, UnaryOperator<String> form) {
    for (int i = 0; i < 300; i++) {
      String text = String.join(" ", walk(words, 8 + random.nextInt(28)));
      String other = form.apply(text);
      assertTrue(isFound(text, other), () -> text + ", " + other);
    }
  }

  @Test
  void aTextInAnotherFormIsFound() {
    for (String words : List.of(FRENCH, VIETNAMESE, GREEK, KANA)) {
      assertAllFound(words, text -> Normalizer.normalize(text, Form.NFD));
    }
    assertAllFound(GREEK, text -> text.replace('ς', 'σ'));
    assertAllFound(GREEK, text -> text.toUpperCase(Locale.ROOT));
    assertAllFound(ENGLISH, EdgesTest::wide);
    assertAllFound(KANA, EdgesTest::half);
    assertAllFound(ENGLISH, text -> inWords(text, "\u00AD", .5));
    assertAllFound(ENGLISH, text -> inWords(text, "-\n", .2));
    assertAllFound(GREEK, text -> inWords(text, "-\r\n", .2));
  }

  private static String wide(String text) {
    int[] wide = text.chars().map(c -> c > ' ' ? c + FULL_WIDTH : '\u3000').toArray();
    return new String(wide, 0, wide.length);
  }

  private static String half(String text) {
    String half = Normalizer.normalize(text, Form.NFD); // a voiced mark is its own character
    for (char c = '\uFF66'; c <= '\uFF9F'; c++) {
      half = half.replace(Normalizer.normalize(String.valueOf(c), Form.NFKC), String.valueOf(c));
    }
    return half;
  }

  private String inWords(String text, String hyphen, double share) {
    StringBuilder hyphenated = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      boolean isInWord = i > 0 && text.charAt(i - 1) != ' ' && text.charAt(i) != ' ';
      hyphenated.append(isInWord && random.nextDouble() < share ? hyphen : "");
      hyphenated.append(text.charAt(i));
    }
    return hyphenated.toString();
  }

  @Test
  void emojiAloneAreATextToo() {
    String emoji = "😀 😂 🎉 🚀 ❤ 👍 🌧 ⛴ 🏝 🐟 🍚 ☕";
    for (int i = 0; i < 1000; i++) {
      List<String> symbols = walk(emoji, 1 + random.nextInt(12));
      String text = String.join("", symbols);
      assertTrue(isFound(text, text), text);
      assertTrue(isFound(text, String.join(" ", symbols)), text);
    }
  }

  /** Asserts that texts are found after each kind of edit of one in a hundred characters. */
  private void assertFewEditsAreFound(List<String> texts) throws IOException {
    SyntheticEdits edits =
        SyntheticEdits.of(Map.of("standard", SCHEME), texts, STANDARD.verification(), 32, n -> {});
    int rows = 0;
    for (Row row : edits.schemes().getFirst().edits()) {
      if (row.percent() == 1) {
        double found = (double) row.verified().get(STANDARD.maxDistance()) / texts.size();
        assertTrue(found >= .95, row.kind() + " " + found);
        rows++;
      }
    }
    assertEquals(SyntheticEdits.Kind.values().length, rows);
  }

  @Test
  void fewEditsOfScriptsWithoutSpacesAreFound() throws IOException {
    for (String words : List.of(THAI, KANA)) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        String text = String.join("", walk(words, 150));
        assertTrue(text.length() >= 300);
        texts.add(text);
      }
      assertFewEditsAreFound(texts);
    }
  }
}
