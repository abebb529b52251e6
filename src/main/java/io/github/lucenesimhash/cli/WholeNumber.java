package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.evaluate.SchemeScores;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An option's value within a range. */
abstract class WholeNumber implements ITypeConverter<Integer> {

  private final int min;
  private final int max;

  private WholeNumber(int min, int max) {
    this.min = min;
    this.max = max;
  }

  @Override
  public Integer convert(String value) {
    try {
      int number = Integer.parseInt(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below, together with numbers out of range
    }
    throw new TypeConversionException(
        "'" + value + "', expected a whole number from " + min + " to " + max);
  }

  /** Bits that may differ. */
  static final class Distance extends WholeNumber {
    Distance() {
      super(0, Fingerprint.BITS);
    }
  }

  /** Bits that may differ in what {@code evaluate} counts. */
  static final class JudgedDistance extends WholeNumber {
    JudgedDistance() {
      super(0, SchemeScores.MAX_DISTANCE);
    }
  }

  /** Documents in a group. */
  static final class GroupSize extends WholeNumber {
    GroupSize() {
      super(2, Integer.MAX_VALUE);
    }
  }

  /** A number of things of which none is a choice too. */
  static final class FromZero extends WholeNumber {
    FromZero() {
      super(0, Integer.MAX_VALUE);
    }
  }

  /** A number of things, at least one. */
  static final class FromOne extends WholeNumber {
    FromOne() {
      super(1, Integer.MAX_VALUE);
    }
  }
}
