package io.github.lucenesimhash.corpus;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.lucene.util.IOUtils;

/**
 * Writes an output, a file or a folder, in a hidden folder of its own beside its place, where
 * nobody else may put a link, and moves it there when it is complete. The hidden folder goes when
 * the program ends, unless it is killed.
 */
public final class Draft implements Closeable {

  private final String option;
  private final Path target;
  private final Path folder;
  private final Thread end = new Thread(this::delete, "draft");

  /**
   * Makes a place to write to; the target's folder must exist, and may hold one of its name.
   *
   * @param option for messages
   */
  public Draft(String option, Path target) throws IOException {
    this.option = option;
    this.target = target;
    try {
      Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      // nothing is against the name, as its length may be
    }
    Path beside = target.toAbsolutePath().getParent().toRealPath();
    folder = Files.createTempDirectory(beside, ".lucene-simhash-draft-");
    Runtime.getRuntime().addShutdownHook(end);
  }

  /** Where to write: nothing is there yet. */
  public Path path() {
    return folder.resolve("draft");
  }

  /** Puts what is written in its place, at once. */
  public void complete() throws IOException {
    try {
      Files.move(path(), target, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      throw unusable(option, e);
    }
  }

  public static BadInput unusable(String option, IOException e) {
    return new BadInput(option + " cannot be written: " + BadInput.reason(e));
  }

  /** Refuses a target in a folder that does not exist. */
  public static void checkFolder(String option, Path target) {
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new BadInput(option + " is in a folder that does not exist");
    }
  }

  private void delete() {
    try {
      IOUtils.rm(folder);
    } catch (IOException e) {
      // something is being written there
    }
  }

  /** Deletes what is not in its place. */
  @Override
  public void close() throws IOException {
    IOUtils.rm(folder);
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException e) {
      // the program is ending
    }
  }
}
