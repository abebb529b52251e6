package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOUtils;

/**
 * A file under a hidden name beside its own, so that nobody who goes by its name changes it before
 * it is looked at for the last time. A new file of the name is not touched. Two runs that each want
 * the other's kept file cannot both find it.
 */
final class HiddenFile {

  private static final String PREFIX = ".lucene-simhash-";
  private static final Pattern FOLDER = Pattern.compile(Pattern.quote(PREFIX) + "[0-9a-f]{8}");
  private static final Pattern NAME = Pattern.compile(FOLDER + "-(.+)");

  /** Of what is copied into a folder, and gets its name when it is whole. */
  private static final Pattern PART = Pattern.compile(FOLDER + "\\.part");

  /** Of a name that has room for more; a file of a longer one lies in a hidden folder. */
  private static final int MAX_BYTES = 255 - (PREFIX + "01234567-").length();

  final Path file;
  final Path path;

  /** The path itself, or the folder that it is in. */
  private final Path place;

  private HiddenFile(Path file, Path path, Path place) {
    this.file = file;
    this.path = path;
    this.place = place;
  }

  private static String unique() {
    return PREFIX + UUID.randomUUID().toString().substring(0, 8);
  }

  /** A hidden name beside a file to be. */
  static Path part(Path file) {
    return file.resolveSibling(unique() + ".part");
  }

  private static HiddenFile of(Path file) throws IOException {
    String unique = unique();
    Path name = file.getFileName();
    if (name.toString().getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      Path place = Files.createDirectory(file.resolveSibling(unique));
      return new HiddenFile(file, place.resolve(name), place);
    }
    Path place = FileNames.sibling(file, unique + "-" + FileNames.name(file));
    if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(place.toString());
    }
    return new HiddenFile(file, place, place);
  }

  /** Whether a file has a hidden name of this kind, or is in a folder of one. */
  static boolean is(Path path) {
    return at(path) != null;
  }

  /** Whether this is the name of a folder of one file. */
  static boolean isFolder(Path path) {
    return path != null
        && path.getFileName() != null
        && FOLDER.matcher(path.getFileName().toString()).matches();
  }

  /** Null if the name is no hidden one. */
  private static HiddenFile at(Path path) {
    if (isFolder(path.getParent())) {
      Path place = path.getParent();
      return new HiddenFile(place.resolveSibling(path.getFileName()), path, place);
    }
    if (!path.getFileName().toString().startsWith(PREFIX)) {
      return null;
    }
    Matcher name = NAME.matcher(FileNames.name(path));
    return name.matches()
        ? new HiddenFile(FileNames.sibling(path, name.group(1)), path, path)
        : null;
  }

  static HiddenFile hide(Path file) throws IOException {
    HiddenFile hidden = of(file);
    return hidden.made(() -> Files.move(file, hidden.path, StandardCopyOption.ATOMIC_MOVE));
  }

  /** Another name of a file, to be put in the place of one that was taken. */
  static HiddenFile link(Path target, Path file) throws IOException {
    HiddenFile hidden = of(file);
    return hidden.made(() -> Files.createLink(hidden.path, target));
  }

  private HiddenFile made(IORunnable make) throws IOException {
    try {
      make.run();
      return this;
    } finally {
      removeFolder(); // unless it has the file
    }
  }

  private void removeFolder() {
    if (!place.equals(path)) {
      IOUtils.deleteFilesIgnoringExceptions(place);
    }
  }

  /**
   * Whether it is seen beside another file, whose folder is not its own: as far as can be told that
   * is the same folder by another mount, and the other file may be this one.
   */
  boolean isAlsoBeside(Path other) throws IOException {
    Path there = other.resolveSibling(place.getFileName());
    return Files.exists(there, LinkOption.NOFOLLOW_LINKS) && !Files.isSameFile(there, place);
  }

  /**
   * Gives the file its name back.
   *
   * @throws FileAlreadyExistsException if there is a new one: the old one stays hidden
   */
  void putBack() throws IOException {
    FreeName.move(path, file);
    removeFolder();
  }

  /** Removes it, unless it has its name back already. */
  void delete() throws IOException {
    Files.deleteIfExists(path);
    removeFolder();
  }

  /**
   * Puts back what a run that was killed left aside in a folder; removes what it half copied.
   *
   * @param isDeep whether in its folders too
   * @param names of the files
   */
  static void putBackAll(Path folder, boolean isDeep, Predicate<Path> names, Terminal terminal)
      throws IOException {
    Path top = folder.toRealPath();
    Files.walkFileTree(
        top,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            return isDeep || path.equals(top) || isFolder(path)
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              HiddenFile hidden = at(path);
              if (PART.matcher(path.getFileName().toString()).matches()) {
                IOUtils.deleteFilesIgnoringExceptions(path);
              } else if (hidden != null && names.test(hidden.file.getFileName())) {
                hidden.settle(terminal);
              }
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path path, IOException e) {
            return FileVisitResult.CONTINUE; // it is told of when the input is read
          }

          @Override
          public FileVisitResult postVisitDirectory(Path path, IOException e) {
            if (isFolder(path)) {
              IOUtils.deleteFilesIgnoringExceptions(path); // if it is empty
            }
            return FileVisitResult.CONTINUE;
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
