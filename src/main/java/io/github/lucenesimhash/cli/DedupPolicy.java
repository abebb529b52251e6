package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Input;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.Guard;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The policy that keeps an index free of near-duplicates.
 *
 * @param near the comparison that decides which documents are near-duplicates
 * @param window the length of time within which documents are compared, or null for no limit
 * @param dateField the field of the input that contains the date, or null without a window
 * @param tenantField the field of the input that contains the tenant, or null if documents of
 *     different tenants are compared
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

  /** Returns whether two policies are equal, apart from the names of input fields. */
  boolean isLike(DedupPolicy other) {
    return kind == other.kind
        && near.equals(other.near)
        && Objects.equals(window, other.window)
        && isPerTenant() == other.isPerTenant();
  }

  /** Returns the names of the input fields that are read. */
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
