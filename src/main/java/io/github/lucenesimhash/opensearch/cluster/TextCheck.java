package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.SimHashFieldType;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.search.fetch.subphase.FetchSourceContext;

/**
 * Whether the texts of two documents whose fingerprints are near resemble each other too. The text
 * is what the fingerprint is made of, as the document's source has it, or the text of a field that
 * the request names; several values are one text. A document that has a ready fingerprint has none.
 */
final class TextCheck {

  /** Resemblance of near-duplicates, unless a request says another. */
  static final double DEFAULT_MIN = 0.8;

  /**
   * What a request says of it.
   *
   * @param min 0 for "verify": false; null if not given: texts are compared wherever they are there
   * @param field of the text; null for the one that the fingerprint is made of
   */
  record Asked(Double min, String field) implements Writeable {

    static final Asked DEFAULT = new Asked(null, null);

    static Asked read(StreamInput in) throws IOException {
      return new Asked(in.readOptionalDouble(), in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeOptionalDouble(min);
      out.writeOptionalString(field);
    }

    /**
     * With a value of {@code verify}.
     *
     * @throws IllegalArgumentException if it is neither a number above 0 to 1 nor false
     */
    Asked verify(String value) {
      double min = 0;
      if (!value.equals("false")) {
        try {
          min = Double.parseDouble(value);
        } catch (NumberFormatException e) {
          min = -1;
        }
        if (!(min > 0 && min <= 1)) {
          throw new IllegalArgumentException(
              "verify is [" + value + "], expected a number above 0 to 1, or false");
        }
      }
      return new Asked(min, field);
    }

    /** With a value of {@code verify_field}. */
    Asked verifyField(String name) {
      return new Asked(min, name);
    }
  }

  private final double min;
  private final boolean required;
  private final Set<String> paths;
  private final String reason;

  private TextCheck(double min, boolean required, Set<String> paths, String reason) {
    this.min = min;
    this.required = required;
    this.paths = paths;
    this.reason = reason;
  }

  /**
   * The check of a field of fingerprints.
   *
   * @throws IllegalArgumentException if the request asks for texts that are not at hand
   */
  static TextCheck of(Asked asked, IndexMapping mapping, String field) {
    if (asked.min() != null && asked.min() == 0) {
      if (asked.field() != null) {
        throw new IllegalArgumentException(
            "verify_field is [" + asked.field() + "] and verify is [false], expected one of them");
      }
      return new TextCheck(0, false, Set.of(), "[verify] is false");
    }
    String text = asked.field() == null ? field : asked.field();
    Set<String> paths = mapping.sourcePaths(text);
    String reason = mapping.whyNotInSource(text);
    if (reason == null) {
      return new TextCheck(
          asked.min() == null ? DEFAULT_MIN : asked.min(), asked.min() != null, paths, null);
    }
    if (!asked.equals(Asked.DEFAULT)) {
      throw new IllegalArgumentException("texts cannot be verified: " + reason);
    }
    return new TextCheck(0, false, Set.of(), reason);
  }

  /** False if fingerprints alone decide. */
  boolean isOn() {
    return reason == null;
  }

  /** The part of a document's source that {@link #features} reads. */
  FetchSourceContext source() {
    return isOn()
        ? new FetchSourceContext(true, new TreeSet<>(paths).toArray(String[]::new), null)
        : FetchSourceContext.DO_NOT_FETCH_SOURCE;
  }

  /**
   * The features of a document's text.
   *
   * @param source or null
   * @return null if it has no text
   */
  FeatureSet features(Map<String, Object> source) {
    if (source == null) {
      return null;
    }
    List<Object> values =
        paths.stream()
            .sorted()
            .flatMap(path -> XContentMapValues.extractRawValues(path, source).stream())
            .filter(value -> value instanceof String text && !SimHashFieldType.isFingerprint(text))
            .toList();
    return values.isEmpty()
        ? null
        : TextVerifier.standard()
            .features(values.stream().map(String::valueOf).collect(Collectors.joining("\n")));
  }

  /**
   * Whether two documents whose fingerprints are near are near-duplicates. Where a text is missing,
   * which is null here, they are, unless the request asked for a resemblance.
   */
  boolean areAlike(FeatureSet one, FeatureSet other) {
    return isVerifiable(one, other) ? one.resembles(other, min) : !required;
  }

  /** True if the texts of both are there to be compared. */
  boolean isVerifiable(FeatureSet one, FeatureSet other) {
    return isOn() && one != null && other != null;
  }

  /** What an answer says of it: {@code "verified": 0.8}, or false and the reason. */
  Map<String, Object> summary() {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("verified", isOn() ? min : false);
    if (!isOn()) {
      summary.put("reason", reason);
    }
    return summary;
  }
}
