package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Looks for the files that a run's input names, in folders for all that are of a kind to be read.
 */
record FileSearch(Input input, SkipReport skipped) {

  /** Each once, whatever its names, in the order of the input; by index. */
  List<Source> files() throws IOException {
    List<Source> files = new ArrayList<>();
    boolean isOnce = input.inputs().size() == 1;
    Set<Path> seen = new HashSet<>();
    for (String name : input.inputs()) {
      for (Source source : find(name)) {
        if (isOnce || !source.isFile() || seen.add(source.path().toRealPath())) {
          files.add(source.at(files.size()));
        }
      }
    }
    return files;
  }

  private List<Source> find(String name) throws IOException {
    if (name.equals(Input.STANDARD_INPUT)) {
      return List.of(new Source(0, name, "standard input", null, Content.of(name, input)));
    }
    Path path = FileNames.existing(name);
    if (Files.isDirectory(path)) {
      return findInFolder(name, path);
    }
    try {
      return List.of(Source.of(name, path, input).guessed(input));
    } catch (SkippedException e) {
      throw new BadInput("input '" + name + "': " + e.getMessage());
    }
  }

  private List<Source> findInFolder(String name, Path folder) throws IOException {
    String prefix = input.inputs().size() == 1 ? "" : name.replaceFirst("/*$", "/");
    List<Source> found = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path sub, BasicFileAttributes attributes) {
            if (sub.equals(folder) || !isHidden(sub)) {
              return FileVisitResult.CONTINUE;
            }
            skipped.leaveOut("hidden", true);
            return FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (isChosen(file, attributes)) {
              Path path = folder.relativize(file);
              if (!FileNames.isReadable(path)) {
                throw FileNames.unreadable("folder '" + folder + "'");
              }
              String id = prefix + path.toString().replace(File.separatorChar, '/');
              Source source = Source.of(id, file, input);
              found.add(id.toLowerCase(Locale.ROOT).endsWith(".json") ? guessed(source) : source);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            skipped.add(file.toString(), SkippedException.unreadable(e));
            return FileVisitResult.CONTINUE;
          }
        });
    if (found.isEmpty()) {
      String extensions = String.join(", .", input.chosenExtensions());
      String rest = skipped.count() == 0 ? "" : "; skipped " + skipped.summary();
      throw new BadInput(
          "folder '%s' holds no documents, expected files ending in .%s%s", name, extensions, rest);
    }
    found.sort(Comparator.comparing(Source::id));
    return found;
  }

  private Source guessed(Source source) throws IOException {
    try {
      return source.guessed(input);
    } catch (SkippedException e) {
      return source; // it is counted when it is read
    }
  }

  private static boolean isHidden(Path file) {
    return file.getFileName().toString().startsWith(".");
  }

  /** Whether a file of a folder is to be read; counts it by kind if not. */
  private boolean isChosen(Path file, BasicFileAttributes attributes) {
    String name = file.getFileName().toString();
    if (isHidden(file)) {
      skipped.leaveOut("hidden", true);
    } else if (attributes.isSymbolicLink()) {
      skipped.leaveOut(SkipReport.LINKS, false);
    } else if (!input.takes(name)) {
      int dot = name.lastIndexOf('.');
      String kind = dot <= 0 ? "without extension" : name.substring(dot);
      skipped.leaveOut(kind, input.extensions() != null);
    } else if (!attributes.isRegularFile()) {
      skipped.add(file.toString(), new SkippedException("unreadable", "is not a regular file"));
    } else {
      return true;
    }
    return false;
  }
}
