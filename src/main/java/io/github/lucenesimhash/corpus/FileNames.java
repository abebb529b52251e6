package io.github.lucenesimhash.corpus;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Whether Java can read the names of files: that depends on the locale it starts in. */
public final class FileNames {

  private static final String ENCODING = System.getProperty("sun.jnu.encoding", "UTF-8");

  /** Whether names are read as UTF-8. */
  static final boolean AS_UTF_8 = ENCODING.equalsIgnoreCase("UTF-8");

  private FileNames() {}

  /** Whether the name as text stands for the same file. */
  static boolean survives(Path path) {
    try {
      return path.getFileSystem().getPath(path.toString()).equals(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

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

  /** Whether the name may be one that Java could not read from the command line. */
  static boolean hasReplacement(String name) {
    return name.indexOf('?') >= 0 || name.indexOf('\uFFFD') >= 0;
  }

  static BadInput unreadable(String what) {
    return new BadInput(
        what
            + ": file names cannot be read under this locale (their encoding is "
            + ENCODING
            + "), expected a UTF-8 locale: set LC_ALL=C.UTF-8");
  }
}
