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
import java.util.Set;

/** Searches for the files of a run's input. In folders, finds all files of the kinds to be read. */
record FileSearch(Input input, SkipReport skipped) {

  /**
   * Returns the files by index, in the order of the input. A file appears only once, even if
   * several inputs lead to it.
   */
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
      return List.of(named(name, "standard input", null));
    }
    Path path = FileNames.existing(name);
    if (Files.isDirectory(path)) {
      return findInFolder(name, path);
    }
    return List.of(named(name, path.toString(), path));
  }

  /** Returns a file or stream of the input. A stream's name or an option must give its format. */
  private Source named(String name, String place, Path path) throws IOException {
    boolean isFile = path != null && Files.isRegularFile(path);
    Source.Stamp stamp =
        isFile ? Source.Stamp.of(Files.readAttributes(path, BasicFileAttributes.class)) : null;
    Source source = Source.of(name, place, path, stamp, input);
    if (!isFile && input.format() == null && source.format() == Format.TEXT) {
      throw new BadInput(
          "%s has an unknown format, expected --format jsonl, csv, tsv, html or txt",
          path == null ? place : "input '" + name + "'");
    }
    return source;
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
              found.add(Source.of(id, file.toString(), file, Source.Stamp.of(attributes), input));
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

  private static boolean isHidden(Path file) {
    return file.getFileName().toString().startsWith(".");
  }

  /** Returns whether a file of a folder is to be read; if not, counts the file by kind. */
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
