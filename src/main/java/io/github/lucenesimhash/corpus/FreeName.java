package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.lucene.util.IOUtils;

/** Gives files names that are free: what is there already is never replaced. */
final class FreeName {

  private FreeName() {}

  /**
   * The file under its new name, which appears before the old one goes. From one file system to
   * another it is copied, and the copy is on disk and compared before.
   *
   * @throws FileAlreadyExistsException if the name is not free
   */
  static void move(Path from, Path to) throws IOException {
    try {
      Files.createLink(to, from);
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException e) {
      moveWithoutLink(from, to);
      return;
    }
    try {
      Files.deleteIfExists(from);
    } catch (IOException e) {
      Files.delete(to); // the other name of what is still there
      throw e;
    }
  }

  /** To another file system; or within one that has no links, where no move spares a new file. */
  private static void moveWithoutLink(Path from, Path to) throws IOException {
    Path part = HiddenFile.part(to);
    try {
      copy(from, part);
      try {
        Files.createLink(to, part); // whole at once
      } catch (FileAlreadyExistsException e) {
        throw e;
      } catch (IOException | UnsupportedOperationException e) {
        copy(from, to);
      }
    } finally {
      Files.deleteIfExists(part);
    }
    IOUtils.fsync(to.toAbsolutePath().getParent(), true);
    Files.delete(from);
  }

  /** Makes a new file, or fails. */
  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    try (FileChannel channel = FileChannel.open(to)) { // to read: it may be read-only
      channel.force(true);
    } catch (IOException e) {
      Files.deleteIfExists(to); // as on a full disk
      throw e;
    }
    if (Files.mismatch(from, to) >= 0) {
      throw new IOException("it changed while it was copied to '" + to + "'");
    }
  }
}
