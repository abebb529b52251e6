package io.github.lucenesimhash.report;

import io.github.lucenesimhash.report.TextDiff.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the differences of two texts and their context as JSON for the script of the page. A
 * string is text that both texts have. A list is a difference: the text on the left, the text on
 * the right and, if characters are omitted, the number of omitted characters of each. A number
 * counts omitted characters of both texts, and an object counts omitted differences.
 */
final class Excerpt {

  /** The maximum number of characters of each text that are compared. */
  static final int COMPARED = 100_000;

  private static final int CONTEXT = 160; // characters of unchanged text shown around a change
  private static final int WORTH_LEAVING_OUT = 120; // minimum number of characters to omit
  private static final int LONGEST_WORD = 40; // maximum length in characters, longer words are cut
  private static final int CHANGES = 4; // minimum number of changes that are shown

  private final String left;
  private final String right;
  private final int limit;
  private final List<String> shown = new ArrayList<>();
  private int length;

  private Excerpt(String left, String right, int limit) {
    this.left = left;
    this.right = right;
    this.limit = limit;
  }

  /** Returns the differences as JSON, with about {@code limit} characters of text at most. */
  static String json(String left, String right, int limit) {
    String from = left.substring(0, border(left, Math.min(COMPARED, left.length())));
    String to = right.substring(0, border(right, Math.min(COMPARED, right.length())));
    return new Excerpt(from, to, limit).json(TextDiff.of(from, to));
  }

  private String json(List<Part> parts) {
    for (Part part : parts) {
      if (length >= limit) {
        long more = parts.stream().skip(parts.indexOf(part)).filter(p -> !p.same()).count();
        if (more > 0) {
          shown.add("{\"more\":" + more + "}");
        }
        break;
      }
      if (part.same()) {
        same(part, part.equals(parts.getFirst()), part.equals(parts.getLast()));
      } else {
        changed(part);
      }
    }
    return "[" + String.join(",", shown) + "]";
  }

  private void same(Part part, boolean first, boolean last) {
    int context = Math.min(CONTEXT, limit / 2);
    int head = first ? last ? 2 * context : 0 : context;
    int tail = last ? 0 : context;
    int gapFrom = wordBorder(left, Math.min(part.leftFrom() + head, part.leftTo()), part.leftTo());
    int gapTo = wordBorder(left, Math.max(part.leftTo() - tail, part.leftFrom()), part.leftFrom());
    while (gapTo < part.leftTo() && Character.isWhitespace(left.charAt(gapTo))) {
      gapTo++;
    }
    if (gapTo - gapFrom < WORTH_LEAVING_OUT) {
      add(part.leftFrom(), part.leftTo());
    } else {
      add(part.leftFrom(), gapFrom);
      shown.add(Integer.toString(gapTo - gapFrom));
      add(gapTo, part.leftTo());
    }
  }

  private void add(int from, int to) {
    if (from < to) {
      shown.add(Markup.quoted(left.substring(from, to)));
      length += to - from;
    }
  }

  private void changed(Part part) {
    int room = limit / CHANGES;
    int leftTo = wordBorder(left, Math.min(part.leftTo(), part.leftFrom() + room), part.leftFrom());
    int rightTo =
        wordBorder(right, Math.min(part.rightTo(), part.rightFrom() + room), part.rightFrom());
    int leftRest = part.leftTo() - leftTo;
    int rightRest = part.rightTo() - rightTo;
    shown.add(
        Markup.format(
            leftRest + rightRest == 0 ? "[%s,%s]" : "[%s,%s,%d,%d]",
            Markup.quoted(left.substring(part.leftFrom(), leftTo)),
            Markup.quoted(right.substring(part.rightFrom(), rightTo)),
            leftRest,
            rightRest));
    length += leftTo - part.leftFrom() + rightTo - part.rightFrom();
  }

  /** Returns the first word border from an index towards another. */
  private static int wordBorder(String text, int from, int to) {
    int step = Integer.signum(to - from);
    for (int i = from; i != to && Math.abs(i - from) < LONGEST_WORD; i += step) {
      if (isWordBorder(text, i)) {
        return i;
      }
    }
    return border(text, from);
  }

  private static boolean isWordBorder(String text, int index) {
    return index == 0
        || index == text.length()
        || (border(text, index) == index
            && !(isInWord(text.codePointBefore(index)) && isInWord(text.codePointAt(index))));
  }

  private static boolean isInWord(int c) {
    return Character.isUnicodeIdentifierPart(c) && !Character.isIdeographic(c);
  }

  /** Returns an index of the text that is not between the two halves of a character. */
  static int border(String text, int wanted) {
    int index = Math.clamp(wanted, 0, text.length());
    return index > 0
            && index < text.length()
            && Character.isSurrogatePair(text.charAt(index - 1), text.charAt(index))
        ? index - 1
        : index;
  }
}
