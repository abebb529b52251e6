package io.github.lucenesimhash.cli;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A length of time as a person writes it: 14d, 36h, 90m, 45s, 500ms. */
final class Span implements ITypeConverter<Duration> {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(d|h|m|s|ms)");
  private static final Map<String, Duration> UNITS = new LinkedHashMap<>();

  static {
    UNITS.put("d", Duration.ofDays(1));
    UNITS.put("h", Duration.ofHours(1));
    UNITS.put("m", Duration.ofMinutes(1));
    UNITS.put("s", Duration.ofSeconds(1));
    UNITS.put("ms", Duration.ofMillis(1));
  }

  @Override
  public Duration convert(String value) {
    Matcher form = FORM.matcher(value.toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw new TypeConversionException("'" + value + "', expected a number and d, h, m, s or ms");
    }
    return UNITS.get(form.group(2)).multipliedBy(Long.parseLong(form.group(1)));
  }

  /** In the largest unit that it is a multiple of. */
  static String toString(Duration span) {
    for (Map.Entry<String, Duration> unit : UNITS.entrySet()) {
      long of = unit.getValue().toMillis();
      if (span.toMillis() % of == 0 && (span.toMillis() > 0 || of == 1)) {
        return span.toMillis() / of + unit.getKey();
      }
    }
    throw new AssertionError(span);
  }
}
