package io.github.lucenesimhash.verify;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Pairs equal words of two texts, in their order, in all ways. */
public final class Alignments {

  private record Place(int a, int b, char last) {}

  private final List<String> a;
  private final List<String> b;
  private final boolean isMild;
  private final Map<Place, Integer> known = new HashMap<>();

  private Alignments(List<String> a, List<String> b, boolean isMild) {
    this.a = a;
    this.b = b;
    this.isMild = isMild;
  }

  /**
   * {@return the most pairs that there can be; a number below 0 if there is no way}
   *
   * @param isMild whether only those ways count in which no word is opposite another: between two
   *     pairs there are words of one text alone
   */
  public static int longest(List<String> a, List<String> b, boolean isMild) {
    return new Alignments(a, b, isMild).from(0, 0, '=');
  }

  private int from(int i, int j, char last) {
    Place place = new Place(i, j, last);
    Integer before = known.get(place);
    if (before != null) {
      return before;
    }
    int most = i == a.size() && j == b.size() ? 0 : -1000;
    if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
      most = Math.max(most, 1 + from(i + 1, j + 1, '='));
    }
    if (i < a.size() && !(isMild && last == 'b')) {
      most = Math.max(most, from(i + 1, j, 'a'));
    }
    if (j < b.size() && !(isMild && last == 'a')) {
      most = Math.max(most, from(i, j + 1, 'b'));
    }
    known.put(place, most);
    return most;
  }
}
