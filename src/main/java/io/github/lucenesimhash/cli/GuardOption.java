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
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The guard as it was typed. A file of words is read once: it may be a pipe. */
final class GuardOption {

  private static final String WORDS = "words:";

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
    List<String> kinds = new ArrayList<>(List.of(typed.split(",", -1)));
    String file =
        kinds.stream()
            .filter(kind -> kind.startsWith(WORDS))
            .map(kind -> kind.substring(WORDS.length()))
            .findFirst()
            .orElse(null);
    kinds.remove(WORDS + file);
    try {
      Guard guard = kinds.isEmpty() ? Guard.NONE : Guard.parse(String.join(",", kinds));
      return file == null ? guard : guard.withWords(words(file, scheme));
    } catch (IllegalArgumentException e) {
      throw new BadInput(
          "--guard '%s', expected none, or some of replaced, numbers, negations and words:FILE with commas",
          typed);
    }
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
