package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Objects;

/** An error that the user can fix. It ends the run with a message of one line and exit code 2. */
public final class BadInput extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * Creates an error. The message names the option or file, the value found and the expected value.
   *
   * @param message the message, or its format if there are values
   * @param values the values for {@link String#format}
   */
  @SuppressWarnings("AnnotateFormatMethod")
  public BadInput(String message, Object... values) {
    super(
        values.length == 0 ? message : String.format(Locale.ROOT, message, values),
        null,
        false,
        false);
  }

  public static BadInput unreadable(String what, IOException e) {
    return new BadInput(what + " cannot be read: " + reason(e));
  }

  /** Returns the reason of a failure from the class, reason or message of the exception. */
  public static String reason(Throwable e) {
    return switch (e) {
      case NoSuchFileException none -> "there is no such file";
      case AccessDeniedException denied -> "permission denied";
      case FileAlreadyExistsException exists -> "it exists already";
      case DirectoryNotEmptyException full -> "it is a folder that is not empty";
      case FileSystemLoopException loop -> "a loop of links";
      case FileSystemException other ->
          Objects.requireNonNullElse(other.getReason(), e.getClass().getSimpleName());
      default -> Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    };
  }
}
