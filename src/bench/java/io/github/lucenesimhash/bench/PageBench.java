package io.github.lucenesimhash.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs the programs whose tables stand on the benchmarks page, each in a JVM of its own, as is and
 * with {@code -XX:UseAVX=2}, and writes the tables into the page and their rows into the README.
 * The page is written after each program. A table that could not be measured stays as it was.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args=page
 * mvn -q test-compile exec:exec@bench -Dbench.args="page --only search,join"
 * </pre>
 */
@Command(
    name = "page",
    description = "Measures and writes the benchmarks page; takes more than an hour.")
public final class PageBench implements Callable<Integer> {

  private static final String AVX2 = "-XX:UseAVX=2";

  /** Runs a program once; a fake in tests. */
  interface Runner {
    List<String> lines(PageProgram.Call call, boolean avx2) throws IOException;
  }

  @Option(
      names = "--only",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES}; the tables of the others stay.")
  private List<PageProgram> only = List.of(PageProgram.values());

  @Option(
      names = "--small",
      description = "With a thousandth of the documents, into copies of the pages in target/page.")
  private boolean small;

  @Option(names = "--work", defaultValue = "target/page", description = "Folder for its files.")
  private Path work;

  private Path page = Path.of("src/site/markdown/benchmarks.md");
  private Path readme = Path.of("README.md");

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(work);
    if (small) {
      page = Files.copy(page, work.resolve("benchmarks.md"), StandardCopyOption.REPLACE_EXISTING);
      readme = Files.copy(readme, work.resolve("README.md"), StandardCopyOption.REPLACE_EXISTING);
    }
    try {
      boolean all = write(only, page, readme, this::run);
      if (!small) {
        new PagePlots().call();
      }
      return all ? 0 : 1;
    } finally {
      IOUtils.rm(work.resolve("indexes"));
    }
  }

  private List<String> run(PageProgram.Call measured, boolean avx2) throws IOException {
    PageProgram.Call call = small ? measured.small() : measured;
    List<String> flags = new ArrayList<>();
    if (avx2) {
      flags.add(AVX2);
    }
    if (call.heap() != null) {
      flags.add(call.heap());
    }
    List<String> args = new ArrayList<>(List.of(call.args().split(" ", -1)));
    boolean search = args.getFirst().equals("search");
    if (search) {
      args.addAll(List.of("--indexes", work.resolve("indexes").toString()));
    }
    if (call.file() != null) {
      args.addAll(List.of("--out", (search ? work : work.resolve(call.file())).toString()));
    }
    List<String> printed = ChildJvm.run(flags, call.main().getName(), args.toArray());
    return call.file() == null ? printed : Files.readAllLines(work.resolve(call.file()));
  }

  /** Returns whether all programs ran. */
  static boolean write(List<PageProgram> programs, Path page, Path readme, Runner runner)
      throws IOException {
    boolean all = true;
    for (PageProgram program : programs) {
      long start = System.nanoTime();
      try {
        Map<String, List<String>> asIs = tables(program, runner, false);
        Map<String, List<String>> avx2 = program.isTimed ? tables(program, runner, true) : Map.of();
        String text = Files.readString(page);
        for (String table : asIs.keySet()) {
          text = PageText.replace(text, table, text(program, asIs.get(table), avx2.get(table)));
        }
        String copy = PageText.copyRows(text, Files.readString(readme));
        replace(page, text);
        replace(readme, copy);
      } catch (IOException | RuntimeException e) {
        System.err.println(program + ": its tables stay, " + e);
        all = false;
      }
      System.err.printf(Locale.ROOT, "%s: %.0f s%n", program, (System.nanoTime() - start) * 1e-9);
    }
    return all;
  }

  private static Map<String, List<String>> tables(PageProgram program, Runner runner, boolean avx2)
      throws IOException {
    List<List<String>> outputs = new ArrayList<>();
    for (PageProgram.Call call : program.calls) {
      outputs.add(runner.lines(call, avx2));
    }
    return program.tables.apply(outputs);
  }

  private static void replace(Path file, String text) throws IOException {
    Path written = Files.writeString(file.resolveSibling(file.getFileName() + ".tmp"), text);
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String text(PageProgram program, List<String> asIs, List<String> avx2)
      throws IOException {
    String commands =
        program.calls.stream()
            .map(PageProgram.Call::command)
            .distinct()
            .collect(Collectors.joining("\n"));
    String text =
        String.format(
            Locale.ROOT,
            "%s; JDK %s, Lucene %s; %s:%n%n```sh%n%s%n```%n%n%s%n",
            machine(),
            Runtime.version(),
            Version.LATEST,
            LocalDate.now(ZoneOffset.UTC),
            commands,
            String.join("\n", asIs));
    return avx2 == null
        ? text
        : text
            + "\nThe same with `"
            + AVX2
            + "`, without vector popcount:\n\n"
            + String.join("\n", avx2);
  }

  /** Cores, name, and whether a vector instruction counts bits, where Linux tells. */
  private static String machine() throws IOException {
    Path info = Path.of("/proc/cpuinfo");
    String cores = Runtime.getRuntime().availableProcessors() + " cores, ";
    if (!Files.exists(info)) {
      return cores + System.getProperty("os.arch");
    }
    List<String> lines = Files.readAllLines(info);
    String name =
        lines.stream()
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.split(":", 2)[1].strip())
            .findFirst()
            .orElse(System.getProperty("os.arch"));
    boolean popcount = lines.stream().anyMatch(line -> line.contains("avx512_vpopcntdq"));
    return cores + name + (popcount ? ", vector popcount" : ", no vector popcount");
  }
}
