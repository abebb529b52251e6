package io.github.lucenesimhash.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a text has in common with another as a scheme sees it: the parts whose features both have,
 * however often.
 *
 * <pre>{@code
 * SharedText shared = SharedText.of(scheme, text, otherText);
 * String html = shared.mark(part -> "<mark>" + escape(part) + "</mark>", part -> escape(part));
 * }</pre>
 *
 * <p>Immutable.
 *
 * @param text the first of the two
 * @param parts of it, in order, none empty, none reaching into the next
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
   * {@return what two texts share: nothing where the scheme's analyzer does not say where words
   * are}
   *
   * @param scheme makes the features
   * @param text the one whose parts are found
   * @param other compared with it
   * @throws java.io.UncheckedIOException if the analyzer fails
   */
  public static SharedText of(FingerprintScheme scheme, CharSequence text, CharSequence other) {
    Finder finder = new Finder(scheme.features(other));
    scheme.analyzers.analyze(text, true, words -> scheme.features.find(words, finder));
    return new SharedText(text.toString(), finder.parts());
  }

  /**
   * {@return where the words of a text are, in order, none empty, none reaching into the next}
   *
   * @param scheme cuts the text into words
   * @param text of any length
   * @throws java.io.UncheckedIOException if the scheme's analyzer fails
   */
  public static List<Part> words(FingerprintScheme scheme, CharSequence text) {
    return scheme.analyzers.analyze(
        text,
        true,
        words -> {
          List<Part> parts = new ArrayList<>();
          int end = 0;
          while (words.next()) {
            if (words.from() >= end && words.to() > words.from()) {
              parts.add(new Part(words.from(), words.to()));
              end = words.to();
            }
          }
          return parts;
        });
  }

  /**
   * {@return the text with its shared parts and what is between them each as a function makes them}
   *
   * @param shared makes a shared part
   * @param others makes what is between, unless there is nothing
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

  /** Is told the tokens of a text and its features. */
  static final class Finder {

    private final long[] others; // ascending
    private final BitSet shared = new BitSet(); // tokens of shared features
    private final BitSet joined = new BitSet(); // those whose next token is in the same feature
    private final List<Part> tokens = new ArrayList<>();

    Finder(long[] others) {
      this.others = others;
    }

    void addToken(int from, int to) {
      tokens.add(new Part(from, to));
    }

    void addFeature(long hash, int start, int end) {
      if (Arrays.binarySearch(others, hash) >= 0) {
        shared.set(start, end);
        joined.set(start, end - 1);
      }
    }

    private List<Part> parts() {
      List<Part> parts = new ArrayList<>();
      int end = 0; // some analyzers emit tokens that overlap
      for (int i = shared.nextSetBit(0); i >= 0; i = shared.nextSetBit(i + 1)) {
        int from = Math.max(end, tokens.get(i).from);
        end = Math.max(end, tokens.get(i).to);
        while (joined.get(i)) {
          end = Math.max(end, tokens.get(++i).to);
        }
        if (from < end) {
          parts.add(new Part(from, end));
        }
      }
      return List.copyOf(parts);
    }
  }
}
