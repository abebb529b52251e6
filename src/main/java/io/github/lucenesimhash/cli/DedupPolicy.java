package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Guard;
import java.time.Duration;
import java.util.Locale;

/**
 * How an index is kept free of near-duplicates.
 *
 * @param near what is a near-duplicate
 * @param window of dates, or null
 * @param isPerTenant whether only documents of one tenant are compared
 */
record DedupPolicy(Kind kind, Comparison near, Duration window, boolean isPerTenant) {

  enum Kind {
    FIRST,
    NEWEST,
    MARK;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
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
