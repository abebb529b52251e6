package io.github.lucenesimhash.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The Java contenders find the same in codes of every size, and FAISS gets the same data. */
class PeersBenchTest {

  private static final int DOCUMENTS = 3000;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"1,uniform,10,1", "2,uniform,20,1", "4,uniform,31,8", "4,skewed,31,1"})
  void allFindTheSame(int words, String kind, int k, int batch) throws IOException {
    PeerData data = new PeerData(DOCUMENTS, words, kind);
    List<String> lines = new ArrayList<>();
    for (Contender each : PeersBench.CONTENDERS) {
      PeerRun run = new PeerRun(each, data, batch);
      Path index = folder.resolve(each.codec());
      if (!BenchIndex.isWritten(index)) {
        run.write(index);
      }
      lines.add(run.measure(index, k, 0));
    }
    long hits = Long.parseLong(lines.getFirst().split(";", -1)[6]) >> 40;
    assertTrue(hits >= 10, "ten of the queries are near, " + hits + " hits");
    lines.add("FAISS;" + k + ";not installed;;;;;");
    lines.add("another;7" + k + ";1;1;1.0000;1;7;1");
    lines.add("another that misses some;" + k + ";1;1;0.9999;1;7;1");
    String table = PeersBench.table(lines, "" + k);
    assertEquals(4 + PeersBench.CONTENDERS.size(), table.lines().count(), table);
    lines.add("another;" + k + ";1;1;1.0000;1;7;1");
    assertThrows(IllegalStateException.class, () -> PeersBench.table(lines, "" + k));
  }

  @Test
  void fileHasTheCodes() throws IOException {
    PeerData data = new PeerData(DOCUMENTS, 2, "uniform");
    data.write(folder.resolve("codes"), 3);
    byte[] bytes = Files.readAllBytes(folder.resolve("codes"));
    assertEquals((DOCUMENTS + data.queries * 3) * 16, bytes.length);
    assertEquals(data.code(7), Fingerprint.of(bytes, 7 * 16, 16));
    assertEquals(data.query(5, 3)[2], Fingerprint.of(bytes, (DOCUMENTS + 5 * 3 + 2) * 16, 16));
  }

  @Test
  void commandIsOneOfTheBench() {
    String args = "peers --documents 1M,10M --bits 256 --distances 31 --data skewed --batch 8";
    new CommandLine(Bench.class).parseArgs(args.split(" ", -1));
  }
}
