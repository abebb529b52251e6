package io.github.lucenesimhash.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads and writes durations in the short form 14d, 36h, 90m, 45s or 0.5s. */
final class Span implements ITypeConverter<Duration> {

  private record Unit(String name, Duration length) {}

  private static final List<Unit> UNITS =
      List.of(
          new Unit("d", Duration.ofDays(1)),
          new Unit("h", Duration.ofHours(1)),
          new Unit("m", Duration.ofMinutes(1)));

  @Override
  public Duration convert(String value) {
    String span = value.toLowerCase(Locale.ROOT);
    if (!span.matches("[0-9]{1,9}([dhm]|([.][0-9]{1,3})?s)")) {
      throw new TypeConversionException("'" + value + "', expected a number and d, h, m or s");
    }
    return Duration.parse((span.endsWith("d") ? "P" : "PT") + span);
  }

  /** Returns the form that {@link #convert} reads, in the largest unit that divides the span. */
  static String toString(Duration span) {
    for (Unit unit : UNITS) {
      long count = span.dividedBy(unit.length);
      if (span.equals(unit.length.multipliedBy(count))) {
        return count + unit.name;
      }
    }
    return BigDecimal.valueOf(span.toMillis(), 3).stripTrailingZeros().toPlainString() + "s";
  }
}
