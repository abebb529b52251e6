package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file under a hidden name beside its own, so that nobody who goes by its name changes it before
 * it is looked at for the last time. A new file of the name is not touched. Two runs that each want
 * the other's kept file cannot both find it.
 */
final class Aside {

  private static final String PREFIX = ".lucene-simhash-";
  private static final Pattern NAME =
      Pattern.compile(Pattern.quote(PREFIX) + "[0-9a-f]{8}-(.+)", Pattern.DOTALL);

  final Path file;
  final Path path;

  private Aside(Path file, Path path) {
    this.file = file;
    this.path = path;
  }

  private static Aside of(Path file) throws IOException {
    String unique = UUID.randomUUID().toString().substring(0, 8);
    Path path = file.resolveSibling(PREFIX + unique + "-" + file.getFileName());
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    return new Aside(file, path);
  }

  /** Whether a file has a hidden name of this kind. */
  static boolean is(Path file) {
    return NAME.matcher(file.getFileName().toString()).matches();
  }

  static Aside take(Path file) throws IOException {
    Aside aside = of(file);
    Files.move(file, aside.path, StandardCopyOption.ATOMIC_MOVE);
    return aside;
  }

  /** Another name of a file, to be put in the place of one that was taken. */
  static Aside link(Path target, Path file) throws IOException {
    Aside aside = of(file);
    Files.createLink(aside.path, target);
    return aside;
  }

  /**
   * Whether it is seen beside another file, whose folder is not its own: as far as can be told that
   * is the same folder by another mount, and the other file may be this one.
   */
  boolean isAlsoBeside(Path other) throws IOException {
    Path there = other.resolveSibling(path.getFileName());
    return Files.exists(there, LinkOption.NOFOLLOW_LINKS) && !Files.isSameFile(there, path);
  }

  /**
   * Gives the file its name back.
   *
   * @throws FileAlreadyExistsException if there is a new one: the old one stays aside
   */
  void putBack() throws IOException {
    FreeName.move(path, file);
  }

  /** Removes it, unless it has its name back already. */
  void delete() throws IOException {
    Files.deleteIfExists(path);
  }

  /** Puts back what a run that was killed left aside, in a folder or of a file. */
  static void putBackAll(Path input, Terminal terminal) throws IOException {
    boolean isFolder = Files.isDirectory(input);
    Path folder = isFolder ? input : input.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return;
    }
    Files.walkFileTree(
        folder.toRealPath(),
        Set.of(),
        isFolder ? Integer.MAX_VALUE : 1,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            Matcher name = NAME.matcher(path.getFileName().toString());
            if (attributes.isRegularFile()
                && name.matches()
                && (isFolder || name.group(1).equals(input.getFileName().toString()))) {
              new Aside(path.resolveSibling(name.group(1)), path).settle(terminal);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path path, IOException e) {
            return FileVisitResult.CONTINUE; // it is told of when the input is read
          }
        });
  }

  /** The file goes back, or away if there is one of the same bytes in its place. */
  private void settle(Terminal terminal) {
    try {
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        putBack();
      } else if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          && Files.mismatch(file, path) < 0) {
        delete();
      } else {
        terminal.note(
            "'" + path + "' was left by a run that was killed, and '" + file + "' is new");
      }
    } catch (IOException e) {
      terminal.note("'" + path + "', left by a run that was killed: " + BadInput.reason(e));
    }
  }
}
