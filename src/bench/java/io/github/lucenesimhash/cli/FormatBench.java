package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.corpus.CorpusFiles;
import io.github.lucenesimhash.corpus.Format;
import io.github.lucenesimhash.corpus.Packing;
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
import picocli.CommandLine.Parameters;

/**
 * {@code dedup} of the same texts in every format and packing: the same groups, and how long each
 * takes; megabytes are those on disk.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="formats 20000"
 * </pre>
 */
@Command(name = "formats", description = "The same corpus in every format: groups and seconds.")
public final class FormatBench implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "DOCUMENTS", defaultValue = "20000")
  private int documents;

  @Override
  public Integer call() throws IOException {
    List<String> texts = CorpusFiles.texts(documents);
    String expected = null;
    int differing = 0;
    System.out.printf(Locale.ROOT, "%-6s %-4s %8s %8s  groups%n", "format", "", "MB", "s");
    for (Format format : Format.values()) {
      for (Packing packing : List.of(Packing.NONE, Packing.GZIP, Packing.ZSTD)) {
        Path folder = Files.createTempDirectory("formats");
        try {
          Path input = CorpusFiles.write(texts, folder, format, packing, StandardCharsets.UTF_8);
          JsonNode result = dedup(input);
          String groups = result.get("groups").toString().replaceAll("(\\d{7})[^\"]*", "$1");
          expected = expected == null ? groups : expected;
          boolean isSame = groups.equals(expected);
          differing += isSame ? 0 : 1;
          System.out.printf(
              Locale.ROOT,
              "%-6s %-4s %8.1f %8.2f  %d%s%n",
              format,
              packing,
              bytes(input) / 1e6,
              result.get("seconds").doubleValue(),
              result.get("groups").size(),
              isSame ? "" : ", others");
        } finally {
          IOUtils.rm(folder);
        }
      }
    }
    return differing;
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
}
