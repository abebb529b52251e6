package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures a memory of facts in its own process, which one client queries through pipes.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="serve --facts 1M"
 * </pre>
 */
@Command(name = "serve", description = "Measures a memory of facts with one client.")
public final class ServeBench implements Callable<Integer> {

  private static final long SEED = 19;
  private static final int ADDED = 1 << 12; // facts in a batch

  @Option(names = "--facts", defaultValue = "20k", converter = WindowBench.Counts.class)
  private int facts;

  @Option(names = "--checks", defaultValue = "50000", description = "Number of checks in batches.")
  private int checks;

  @Option(names = "--single", defaultValue = "10000", description = "Number of checks one by one.")
  private int single;

  @Option(names = "--batch", defaultValue = "64")
  private int batch;

  @Option(names = "--options", split = " ", defaultValue = "--near standard")
  private List<String> options;

  @Option(names = "--heap", defaultValue = "1g", description = "Heap of the process.")
  private String heap;

  private BufferedReader in;
  private Writer out;

  @Override
  public Integer call() throws IOException {
    Path index = Files.createTempDirectory("simhash-serve-bench");
    List<Object> args = new ArrayList<>(List.of("serve", index.resolve("memory")));
    args.addAll(options);
    Process process =
        ChildJvm.builder(List.of("-Xmx" + heap), Main.class.getName(), args.toArray())
            .redirectError(Redirect.INHERIT)
            .start();
    try {
      try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8);
          Writer out = process.outputWriter(StandardCharsets.UTF_8)) {
        this.in = in;
        this.out = out;
        run(new Facts(SEED));
      }
      process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      process.destroy();
      IOUtils.rm(index);
    }
    return 0;
  }

  private void run(Facts source) throws IOException {
    long start = System.nanoTime();
    int added = 0;
    for (int i = 0; i < facts; i += ADDED) {
      List<String> lines = new ArrayList<>();
      for (int j = i; j < Math.min(facts, i + ADDED); j++) {
        lines.add("{\"op\": \"add\", \"id\": " + j + ", \"text\": \"" + source.next() + "\"}");
      }
      for (String answer : ask(lines)) {
        added += answer.contains("\"added\"") ? 1 : 0;
      }
    }
    System.out.printf(
        Locale.ROOT, "%,d facts, %,d added: %,.0f/s%n", facts, added, facts / seconds(start));
    ask(List.of("{\"op\": \"commit\"}"));
    check(source, batch, checks); // warm-up
    start = System.nanoTime();
    double[] each = check(source, batch, checks);
    System.out.printf(Locale.ROOT, "checks by %d: %,.0f/s, ", batch, checks / seconds(start));
    percentiles(each);
    check(source, 1, single);
    System.out.print("checks one by one: ");
    percentiles(check(source, 1, single));
  }

  /** Returns the time of each batch in milliseconds. */
  private double[] check(Facts source, int together, int checks) throws IOException {
    double[] millis = new double[checks / together];
    int found = 0;
    for (int i = 0; i < millis.length; i++) {
      List<String> lines = new ArrayList<>();
      for (int j = 0; j < together; j++) {
        lines.add("{\"op\": \"check\", \"text\": \"" + source.query() + "\"}");
      }
      long start = System.nanoTime();
      List<String> answers = ask(lines);
      millis[i] = seconds(start) * 1e3;
      for (String answer : answers) {
        found += answer.contains("\"id\"") ? 1 : 0;
      }
    }
    if (found < checks / 10) {
      throw new IllegalStateException(found + " of " + checks + " found");
    }
    return millis;
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) * 1e-9;
  }

  private static void percentiles(double[] millis) {
    Arrays.sort(millis);
    System.out.printf(
        Locale.ROOT,
        "p50 %.2f ms, p99 %.2f ms%n",
        millis[millis.length / 2],
        millis[millis.length * 99 / 100]);
  }

  /** Reads the answers while the lines are written. */
  private List<String> ask(List<String> lines) throws IOException {
    String all = String.join("\n", lines) + "\n";
    CompletableFuture<Void> written = null;
    if (lines.size() > 64) {
      written = CompletableFuture.runAsync(() -> write(all));
    } else {
      write(all);
    }
    List<String> answers = new ArrayList<>();
    while (answers.size() < lines.size()) {
      String answer = in.readLine();
      if (answer == null || answer.contains("\"error\"")) {
        throw new IllegalStateException("answered " + answer);
      }
      answers.add(answer);
    }
    if (written != null) {
      written.join();
    }
    return answers;
  }

  private void write(String lines) {
    try {
      out.write(lines);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
