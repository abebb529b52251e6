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
 * Writes an output, which is a file or a folder, and moves it to its place when it is complete. The
 * output is written in a new hidden folder beside its place, where no other user can put a link.
 * The hidden folder is deleted when the program ends, unless the program is killed.
 */
public final class Draft implements Closeable {

  private final String option;
  private final Path target;
  private final Path folder;
  private final Thread end = new Thread(this::delete, "draft");

  /**
   * Creates the hidden folder. The folder of the target must exist, and the target may exist.
   *
   * @param option the option that messages name
   */
  public Draft(String option, Path target) throws IOException {
    this.option = option;
    this.target = target;
    try {
      Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      // the name can be used; a name that is too long has another exception
    }
    Path beside = target.toAbsolutePath().getParent().toRealPath();
    folder = Files.createTempDirectory(beside, ".lucene-simhash-draft-");
    Runtime.getRuntime().addShutdownHook(end);
  }

  /** Returns the path to write to, at which nothing exists at first. */
  public Path path() {
    return folder.resolve("draft");
  }

  /** Moves the output to its place in one step. */
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
      // another thread is writing there
    }
  }

  /** Deletes the hidden folder, with the output if it was not completed. */
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
