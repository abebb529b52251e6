package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static io.github.lucenesimhash.cli.CommandLineRun.runInChild;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.corpus.CorpusFiles;
import io.github.lucenesimhash.corpus.Packing;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests packed input that ends too soon, or never. */
class DamagedInputTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "ZSTD"})
  void whatIsBeforeTheDamageIsRead(Packing packing) throws IOException {
    Random random = Seeds.random(5);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 8_000; i++) {
      lines.append("t").append(i).append("\ttext");
      random.longs(6).forEach(word -> lines.append(' ').append(word));
      lines.append('\n');
    }
    byte[] whole = CorpusFiles.packed(packing, lines.toString().getBytes(StandardCharsets.UTF_8));
    Path file = folder.resolve("cut.tsv." + packing);
    Path clean = folder.resolve("clean.tsv." + packing);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    CommandLineRun run = run("dedup", file, "--json", "--write-clean", clean, "-k", "0");
    assertEquals(3, run.exitCode(), run.err());
    assertTrue(run.err().contains("skipped " + file + ": is damaged: "), run.err());
    assertTrue(run.err().contains("' lacks the data after the damage in '" + file), run.err());
    String kept = new String(FormatsTest.unpacked(clean), StandardCharsets.UTF_8);
    assertTrue(kept.length() > 100_000, "" + kept.length());
    assertTrue(lines.toString().startsWith(kept) && kept.endsWith("\n"));
    assertEquals(kept.lines().count(), run.json().get("documents").intValue());
    run("dedup", file, "--strict")
        .refused(
            run.err().lines().findFirst().orElseThrow().replace("lucene-simhash: skipped ", ""));
    Files.write(file, changed(whole));
    CommandLineRun other = run("dedup", file, "--json", "--write-clean", clean);
    assertEquals(3, other.exitCode(), other.err());
    assertEquals(1, other.json().at("/skippedByKind/damaged").intValue());
    Files.write(file, new byte[0]);
    assertEquals(2, run("dedup", file).exitCode());
  }

  private static byte[] changed(byte[] bytes) {
    byte[] changed = bytes.clone();
    for (int i = 0; i < 8; i++) {
      changed[bytes.length / 2 + i] ^= 0x5A;
    }
    return changed;
  }

  /** A file of 256 KB that unpacks to 256 MB is skipped, because a record may have 64 MB. */
  @Test
  void aBombIsPassedOver() throws Exception {
    Path in = Files.createDirectory(folder.resolve("in"));
    for (String name : List.of("a.jsonl.gz", "b.txt.zst")) {
      try (OutputStream out = Packing.of(name).pack(Files.newOutputStream(in.resolve(name)))) {
        for (int i = 0; i < 256; i++) {
          out.write(new byte[1 << 20]);
        }
        out.write("\n{\"id\":\"x\",\"text\":\"some words\"}\n".getBytes(StandardCharsets.UTF_8));
      }
    }
    CommandLineRun run = runInChild(folder, "fingerprint", in);
    assertEquals(3, run.exitCode(), run.err());
    assertEquals(1, run.out().lines().count(), run.out());
    assertTrue(run.err().contains("skipped 2 too large"), run.err());
  }
}
