package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.ShortTexts;
import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * How a request compares short texts: its parameters {@code short_texts} and {@code guard}.
 *
 * @param words least resemblance of their words; 0 to go by fingerprints; null for what the mapping
 *     says
 * @param guard of what is compared by words, or verified
 */
public record ShortTextOptions(Double words, Guard guard) implements Writeable {

  /** Of a request that names neither. */
  public static final ShortTextOptions DEFAULT = new ShortTextOptions(null, Guard.STANDARD);

  private static final String WORDS = "short_texts";
  private static final String GUARD = "guard";

  public ShortTextOptions(StreamInput in) throws IOException {
    this(in.readOptionalDouble(), parse(in.readString()));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeOptionalDouble(words);
    out.writeString(guard.toString());
  }

  /** With {@code short_texts} as a request gives it; null if it does not. */
  public ShortTextOptions words(Object given) {
    return given == null ? this : new ShortTextOptions(resemblance(given, "false"), guard);
  }

  /** With {@code guard} as a request gives it; null if it does not. */
  public ShortTextOptions guard(String name) {
    return name == null ? this : new ShortTextOptions(words, parse(name));
  }

  private static Guard parse(String name) {
    try {
      return Guard.parse(name);
    } catch (IllegalArgumentException e) {
      throw BadRequest.of(
          "guard is [{}], expected [replaced,numbers], one of them, or [none]", name);
    }
  }

  /** A number, or 0 for a word that stands for none. */
  static double resemblance(Object given, String none) {
    String value = given.toString();
    if (value.equals(none)) {
      return 0;
    }
    double min = Double.NaN;
    try {
      min = Double.parseDouble(value);
    } catch (NumberFormatException e) {
      // as one that is out of range
    }
    if (!(min >= ShortTexts.LEAST_RESEMBLANCE && min <= 1)) {
      throw BadRequest.of(
          "{} is [{}], expected [{}] or a number from 0.5 to 1", WORDS, value, none);
    }
    return min;
  }

  void toXContent(XContentBuilder builder) throws IOException {
    if (words != null) {
      builder.field(WORDS, words == 0 ? (Object) false : words);
    }
    if (!guard.equals(Guard.STANDARD)) {
      builder.field(GUARD, guard.toString());
    }
  }
}
