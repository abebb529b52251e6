package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.runInChild;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Tests that lines and files that do not fit in memory are skipped. Child processes have 1 GB. */
class LargeRecordTest {

  /**
   * A sixteenth of a heap of 1 GB, without the survivor space that the serial collector keeps free.
   */
  private static final int SIXTEENTH = 64_872_448;

  @TempDir private Path folder;
  @TempDir private Path streams;

  private static void fill(OutputStream out, String unit, long bytes) throws IOException {
    byte[] block = unit.repeat((1 << 16) / unit.length()).getBytes(StandardCharsets.UTF_8);
    for (long written = 0; written < bytes; written += block.length) {
      out.write(block);
    }
  }

  private static void gap(Path file, long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {'\n'}), channel.size() + bytes);
    }
  }

  @Test
  void aLineThatIsTooLongIsSkipped() throws Exception {
    Path file = folder.resolve("a.jsonl");
    Files.writeString(file, "{\"id\":\"a\",\"text\":\"some text of words\"}\n");
    gap(file, 3L << 30); // a line of NUL bytes, sparse on disk
    Files.writeString(
        file, "{\"id\":\"b\",\"text\":\"some text of words\"}\n", StandardOpenOption.APPEND);
    CommandLineRun run = runInChild(streams, "dedup", file);
    assertTrue(run.out().startsWith("a\n   0  b\n2 documents, "), run.out() + run.err());
    assertTrue(
        run.err()
            .startsWith(
                "lucene-simhash: skipped "
                    + file
                    + ":2: has 3221225472 bytes, expected at most "
                    + SIXTEENTH),
        run.err());
    assertEquals(3, run.exitCode());
  }

  @Test
  void aFileThatIsTooLargeIsSkipped() throws Exception {
    Files.writeString(folder.resolve("a.txt"), "some text");
    Path large = Files.writeString(folder.resolve("b.txt"), "some text");
    gap(large, SIXTEENTH);
    CommandLineRun run = runInChild(streams, "fingerprint", folder);
    assertEquals(3, run.exitCode(), run.err());
    assertEquals(1, run.out().lines().count());
    assertTrue(run.err().endsWith("skipped 1 too large" + System.lineSeparator()), run.err());
  }

  /** A long text of ideographs ends in time. It once took minutes, quadratic in the length. */
  @Test
  void aLongTextOfIdeographsEnds() {
    String text = "\u4e2d\u6587".repeat(4_000_000);
    assertTimeoutPreemptively(
        Duration.ofSeconds(150), () -> FingerprintScheme.standard().fingerprint(text));
  }

  /**
   * Several of the largest records in a row fit, as no two are in memory at once. Short words make
   * the most features a byte. The test takes minutes: {@code -Dtests.multiplier=2}.
   */
  @Test
  @EnabledIfSystemProperty(named = "tests.multiplier", matches = "[2-9]|\\d\\d+")
  void theLargestRecordsFit() throws Exception {
    Path file = folder.resolve("a.jsonl");
    for (String unit : List.of("a b c d ", "\\u4e2d\\u6587", "\u4e2d")) {
      try (OutputStream out = Files.newOutputStream(file)) {
        for (String id : List.of("a", "b", "c")) {
          out.write(("{\"id\":\"" + id + "\",\"text\":\"").getBytes(StandardCharsets.UTF_8));
          fill(out, unit, SIXTEENTH - (4 << 16));
          out.write("\"}\n".getBytes(StandardCharsets.UTF_8));
        }
      }
      CommandLineRun run = runInChild(streams, "dedup", file);
      assertEquals(0, run.exitCode(), unit + run.err());
      assertTrue(run.out().startsWith("a\n   0  b\n   0  c\n3 documents, "), run.out());
    }
  }
}
