package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lucenesimhash.testing.KilledProgram;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DraftTest {

  @TempDir private Path folder;

  /** Killed while it writes a folder. */
  static final class Program {

    private Program() {}

    public static void main(String[] args) throws Exception {
      Draft draft = new Draft("--out", Path.of(args[0]));
      Files.writeString(Files.createDirectory(draft.path()).resolve("half"), "half");
      System.out.write('.');
      System.out.flush();
      new CountDownLatch(1).await();
    }
  }

  /** The same files by another mount, which may be full. */
  private static final class Mount extends FilterFileSystemProvider {

    private final List<String> deleted = new ArrayList<>();
    private final List<FileChannel> opened = new ArrayList<>();
    private boolean isFull;
    private boolean isFullNext; // once a file is made

    Mount() {
      super("mount://", FileSystems.getDefault());
    }

    @Override
    public FileChannel newFileChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      if (isFull) {
        throw new FileSystemException(path.toString(), null, "No space left on device");
      }
      opened.add(super.newFileChannel(path, options, attributes));
      isFull = isFullNext;
      return opened.getLast();
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
      if (isFull) {
        throw new FileSystemException(to.toString(), null, "No space left on device");
      }
      super.move(from, to, options);
    }

    @Override
    public void delete(Path path) throws IOException {
      deleted.add(path.getFileName().toString());
      super.delete(path);
    }
  }

  private Set<Path> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new TreeSet<>(files.toList());
    }
  }

  @Test
  void clearsWhatKilledRunsLeftAndNoMore() throws Exception {
    Path foreign = Files.createDirectory(folder.resolve(".lucene-simhash-draft-mine"));
    Files.writeString(foreign.resolve("notes"), "notes");
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createFile(elsewhere.resolve("lock"));
    Files.createSymbolicLink(folder.resolve(".lucene-simhash-draft-link"), elsewhere);
    try (Draft alive = new Draft("--out", folder.resolve("a.txt"))) {
      Files.writeString(alive.path(), "whole");
      Set<Path> before = list();
      KilledProgram.run(Program.class, 1, folder.resolve("b").toString());
      assertEquals(before.size() + 1, list().size());
      try (Draft next = new Draft("--out", folder.resolve("c.txt"))) {
        assertEquals(before.size() + 1, list().size());
        before.add(next.path().getParent());
        assertEquals(before, list());
      }
      alive.complete();
    }
    assertEquals("whole", Files.readString(folder.resolve("a.txt")));
    assertTrue(Files.exists(foreign.resolve("notes")));
    assertTrue(Files.exists(elsewhere.resolve("lock")));
    assertEquals(4, list().size());
  }

  @Test
  void aTargetOfAnyName() throws IOException {
    for (String name : new String[] {"lock", "new", "draft", "n".repeat(255)}) {
      try (Draft draft = new Draft("--out", folder.resolve(name))) {
        Files.writeString(draft.path(), name);
        draft.complete();
      }
      assertEquals(name, Files.readString(folder.resolve(name)));
    }
    assertEquals(4, list().size());
  }

  @Test
  void nothingStaysOfOneThatAFullDiskEnds() throws IOException {
    Mount mount = new Mount();
    for (int files = 1; files >= 0; files--) {
      mount.isFull = files == 0;
      mount.isFullNext = true;
      assertThrows(
          FileSystemException.class,
          () -> new Draft("--out", mount.wrapPath(folder).resolve("a.txt")));
      assertEquals(Set.of(), list());
    }
    assertEquals(1, mount.opened.size());
    assertFalse(mount.opened.getFirst().isOpen());
  }

  @Test
  void anotherOfThisProcessByAnotherMount() throws IOException {
    try (Draft one = new Draft("--out", folder.resolve("a.txt"));
        Draft two = new Draft("--out", new Mount().wrapPath(folder).resolve("b.txt"))) {
      Files.writeString(one.path(), "one");
      Files.writeString(two.path(), "two");
      one.complete();
      two.complete();
    }
    assertEquals("one", Files.readString(folder.resolve("a.txt")));
    assertEquals("two", Files.readString(folder.resolve("b.txt")));
  }

  /** Whoever is killed while it removes leaves what the next run clears. */
  @Test
  void theLockGoesLast() throws Exception {
    Mount mount = new Mount();
    KilledProgram.run(Program.class, 1, folder.resolve("a").toString());
    try (Draft draft = new Draft("--out", mount.wrapPath(folder).resolve("b"))) {
      assertEquals(List.of("half", "draft", "lock"), mount.deleted.subList(0, 3));
      mount.deleted.clear();
      for (String name : new String[] {"", "1", "2", "3"}) {
        Files.createDirectory(draft.path().resolve(name));
      }
    }
    assertEquals(List.of("draft", "lock"), mount.deleted.subList(3, 5));
  }

  /** Who made it could put a link in the way of what is deleted there. */
  @Test
  void whatAnotherUserPlantedStays() throws IOException {
    Path planted = Files.createDirectory(folder.resolve(".lucene-simhash-draft-planted"));
    Files.createFile(planted.resolve("lock"));
    try {
      Files.setAttribute(planted, "unix:uid", 12345);
    } catch (IOException | RuntimeException e) {
      assumeTrue(false, "only root can give a file away: " + e);
    }
    new Draft("--out", folder.resolve("a.txt")).close();
    assertEquals(Set.of(planted), list());
  }
}
