package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lucenesimhash.testing.QuietCorpus;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.DirectoryStream.Filter;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever its name, a file that was put aside has the same one when it is back. */
class HiddenFileTest {

  @TempDir private Path folder;

  /** As they are in a URI: of bytes that are not UTF-8, as long as can be, and all that is odd. */
  static List<String> names() {
    return List.of(
        "caf%E9.txt",
        "caf%E8.txt",
        "%E4%B8%AD.txt",
        "a%20b%25.txt",
        "a%0Ab.txt",
        "a%5Cb.txt",
        "-",
        "a".repeat(230),
        "a".repeat(255),
        "%E4%B8%AD".repeat(85));
  }

  private Path write(String name) {
    try {
      return Files.writeString(Path.of(URI.create(folder.toUri() + name)), "the text");
    } catch (IOException | InvalidPathException e) {
      assumeTrue(false, "no such names here: " + e.getMessage());
      return null;
    }
  }

  private Set<String> names(Path in) throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(in)) {
      files.forEach(file -> names.add(file.toUri().toString()));
    }
    return names;
  }

  @ParameterizedTest
  @MethodSource("names")
  void comesBack(String name) throws IOException {
    Path file = write(name);
    Set<String> before = names(folder);
    HiddenFile hidden = HiddenFile.hide(file);
    assertFalse(Files.exists(file));
    assertTrue(HiddenFile.is(hidden.path));
    assertEquals("the text", Files.readString(hidden.path));
    hidden.putBack();
    assertEquals(before, names(folder));
    hidden.delete();
    assertEquals(before, names(folder));
  }

  @ParameterizedTest
  @MethodSource("names")
  void comesBackAfterAKill(String name) throws IOException {
    Path file = write(name);
    Set<String> before = names(folder);
    for (Path input : List.of(folder, file)) {
      HiddenFile.hide(file);
      Removal.putBackAll(List.of(input), QuietCorpus.SILENCE);
      assertEquals(before, names(folder));
    }
  }

  /** Files of a system that lets nobody look into one folder. */
  private static final class Closed extends FilterFileSystemProvider {

    private final Path closed;

    Closed(Path closed) {
      super("closed://", FileSystems.getDefault());
      this.closed = closed;
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, Filter<? super Path> filter)
        throws IOException {
      if (path.endsWith(wrapPath(closed))) {
        throw new AccessDeniedException(path.toString());
      }
      return super.newDirectoryStream(path, filter);
    }
  }

  @Test
  void aFolderThatCannotBeReadDoesNotEndIt() throws IOException {
    Files.createDirectory(folder.resolve("closed"));
    Files.writeString(HiddenFile.part(folder.resolve("a.txt")), "half copied");
    Path top = new Closed(Path.of("closed")).wrapPath(folder);
    Removal.putBackAll(List.of(top), QuietCorpus.SILENCE);
    assertEquals(
        Set.of(folder.toUri().toString(), folder.resolve("closed").toUri().toString()),
        names(folder));
  }

  @ParameterizedTest
  @MethodSource("names")
  void leavesNothing(String name) throws IOException {
    HiddenFile.hide(write(name)).delete();
    assertEquals(Set.of(folder.toUri().toString()), names(folder));
  }
}
