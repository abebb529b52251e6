package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.Kind;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Finds the files of a folder that the options choose, and counts the others by kind. */
final class FolderVisitor extends SimpleFileVisitor<Path> {

  private final Path folder;
  private final String prefix;
  private final Input options;
  private final SkipReport skipped;
  private final List<Source> sources = new ArrayList<>();

  private FolderVisitor(Path folder, String prefix, Input options, SkipReport skipped) {
    this.folder = folder;
    this.prefix = prefix;
    this.options = options;
    this.skipped = skipped;
  }

  /**
   * The files in the order of their ids.
   *
   * @param prefix of the ids, which go on with the path within the folder
   */
  static List<Source> files(Path folder, String prefix, Input options, SkipReport skipped)
      throws IOException {
    FolderVisitor visitor = new FolderVisitor(folder, prefix, options, skipped);
    Set<FileVisitOption> links = options.links() ? Set.of(FileVisitOption.FOLLOW_LINKS) : Set.of();
    Files.walkFileTree(folder, links, Integer.MAX_VALUE, visitor);
    visitor.sources.sort(Comparator.comparing(Source::id));
    return visitor.sources;
  }

  private boolean isHidden(Path file) {
    return !options.hidden() && file.getFileName().toString().startsWith(".");
  }

  @Override
  public FileVisitResult preVisitDirectory(Path sub, BasicFileAttributes attributes) {
    if (!sub.equals(folder) && isHidden(sub)) {
      skipped.leaveOut("hidden", true);
      return FileVisitResult.SKIP_SUBTREE;
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    String name = file.getFileName().toString();
    boolean link = attributes.isSymbolicLink();
    if (isHidden(file)) {
      skipped.leaveOut("hidden", true);
    } else if (!options.takes(name) && !(link && Files.isDirectory(file))) {
      int dot = name.lastIndexOf('.');
      String kind = dot <= 0 ? "without extension" : name.substring(dot);
      skipped.leaveOut(kind, options.extensions() != null);
    } else if (link && !options.links()) {
      skipped.leaveOut("symbolic links", false);
    } else if (!FileNames.AS_UTF_8 && !FileNames.survives(folder.relativize(file))) {
      throw FileNames.unreadable("folder '" + folder + "'");
    } else if (!attributes.isRegularFile()) {
      skipped.add(file.toString(), Kind.UNREADABLE, "is not a regular file");
    } else {
      String id = prefix + folder.relativize(file).toString().replace('\\', '/');
      sources.add(Source.ofFile(id, file));
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) {
    skipped.add(file.toString(), Kind.UNREADABLE, "cannot be read: " + BadInput.reason(e));
    return FileVisitResult.CONTINUE;
  }
}
