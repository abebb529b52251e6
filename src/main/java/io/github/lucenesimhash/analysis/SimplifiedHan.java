package io.github.lucenesimhash.analysis;

import com.ibm.icu.text.Transliterator;

/**
 * The simplified form of each Han character, as ICU's transform Traditional-Simplified has it for
 * one character alone. Words that differ between regions are not looked at.
 */
final class SimplifiedHan {

  private static final char FIRST = 0x3400;
  private static final char LAST = 0x9FFF;

  /** Loaded when first asked for: its module is optional. */
  private static final class Table {
    private static final char[] SIMPLIFIED = table();

    private static char[] table() {
      StringBuilder all = new StringBuilder();
      for (char c = FIRST; c <= LAST; c++) {
        all.append(c).append('\n');
      }
      String[] forms =
          Transliterator.getInstance("Traditional-Simplified")
              .transliterate(all.toString())
              .split("\n", -1);
      char[] table = new char[LAST - FIRST + 1];
      for (int i = 0; i < table.length; i++) {
        table[i] = forms[i].length() == 1 ? forms[i].charAt(0) : (char) (FIRST + i);
      }
      return table;
    }
  }

  private SimplifiedHan() {}

  /** Refuses to go on without the module. */
  static void require() {
    try {
      of(FIRST);
    } catch (LinkageError e) {
      throw new IllegalStateException(
          "option 'han=simplified' needs the module com.ibm.icu:icu4j on the class path", e);
    }
  }

  static char of(char c) {
    return c < FIRST || c > LAST ? c : Table.SIMPLIFIED[c - FIRST];
  }
}
