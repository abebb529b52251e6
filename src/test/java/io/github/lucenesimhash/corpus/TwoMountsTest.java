package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.MoveLog.Move;
import io.github.lucenesimhash.corpus.MoveLog.Undone;
import io.github.lucenesimhash.corpus.Removal.Act;
import io.github.lucenesimhash.corpus.Removal.Outcome;
import io.github.lucenesimhash.testing.QuietCorpus;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.apache.lucene.tests.mockfile.FilterPath;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A folder that is mounted twice, as an overlay and its upper folder are: its files have two
 * devices, and of a file that goes from the one the other still has what it read before.
 */
class TwoMountsTest {

  @TempDir private Path folder;
  private Path texts;
  private Path mount;

  private final class Mount extends FilterFileSystemProvider {

    private final Path cached;

    Mount(Path cached) {
      super("mount://", FileSystems.getDefault());
      this.cached = cached;
    }

    @Override
    public boolean isSameFile(Path path, Path other) {
      return false; // the devices differ
    }

    @Override
    public FilterPath wrapPath(Path path) {
      return new FilterPath(path, fileSystem) {
        @Override
        protected Path toDelegate(Path other) {
          return FilterPath.unwrap(other);
        }
      };
    }

    @Override
    protected Path toDelegate(Path path) {
      Path real = super.toDelegate(path);
      return real.equals(texts.resolve("a.txt")) && !Files.exists(real) ? cached : real;
    }
  }

  @BeforeEach
  void write() throws IOException {
    texts = Files.createDirectory(folder.resolve("texts"));
    Path file = Files.writeString(texts.resolve("a.txt"), "the only text");
    Path cached = Files.copy(file, folder.resolve("cached"));
    mount = new Mount(cached).wrapPath(texts);
  }

  private Outcome perform(Act act, Path kept) throws IOException {
    try (InputDocuments documents = new InputDocuments(QuietCorpus.of(texts))) {
      documents.keepDigests();
      documents.read(FingerprintScheme.standard(), false, null);
      Path place = act == Act.MOVE ? folder.resolve("moved/a.txt") : null;
      return new Removal(act, documents, new Kept(kept)).perform(0, 0, place);
    }
  }

  @ParameterizedTest
  @EnumSource(Act.class)
  void theLastFileStays(Act act) throws IOException {
    Outcome outcome = perform(act, mount.resolve("a.txt"));
    assertFalse(outcome.isDone());
    assertTrue(outcome.reason().contains("another mount"), outcome.reason());
    assertEquals("the only text", Files.readString(texts.resolve("a.txt")));
  }

  @Test
  void anotherFileOfTheSameFolderIsEnough() throws IOException {
    Path kept = Files.writeString(texts.resolve("b.txt"), "the only text");
    assertTrue(perform(Act.DELETE, kept).isDone());
    assertFalse(Files.exists(texts.resolve("a.txt")));
    assertEquals("the only text", Files.readString(kept));
  }

  @Test
  void undoTakesNoFileForItsOwnCopy() throws IOException {
    try (MoveLog log = MoveLog.of(texts)) {
      Path from = mount.resolve("a.txt");
      assertEquals(Undone.TAKEN, log.undo(new Move(from, texts.resolve("a.txt"), "b.txt")));
    }
    assertEquals("the only text", Files.readString(texts.resolve("a.txt")));
  }

  /** One document, which is unchanged. */
  private static final class Kept extends ReadDocuments {

    private final Path file;

    Kept(Path file) {
      this.file = file;
    }

    @Override
    public String id(int document) {
      return "kept";
    }

    @Override
    public String text(int document) {
      return "the only text";
    }

    @Override
    public boolean isUnchanged(int document) {
      return true;
    }

    @Override
    String kind(int document) {
      return "";
    }

    @Override
    public Path file(int document) {
      return file;
    }
  }
}
