package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Guard;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How an index is kept free of near-duplicates; it remembers that in its commit's user data.
 *
 * @param near what is a near-duplicate
 * @param window of dates, or null
 * @param isPerTenant whether only documents of one tenant are compared
 */
record DedupPolicy(Kind kind, Comparison near, Duration window, boolean isPerTenant) {

  private static final String KEY = "lucene-simhash.dedup";
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
    String[] kindAndNear = userData.getOrDefault(KEY, "").split(" ", 2);
    String window = userData.get(WINDOW_KEY);
    if (kindAndNear.length < 2) {
      return null;
    }
    try {
      return new DedupPolicy(
          Kind.valueOf(kindAndNear[0]),
          Comparison.parse(kindAndNear[1]),
          window == null ? null : new Span().convert(window),
          userData.containsKey(TENANT_KEY));
    } catch (IllegalArgumentException e) {
      throw new BadInput(
          "the index remembers '%s', expected what this version writes: make it again",
          userData.get(KEY));
    }
  }

  Map<String, String> toCommitData() {
    Map<String, String> userData = new HashMap<>();
    userData.put(KEY, kind.name() + " " + near);
    if (window != null) {
      userData.put(WINDOW_KEY, Span.toString(window));
    }
    if (isPerTenant) {
      userData.put(TENANT_KEY, "true");
    }
    return userData;
  }

  @Override
  public String toString() {
    String words = near.comparesWords() ? " --short-texts " + near.words() : "";
    String verify = near.comparesTexts() ? " --verify " + near.verification() : " --no-verify";
    String guard =
        near.guard().equals(Guard.STANDARD) ? "" : " --guard " + NearOptions.named(near.guard());
    String within = window == null ? "" : " --window " + Span.toString(window);
    String per = isPerTenant ? " --tenant-field" : "";
    return "--dedup " + kind + " -k " + near.maxDistance() + verify + words + guard + within + per;
  }
}
