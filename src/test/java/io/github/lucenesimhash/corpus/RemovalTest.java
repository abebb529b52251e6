package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.Removal.Act;
import io.github.lucenesimhash.corpus.Removal.Outcome;
import io.github.lucenesimhash.testing.QuietCorpus;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** While others write, and while another run does the same: no text is lost. */
class RemovalTest {

  private static final int ROUNDS = 80 * Integer.getInteger("tests.multiplier", 1);

  @TempDir private Path folder;

  static InputDocuments read(Path texts) throws IOException {
    InputDocuments documents = new InputDocuments(QuietCorpus.of(texts));
    documents.keepDigests();
    documents.read(FingerprintScheme.standard(), false, null);
    return documents;
  }

  /** All that is in the files of a folder, those of hidden names too. */
  static Set<String> texts(Path folder) throws IOException {
    Set<String> texts = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        texts.add(Files.readString(file));
      }
    }
    return texts;
  }

  private interface Attack {
    void run() throws Exception;
  }

  /** Both at the same time; fails if either does. */
  private static void together(Attack left, Attack right) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    List<Throwable> failed = new ArrayList<>();
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    start.await();
                    right.run();
                  } catch (Throwable e) {
                    failed.add(e);
                  }
                });
    start.await();
    left.run();
    other.join();
    assertEquals(List.of(), failed);
  }

  private static void spin(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** It is counted before it is looked at for the last time. */
  @Test
  void aFileThatIsGoneHasNoBytes() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Path file = Files.writeString(texts.resolve("a.txt"), "text");
    try (InputDocuments documents = read(texts)) {
      assertEquals(4, documents.size(0));
      Files.delete(file);
      assertEquals(0, documents.size(0));
    }
  }

  /** A writer puts new texts into the place of the duplicate, or of the kept file. */
  @ParameterizedTest
  @EnumSource(Act.class)
  void whatIsWrittenMeanwhileIsNotLost(Act act) throws Exception {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    int done = 0;
    long nanos = 1_000_000; // that the last one took
    for (int round = 0; round < ROUNDS; round++) {
      Random random = Seeds.random(round);
      Path a = Files.writeString(texts.resolve("a.txt"), "text " + round);
      Path b = Files.writeString(texts.resolve("b.txt"), "text " + round);
      Removal removal = removal(act, texts);
      Path attacked = random.nextBoolean() ? a : b;
      String fresh = "fresh " + round;
      Path place = act == Act.MOVE ? folder.resolve("moved/" + round + ".txt") : null;
      Path part = Files.writeString(texts.resolve("part"), fresh);
      long moment = random.nextLong(nanos);
      Outcome[] outcome = new Outcome[1];
      long[] took = new long[1];
      together(
          () -> {
            long start = System.nanoTime();
            outcome[0] = removal.perform(1, 0, place);
            took[0] = System.nanoTime() - start;
          },
          () -> {
            spin(moment);
            Files.move(part, attacked, StandardCopyOption.ATOMIC_MOVE);
          });
      nanos = took[0];
      Set<String> left = texts(folder);
      assertTrue(left.contains(fresh), act + ", round " + round + ": " + left);
      boolean isOldGone = attacked.equals(a) && act != Act.MOVE; // by the writer's hand
      assertTrue(isOldGone || left.contains("text " + round), act + ", round " + round);
      assertTrue(outcome[0].isDone() || Files.exists(b), "what is left has its name again");
      done += outcome[0].isDone() ? 1 : 0;
      clear(texts);
    }
    assertTrue(0 < done && done <= ROUNDS, done + " done");
  }

  private static Removal removal(Act act, Path texts) throws IOException {
    InputDocuments documents = read(texts);
    return new Removal(act, documents, documents);
  }

  private static void clear(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  /** Documents whose kept file gets another first letter at the last moment. */
  private static final class Changing extends ReadDocuments {

    private final InputDocuments documents;
    private int asked;

    Changing(InputDocuments documents) {
      this.documents = documents;
    }

    @Override
    public String id(int document) throws IOException {
      return documents.id(document);
    }

    @Override
    public String text(int document) throws IOException {
      return documents.text(document);
    }

    @Override
    public boolean isUnchanged(int document) throws IOException {
      return documents.isUnchanged(document);
    }

    @Override
    String kind(int document) {
      return documents.kind(document);
    }

    @Override
    public Path file(int document) {
      Path file = documents.file(document);
      if (++asked == 3) { // for the link
        assertDoesNotThrow(() -> Files.writeString(file, "next"));
      }
      return file;
    }
  }

  @Test
  void noLinkToWhatChangedAtTheLastMoment() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Files.writeString(texts.resolve("a.txt"), "text");
    Path b = Files.writeString(texts.resolve("b.txt"), "text");
    try (InputDocuments documents = read(texts)) {
      Removal removal = new Removal(Act.LINK, documents, new Changing(documents));
      Outcome outcome = removal.perform(1, 0, null);
      assertEquals("what is kept for it changed since it was read", outcome.reason());
    }
    assertEquals("text", Files.readString(b));
    assertEquals(Set.of("next", "text"), texts(texts));
  }

  /** Two runs, each of which keeps what the other one removes. */
  @ParameterizedTest
  @EnumSource(Act.class)
  void twoRunsLeaveOne(Act act) throws Exception {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    for (int round = 0; round < ROUNDS; round++) {
      String text = "text " + round;
      Files.writeString(texts.resolve("a.txt"), text);
      Files.writeString(texts.resolve("b.txt"), text);
      Removal left = removal(act, texts);
      Removal right = removal(act, texts);
      boolean isMoved = act == Act.MOVE;
      Path one = isMoved ? folder.resolve("one/" + round + ".txt") : null;
      Path two = isMoved ? folder.resolve("two/" + round + ".txt") : null;
      Outcome[] outcomes = new Outcome[2];
      together(
          () -> outcomes[0] = left.perform(1, 0, one),
          () -> outcomes[1] = right.perform(0, 1, two));
      assertEquals(Set.of(text), texts(texts), act + ", round " + round);
      if (act != Act.LINK) {
        assertTrue(!outcomes[0].isDone() || !outcomes[1].isDone(), "round " + round);
      }
      clear(texts);
    }
  }
}
