package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.MoveLog.Move;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Moves, links and deletes files that are duplicates. Each is {@linkplain HiddenFile hidden} first;
 * then it must still be what was read, and what is kept for it must be in its place, be another
 * file, by whatever mount it is seen, and hold the text that was read. If not, the file goes back.
 * So at any moment, whoever changes, moves or deletes files meanwhile, no text goes that is not
 * kept.
 */
public final class Removal {

  /** What is done with a file. */
  public enum Act {
    /** Into another folder. */
    MOVE("moved"),
    /** It becomes another name of the kept file, if that holds the same bytes. */
    LINK("linked"),
    DELETE("deleted");

    public final String done;

    Act(String done) {
      this.done = done;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What became of a file.
   *
   * @param reason why it is where it was; null if it was done
   * @param isFailure false if it is left for what it is
   */
  public record Outcome(String reason, boolean isFailure) {

    private static final Outcome DONE = new Outcome(null, false);

    private static Outcome left(String reason) {
      return new Outcome(reason, false);
    }

    private static Outcome failed(String reason) {
      return new Outcome(reason, true);
    }

    private static Outcome failed(IOException e) {
      return failed(BadInput.reason(e));
    }

    public boolean isDone() {
      return reason == null;
    }
  }

  private final Act act;
  private final InputDocuments documents;
  private final Documents all;

  /**
   * @param documents whose files may be duplicates
   * @param all of these and old ones, any of which may be kept
   */
  public Removal(Act act, InputDocuments documents, Documents all) {
    this.act = act;
    this.documents = documents;
    this.all = all;
  }

  /** What would become of a file now; it is not touched. */
  public Outcome look(int duplicate, int kept) {
    try {
      return look(duplicate, kept, documents.file(duplicate));
    } catch (IOException e) {
      return Outcome.failed(e);
    }
  }

  private Outcome look(int duplicate, int kept, Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      return Outcome.left("is a symbolic link");
    }
    if (!Files.isRegularFile(path) || !documents.isAt(duplicate, path)) {
      return Outcome.failed("it changed since it was read");
    }
    String kind = documents.kind(duplicate);
    if (!kind.isEmpty() && !kind.equals(all.kind(kept))) {
      return Outcome.left("is more than its text, and what is kept is no ." + kind);
    }
    Path keptFile = all.file(kept);
    if (keptFile != null) {
      if (!Files.isRegularFile(keptFile, LinkOption.NOFOLLOW_LINKS)) {
        return Outcome.failed("what is kept for it is gone, or a symbolic link");
      }
      if (Files.isSameFile(keptFile, path)) {
        return Outcome.left("has the kept file's content already");
      }
    }
    if (!all.isUnchanged(kept)) {
      return Outcome.failed("what is kept for it changed since it was read");
    }
    if (act == Act.LINK && (keptFile == null || Files.mismatch(keptFile, path) >= 0)) {
      return Outcome.left("is alike, but not the same byte by byte");
    }
    return act == Act.DELETE && keptFile == null ? lookAtLast(duplicate, kept) : Outcome.DONE;
  }

  /**
   * What is kept is no file of its own, but a record or an entry of an index, and may have been
   * made of this very file. It says the same then, under the file's name, whatever the folder.
   */
  private Outcome lookAtLast(int duplicate, int kept) throws IOException {
    String name = documents.file(duplicate).getFileName().toString().toLowerCase(Locale.ROOT);
    if (all.ownId(kept).toLowerCase(Locale.ROOT).contains(name)) {
      return Outcome.left("may be the very file that the kept text was taken from, by its name");
    }
    return documents.isText(duplicate, all.text(kept))
        ? Outcome.DONE
        : Outcome.left("is alike, but what is kept is no file, and not the same text");
  }

  /**
   * Does it, or leaves all as it was.
   *
   * @param place where the file is moved, which is free; null unless it is moved
   */
  public Outcome perform(int duplicate, int kept, Path place) {
    Path file = documents.file(duplicate);
    HiddenFile hidden = null;
    try {
      if (place != null) {
        Files.createDirectories(place.getParent());
      }
      hidden = HiddenFile.hide(file);
      Path keptFile = all.file(kept);
      Outcome outcome =
          keptFile != null && hidden.isAlsoBeside(keptFile)
              ? Outcome.left("may be the kept file itself, seen by another mount of its folder")
              : look(duplicate, kept, hidden.path);
      if (outcome.isDone()) {
        perform(hidden, kept, place);
        return outcome;
      }
      return back(hidden, outcome);
    } catch (IOException e) {
      return hidden == null ? Outcome.failed(e) : back(hidden, Outcome.failed(e));
    }
  }

  private void perform(HiddenFile hidden, int kept, Path place) throws IOException {
    switch (act) {
      case MOVE -> {
        if (Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)
            && !hidden.isAlsoBeside(place)
            && Files.mismatch(place, hidden.path) < 0) {
          hidden.delete(); // a killed run has moved or copied it already, but for the old name
        } else {
          FreeName.move(hidden.path, place);
          hidden.delete();
        }
      }
      case LINK -> {
        HiddenFile link = HiddenFile.link(all.file(kept), hidden.file);
        try {
          if (Files.mismatch(link.path, hidden.path) >= 0) {
            throw new IOException("what is kept for it changed since it was read");
          }
          link.putBack();
        } finally {
          link.delete();
        }
        hidden.delete();
      }
      case DELETE -> hidden.delete();
    }
  }

  private static Outcome back(HiddenFile hidden, Outcome outcome) {
    try {
      if (Files.exists(hidden.path, LinkOption.NOFOLLOW_LINKS)) {
        hidden.putBack();
      }
      return outcome;
    } catch (FileAlreadyExistsException e) {
      return Outcome.failed(outcome.reason + "; there is a new one, the old is " + hidden.path);
    } catch (IOException e) {
      return Outcome.failed(
          outcome.reason + "; it is " + hidden.path + " now: " + BadInput.reason(e));
    }
  }

  /** Puts back what a run that was killed left under hidden names: all in folders, and files. */
  public static void putBackAll(Iterable<Path> inputs, Terminal terminal) throws IOException {
    for (Path input : inputs) {
      Path folder = input.toAbsolutePath().getParent();
      if (Files.isDirectory(input)) {
        HiddenFile.putBackAll(input, true, name -> true, terminal);
      } else if (folder != null && Files.isDirectory(folder)) {
        HiddenFile.putBackAll(folder, false, input.getFileName()::equals, terminal);
      }
    }
  }

  /** The same of what is in the folders of moves, and was moved from or into them. */
  public static void putBackAll(MoveLog log, Terminal terminal) throws IOException {
    putBackAll(List.of(log.folder), terminal);
    Set<Path> folders = new TreeSet<>();
    for (Move move : log.movesBackwards()) {
      folders.add(move.from().getParent());
    }
    for (Path folder : folders) {
      if (Files.isDirectory(folder)) {
        HiddenFile.putBackAll(folder, false, name -> true, terminal);
      }
    }
  }
}
