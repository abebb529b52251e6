package io.github.lucenesimhash.corpus;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Names of files, which Java can read or not: that depends on the locale it starts in. */
public final class FileNames {

  private static final String ENCODING = System.getProperty("sun.jnu.encoding", "UTF-8");
  private static final boolean AS_UTF_8 = ENCODING.equalsIgnoreCase("UTF-8");

  private FileNames() {}

  /**
   * A file that the command line names.
   *
   * @throws BadInput if there can be none of that name
   */
  public static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      if (!AS_UTF_8) {
        throw unreadable("'" + name + "'");
      }
      throw new BadInput("'" + name + "' is not the name of a file: " + e.getReason());
    }
  }

  /** The file or folder that an input is; null for standard input and what cannot be a path. */
  static Path ofInput(String input) {
    try {
      return input.isEmpty() || input.equals(Sources.STANDARD_INPUT) ? null : Path.of(input);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /**
   * An input that is a file or a folder.
   *
   * @throws BadInput if there is none of that name
   */
  static Path existing(String input) {
    Path path = ofInput(input);
    if (path != null && Files.exists(path)) {
      return path;
    }
    boolean hasReplacement = input.indexOf('?') >= 0 || input.indexOf('\uFFFD') >= 0;
    if (!AS_UTF_8 && hasReplacement) {
      throw unreadable("input '" + input + "'");
    }
    throw new BadInput("input '" + input + "' does not exist, expected a file or a folder");
  }

  /** Whether the name as text stands for the same file. */
  static boolean survives(Path path) {
    try {
      return AS_UTF_8 || path.getFileSystem().getPath(path.toString()).equals(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  static BadInput unreadable(String what) {
    return new BadInput(
        what
            + ": file names cannot be read under this locale (their encoding is "
            + ENCODING
            + "), expected a UTF-8 locale: set LC_ALL=C.UTF-8");
  }
}
