package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counts skipped lines and files by kind. Reports unreadable ones in a line for each kind of each
 * file, up to a limit. In strict mode, the first unreadable line or file ends the run.
 */
public final class SkipReport {

  /** The exception for a line or a file without a document. The message is the reason. */
  static final class SkippedException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final String kind;

    SkippedException(String kind, String reason) {
      super(reason);
      this.kind = kind;
    }

    static SkippedException unreadable(IOException e) {
      return new SkippedException("unreadable", "cannot be read: " + BadInput.reason(e));
    }

    static SkippedException withoutText(List<String> fields, List<String> others) {
      String names = String.join("' or '", fields);
      String rest = others.isEmpty() ? "" : ", but " + String.join(", ", others);
      return new SkippedException(WITHOUT_TEXT, "no '" + names + "'" + rest);
    }

    static SkippedException withoutColumn(List<String> fields, String others) {
      String names = String.join("' or '", fields);
      String reason = "has no column '" + names + "' (see --text-field), " + others;
      return new SkippedException("without a column of text", reason);
    }

    static SkippedException malformed(String reason) {
      return new SkippedException("malformed", reason);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this; // there may be millions of exceptions
    }
  }

  /** The exit code of a finished run that left out lines or files that the user did not exclude. */
  public static final int INCOMPLETE = 3;

  /** The kind of skipped symbolic links, which are not followed. */
  static final String LINKS = "symbolic links";

  private static final String WITHOUT_TEXT = "without text";

  private static final int MAX_NOTES = 20;
  private static final int MAX_KINDS = 5;
  private static final int MAX_REASON = 120; // in characters; a reason may quote the input

  private final Terminal terminal;
  private final boolean strict;

  /** The numbers of lines and files that could not be read, by kind. */
  final Map<String, Long> unread = new TreeMap<>();

  private final Map<String, Long> notChosen = new TreeMap<>();

  /** The numbers of files that were left out without a request of the user, by kind. */
  private final Map<String, Long> notAsked = new TreeMap<>();

  private String file; // the last file with a skipped line
  private final Map<String, First> ofFile = new LinkedHashMap<>(); // by kind, not reported yet
  private int notes;
  private long untold;

  /** The first skip of a kind in a file, and the number of later skips of the kind. */
  private record First(String place, String reason, long more) {}

  SkipReport(Terminal terminal, boolean strict) {
    this.terminal = terminal;
    this.strict = strict;
  }

  /**
   * Counts a file that could not be read completely.
   *
   * @throws BadInput in strict mode
   */
  void add(String place, SkippedException problem) {
    add(place, place, problem);
    tell();
  }

  /** Adds a skipped line of a file, which is reported with the others of the file. */
  void add(String itsFile, String place, SkippedException problem) {
    String reason = problem.getMessage();
    if (reason.length() > MAX_REASON) {
      int end = MAX_REASON - (Character.isHighSurrogate(reason.charAt(MAX_REASON - 1)) ? 1 : 0);
      reason = reason.substring(0, end) + "...";
    }
    reason += problem.kind.equals(WITHOUT_TEXT) ? " (see --text-field)" : "";
    if (strict) {
      throw new BadInput(place + ": " + reason);
    }
    unread.merge(problem.kind, 1L, Long::sum);
    if (!itsFile.equals(file)) {
      tell();
      file = itsFile;
    }
    ofFile.merge(
        problem.kind,
        new First(place, reason, 0),
        (first, next) -> new First(first.place, first.reason, first.more + 1));
  }

  /** Reports the skipped lines of the last file. */
  void tell() {
    ofFile.forEach(
        (kind, first) -> {
          if (++notes > MAX_NOTES) {
            untold += 1 + first.more;
            return;
          }
          String lines = first.more == 1 ? "line" : "lines";
          String more = String.format(Locale.ROOT, "; %,d more %s %s", first.more, lines, kind);
          String told = "skipped " + first.place + ": " + first.reason;
          terminal.note(first.more == 0 ? told : told + more);
        });
    ofFile.clear();
  }

  /**
   * Counts a file of a folder that is left out.
   *
   * @param asked whether the user requested this, or must expect it as for hidden files
   */
  void leaveOut(String kind, boolean asked) {
    notChosen.merge(kind, 1L, Long::sum);
    if (!asked) {
      notAsked.merge(kind, 1L, Long::sum);
    }
  }

  /**
   * Reports, in a line for each kind, the files that an output lacks although the user did not
   * request to leave them out. Reports the number of files without permission, too.
   */
  void tellMissing(String output, long unreadable) {
    notAsked.forEach(
        (kind, files) -> {
          String see = kind.equals(LINKS) ? "which can be named" : "see --ext";
          terminal.note(
              String.format(Locale.ROOT, "%s lacks %,d %s (%s)", output, files, kind, see));
        });
    if (unreadable > 0) {
      terminal.note(
          String.format(Locale.ROOT, "%s lacks %,d without permission", output, unreadable));
    }
  }

  void finish() {
    tell();
    if (untold > 0) {
      terminal.note(String.format(Locale.ROOT, "skipped %,d more", untold));
    }
  }

  /** Reports the number of skipped lines and files, if any. Returns the exit code of the run. */
  int end() {
    if (count() > 0) {
      terminal.note("skipped " + summary());
    }
    return !notAsked.isEmpty() || !unread.isEmpty() ? INCOMPLETE : 0;
  }

  String summary() {
    return summary(byKind());
  }

  /** Returns counts by kind as words, the largest first. */
  public static String summary(Map<String, Long> byKind) {
    List<Entry<String, Long>> kinds =
        byKind.entrySet().stream()
            .sorted(Entry.comparingByValue(Comparator.reverseOrder()))
            .toList();
    String named =
        kinds.stream()
            .limit(MAX_KINDS)
            .map(kind -> String.format(Locale.ROOT, "%,d %s", kind.getValue(), kind.getKey()))
            .collect(Collectors.joining(", "));
    long others = kinds.stream().skip(MAX_KINDS).mapToLong(Entry::getValue).sum();
    return others == 0 ? named : String.format(Locale.ROOT, "%s, %,d others", named, others);
  }

  /** Returns the numbers of lines and files that could not be read or were not chosen, by kind. */
  public Map<String, Long> byKind() {
    Map<String, Long> byKind = new LinkedHashMap<>(unread);
    byKind.putAll(notChosen);
    return byKind;
  }

  public long count() {
    return sum(byKind());
  }

  public static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
