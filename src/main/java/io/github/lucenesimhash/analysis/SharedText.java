package io.github.lucenesimhash.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A text with its parts whose features, by a scheme, are also in another text.
 *
 * <pre>{@code
 * SharedText shared = SharedText.of(scheme, text, otherText);
 * String html = shared.mark(part -> "<mark>" + escape(part) + "</mark>", part -> escape(part));
 * }</pre>
 *
 * <p>Immutable.
 *
 * @param text the one that has the parts
 * @param parts the parts in order; none is empty, and none overlaps the next
 */
public record SharedText(String text, List<Part> parts) {

  /**
   * A part of a text, in UTF-16 characters.
   *
   * @param from inclusive
   * @param to exclusive, greater than from
   */
  public record Part(int from, int to) {}

  /**
   * Finds the parts of a text that share features with another text. If the scheme's analyzer has
   * no offsets, no part is found.
   *
   * @param scheme makes the features
   * @param text the one whose parts are found
   * @param other the one that it is compared with
   * @return the parts of the text whose features the other has
   * @throws java.io.UncheckedIOException if the analyzer fails
   */
  public static SharedText of(FingerprintScheme scheme, CharSequence text, CharSequence other) {
    long[] others = Features.of(scheme, scheme.tokens(other, false)).distinct();
    Tokens tokens = scheme.tokens(text, true);
    Features features = Features.of(scheme, tokens);
    BitSet shared = new BitSet(); // words of shared features
    BitSet joined = new BitSet(); // words whose next one is in the same feature
    for (int i = 0; i < features.size(); i++) {
      if (Arrays.binarySearch(others, features.hash(i)) >= 0) {
        shared.set(features.first(i), features.last(i) + 1);
        joined.set(features.first(i), features.last(i));
      }
    }
    List<Part> parts = new ArrayList<>();
    int end = 0; // some analyzers emit words that overlap
    for (int i = shared.nextSetBit(0); i >= 0; i = shared.nextSetBit(i + 1)) {
      int from = Math.max(end, tokens.from(i));
      end = Math.max(end, tokens.to(i));
      while (joined.get(i)) {
        end = Math.max(end, tokens.to(++i));
      }
      if (from < end) {
        parts.add(new Part(from, end));
      }
    }
    return new SharedText(text.toString(), List.copyOf(parts));
  }

  /**
   * {@return the text, with one function applied to shared parts and another to the parts between}
   *
   * @param shared changes a shared part
   * @param others changes a part between shared parts, unless it is empty
   */
  public String mark(UnaryOperator<String> shared, UnaryOperator<String> others) {
    StringBuilder marked = new StringBuilder();
    int end = 0;
    for (Part part : parts) {
      append(marked, end, part.from, others);
      marked.append(shared.apply(text.substring(part.from, part.to)));
      end = part.to;
    }
    append(marked, end, text.length(), others);
    return marked.toString();
  }

  private void append(StringBuilder marked, int from, int to, UnaryOperator<String> others) {
    if (from < to) {
      marked.append(others.apply(text.substring(from, to)));
    }
  }
}
