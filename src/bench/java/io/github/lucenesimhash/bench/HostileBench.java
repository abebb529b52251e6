package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.cli.Main;
import io.github.lucenesimhash.corpus.CorpusGenerator;
import io.github.lucenesimhash.corpus.Packing;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs {@code dedup} on inputs that are damaged, larger than they look, or very many, each in a JVM
 * with little memory. Reports the time and the memory of each run, and how its last line accounts
 * for the inputs.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args=hostile
 * </pre>
 */
@Command(name = "hostile", description = "Runs dedup on damaged and on very large inputs.")
final class HostileBench implements Callable<Integer> {

  private static final int SEED = 7;
  private static final int MEGABYTE = 1 << 20;

  /**
   * The numbers of documents in the damaged archive and in the large archive, the number of small
   * files, and then the numbers of characters in a long and a short text.
   */
  private static final int DAMAGED = 100_000;

  private static final int LARGE = 5_000_000;
  private static final int FILES = 1_000_000;
  private static final int LONG = 1000;
  private static final int SHORT = 100;

  @Option(names = "--small", description = "Reduces all sizes to a thousandth.")
  private boolean small;

  @Option(
      names = "--work",
      defaultValue = "target/hostile",
      description = "Folder for temporary files.")
  private Path work;

  @SuppressWarnings("ImmutableEnumChecker") // a list that cannot change
  private enum Kind {
    CUT("256m", Packing.GZIP, Packing.ZSTD),
    CHANGED("256m", Packing.GZIP, Packing.ZSTD),
    BOMB("256m", Packing.GZIP, Packing.ZSTD),
    FILES("1g", Packing.NONE),
    LARGE("2g", Packing.ZSTD);

    private final String heap;
    private final List<Packing> packings;

    Kind(String heap, Packing... packings) {
      this.heap = heap;
      this.packings = List.of(packings);
    }
  }

  @Option(
      names = "--only",
      split = ",",
      description = "Runs only some of ${COMPLETION-CANDIDATES}.")
  private List<Kind> only = List.of(Kind.values());

  /** Makes an input in an empty folder, and returns its description. */
  private String make(Kind kind, Path folder, Packing packing) throws IOException {
    return switch (kind) {
      case CUT -> cut(folder, packing);
      case CHANGED -> changed(folder, packing);
      case BOMB -> bombs(folder, packing);
      case FILES -> files(folder);
      case LARGE -> large(folder);
    };
  }

  @Override
  public Integer call() throws IOException {
    System.out.println("| input | MB | -Xmx | seconds | MB resident | exit code | last line |");
    System.out.println("|---|---|---|---|---|---|---|");
    for (Kind kind : only) {
      for (Packing packing : kind.packings) {
        measure(kind, packing);
      }
    }
    return 0;
  }

  private void measure(Kind kind, Packing packing) throws IOException {
    Path folder = work.resolve("input");
    Path temporary = work.resolve("tmp");
    try {
      Files.createDirectories(folder);
      Files.createDirectories(temporary);
      String what = make(kind, folder, packing);
      long bytes;
      try (Stream<Path> files = Files.walk(folder)) {
        bytes = files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
      }
      List<String> flags = List.of("-Xmx" + kind.heap, "-Djava.io.tmpdir=" + temporary);
      Path pairs = work.resolve("pairs.tsv");
      Path clean = work.resolve("clean");
      MeasuredJvm run =
          MeasuredJvm.run(
              flags, Main.class.getName(), "dedup", folder, "--out", pairs, "--write-clean", clean);
      System.out.printf(
          Locale.ROOT,
          "| %s | %.1f | %s | %.1f | %,d | %d | %s |%n",
          what,
          bytes / 1e6,
          kind.heap,
          run.seconds(),
          run.megabytes(),
          run.exitCode(),
          (run.out().isEmpty() ? run.err() : run.out()).getLast());
    } finally {
      IOUtils.rm(work);
    }
  }

  private int many(int number) {
    return small ? number / 1000 : number;
  }

  private static Path lines(Path file, Packing packing, int documents) throws IOException {
    CorpusGenerator generator = new CorpusGenerator(LONG, SEED);
    try (Writer out =
        new BufferedWriter(
            new OutputStreamWriter(
                packing.pack(Files.newOutputStream(file)), StandardCharsets.UTF_8))) {
      generator.write(documents, out);
    }
    return file;
  }

  private String cut(Path folder, Packing packing) throws IOException {
    Path file = lines(folder.resolve("a.jsonl." + packing), packing, many(DAMAGED));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    return String.format(Locale.ROOT, "half of a `.jsonl.%s` of %,d", packing, many(DAMAGED));
  }

  private String changed(Path folder, Packing packing) throws IOException {
    Path file = lines(folder.resolve("a.jsonl." + packing), packing, many(DAMAGED));
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[bytes.length / 2 + i] ^= 0x5A;
    }
    Files.write(file, bytes);
    return String.format(
        Locale.ROOT, "a `.jsonl.%s` of %,d, 8 bytes changed in the middle", packing, many(DAMAGED));
  }

  /**
   * Writes a gigabyte of zeros followed by a document, once as records and once as a text, and also
   * a sound text.
   */
  private String bombs(Path folder, Packing packing) throws IOException {
    bomb(folder.resolve("bomb.jsonl." + packing), packing);
    bomb(folder.resolve("bomb.txt." + packing), packing);
    Files.writeString(folder.resolve("one.txt"), "a document that can be read");
    return String.format(
        Locale.ROOT, "%,d MB of zeros in a `.jsonl.%s` and a `.txt.%2$s`", many(1000), packing);
  }

  private void bomb(Path file, Packing packing) throws IOException {
    try (OutputStream out = packing.pack(Files.newOutputStream(file))) {
      for (int megabyte = 0; megabyte < many(1000); megabyte++) {
        out.write(new byte[MEGABYTE]);
      }
      out.write("\n{\"id\":\"x\",\"text\":\"some words\"}\n".getBytes(StandardCharsets.UTF_8));
    }
  }

  private String files(Path folder) throws IOException {
    CorpusGenerator generator = new CorpusGenerator(SHORT, SEED);
    for (int file = 0; file < many(FILES); file++) {
      Path part = folder.resolve("" + file / 1000);
      Files.createDirectories(part);
      Files.writeString(part.resolve(file + ".txt"), generator.text(file));
    }
    return String.format(Locale.ROOT, "%,d files of %d characters", many(FILES), SHORT);
  }

  private String large(Path folder) throws IOException {
    lines(folder.resolve("a.jsonl.zst"), Packing.ZSTD, many(LARGE));
    return String.format(
        Locale.ROOT, "a `.jsonl.zst` of %,d documents, %,d characters each", many(LARGE), LONG);
  }
}
