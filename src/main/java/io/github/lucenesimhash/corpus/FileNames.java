package io.github.lucenesimhash.corpus;

import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Converts file names from strings in the encoding of the locale, and to and from URIs. A URI holds
 * each byte in ASCII, whereas a string loses bytes that are not text in the encoding.
 */
final class FileNames {

  private static final String ENCODING = System.getProperty("sun.jnu.encoding", "UTF-8");
  private static final boolean IS_UTF_8 = ENCODING.equalsIgnoreCase("UTF-8");

  private FileNames() {}

  /**
   * Returns the path of a file that the command line names.
   *
   * @throws BadInput if no file can have the name
   */
  static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw IS_UTF_8
          ? new BadInput("'" + name + "' is not the name of a file: " + e.getReason())
          : unreadable("'" + name + "'");
    }
  }

  static Path existing(String name) {
    Path path = path(name);
    if (!name.isEmpty() && Files.exists(path)) {
      return path;
    }
    throw !IS_UTF_8 && (name.indexOf('?') >= 0 || name.indexOf('\uFFFD') >= 0)
        ? unreadable("input '" + name + "'")
        : new BadInput("input '" + name + "' does not exist, expected a file or a folder");
  }

  /** Returns whether Java can read the name of a file under the locale that it was started in. */
  static boolean isReadable(Path path) {
    try {
      return IS_UTF_8 || path.getFileSystem().getPath(path.toString()).equals(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  static BadInput unreadable(String what) {
    return new BadInput(
        "%s: file names cannot be read under this locale (their encoding is %s), expected a UTF-8"
            + " locale: set LC_ALL=C.UTF-8",
        what, ENCODING);
  }

  /** Returns the absolute URI of a path, without a slash at the end. */
  static String uri(Path path) {
    String uri = path.toUri().toString();
    return uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
  }

  /**
   * Returns the path of a URI.
   *
   * @throws IllegalArgumentException if the URI does not denote a file
   */
  static Path ofUri(String uri) {
    try {
      return Path.of(URI.create(uri));
    } catch (FileSystemNotFoundException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
