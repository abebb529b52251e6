package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;

import io.github.lucenesimhash.corpus.CorpusFiles;
import io.github.lucenesimhash.corpus.Packing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.util.IOUtils;

/** A folder of all kinds of files, which is restored whenever a run has changed it. */
final class FuzzWorld {

  static final List<String> INPUTS =
      List.of(
          "in",
          "link-in",
          "in/sub",
          "corpus.jsonl",
          "corpus.tsv",
          "link.tsv",
          "bad.jsonl",
          "bad.jsonl.gz",
          "cut.tsv.gz",
          "corpus.csv",
          "corpus.jsonl.zst",
          "page.html",
          "wide.tsv",
          "pdf.pdf",
          "corpus.tsv",
          "in/a.txt",
          "in/../corpus.tsv",
          "hidden/.x.txt",
          "hidden",
          "latin.txt",
          "empty.txt",
          "nowhere",
          "dangling",
          "site",
          "site",
          "plans",
          "corpus.jsonl",
          "-");
  static final List<String> TABLES =
      List.of("truth.tsv", "hard.tsv", "stop.txt", "soft.txt", "weights.tsv", "nowhere", "in");
  static final List<String> INDEXES =
      List.of(
          "index",
          "plain",
          "mixed",
          "link-index",
          "broken",
          "empty",
          "site",
          "plans",
          "in",
          "nowhere");
  static final List<String> NEW =
      List.of(
          "out.tsv",
          "out.csv",
          "out.json",
          "out.txt",
          "out.jsonl",
          "out.html",
          "out.svg",
          "new",
          "new.jsonl",
          "deep/er/new",
          "in/new",
          "in/new.txt",
          "link-in/new.tsv",
          "index/new",
          "empty/new",
          "resume",
          "diary",
          "full/new",
          "full/new.jsonl",
          "full/new.tsv",
          "full/new.jsonl.gz",
          "new.csv",
          "new.jsonl.zst",
          "new.tsv.gz",
          "readonly/new",
          "readonly/new.jsonl",
          "/proc/new",
          "/sys/new/x",
          "/dev/full",
          "/dev/null",
          ".",
          "",
          "in/../new",
          "loop");

  private final Path folder;
  private final Path template;

  FuzzWorld(Path folder, Path template) throws IOException {
    this.folder = folder;
    this.template = template;
    Path tsv = write(template.resolve("corpus.tsv"), lines("t", "\t", "\n"));
    run("index", template.resolve("index"), tsv, "--dedup", "first").fine();
    run("index", template.resolve("plain"), tsv).fine();
    make();
  }

