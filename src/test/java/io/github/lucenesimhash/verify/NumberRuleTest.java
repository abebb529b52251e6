package io.github.lucenesimhash.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.testing.Seeds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Compares the guard of numbers with its definition. Values are drawn, spelled in all ways, and
 * compared by the longest sequence that two texts have in common. {@code -Dtests.multiplier=223}
 * compares ten million pairs.
 */
class NumberRuleTest {

  private static final int ROUNDS = Integer.getInteger("tests.multiplier", 1);
  private static final int TEXTS = 300;
  private static final String LONG = " boat".repeat(600);

  private record Text(List<String> values, boolean isLong, FeatureSet features, long key) {}

  private static String value(Random random) {
    int number = random.nextInt(4) == 0 ? random.nextInt(3_000_000) : random.nextInt(12);
    return switch (random.nextInt(10)) {
      case 0 -> "-" + number;
      case 1 -> number + "%";
      case 2 -> "v" + number + "." + random.nextInt(3) + ".0";
      case 3 -> number + "." + (1 + random.nextInt(9)) + "0";
      case 4 -> "$ " + number;
      default -> "" + number;
    };
  }

  /** Writes a value in one of its spellings, between words. */
  private static String spelled(String value, String before, Random random) {
    if (value.equals("$")) {
      return "＄$".charAt(random.nextInt(2)) + "";
    }
    boolean isNegative = value.startsWith("-");
    boolean isPercent = value.endsWith("%");
    String number = value.replaceAll("[-%]", "");
    if (isWhole(value) && !before.equals("$") && random.nextInt(4) == 0) {
      return inHan(Integer.parseInt(value), random);
    }
    String shown = number.matches("[0-9]+") ? whole(number, random) : number;
    String sign = isNegative ? "-−".charAt(random.nextInt(2)) + "" : "";
    String behind = isPercent ? List.of("%", " %", "％").get(random.nextInt(3)) : "";
    return sign + shown + behind;
  }

  private static boolean isWhole(String value) {
    return value.matches("[0-9]+");
  }

  /** Writes a number in Han numerals, or as digits with a Han unit after them. */
  private static String inHan(int number, Random random) {
    if (number > 0 && number % 100 == 0 && random.nextBoolean()) {
      int unit = number % 10_000 == 0 ? 4 : 2;
      return new BigDecimal(number).movePointLeft(unit).toPlainString() + " 十百千万".charAt(unit);
    }
    int low = number % 10_000;
    String high = number < 10_000 ? "" : belowTenThousand(number / 10_000) + "万";
    String zero = !high.isEmpty() && low > 0 && low < 1000 ? "零" : "";
    String all = high + zero + (low == 0 && !high.isEmpty() ? "" : belowTenThousand(low));
    all = all.startsWith("一十") ? all.substring(1) : all;
    return "第" + (random.nextBoolean() ? all : all.replaceAll("二(?=[百千万])", "两"));
  }

  private static String belowTenThousand(int number) {
    StringBuilder han = new StringBuilder();
    String digits = Integer.toString(number);
    for (int i = 0; i < digits.length(); i++) {
      char digit = digits.charAt(i);
      boolean isBehindZero = i > 0 && digits.charAt(i - 1) == '0';
      if (digit != '0' || digits.length() == 1) {
        han.append(isBehindZero ? "零" : "").append("零一二三四五六七八九".charAt(digit - '0'));
        han.append(" 十百千".charAt(digits.length() - 1 - i));
      }
    }
    return han.toString().replace(" ", "");
  }

  private static String whole(String number, Random random) {
    String grouped = String.format(java.util.Locale.ROOT, "%,d", Integer.valueOf(number));
    return switch (random.nextInt(7)) {
      case 0 -> grouped;
      case 1 -> grouped + ".0";
      case 2 -> number + ".000";
      case 3 ->
          number.chars().mapToObj(c -> "" + (char) (c - '0' + '０')).reduce("", String::concat);
      case 4 ->
          number.chars().mapToObj(c -> "" + (char) (c - '0' + '٠')).reduce("", String::concat);
      default -> number;
    };
  }

  private static Text text(List<String> values, TextVerifier verifier, Random random) {
    boolean isLong = random.nextInt(5) == 0;
    StringBuilder text = new StringBuilder("boats" + (isLong ? LONG : ""));
    String before = "";
    for (String value : values) {
      boolean isRange = isWhole(before) && isWhole(value) && random.nextInt(3) == 0;
      String between = before.equals("$") ? " ".repeat(random.nextInt(2)) : " boats ";
      text.append(isRange ? "月-" : between).append(spelled(value, before, random));
      before = value;
    }
    text.append(" boats");
    long key = NumberKey.of(FingerprintScheme.standard().tokens(text, false));
    return new Text(values, isLong, verifier.features(text), key);
  }

  /** Returns the maximum number of values that both texts have in the same order. */
  private static int common(List<String> a, List<String> b) {
    int[][] most = new int[a.size() + 1][b.size() + 1];
    for (int i = 1; i <= a.size(); i++) {
      for (int j = 1; j <= b.size(); j++) {
        most[i][j] =
            a.get(i - 1).equals(b.get(j - 1))
                ? most[i - 1][j - 1] + 1
                : Math.max(most[i - 1][j], most[i][j - 1]);
      }
    }
    return most[a.size()][b.size()];
  }

  @Test
  void isThatOfTheDefinition() {
    Random random = Seeds.random(57);
    TextVerifier verifier = Comparison.STANDARD.verifier(FingerprintScheme.standard());
    long apart = 0;
    long apartByKeys = 0;
    long pairs = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<String> pool = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        pool.add(value(random));
      }
      List<Text> texts = new ArrayList<>();
      for (int i = 0; i < TEXTS; i++) {
        List<String> values = new ArrayList<>();
        for (int j = random.nextInt(6); j > 0; j--) {
          values.addAll(List.of(pool.get(random.nextInt(pool.size())).split(" ", -1)));
        }
        texts.add(text(values, verifier, random));
      }
      for (int i = 0; i < TEXTS; i++) {
        for (int j = 0; j < i; j++) {
          Text a = texts.get(i);
          Text b = texts.get(j);
          pairs++;
          int fewest = Math.min(a.values.size(), b.values.size());
          boolean expected = !(a.isLong && b.isLong) && common(a.values, b.values) < fewest;
          String repeat = "round " + round + ": " + a.values + " / " + b.values;
          assertEquals(expected, a.features.isHeldBack(b.features), repeat);
          boolean byKeys = NumberKey.areApart(a.key, b.key);
          boolean areAsMany = a.values.size() == b.values.size();
          assertEquals(expected && areAsMany, byKeys, repeat);
          apart += expected ? 1 : 0;
          apartByKeys += byKeys ? 1 : 0;
        }
      }
    }
    assertTrue(apart > pairs / 4 && apartByKeys > pairs / 20, apart + ", " + apartByKeys);
  }
}
