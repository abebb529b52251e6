package io.github.lucenesimhash.cli;

/** A line that holds no document; the message is the reason. */
final class MalformedException extends Exception {

  private static final long serialVersionUID = 1;

  MalformedException(String reason) {
    super(reason, null, false, false);
  }
}