  Path folder() {
    return folder;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static String text(int i) {
    String[] words =
        "the quick brown fox jumps over one lazy dog by this river at night".split(" ");
    words[0] = "w" + i / 2; // the same for two texts in a row
    return String.join(" ", words) + " and " + "so on ".repeat(i % 4) + i / 2;
  }

  private static String lines(String id, String between, String end) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      lines.append(id).append(i).append(between).append(text(i)).append(end);
    }
    return lines.toString();
  }

  private void make() throws IOException {
    write(folder.resolve("in/a.txt"), text(1));
    write(folder.resolve("in/b.md"), text(0));
    write(folder.resolve("in/notes.csv"), "1,2\n");
    write(folder.resolve("in/sub/c.txt"), text(5));
    write(folder.resolve("hidden/.x.txt"), text(5));
    write(folder.resolve("corpus.tsv"), lines("t", "\t", "\n"));
    write(folder.resolve("corpus.jsonl"), lines("{\"id\":\"j", "\",\"text\":\"", "\"}\n"));
    write(folder.resolve("bad.jsonl"), "{\"id\":1}\nno\n\n{\"id\":\"x\",\"text\":\"some text\"}\n");
    Files.write(folder.resolve("latin.txt"), "na\u00efve".getBytes(StandardCharsets.ISO_8859_1));
    write(folder.resolve("empty.txt"), "");
    write(folder.resolve("corpus.csv"), "id,text\n" + lines("c", ",\"", "\"\n") + "\"open");
    write(folder.resolve("bad.jsonl.gz"), "no gzip");
    byte[] packed = CorpusFiles.packed(Packing.GZIP, bytes(lines("t", "\t", "\n")));
    Files.write(folder.resolve("cut.tsv.gz"), Arrays.copyOf(packed, packed.length - 20));
    byte[] json = bytes(lines("{\"id\":\"z", "\",\"text\":\"", "\"}\n"));
    Files.write(folder.resolve("corpus.jsonl.zst"), CorpusFiles.packed(Packing.ZSTD, json));
    write(folder.resolve("page.html"), "<div>".repeat(2000) + "<p>" + text(2) + "<script>");
    Files.write(
        folder.resolve("wide.tsv"), lines("u", "\t", "\n").getBytes(StandardCharsets.UTF_16));
    write(folder.resolve("pdf.pdf"), text(3));
    write(folder.resolve("truth.tsv"), "t0\tt1\tdup\nt0\tt2\tnot\n");
    write(folder.resolve("stop.txt"), "the\nby\n");
    write(folder.resolve("weights.tsv"), "fox\t2\ndog\t.5\n");
    write(folder.resolve("prints.tsv"), "a\t00ff00ff00ff00ff\nb\t00ff00ff00ff00fe\n");
    write(folder.resolve("site/_index.md"), "# site");
    write(folder.resolve("site/_1.doc"), "doc");
    write(folder.resolve("plans/segments_plan.txt"), "plan");
    write(folder.resolve("diary/journal"), "Monday: rain");
    Files.createDirectories(folder.resolve("empty"));
    for (String index : List.of("index", "plain", "mixed", "broken")) {
      copy(template.resolve(index.equals("plain") ? "plain" : "index"), folder.resolve(index));
    }
    write(folder.resolve("broken/segments_1"), "broken");
    write(folder.resolve("mixed/index.md"), "# index");
    Files.createSymbolicLink(folder.resolve("link-in"), folder.resolve("in"));
    Files.createSymbolicLink(folder.resolve("link-index"), folder.resolve("mixed"));
    Files.createSymbolicLink(folder.resolve("link.tsv"), Path.of("corpus.tsv"));
    Files.createSymbolicLink(folder.resolve("soft.txt"), Path.of("stop.txt"));
    Files.createSymbolicLink(folder.resolve("in/weights.txt"), folder.resolve("weights.tsv"));
    Files.createSymbolicLink(folder.resolve("dangling"), Path.of("nothing"));
    Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    Files.createLink(folder.resolve("hard.tsv"), folder.resolve("truth.tsv"));
    Files.createDirectories(folder.resolve("full"));
    Files.createDirectories(folder.resolve("readonly"));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  /** Restores all files; file systems that are mounted in the folder stay. */
  void restore() throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (file.endsWith("full")) {
          try (var left = Files.list(file)) {
            IOUtils.rm(left.filter(each -> !each.endsWith("filler")).toArray(Path[]::new));
          }
        } else if (!file.endsWith("readonly")) {
          delete(file);
        }
      }
    }
    make();
  }

  private static void delete(Path file) throws IOException {
    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      IOUtils.rm(file);
    } else {
      Files.delete(file);
    }
  }

  /** Returns every file and link by its path, with its content. */
  Map<Path, String> content() throws IOException {
    Map<Path, String> content = new TreeMap<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            content.put(path, "folder");
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            content.put(
                path,
                attributes.isSymbolicLink()
                    ? "link to " + Files.readSymbolicLink(path)
                    : attributes.size() + " bytes " + Arrays.hashCode(Files.readAllBytes(path)));
            return FileVisitResult.CONTINUE;
          }
        });
    return content;
  }

  /** Returns the paths whose contents differ. */
  static List<Path> changed(Map<Path, String> before, Map<Path, String> after) {
    List<Path> changed = new ArrayList<>();
    Map<Path, String> all = new TreeMap<>(before);
    all.putAll(after);
    for (Path path : all.keySet()) {
      if (!String.valueOf(before.get(path)).equals(String.valueOf(after.get(path)))) {
        changed.add(path);
      }
    }
    return changed;
  }
}
