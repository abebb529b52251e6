package io.github.lucenesimhash.cli;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.apache.lucene.util.automaton.CharacterRunAutomaton;
import org.apache.lucene.util.automaton.LevenshteinAutomata;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** A command line that cannot be run, in a line that says what to do next. */
final class UsageError {

  private static final int CHARACTERS_AN_EDIT = 3;

  private UsageError() {}

  static String message(ParameterException e) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    String help = "see " + command.qualifiedName() + " --help";
    String message = e.getMessage().replaceFirst("^Error: ", ""); // picocli's, on option groups
    ArgSpec arg = e.getArgSpec();
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched, command) + help;
    }
    if (e.getValue() != null && arg != null && arg.type().isEnum()) { // as users write its values
      return String.format(
          Locale.ROOT,
          "Invalid value for option '%s': '%s', expected one of %s",
          ((OptionSpec) arg).longestName(),
          e.getValue(),
          String.join(", ", arg.completionCandidates()));
    }
    return e instanceof MissingParameterException ? message + ", " + help : message;
  }

  private static String unmatched(UnmatchedArgumentException e, CommandSpec command) {
    String word = e.getUnmatched().getFirst();
    if (e.isUnknownOption()) {
      return "unknown option '" + word + "'" + similar(word, command.optionsMap().keySet());
    }
    return command.subcommands().isEmpty()
        ? "unexpected argument '" + word + "', "
        : "unknown command '" + word + "'" + similar(word, command.subcommands().keySet());
  }

  private static String similar(String word, Collection<String> names) {
    Optional<String> found = names.stream().filter(name -> name.startsWith(word)).findFirst();
    int most =
        Math.min(
            LevenshteinAutomata.MAXIMUM_SUPPORTED_DISTANCE, word.length() / CHARACTERS_AN_EDIT);
    LevenshteinAutomata typos = new LevenshteinAutomata(word, true);
    for (int edits = 1; edits <= most && found.isEmpty(); edits++) {
      CharacterRunAutomaton near = new CharacterRunAutomaton(typos.toAutomaton(edits));
      found = names.stream().filter(near::run).findFirst();
    }
    return found.map(name -> ", did you mean " + name + "? Or ").orElse(", ");
  }
}
