package io.github.lucenesimhash.cli;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An option's value out of an enum: {@code LOG_TF} is written {@code log-tf}. */
abstract class Choice<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {

  private final Class<E> type;

  Choice(Class<E> type) {
    this.type = type;
  }

  @Override
  public E convert(String value) {
    for (E constant : type.getEnumConstants()) {
      if (name(constant).equals(value)) {
        return constant;
      }
    }
    throw new TypeConversionException(
        "'" + value + "', expected one of " + String.join(", ", names()));
  }

  /** The names, for help texts. */
  @Override
  public Iterator<String> iterator() {
    return names().iterator();
  }

  private List<String> names() {
    return Arrays.stream(type.getEnumConstants()).map(Choice::name).toList();
  }

  static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
