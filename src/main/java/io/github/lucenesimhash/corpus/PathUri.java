package io.github.lucenesimhash.corpus;

import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;

/**
 * Paths as URIs, which hold each byte of a name in ASCII: in a string what is no text in the
 * encoding of the locale is lost.
 */
final class PathUri {

  private PathUri() {}

  /** Absolute, without a slash at the end. */
  static String of(Path path) {
    String uri = path.toUri().toString();
    return uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
  }

  /**
   * The path of a URI.
   *
   * @throws IllegalArgumentException if it is not the URI of a file
   */
  static Path path(String uri) {
    try {
      return Path.of(URI.create(uri));
    } catch (FileSystemNotFoundException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The last name of a path. */
  static String name(Path path) {
    String uri = of(path);
    return uri.substring(uri.lastIndexOf('/') + 1);
  }

  /** A path beside another, of a name as {@link #name} has it. */
  static Path sibling(Path path, String name) {
    return path.resolveSibling(path("file:///" + name).getFileName());
  }
}
