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
 * Counts what was not read, by kind. Tells of each that should have been, line by line up to a
 * limit; or ends the run at the first.
 */
public final class SkipReport {

  /** A line or a file holds no document; the message is the reason. */
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

    static SkippedException malformed(String reason) {
      return new SkippedException("malformed", reason);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this; // there may be millions
    }
  }

  /** Exit code: done, but something was left out that was not asked for. */
  private static final int INCOMPLETE = 3;

  private static final int MAX_NOTES = 20;
  private static final int MAX_KINDS = 5;
  private static final int MAX_REASON = 120; // characters; it may quote what was read

  private final Terminal terminal;
  private final boolean strict;

  /** Lines and files that could not be read, by kind. */
  final Map<String, Long> unread = new TreeMap<>();

  private final Map<String, Long> notChosen = new TreeMap<>();
  private boolean incomplete;
  private long told;

  SkipReport(Terminal terminal, boolean strict) {
    this.terminal = terminal;
    this.strict = strict;
  }

  /**
   * Counts a line or a file that could not be read.
   *
   * @throws BadInput if strict
   */
  void add(String place, SkippedException problem) {
    String reason = problem.getMessage();
    if (reason.length() > MAX_REASON) {
      int end = MAX_REASON - (Character.isHighSurrogate(reason.charAt(MAX_REASON - 1)) ? 1 : 0);
      reason = reason.substring(0, end) + "...";
    }
    if (strict) {
      throw new BadInput(place + ": " + reason);
    }
    unread.merge(problem.kind, 1L, Long::sum);
    if (++told <= MAX_NOTES) {
      terminal.note("skipped " + place + ": " + reason);
    }
  }

  /** Counts a file of a folder that is not read; asked if the user said so. */
  void leaveOut(String kind, boolean asked) {
    notChosen.merge(kind, 1L, Long::sum);
    incomplete |= !asked;
  }

  void finish() {
    if (told > MAX_NOTES) {
      terminal.note("skipped " + (told - MAX_NOTES) + " more");
    }
  }

  /** Says how much was skipped, if anything was; returns the run's exit code. */
  int end() {
    if (count() > 0) {
      terminal.note("skipped " + summary());
    }
    return incomplete || !unread.isEmpty() ? INCOMPLETE : 0;
  }

  String summary() {
    return summary(byKind());
  }

  /** Counts by kind as words, the largest first. */
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

  /** What was skipped, by kind: lines and files that could not be read, and files not chosen. */
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
