package io.github.lucenesimhash.cli;

/** The command line's entry. */
public final class Main {
  private Main() {}
}
