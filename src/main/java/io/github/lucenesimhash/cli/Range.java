package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.passage.CopiedItems;
import io.github.lucenesimhash.passage.PassageField;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the number of an option, and checks that it is within a range. */
abstract class Range<N extends Comparable<N>> implements ITypeConverter<N> {

  private final String expected;
  private final Function<String, N> parser;
  private final N min;
  private final N max;

  private Range(String expected, Function<String, N> parser, N min, N max) {
    this.expected = expected;
    this.parser = parser;
    this.min = min;
    this.max = max;
  }

  @Override
  public N convert(String value) {
    try {
      N number = parser.apply(value);
      if (number.compareTo(min) >= 0 && number.compareTo(max) <= 0) {
        return number;
      }
    } catch (IllegalArgumentException e) {
      // reported below, as for a number out of range
    }
    throw new TypeConversionException("'" + value + "', expected " + expected);
  }

  static final class Hex implements ITypeConverter<Fingerprint> {
    @Override
    public Fingerprint convert(String value) {
      try {
        return Fingerprint.parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  static final class Ratio extends Range<Double> {
    Ratio() {
      super("a number from 0 to 1", Double::valueOf, 0., 1.);
    }
  }

  abstract static class Whole extends Range<Integer> {
    Whole(int min, int max) {
      super("a whole number from " + min + " to " + max, Integer::valueOf, min, max);
    }
  }

  static final class Count extends Whole {
    Count() {
      super(1, Integer.MAX_VALUE);
    }
  }

  static final class OfItem extends Whole {
    OfItem() {
      super(CopiedItems.MIN_WORDS, Integer.MAX_VALUE);
    }
  }

  static final class OfPassage extends Whole {
    OfPassage() {
      super(PassageField.MIN_WORDS, Integer.MAX_VALUE);
    }
  }

  static final class Distance extends Whole {
    Distance() {
      super(0, Fingerprint.MAX_BITS);
    }
  }
}
