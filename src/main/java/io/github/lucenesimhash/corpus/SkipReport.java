package io.github.lucenesimhash.corpus;

import java.io.DataInput;
import java.io.DataOutput;
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

  /** Done, but something was left out that nobody asked to leave out. */
  static final int INCOMPLETE = 3;

  private static final int SHOWN = 20;

  /** Kinds of files of a folder in the line at the end. */
  private static final int NAMED = 5;

  /** A reason may quote what was read, which may be long and is the user's own. */
  private static final int REASON_LENGTH = 120;

  private final Terminal console;
  private final boolean strict;
  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
  private final Map<String, Long> notChosen = new TreeMap<>();
  private boolean incomplete;
  private long told;

  SkipReport(Terminal console, boolean strict) {
    this.console = console;
    this.strict = strict;
  }

  /**
   * Counts a line or a file that could not be read.
   *
   * @param place a file, or a file and a line number
   * @throws BadInput if strict
   */
  void add(String place, Kind kind, String reason) {
    if (strict) {
      throw new BadInput(place + ": " + cut(reason));
    }
    counts.merge(kind, 1L, Long::sum);
    if (++told <= SHOWN) {
      console.note("skipped " + place + ": " + cut(reason));
    }
  }

  /**
   * Counts a file of a folder that the options do not choose.
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
      console.note("skipped " + (told - SHOWN) + " more");
    }
  }

  /**
   * Says how much was skipped, if anything was.
   *
   * @return the run's exit code
   */
  int end() {
    if (count() > 0) {
      console.note("skipped " + summary());
    }
    return incomplete || unread() > 0 ? INCOMPLETE : 0;
  }

  /** How much was skipped, by kind. */
  String summary() {
    List<Entry<String, Long>> kinds =
        byKind().entrySet().stream()
            .sorted(Comparator.comparingLong((Entry<String, Long> kind) -> -kind.getValue()))
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

  /** Writes what could not be read, for a run after this one. */
  void write(DataOutput out) throws IOException {
    for (Kind kind : Kind.values()) {
      out.writeLong(counts.getOrDefault(kind, 0L));
    }
  }

  /** Counts what a run before this one could not read, and shows none of it again. */
  void restore(DataInput in) throws IOException {
    for (Kind kind : Kind.values()) {
      long count = in.readLong();
      if (count > 0) {
        counts.put(kind, count);
      }
    }
  }
}
