package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.Kind;

/** A line or a file that holds no document; the message is the reason. */
public final class MalformedException extends Exception {

  private static final long serialVersionUID = 1;

  private final Kind kind;

  public MalformedException(String reason) {
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
