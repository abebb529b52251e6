package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.Guard;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * How an index is kept free of near-duplicates.
 *
 * @param near what is a near-duplicate
 * @param window of dates, or null
 * @param dateField of the input, with a window; else null
 * @param tenantField of the input, if only documents of one tenant are compared; else null
 */
record DedupPolicy(
    Kind kind, Comparison near, Duration window, String dateField, String tenantField) {

  enum Kind {
    FIRST,
    NEWEST,
    MARK;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  boolean isPerTenant() {
    return tenantField != null;
  }

  /** Whether it is the same for an input whose fields may have other names. */
  boolean isLike(DedupPolicy other) {
    return kind == other.kind
        && near.equals(other.near)
        && Objects.equals(window, other.window)
        && isPerTenant() == other.isPerTenant();
  }

  /** Names the fields of the input that are read. */
  Input.Fields fields(String idField, List<String> textFields) {
    return new Input.Fields(idField, textFields, dateField, dateField != null, tenantField);
  }

  @Override
  public String toString() {
    String verify = " --verify " + (near.comparesTexts() ? "" + near.verification() : "0");
    String contained = near.contained() > 0 ? " --contained " + near.contained() : "";
    String guard =
        near.guard().equals(Guard.STANDARD) ? "" : " --guard " + NearOptions.named(near.guard());
    String within =
        window == null ? "" : " --window " + Span.toString(window) + " --date-field " + dateField;
    String per = isPerTenant() ? " --tenant-field " + tenantField : "";
    return "--dedup "
        + kind
        + " -k "
        + near.maxDistance()
        + verify
        + contained
        + guard
        + within
        + per;
  }
}
