package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.util.Comparator;
import java.util.EnumMap;
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

  /** Why a line or a file that should be read could not be. */
  enum Kind {
    MALFORMED("malformed"),
    NOT_UTF_8("not UTF-8"),
    NOT_TEXT("not text"),
    TOO_LARGE("too large"),
    UNREADABLE("unreadable");

    private final String name;

    Kind(String name) {
      this.name = name;
    }
  }

  /** A line or a file holds no document; the message is the reason. */
  static final class SkippedException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final Kind kind;

    SkippedException(Kind kind, String reason) {
      super(reason);
      this.kind = kind;
    }

    static SkippedException unreadable(IOException e) {
      return new SkippedException(Kind.UNREADABLE, "cannot be read: " + BadInput.reason(e));
    }

    static SkippedException malformed(String reason) {
      return new SkippedException(Kind.MALFORMED, reason);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this; // there may be millions
    }
  }

  /** Done, but something was left out that nobody asked to leave out. */
  private static final int INCOMPLETE = 3;

  private static final int SHOWN = 20;

  /** Kinds in the summary. */
  private static final int NAMED = 5;

  /** A reason may quote what was read, which may be long. */
  private static final int REASON_LENGTH = 120;

  private final Terminal terminal;
  private final boolean strict;
  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
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
    String reason = place + ": " + cut(problem.getMessage());
    if (strict) {
      throw new BadInput(reason);
    }
    counts.merge(problem.kind, 1L, Long::sum);
    if (++told <= SHOWN) {
      terminal.note("skipped " + reason);
    }
  }

  /**
   * Counts a file of a folder that is not chosen.
   *
   * @param asked whether the user said so
   */
  void leaveOut(String kind, boolean asked) {
    notChosen.merge(kind, 1L, Long::sum);
    incomplete |= !asked;
  }

  private static String cut(String reason) {
    if (reason.length() <= REASON_LENGTH) {
      return reason;
    }
    int end = REASON_LENGTH - (Character.isHighSurrogate(reason.charAt(REASON_LENGTH - 1)) ? 1 : 0);
    return reason.substring(0, end) + "...";
  }

  /** Says how many were not shown. */
  void finish() {
    if (told > SHOWN) {
      terminal.note("skipped " + (told - SHOWN) + " more");
    }
  }

  /** Says how much was skipped, if anything was; returns the run's exit code. */
  int end() {
    if (count() > 0) {
      terminal.note("skipped " + summary());
    }
    return incomplete || unread() > 0 ? INCOMPLETE : 0;
  }

  /** How much was skipped, by kind, the most frequent first. */
  String summary() {
    List<Entry<String, Long>> kinds =
        byKind().entrySet().stream()
            .sorted(Entry.comparingByValue(Comparator.reverseOrder()))
            .toList();
    String named =
        kinds.stream()
            .limit(NAMED)
            .map(kind -> String.format(Locale.ROOT, "%,d %s", kind.getValue(), kind.getKey()))
            .collect(Collectors.joining(", "));
    long others = kinds.stream().skip(NAMED).mapToLong(Entry::getValue).sum();
    return others == 0 ? named : String.format(Locale.ROOT, "%s, %,d others", named, others);
  }

  /** What was skipped, by kind: lines and files that could not be read, and files not chosen. */
  public Map<String, Long> byKind() {
    Map<String, Long> byKind = new LinkedHashMap<>();
    counts.forEach((kind, count) -> byKind.put(kind.name, count));
    byKind.putAll(notChosen);
    return byKind;
  }

  /** Lines and files that could not be read. */
  long unread() {
    return sum(counts);
  }

  /** All that was skipped. */
  public long count() {
    return unread() + sum(notChosen);
  }

  public static long sum(Map<?, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** What could not be read, for a run after this one. */
  Map<Kind, Long> unreadByKind() {
    return counts;
  }

  /** Counts what a run before this one could not read, and shows none of it again. */
  void restore(Map<Kind, Long> unreadByKind) {
    counts.putAll(unreadByKind);
  }
}
