package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StatsTest extends IndexTestCase {

  @Test
  void statsOfAKnownIndex() throws IOException {
    makeIndex();
    JsonNode stats = run("stats", index).fine().json();
    assertEquals(FingerprintScheme.standard().id(), stats.get("scheme").textValue());
    assertEquals(4, stats.get("documents").intValue());
    assertEquals(0, stats.get("deleted").intValue());
    assertEquals(3, stats.get("fingerprints").intValue());
    assertEquals(2, stats.get("distinctFingerprints").intValue());
    long bytes = 0;
    try (var files = Files.list(index)) {
      for (Path file : files.filter(f -> !f.endsWith("write.lock")).toList()) {
        bytes += Files.size(file);
      }
    }
    assertEquals(bytes, stats.get("bytes").longValue());
  }

  @Test
  void statsLeaveDeletedDocumentsOut() throws IOException {
    makeIndex();
    Files.writeString(corpus, "copy\t" + STOCKS + "\n");
    run("index", index, corpus).fine();
    JsonNode stats = run("stats", index).fine().json();
    assertEquals(4, stats.get("documents").intValue());
    assertEquals(1, stats.get("deleted").intValue());
    assertEquals(3, stats.get("fingerprints").intValue());
    assertEquals(2, stats.get("distinctFingerprints").intValue());
  }
}
