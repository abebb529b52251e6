package io.github.lucenesimhash.cli;

import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A length of time as a person writes it: 14d, 36h, 90m, 45s, 0.5s. */
final class Span implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String value) {
    String span = value.toLowerCase(Locale.ROOT);
    if (!span.matches("[0-9]{1,9}([dhm]|([.][0-9]{1,3})?s)")) {
      throw new TypeConversionException("'" + value + "', expected a number and d, h, m or s");
    }
    return Duration.parse((span.endsWith("d") ? "P" : "PT") + span);
  }

  static String toString(Duration span) {
    boolean isOfDays = span.equals(Duration.ofDays(span.toDays()));
    return isOfDays ? span.toDays() + "d" : span.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
