package io.github.lucenesimhash.evaluate;

import java.util.Locale;

/** What is done to a text to make a near-duplicate of it. */
public enum EditKind {
  /** Words here and there replaced by other words. */
  SUBSTITUTION,
  /** Words put in here and there. */
  INSERTION,
  /** Words here and there left out. */
  DELETION,
  /** A passage moved to another place. */
  MOVE,
  /** The end cut off. */
  TRUNCATION,
  /** A passage of another text put before the beginning or after the end. */
  BOILERPLATE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
