package io.github.lucenesimhash.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Objects;

/** The user's to mend: ends the run with one line and exit code 2. */
final class BadInput extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * @param message names the option or file, the value found and what was expected
   */
  BadInput(String message) {
    super(message, null, false, false);
  }

  /**
   * @param what the option or file, with its value
   */
  static BadInput unreadable(String what, IOException e) {
    return new BadInput(what + " cannot be read: " + reason(e));
  }

  /** Why a file cannot be used: Java puts it into the exception's class, reason or message. */
  static String reason(IOException e) {
    return e instanceof FileSystemException fileSystem
        ? Objects.requireNonNullElse(fileSystem.getReason(), e.getClass().getSimpleName())
        : Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
  }
}
