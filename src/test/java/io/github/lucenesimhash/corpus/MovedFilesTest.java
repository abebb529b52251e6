package io.github.lucenesimhash.corpus;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.corpus.MovedFiles.Move;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.CopyOption;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No file is replaced or lost, within a file system and from one file system to another. */
class MovedFilesTest {

  private static final int ROUNDS = 100 * Integer.getInteger("tests.multiplier", 1);

  @TempDir private Path folder;
  private Path from;

  /** The text that another program writes into the target first, or null. */
  private String written;

  /** Two file systems, of which one has only the folder of moved files. */
  private final class TwoSystems extends FilterFileSystemProvider {

    TwoSystems() {
      super("two://", FileSystems.getDefault());
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
      if (isMoved(source) != isMoved(target)) {
        throw new AtomicMoveNotSupportedException("" + source, "" + target, "another file system");
      }
      super.move(source, target, options);
    }

    private boolean isMoved(Path path) {
      return path.startsWith(path.getFileSystem().getPath(folder.toString(), "moved"));
    }
  }

  @BeforeEach
  void write() throws IOException {
    from = Files.writeString(Files.createDirectory(folder.resolve("texts")).resolve("a"), "text");
  }

  private Set<String> names() throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(file -> !Files.isDirectory(file))
          .forEach(file -> names.add(folder.relativize(file).toString()));
    }
    return names;
  }

  private void move(Path moved) throws IOException {
    try (MovedFiles files = MovedFiles.into(moved)) {
      Path to = moved.toRealPath().resolve("sub/b");
      if (written != null) {
        Files.createDirectories(to.getParent());
        Files.writeString(to, written);
      }
      files.move(from, to);
    }
  }

  @Test
  void movesWhatIsReadOnly() throws IOException {
    Path moved = folder.resolve("moved");
    Files.setPosixFilePermissions(from, Set.of(OWNER_READ));
    move(moved);
    assertEquals("text", Files.readString(moved.resolve("sub/b")));
    assertEquals(Set.of(OWNER_READ), Files.getPosixFilePermissions(moved.resolve("sub/b")));
    assertEquals(Set.of("moved/moved.jsonl", "moved/sub/b"), names());
  }

  @Test
  void whatHasTheNameStays() throws IOException {
    written = "another";
    Path moved = folder.resolve("moved");
    assertThrows(FileAlreadyExistsException.class, () -> move(moved));
    assertEquals("another", Files.readString(moved.resolve("sub/b")));
    assertEquals("text", Files.readString(from));
    assertEquals(Set.of("moved/moved.jsonl", "moved/sub/b", "texts/a"), names());
  }

  @Test
  void aFileOfAnotherFileSystemStays() throws IOException {
    Path root = new TwoSystems().wrapPath(folder);
    from = root.resolve("texts/a");
    IOException e = assertThrows(IOException.class, () -> move(root.resolve("moved")));
    assertTrue(e.getMessage().contains("another file system"), e.getMessage());
    assertEquals("text", Files.readString(from));
    assertEquals(Set.of("moved/moved.jsonl", "texts/a"), names());
  }

  /** A text is not lost that another program writes in the place of a file while it is moved. */
  @Test
  void whatIsWrittenMeanwhileIsNotLost() throws Exception {
    try (MovedFiles files = MovedFiles.into(folder.resolve("moved"))) {
      for (int round = 0; round < ROUNDS; round++) {
        Random random = Seeds.random(round);
        Files.writeString(from, "text");
        Path fresh = Files.writeString(folder.resolve("fresh"), "fresh " + round);
        long end = System.nanoTime() + random.nextLong(300_000);
        Thread writer =
            Thread.ofPlatform()
                .start(
                    () -> {
                      while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                      }
                      assertDoesNotThrow(() -> Files.move(fresh, from, ATOMIC_MOVE));
                    });
        Path to = files.place(from, Path.of("a"));
        files.move(from, to);
        writer.join();
        boolean isThere = Files.exists(from) && Files.readString(from).equals("fresh " + round);
        assertTrue(isThere || Files.readString(to).equals("fresh " + round), "round " + round);
      }
    }
  }

  private Path move(String text, String name) throws IOException {
    return move(Files.writeString(folder.resolve("texts").resolve(name), text), name);
  }

  private Path move(Path file, String name) throws IOException {
    try (MovedFiles files = MovedFiles.into(folder.resolve("moved"))) {
      Path place = files.place(file, Path.of(name));
      files.write(List.of(new Move(file, place, "kept.txt")));
      files.move(file, place);
      return place;
    }
  }

  /** A number is added before the extension; a dot at the beginning of a name starts none. */
  @Test
  void placesAreFree() throws IOException {
    for (String name : List.of("a.b.txt", ".a", "a", "moved.jsonl")) {
      move("1", name);
      move("2", name);
    }
    assertEquals(
        Set.of(
            "moved/.a",
            "moved/.a.2",
            "moved/a",
            "moved/a.2",
            "moved/a.b.2.txt",
            "moved/a.b.txt",
            "moved/moved.2.jsonl",
            "moved/moved.3.jsonl",
            "moved/moved.jsonl"),
        names());
  }

  /** If two files had the same name, the newer one is moved back, and the older one stays. */
  @Test
  void theLastMoveIsUndoneFirst() throws IOException {
    Path older = move("older", "a");
    Path newer = move("newer", "a");
    try (MovedFiles files = MovedFiles.in(folder.resolve("moved"))) {
      List<Move> moves = files.moves();
      assertTrue(files.undo(moves.get(1)));
      assertThrows(FileAlreadyExistsException.class, () -> files.undo(moves.get(0)));
    }
    assertEquals("newer", Files.readString(from));
    assertEquals("older", Files.readString(older));
    assertTrue(Files.notExists(newer));
  }

  /** If two files had the same name in turn, the log names the file that had it last. */
  @Test
  void noFileTakesThePlaceOfAnother() throws IOException {
    Path other = Files.writeString(folder.resolve("other"), "other");
    Path moved = folder.resolve("moved");
    try (MovedFiles files = MovedFiles.into(moved)) {
      for (Path file : List.of(from, other)) {
        Move move = new Move(file, files.place(from, Path.of("a")), "kept.txt");
        files.write(List.of(move));
        files.move(move.from(), move.to());
        assertTrue(files.undo(move));
      }
      files.move(other, moved.resolve("a"));
    }
    Files.delete(from);
    Files.writeString(other, "new");
    try (MovedFiles files = MovedFiles.in(moved)) {
      Move last = files.moves().getFirst();
      assertThrows(FileAlreadyExistsException.class, () -> files.undo(last));
      assertEquals(List.of(last), files.moves());
    }
    assertEquals(Set.of("moved/a", "moved/moved.jsonl", "other"), names());
  }

  @Test
  void noFileGetsTheNameThatAnotherHad() throws IOException {
    Path moved = move(from, "a");
    Path other = Files.writeString(folder.resolve("other"), "other");
    try (MovedFiles files = MovedFiles.in(moved.getParent())) {
      assertTrue(files.undo(files.moves().getFirst()));
    }
    assertEquals(moved.resolveSibling("a.2"), move(other, "a"));
    assertEquals(moved, move(from, "a"));
  }

  /** The line that a killed run wrote incompletely is ignored, and a later line replaces it. */
  @Test
  void halfALineIsLeftOut() throws IOException {
    Path place = move("text", "b");
    Path log = place.resolveSibling("moved.jsonl");
    String whole = Files.readString(log);
    Move move = new Move(folder.resolve("texts/b"), place, "kept.txt");
    Move second = new Move(folder.resolve("texts/c"), place.resolveSibling("c"), "kept.txt");
    for (int cut = 0; cut <= whole.length(); cut++) {
      Files.writeString(log, whole.substring(0, cut));
      try (MovedFiles files = MovedFiles.into(place.getParent())) {
        int before = cut < whole.length() ? 0 : 1;
        assertEquals(before, files.moves().size(), "cut at " + cut);
        files.write(List.of(second));
        assertEquals(before + 1, files.moves().size(), "cut at " + cut);
      }
    }
    try (MovedFiles files = MovedFiles.in(place.getParent())) {
      assertTrue(files.undo(move));
      assertFalse(files.undo(move));
    }
    assertEquals("text", Files.readString(move.from()));
  }

  @Test
  void oneRunUsesTheFolder() throws IOException {
    Path moved = folder.resolve("moved");
    MovedFiles.into(moved).close();
    try (MovedFiles first = MovedFiles.into(moved)) {
      assertTrue(
          assertThrows(BadInput.class, () -> MovedFiles.in(moved)).getMessage().contains("in use"));
      first.write(List.of(new Move(from, moved.resolve("a"), "b")));
    }
    try (MovedFiles second = MovedFiles.in(moved)) {
      assertEquals(1, second.moves().size());
    }
  }

  @Test
  void aFileThatIsGoneIsToldOf() throws IOException {
    Path place = move("text", "b");
    Files.move(place, folder.resolve("elsewhere"), ATOMIC_MOVE);
    try (MovedFiles files = MovedFiles.in(place.getParent())) {
      Move move = files.moves().get(0);
      assertThrows(NoSuchFileException.class, () -> files.undo(move));
    }
  }
}
