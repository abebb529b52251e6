package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The files of a run's input, each once, whatever its names; by index. */
final class Sources {

  private final Input input;
  private final SkipReport skipped;
  final List<Source> all = new ArrayList<>();

  /** Looks for the files; reads their first bytes at most. */
  Sources(Input input, SkipReport skipped) throws IOException {
    this.input = input;
    this.skipped = skipped;
    boolean isOnce = input.inputs().size() == 1 && !input.links();
    Set<Path> seen = new HashSet<>();
    for (String name : input.inputs()) {
      for (Source source : find(name)) {
        if (isOnce || !source.isFile() || seen.add(source.path().toRealPath())) {
          all.add(source.at(all.size()));
        }
      }
    }
  }

  private List<Source> find(String name) throws IOException {
    if (name.equals(Input.STANDARD_INPUT)) {
      return List.of(new Source(0, name, "standard input", null, Source.Format.TEXT));
    }
    Path path = Source.existing(name);
    if (Files.isDirectory(path)) {
      return findInFolder(name, path);
    }
    Source named = Source.of(name, path);
    byte[] start = named.start();
    Source source = named.withFormatOf(start);
    String reason = source.format() == Source.Format.TEXT ? source.whyNotText(start) : null;
    if (reason != null) {
      throw new BadInput("input '" + name + "': " + reason);
    }
    return List.of(source);
  }

  private List<Source> findInFolder(String name, Path folder) throws IOException {
    String prefix = input.inputs().size() == 1 ? "" : name.replaceFirst("/*$", "/");
    List<Source> found = new ArrayList<>();
    Files.walkFileTree(
        folder,
        input.links() ? Set.of(FileVisitOption.FOLLOW_LINKS) : Set.of(),
        Integer.MAX_VALUE,
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
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (isChosen(file, attributes)) {
              Path path = folder.relativize(file);
              if (!Source.hasReadableName(path)) {
                throw Source.unreadableNames("folder '" + folder + "'");
              }
              String id = prefix + path.toString().replace('\\', '/');
              Source source = Source.of(id, file);
              found.add(id.endsWith(".json") ? source.withFormatOf(source.start()) : source);
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
      String extensions = String.join(" or .", input.chosenExtensions());
      String rest = skipped.count() == 0 ? "" : "; skipped " + skipped.summary();
      throw new BadInput(
          "folder '%s' holds no documents, expected files ending in .%s%s", name, extensions, rest);
    }
    found.sort(Comparator.comparing(Source::id));
    return found;
  }

  private boolean isHidden(Path file) {
    return !input.hidden() && file.getFileName().toString().startsWith(".");
  }

  /** Whether a file of a folder is to be read; counts it by kind if not. */
  private boolean isChosen(Path file, BasicFileAttributes attributes) {
    String name = file.getFileName().toString();
    boolean isLink = attributes.isSymbolicLink();
    if (isHidden(file)) {
      skipped.leaveOut("hidden", true);
    } else if (!input.takes(name) && !(isLink && Files.isDirectory(file))) {
      int dot = name.lastIndexOf('.');
      String kind = dot <= 0 ? "without extension" : name.substring(dot);
      skipped.leaveOut(kind, input.extensions() != null);
    } else if (isLink && !input.links()) {
      skipped.leaveOut("symbolic links", false);
    } else if (!attributes.isRegularFile()) {
      skipped.add(file.toString(), new SkippedException("unreadable", "is not a regular file"));
    } else {
      return true;
    }
    return false;
  }

  /** In all, or {@link Terminal#UNKNOWN}. */
  long bytes() {
    boolean isKnown = all.stream().allMatch(Source::isFile);
    return isKnown ? all.stream().mapToLong(Source::size).sum() : Terminal.UNKNOWN;
  }

  /** Opens a source, and looks at the first bytes for its format. */
  InputStream open(int index, InputStream standardInput) throws IOException {
    InputStream in = all.get(index).open(standardInput);
    in.mark(Source.START_BYTES);
    all.set(index, all.get(index).withFormatOf(in.readNBytes(Source.START_BYTES)));
    in.reset();
    return in;
  }

  /** Copies standard input and pipes to files, so that they can be read again. */
  void makeRepeatable(InputStream standardInput) throws IOException {
    for (int i = 0; i < all.size(); i++) {
      if (!all.get(i).isFile()) {
        try (InputStream in = open(i, standardInput)) {
          Path copy = Files.createTempFile("lucene-simhash", ".input");
          copy.toFile().deleteOnExit();
          Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
          Source source = all.get(i);
          all.set(i, new Source(i, source.id(), source.place(), copy, source.format()));
        } catch (SkippedException e) {
          // it is counted when it is read
        }
      }
    }
  }

  /** All that decides what is read, and how; refuses what can be read only once. */
  List<String> settings() throws IOException {
    List<String> settings = new ArrayList<>();
    settings.add("--id-field " + input.idField());
    settings.add("--text-field " + input.textField());
    for (Source source : all) {
      if (!source.isFile()) {
        throw new BadInput(
            "--resume cannot be used with '" + source.place() + "', which can be read only once");
      }
      String named = "input '" + source.place() + "' named '" + source.id() + "' of ";
      settings.add(
          named + source.size() + " bytes and " + Files.getLastModifiedTime(source.path()));
    }
    return settings;
  }
}
