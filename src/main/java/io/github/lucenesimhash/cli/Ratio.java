package io.github.lucenesimhash.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An option's value from 0 to 1. */
final class Ratio implements ITypeConverter<Double> {

  @Override
  public Double convert(String value) {
    try {
      double ratio = Double.parseDouble(value);
      if (ratio >= 0 && ratio <= 1) {
        return ratio;
      }
    } catch (NumberFormatException e) {
      // said below, together with numbers out of range
    }
    throw new TypeConversionException("'" + value + "', expected a number from 0 to 1");
  }
}
