package io.github.lucenesimhash.corpus;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.util.IOUtils;

/**
 * An output, a file or a folder, as it is written: in a hidden folder of its own beside its place,
 * where nobody else may put a link, and moved there when {@link #complete}. The folder holds a lock
 * that ends with the process: who writes beside it later clears what killed runs left, and no more.
 */
public final class Draft implements Closeable {

  private static final String PREFIX = ".lucene-simhash-draft-";
  private static final String DRAFT = "draft";
  private static final String LOCK = "lock";
  private static final String NEW = "new"; // a lock that is not held yet

  /**
   * Names of this process's, the same by whatever mount they are seen; to close any descriptor of
   * their locks would end these.
   */
  private static final Set<String> OWN = ConcurrentHashMap.newKeySet();

  private final String option;
  private final Path target;
  private final Path folder;
  private final FileChannel lock;

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
    folder = Files.createTempDirectory(beside, PREFIX);
    OWN.add(folder.getFileName().toString());
    try {
      lock = lock();
    } catch (IOException e) { // on a full disk, for one
      OWN.remove(folder.getFileName().toString());
      IOUtils.deleteFilesIgnoringExceptions(folder.resolve(NEW), folder);
      throw e;
    }
    for (Path made : new Path[] {folder, folder.resolve(LOCK), path()}) {
      made.toFile().deleteOnExit(); // the last first
    }
    clear(beside);
  }

  private FileChannel lock() throws IOException {
    Path unlocked = folder.resolve(NEW);
    FileChannel channel = FileChannel.open(unlocked, CREATE_NEW, WRITE);
    try {
      channel.tryLock();
    } catch (IOException e) {
      // a file system without locks; there nothing is cleared either
    }
    try {
      Files.move(unlocked, folder.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      IOUtils.closeWhileHandlingException(channel);
      throw e;
    }
    return channel;
  }

  /** Not what another user made, who could put links in the way of what is deleted. */
  private void clear(Path beside) {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(beside, PREFIX + "*")) {
      UserPrincipal user = Files.getOwner(folder);
      for (Path other : left) {
        Path otherLock = other.resolve(LOCK);
        if (!OWN.contains(other.getFileName().toString())
            && Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(other, LinkOption.NOFOLLOW_LINKS).equals(user)
            && Files.isRegularFile(otherLock, LinkOption.NOFOLLOW_LINKS)) {
          clear(other, otherLock);
        }
      }
    } catch (IOException e) {
      // cleared by another run meanwhile
    }
  }

  private static void clear(Path folder, Path lock) throws IOException {
    try (FileChannel channel = FileChannel.open(lock, WRITE, LinkOption.NOFOLLOW_LINKS)) {
      if (channel.tryLock() != null) {
        remove(folder);
      }
    }
  }

  /** The lock last: what a killed run has not removed, the next one can. */
  private static void remove(Path folder) throws IOException {
    IOUtils.rm(folder.resolve(DRAFT));
    IOUtils.rm(folder);
  }

  /** Where to write: nothing is there yet. */
  public Path path() {
    return folder.resolve(DRAFT);
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

  /** Deletes what is not in its place. */
  @Override
  public void close() throws IOException {
    try {
      if (OWN.contains(folder.getFileName().toString())) {
        remove(folder);
      }
    } finally {
      OWN.remove(folder.getFileName().toString());
      lock.close();
    }
  }
}
