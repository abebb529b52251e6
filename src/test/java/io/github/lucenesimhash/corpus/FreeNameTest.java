package io.github.lucenesimhash.corpus;

import static java.nio.file.StandardOpenOption.WRITE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.CopyOption;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.apache.lucene.tests.mockfile.FilterPath;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file system without hard links, as on many a memory stick: nothing is replaced there either.
 */
class FreeNameTest {

  @TempDir private Path real;
  private Path from;
  private Path to;

  /** What another program writes into the place in the very moment; null for nothing. */
  private String written;

  /** Whether bytes that are written do not get to the disk. */
  private boolean isFull;

  private final class WithoutLinks extends FilterFileSystemProvider {

    WithoutLinks() {
      super("nolinks://", FileSystems.getDefault());
    }

    @Override
    public void createLink(Path link, Path existing) {
      throw new UnsupportedOperationException("no links");
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
      write(target);
      super.move(source, target, options);
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
      write(target);
      super.copy(source, target, options);
    }

    @Override
    public FileChannel newFileChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      if (isFull && path.equals(to)) {
        throw new IOException("No space left on device");
      }
      if (options.contains(WRITE)
          && Files.exists(path)
          && !Files.getPosixFilePermissions(path).contains(OWNER_WRITE)) {
        throw new AccessDeniedException(path.toString()); // as to all but root
      }
      return super.newFileChannel(path, options, attributes);
    }

    private void write(Path target) throws IOException {
      if (written != null && target.equals(to)) {
        Files.writeString(real.resolve("to"), written);
      }
    }
  }

  @BeforeEach
  void write() throws IOException {
    Path folder = new WithoutLinks().wrapPath(real);
    assertTrue(folder instanceof FilterPath);
    from = folder.resolve("from");
    to = folder.resolve("to");
    Files.writeString(from, "the text");
  }

  @Test
  void moves() throws IOException {
    FreeName.move(from, to);
    assertEquals("the text", Files.readString(to));
    try (Stream<Path> files = Files.list(real)) {
      assertEquals(1, files.count());
    }
  }

  @Test
  void movesWhatIsReadOnly() throws IOException {
    Files.setPosixFilePermissions(from, Set.of(OWNER_READ));
    FreeName.move(from, to);
    assertEquals("the text", Files.readString(to));
    assertEquals(Set.of(OWNER_READ), Files.getPosixFilePermissions(to));
  }

  @Test
  void whatIsThereStays() throws IOException {
    Files.writeString(to, "another");
    assertThrows(FileAlreadyExistsException.class, () -> FreeName.move(from, to));
    assertEquals("another", Files.readString(to));
    assertEquals("the text", Files.readString(from));
  }

  @Test
  void nothingHalfWrittenStays() throws IOException {
    isFull = true;
    assertThrows(IOException.class, () -> FreeName.move(from, to));
    assertEquals("the text", Files.readString(from));
    try (Stream<Path> files = Files.list(real)) {
      assertEquals(1, files.count());
    }
  }

  @Test
  void whatComesInTheVeryMomentStays() throws IOException {
    written = "another";
    assertThrows(FileAlreadyExistsException.class, () -> FreeName.move(from, to));
    assertEquals("another", Files.readString(to));
    assertEquals("the text", Files.readString(from));
    try (Stream<Path> files = Files.list(real)) {
      assertEquals(2, files.count());
    }
  }
}
