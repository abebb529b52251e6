package io.github.lucenesimhash.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that a command line names. None that is written may be another that is read or written,
 * whatever names and links lead to it; and a folder that is an index, or a corpus to be written, is
 * for itself: it neither holds another nor lies in a folder of the input.
 */
public final class RunFiles {

  /**
   * @param real the path without links, of a file that is to be as well
   * @param isOwn whether it is for itself
   */
  private record Named(String option, Path path, Path real, boolean isWritten, boolean isOwn) {

    boolean isSameAs(Named other) throws IOException {
      return real.equals(other.real)
          || (Files.exists(real) && Files.exists(other.real) && Files.isSameFile(real, other.real));
    }

    @Override
    public String toString() {
      return option + " '" + path + "'";
    }
  }

  private final List<Named> all = new ArrayList<>();

  /**
   * Adds a file.
   *
   * @param option that names the file
   * @param isOwn whether it is a folder for itself
   */
  public void add(String option, Path path, boolean isWritten, boolean isOwn) throws IOException {
    all.add(new Named(option, path, real(path), isWritten, isOwn));
  }

  /** The file in a folder that remembers what was read. */
  public void addJournal(String option, Path folder) throws IOException {
    add(option, Journal.file(folder), true, false);
  }

  /** A file or folder to read, if it is one. */
  public void addInput(String option, String input) throws IOException {
    Path path = FileNames.ofInput(input);
    if (path != null) {
      add(option, path, false, false);
    }
  }

  /** With every link followed, as far as there is something. */
  private static Path real(Path path) throws IOException {
    Path absolute = path.toAbsolutePath();
    if (Files.exists(absolute) || absolute.getParent() == null) {
      return absolute.toRealPath();
    }
    return real(absolute.getParent()).resolve(absolute.getFileName()).normalize();
  }

  /** Whether there is one to write. */
  public boolean areWritten() {
    return all.stream().anyMatch(Named::isWritten);
  }

  /**
   * Checks each against each.
   *
   * @throws BadInput if something is to be written that the command line names once more
   */
  public void check() throws IOException {
    for (int i = 0; i < all.size(); i++) {
      for (Named other : all.subList(0, i)) {
        check(all.get(i), other);
        check(other, all.get(i));
      }
    }
  }

  private static void check(Named written, Named other) throws IOException {
    if (!written.isWritten || written.option.equals(other.option)) {
      return;
    }
    checkDiffer(written, other);
    if ((written.isOwn || other.isOwn) && written.real.startsWith(other.real)) {
      throw new BadInput(written + " is inside " + other + ", expected a place outside");
    }
    if (written.isOwn && other.real.startsWith(written.real)) {
      throw new BadInput(other + " is inside " + written + ", expected a place outside");
    }
  }

  private static void checkDiffer(Named written, Named other) throws IOException {
    if (written.isSameAs(other)) {
      throw new BadInput(
          written + " is " + other + (other.isWritten ? " too" : ": it would be overwritten"));
    }
  }

  /**
   * As {@link #check}, of the files in the input's folders too.
   *
   * @throws BadInput if one of them is to be written
   */
  public void checkSources(Corpus corpus) throws IOException {
    for (Named written : all) {
      if (written.isWritten && Files.exists(written.real)) {
        for (Source source : corpus.sources().all()) {
          if (source.path() != null) {
            checkDiffer(written, new Named("input", source.path(), source.path(), false, false));
          }
        }
      }
    }
  }
}
