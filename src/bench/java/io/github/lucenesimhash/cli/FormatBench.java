package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.corpus.CorpusFiles;
import io.github.lucenesimhash.corpus.Format;
import io.github.lucenesimhash.corpus.Packing;
import io.github.lucenesimhash.quality.RealTexts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * Runs {@code dedup} on the same real texts in every format and packing. Checks that the groups are
 * the same, and reports the time and the size on disk.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args=formats
 * </pre>
 */
@Command(name = "formats", description = "Measures dedup of the same corpus in every format.")
public final class FormatBench implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "DOCUMENTS", defaultValue = "100000")
  private int documents;

  @Mixin private RealTexts realTexts;

  @Override
  public Integer call() throws IOException {
    List<String> texts = realTexts.texts(documents);
    String expected = null;
    int differing = 0;
    dedup(texts, Format.JSON_LINES, Packing.NONE); // warm-up
    System.out.println("| format | MB | seconds | CPU seconds | groups | duplicates |");
    System.out.println("|---|---|---|---|---|---|");
    for (Format format : CorpusFiles.formats()) {
      for (Packing packing : List.of(Packing.NONE, Packing.GZIP, Packing.ZSTD)) {
        Result result = dedup(texts, format, packing);
        String groups = result.json.get("groups").toString().replaceAll("(\\d{7})[^\"]*", "$1");
        expected = expected == null ? groups : expected;
        boolean isSame = groups.equals(expected);
        differing += isSame ? 0 : 1;
        System.out.printf(
            Locale.ROOT,
            "| .%s%s | %.1f | %.1f | %.1f | %,d%s | %,d |%n",
            format,
            packing == Packing.NONE ? "" : "." + packing,
            result.bytes / 1e6,
            result.json.get("seconds").doubleValue(),
            result.cpuSeconds,
            result.json.get("groups").size(),
            isSame ? "" : ", others",
            result.json.get("duplicates").intValue());
      }
    }
    return differing;
  }

  private record Result(JsonNode json, double cpuSeconds, long bytes) {}

  private static Result dedup(List<String> texts, Format format, Packing packing)
      throws IOException {
    Path folder = Files.createTempDirectory("formats");
    try {
      Path input = CorpusFiles.write(texts, folder, format, packing, StandardCharsets.UTF_8);
      double start = cpuSeconds();
      JsonNode json = dedup(input);
      return new Result(json, cpuSeconds() - start, bytes(input));
    } finally {
      IOUtils.rm(folder);
    }
  }

  private static JsonNode dedup(Path input) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String[] words = {"dedup", input.toString(), "--json", "--id-field", "meta.id"};
    Main.run(
        words,
        new ByteArrayInputStream(new byte[0]),
        out,
        new PrintStream(System.err, true, StandardCharsets.UTF_8));
    return new ObjectMapper().readTree(out.toByteArray());
  }

  private static long bytes(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static double cpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() * 1e-9;
  }
}
