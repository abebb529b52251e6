package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.CopyOption;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void whatIsThereStays() throws IOException {
    Files.writeString(to, "another");
    assertThrows(FileAlreadyExistsException.class, () -> FreeName.move(from, to));
    assertEquals("another", Files.readString(to));
    assertEquals("the text", Files.readString(from));
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
