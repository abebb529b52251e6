package io.github.lucenesimhash.corpus;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
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
  private static final String LOCK = "lock";

  /** Of this process; to close any descriptor of their locks would end these. */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path target;
  private final Path folder;
  private final FileChannel lock;

  /** Makes a place to write to; the target's folder must exist, and may hold one of its name. */
  public Draft(Path target) throws IOException {
    this.target = target;
    try {
      Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      // nothing is against the name, as its length may be
    }
    Path beside = target.toAbsolutePath().getParent().toRealPath();
    clear(beside);
    folder = Files.createTempDirectory(beside, PREFIX);
    OWN.add(folder);
    Path unlocked = folder.resolve("new");
    lock = FileChannel.open(unlocked, CREATE_NEW, WRITE);
    try {
      lock.tryLock();
    } catch (IOException e) {
      // a file system without locks; there nothing is cleared either
    }
    Files.move(unlocked, folder.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
    for (Path made : new Path[] {folder, folder.resolve(LOCK), path()}) {
      made.toFile().deleteOnExit(); // the last first
    }
  }

  private static void clear(Path beside) {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(beside, PREFIX + "*")) {
      for (Path folder : left) {
        Path lock = folder.resolve(LOCK);
        if (!OWN.contains(folder)
            && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
            && Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
          clear(folder, lock);
        }
      }
    } catch (IOException e) {
      // of another user, or cleared by another run meanwhile
    }
  }

  private static void clear(Path folder, Path lock) throws IOException {
    try (FileChannel channel = FileChannel.open(lock, WRITE, LinkOption.NOFOLLOW_LINKS)) {
      if (channel.tryLock() != null) {
        IOUtils.rm(folder);
      }
    }
  }

  /** Where to write: nothing is there yet. */
  public Path path() {
    return folder.resolve("draft");
  }

  /** Puts what is written in its place, at once. */
  public void complete() throws IOException {
    Files.move(path(), target, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Deletes what is not in its place. */
  @Override
  public void close() throws IOException {
    try {
      if (OWN.contains(folder)) {
        IOUtils.rm(folder);
      }
    } finally {
      OWN.remove(folder);
      lock.close();
    }
  }
}
