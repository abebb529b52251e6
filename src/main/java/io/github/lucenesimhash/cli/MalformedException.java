package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.SkipReport.Kind;

/** A line or a file that holds no document; the message is the reason. */
final class MalformedException extends Exception {

  private static final long serialVersionUID = 1;

  private final Kind kind;

  MalformedException(String reason) {
    this(Kind.MALFORMED, reason);
  }

  MalformedException(Kind kind, String reason) {
    super(reason, null, false, false);
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }
}
