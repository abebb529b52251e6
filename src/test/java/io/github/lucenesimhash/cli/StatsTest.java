package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class StatsTest extends IndexTestCase {

  @Test
  void statsOfAKnownIndex() throws IOException {
    makeIndex();
    JsonNode stats = run("stats", index, "--json").fine().json();
    assertEquals(FingerprintScheme.standard().id(), stats.get("scheme").textValue());
    assertEquals(4, stats.get("documents").intValue());
    assertEquals(0, stats.get("deleted").intValue());
    assertEquals(3, stats.get("fingerprints").intValue());
    assertEquals(2, stats.get("distinctFingerprints").intValue());
    assertEquals(65, stats.get("popcounts").size());
    int foxBits = Long.bitCount(FOX_FINGERPRINT);
    int both = foxBits == Long.bitCount(STOCKS_FINGERPRINT) ? 3 : 2;
    assertEquals(both, stats.get("popcounts").get(foxBits).intValue());
    assertEquals(4, stats.get("blocks").size());
    for (int i = 0; i < 4; i++) {
      JsonNode block = stats.get("blocks").get(i);
      assertEquals(i, block.get("block").intValue());
      assertEquals(2, block.get("distinct").intValue());
      String hottest =
          String.format(
              Locale.ROOT,
              "[{\"value\":\"%04x\",\"documents\":2},{\"value\":\"%04x\",\"documents\":1}]",
              Blocks.block(FOX_FINGERPRINT, i),
              Blocks.block(STOCKS_FINGERPRINT, i));
      assertEquals(hottest, block.get("hottest").toString());
    }
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
    String text = run("stats", index).fine().out();
    assertTrue(text.contains("\ndocuments     4\ndeleted       1\n"), text);
    assertTrue(text.contains("\nfingerprints  3\ndistinct      2\n"), text);
    assertTrue(
        text.matches(
            "(?s)4 documents, 0\\.0 MB, 1 without a fingerprint, 1 deleted and not merged away"
                + " yet\n1 with the fingerprint of another: the same text, or nearly\n\nscheme  .*"),
        text);
    String hottest =
        String.format(
            Locale.ROOT,
            "block 0       2 distinct, hottest %04x:2 %04x:1\n",
            Blocks.block(STOCKS_FINGERPRINT, 0),
            Blocks.block(FOX_FINGERPRINT, 0));
    assertTrue(text.contains(hottest), text);
  }
}
