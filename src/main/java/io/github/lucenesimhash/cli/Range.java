package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.evaluate.SchemeScores;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.passage.CopiedItems;
import io.github.lucenesimhash.passage.PassageField;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.TypeConversionException;

/** An option's number within a range. */
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
      // said below, together with numbers out of range
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

  static class HalfToOne extends Range<Double> {
    HalfToOne() {
      super("a number from 0.5 to 1", Double::valueOf, 0.5, 1.);
    }
  }

  /**
   * Null where it is not given. Behind = it is; else what follows is taken for it if it is a number
   * and no file has that name.
   */
  static final class HalfToOneIfGiven extends HalfToOne implements IParameterPreprocessor {

    private static final String NONE = "\0"; // no argument holds it

    private static final Pattern NUMBER = Pattern.compile("-?\\d*\\.?\\d+");

    @Override
    public boolean preprocess(
        Stack<String> left, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      boolean isAttached = "=".equals(info.get("separator"));
      if (left.isEmpty() || !(isAttached || isNumber(left.peek()))) {
        left.push(NONE);
      }
      return false;
    }

    private static boolean isNumber(String next) {
      return NUMBER.matcher(next).matches() && !Files.exists(Path.of(next));
    }

    @Override
    public Double convert(String value) {
      return value.equals(NONE) ? null : super.convert(value);
    }
  }

  abstract static class Whole extends Range<Integer> {
    Whole(int min, int max) {
      super("a whole number from " + min + " to " + max, Integer::valueOf, min, max);
    }
  }

  static final class FromZero extends Whole {
    FromZero() {
      super(0, Integer.MAX_VALUE);
    }
  }

  static final class Count extends Whole {
    Count() {
      super(1, Integer.MAX_VALUE);
    }
  }

  static final class FromTwo extends Whole {
    FromTwo() {
      super(2, Integer.MAX_VALUE);
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

  static final class JudgedDistance extends Whole {
    JudgedDistance() {
      super(0, SchemeScores.MAX_DISTANCE);
    }
  }
}
