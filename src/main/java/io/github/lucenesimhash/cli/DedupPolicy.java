package io.github.lucenesimhash.cli;

import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How an index is kept free of near-duplicates; it remembers that in its commit's user data.
 *
 * @param maxDistance in bits
 * @param minResemblance of the texts, 0 if they are not compared
 * @param minWordResemblance of short texts, or null
 * @param window of dates, or null
 * @param isPerTenant whether only documents of one tenant are compared
 */
record DedupPolicy(
    Kind kind,
    int maxDistance,
    double minResemblance,
    Double minWordResemblance,
    Duration window,
    boolean isPerTenant) {

  private static final String KEY = "lucene-simhash.dedup";
  private static final String SHORT_TEXTS_KEY = KEY + ".short-texts";
  private static final String WINDOW_KEY = KEY + ".window";
  private static final String TENANT_KEY = KEY + ".per-tenant";

  enum Kind {
    FIRST,
    NEWEST,
    MARK;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What a commit remembers, or null if nothing. */
  static DedupPolicy ofCommitData(Map<String, String> userData) {
    String[] words = userData.getOrDefault(KEY, "").split(" ", -1);
    String shortTexts = userData.get(SHORT_TEXTS_KEY);
    String window = userData.get(WINDOW_KEY);
    return words.length < 3
        ? null
        : new DedupPolicy(
            Kind.valueOf(words[0]),
            Integer.parseInt(words[1]),
            Double.parseDouble(words[2]),
            shortTexts == null ? null : Double.valueOf(shortTexts),
            window == null ? null : new Span().convert(window),
            userData.containsKey(TENANT_KEY));
  }

  Map<String, String> toCommitData() {
    Map<String, String> userData = new HashMap<>();
    userData.put(KEY, kind.name() + " " + maxDistance + " " + minResemblance);
    if (comparesWords()) {
      userData.put(SHORT_TEXTS_KEY, "" + minWordResemblance);
    }
    if (window != null) {
      userData.put(WINDOW_KEY, Span.toString(window));
    }
    if (isPerTenant) {
      userData.put(TENANT_KEY, "true");
    }
    return userData;
  }

  boolean comparesTexts() {
    return minResemblance > 0;
  }

  boolean comparesWords() {
    return minWordResemblance != null;
  }

  @Override
  public String toString() {
    String words = comparesWords() ? " --short-texts " + minWordResemblance : "";
    String verify = comparesTexts() ? " --verify " + minResemblance : " --no-verify";
    String within = window == null ? "" : " --window " + Span.toString(window);
    String per = isPerTenant ? " --tenant-field" : "";
    return "--dedup " + kind + " -k " + maxDistance + verify + words + within + per;
  }
}
