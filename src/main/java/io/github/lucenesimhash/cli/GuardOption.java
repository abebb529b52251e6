package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.Range.Ratio;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.Source;
import io.github.lucenesimhash.verify.Guard;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The guard as it was typed. A file of words is read once: it may be a pipe. */
final class GuardOption {

  private static final String OTHER = "(?:replaced|numbers|negations)";
  private static final Pattern WITHOUT_FILE =
      Pattern.compile("none|" + OTHER + "(," + OTHER + ")*");
  private static final Pattern WITH_FILE =
      Pattern.compile("((?:" + OTHER + ",)*)words:(.*?)((?:," + OTHER + ")*)");

  private final String typed;
  private List<String> lines; // the file's; null before it is read

  private GuardOption(String typed) {
    this.typed = typed;
  }

  static final class Mixed {
    @Option(
        names = "--guard",
        paramLabel = "GUARD",
        converter = Converter.class,
        defaultValue = "numbers,negations")
    GuardOption guard;

    @Option(names = "--contained", paramLabel = "C", converter = Ratio.class)
    Double contained; // null if it was not given
  }

  static final class Converter implements ITypeConverter<GuardOption> {
    @Override
    public GuardOption convert(String value) {
      return new GuardOption(value);
    }
  }

  /**
   * Makes the guard, and reads its file.
   *
   * @param scheme of the texts that are verified, which must make something of each word
   */
  Guard of(FingerprintScheme scheme) {
    if (WITHOUT_FILE.matcher(typed).matches()) {
      return Guard.parse(typed);
    }
    Matcher parts = WITH_FILE.matcher(typed);
    if (!parts.matches()) {
      throw new BadInput(
          "--guard '%s', expected none, or some of replaced, numbers, negations and words:FILE with commas",
          typed);
    }
    String others = (parts.group(1) + parts.group(3)).replaceFirst("^,", "").replaceFirst(",$", "");
    Guard guard = others.isEmpty() ? Guard.NONE : Guard.parse(others.replace(",,", ","));
    return guard.withWords(words(parts.group(2), scheme));
  }

  private Set<String> words(String file, FingerprintScheme scheme) {
    if (lines == null) {
      List<String> read = new ArrayList<>();
      RawText.forEachLine(Source.path(file), read::add);
      lines = read;
    }
    TextVerifier verifier = TextVerifier.of(scheme);
    Set<String> words = new TreeSet<>();
    for (int i = 0; i < lines.size(); i++) {
      Set<String> its = new TreeSet<>(List.of(lines.get(i).split("(?U)\\s+")));
      its.remove(""); // before the first space
      try {
        verifier.guarded(Guard.NONE.withWords(its));
        words.addAll(its);
      } catch (IllegalArgumentException e) {
        throw new BadInput("%s:%d: %s", file, i + 1, e.getMessage());
      }
    }
    if (words.isEmpty()) {
      throw new BadInput("--guard words:%s has no word, expected a word a line", file);
    }
    return words;
  }

  @Override
  public String toString() {
    return typed;
  }
}
